package org.crosstile.record;

/**
 * Where a window lies in every region.
 *
 * @param offset byte offset
 */
public record RecordedWindow(String name, long offset, long bytes) {
    /** Whether a byte of a region belongs to the window. */
    public boolean contains(long at) {
        return at >= offset && at < offset + bytes;
    }
}

package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * What a world observes of accesses to windows, and where it decides when a write takes effect.
 * Each view of a window carries the watch of the memory that it lies in; views of plain tensors,
 * and all views in worlds that let ranks touch memory directly, carry {@link #NONE}.
 */
public interface Watch {
    /** Nobody watches: memory is touched directly. */
    Watch NONE =
            new Watch() {
                @Override
                public void reads(View view, List<Area> areas) {}

                @Override
                public void writes(View view, List<Area> areas, Write write) {
                    write.apply();
                }

                @Override
                public MemorySegment readsElement(View view, long address) {
                    return view.segment().asSlice(address);
                }

                @Override
                public void writesElement(View view, long address, Write write) {
                    write.apply();
                }
            };

    /** Elements are about to be copied out of memory by a transfer. */
    void reads(View view, List<Area> areas);

    /** Elements are to be written by a transfer: the world does so, now or later. */
    void writes(View view, List<Area> areas, Write write);

    /**
     * A single element is about to be read, through the scalar cache of the core that reads.
     *
     * @param address byte offset of the element in the region
     * @return memory that begins with it
     */
    MemorySegment readsElement(View view, long address);

    /** A single element is to be written through the scalar cache of the core that writes. */
    void writesElement(View view, long address, Write write);

    /** What is known of the contents of a memory that began without; absent: all is defined. */
    default Optional<Fresh> fresh() {
        return Optional.empty();
    }

    /** A write that has not happened yet. */
    interface Write {
        /** Writes to the memory of the view. */
        void apply();

        /**
         * Writes a single element to another copy of it, in a cache line: the copy begins with it.
         */
        default void apply(MemorySegment copy) {
            throw new IllegalStateException("only single elements are written through a cache");
        }

        /** Whether elements are added atomically to what is there. */
        default boolean adds() {
            return false;
        }

        /**
         * What a write of INT32 elements brings to each word of an area, in the order of their
         * addresses; empty if that is too much to keep, or elements of another type.
         */
        default int[] words(Area area) {
            return new int[0];
        }

        /** The same write, independent of what its source holds later. */
        default Write captured() {
            return this;
        }
    }
}

package org.crosstile.ranks.threads;

/**
 * A launch of a function on a device.
 *
 * @param cores how many cores of the device run it at once
 */
record Task(int function, int cores, Object[] args, int site) {
    Task(int function, Object[] args, int site) {
        this(function, 1, args, site);
    }
}

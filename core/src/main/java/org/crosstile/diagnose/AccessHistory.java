package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The accesses to one window of one rank that still matter: whatever has been covered by a later
 * access that comes after it by guarantee is forgotten, because what is unordered with the one is
 * unordered with the other.
 */
final class AccessHistory {
    private static final int BUCKETS = 256;

    /** An access to more buckets than this is compared with everything. */
    private static final int MANY = 8;

    private final long base;
    private final int shift;
    private final List<Set<Access>> buckets = new ArrayList<>();
    private final Set<Access> large = new LinkedHashSet<>();
    private final Set<Access> small = new LinkedHashSet<>();

    /**
     * @param base byte offset of the window in the region
     * @param bytes size of the window
     */
    AccessHistory(long base, long bytes) {
        this.base = base;
        int bits = 6;
        while ((bytes >> bits) >= BUCKETS) {
            bits++;
        }
        this.shift = bits;
        for (long i = 0; i <= bytes >> bits; i++) {
            buckets.add(new LinkedHashSet<>());
        }
    }

    /** Adds an access; tells of those that conflict with it and are not before it. */
    void add(Access access, Consumer<Access> unordered) {
        int first = bucket(access.area.offset());
        int last = bucket(access.area.end() - 1);
        boolean wide = last - first >= MANY;
        compare(large, access, unordered);
        if (wide) {
            compare(small, access, unordered);
            large.add(access);
            return;
        }
        for (int i = first; i <= last; i++) {
            compare(buckets.get(i), access, unordered);
        }
        for (int i = first; i <= last; i++) {
            buckets.get(i).add(access);
        }
        small.add(access);
    }

    /** Tells of writes and deposits that an access is not after, without adding it. */
    void peek(Access access, Consumer<Access> unordered) {
        peek(large, access, unordered);
        int last = bucket(access.area.end() - 1);
        for (int i = bucket(access.area.offset()); i <= last; i++) {
            peek(buckets.get(i), access, unordered);
        }
    }

    private static void peek(Set<Access> kept, Access access, Consumer<Access> unordered) {
        for (Access old : kept) {
            boolean isNew = old.comparedWith != access.event;
            old.comparedWith = access.event;
            boolean changes = old.kind != Access.Kind.READ;
            if (isNew && changes && !old.isBefore(access) && old.area.intersects(access.area)) {
                unordered.accept(old);
            }
        }
    }

    private int bucket(long offset) {
        return (int) Math.clamp((offset - base) >> shift, 0, buckets.size() - 1);
    }

    private void compare(Set<Access> kept, Access access, Consumer<Access> unordered) {
        List<Access> covered = new ArrayList<>();
        for (Iterator<Access> i = kept.iterator(); i.hasNext(); ) {
            Access old = i.next();
            if (old.comparedWith == access.event) {
                continue;
            }
            old.comparedWith = access.event;
            boolean replaces = access.standsFor(old);
            boolean conflicts = access.conflictsWith(old);
            if (!replaces && !conflicts) {
                continue;
            }
            if (old.isBefore(access)) {
                if (replaces && access.covers(old)) {
                    covered.add(old);
                }
            } else if (conflicts && old.area.intersects(access.area)) {
                unordered.accept(old);
            }
        }
        covered.forEach(this::forget);
    }

    private void forget(Access old) {
        if (large.remove(old)) {
            return;
        }
        small.remove(old);
        int last = bucket(old.area.end() - 1);
        for (int i = bucket(old.area.offset()); i <= last; i++) {
            buckets.get(i).remove(old);
        }
    }
}

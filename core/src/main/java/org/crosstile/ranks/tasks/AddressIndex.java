package org.crosstile.ranks.tasks;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Things that lie at ranges of addresses, found by address. They are kept by their size, up to a
 * factor of two, so that what meets a range begins less than twice such a size before it.
 */
public final class AddressIndex<T> {
    /** Bytes from {@code first} up to {@code end}, and what lies there. */
    private record Entry<T>(long first, long end, T value) {}

    /** By the number of bits of the size, and then by the first address. */
    private final List<TreeMap<Long, List<Entry<T>>>> bySize = new ArrayList<>();

    private int size;

    int size() {
        return size;
    }

    /** Adds what lies from one address up to another. */
    public void add(long first, long end, T value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(end - first);
        while (bySize.size() <= bits) {
            bySize.add(new TreeMap<>());
        }
        bySize.get(bits)
                .computeIfAbsent(first, f -> new ArrayList<>(1))
                .add(new Entry<>(first, end, value));
        size++;
    }

    /** What has a byte in a range, in no particular order. */
    public List<T> meeting(long first, long end) {
        List<T> found = new ArrayList<>();
        for (int bits = 0; bits < bySize.size(); bits++) {
            for (List<Entry<T>> entries : near(bits, first, end).values()) {
                for (Entry<T> entry : entries) {
                    if (entry.first < end && first < entry.end) {
                        found.add(entry.value);
                    }
                }
            }
        }
        return found;
    }

    private NavigableMap<Long, List<Entry<T>>> near(int bits, long first, long end) {
        long most = bits >= Long.SIZE - 1 ? Long.MAX_VALUE : 1L << bits;
        long from = first - most > first ? Long.MIN_VALUE : first - most;
        return bySize.get(bits).subMap(from, true, end, false);
    }

    /** Forgets what lies within a range and fits a condition. */
    void removeWithin(long first, long end, Predicate<T> condition) {
        for (int bits = 0; bits < bySize.size(); bits++) {
            remove(
                    bySize.get(bits).subMap(first, true, end, false).values().iterator(),
                    entry -> entry.end <= end && condition.test(entry.value));
        }
    }

    /** Forgets all that fits a condition. */
    void removeIf(Predicate<T> condition) {
        for (TreeMap<Long, List<Entry<T>>> entries : bySize) {
            remove(entries.values().iterator(), entry -> condition.test(entry.value));
        }
    }

    private void remove(Iterator<List<Entry<T>>> lists, Predicate<Entry<T>> condition) {
        while (lists.hasNext()) {
            List<Entry<T>> entries = lists.next();
            int before = entries.size();
            entries.removeIf(condition);
            size -= before - entries.size();
            if (entries.isEmpty()) {
                lists.remove();
            }
        }
    }
}

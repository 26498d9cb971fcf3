package org.crosstile.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.crosstile.memory.WindowBuffer;

/** Finds the window that a byte of a region lies in. */
final class WindowIndex {
    private final List<WindowBuffer> windows;
    private final long[] offsets;

    WindowIndex(List<WindowBuffer> windows) {
        this.windows =
                windows.stream().sorted(Comparator.comparingLong(WindowBuffer::offset)).toList();
        this.offsets = this.windows.stream().mapToLong(WindowBuffer::offset).toArray();
    }

    /** How many windows there are; they are numbered in the order in which they lie. */
    int count() {
        return offsets.length;
    }

    WindowBuffer get(int number) {
        return windows.get(number);
    }

    /** The number of the window that a byte lies in; -1 if in none. */
    int number(long offset) {
        int low = 0;
        int high = offsets.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (offsets[middle] <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int found = low - 1;
        return found >= 0 && offset < offsets[found] + windows.get(found).bytes() ? found : -1;
    }

    Optional<WindowBuffer> find(long offset) {
        int number = number(offset);
        return number < 0 ? Optional.empty() : Optional.of(windows.get(number));
    }
}

package org.crosstile.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * What differs between two texts, line by line: the fewest lines that must go and come (E. Myers,
 * "An O(ND) difference algorithm and its variations", 1986).
 */
final class LineDiff {
    /** Unchanged lines that are shown around a change. */
    private static final int CONTEXT = 1;

    /** With more changes than this the texts are not compared any further. */
    private static final int MOST = 3000;

    private final List<String> before;
    private final List<String> after;
    private final List<int[]> reached = new ArrayList<>();

    private LineDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /**
     * The changes with their neighbourhood: lines that begin with {@code -}, {@code +} or a blank,
     * and {@code ...} where unchanged lines are left out. Empty if the texts are equal.
     */
    static List<String> of(String before, String after) {
        return before.equals(after)
                ? List.of()
                : shown(new LineDiff(lines(before), lines(after)).script());
    }

    private static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : text.lines().toList();
    }

    /** All lines of both texts in order, each with its sign. */
    private List<String> script() {
        int start = 0;
        int most = Math.min(before.size(), after.size());
        while (start < most && before.get(start).equals(after.get(start))) {
            start++;
        }
        int end = 0;
        while (end < most - start
                && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
            end++;
        }
        List<String> all = new ArrayList<>();
        before.subList(0, start).forEach(line -> all.add("  " + line));
        all.addAll(
                new LineDiff(
                                before.subList(start, before.size() - end),
                                after.subList(start, after.size() - end))
                        .middle());
        before.subList(before.size() - end, before.size()).forEach(line -> all.add("  " + line));
        return all;
    }

    private List<String> middle() {
        int changes = changes();
        List<String> reversed = new ArrayList<>();
        if (changes < 0) {
            before.forEach(line -> reversed.add("- " + line));
            after.forEach(line -> reversed.add("+ " + line));
            return reversed;
        }
        int x = before.size();
        int y = after.size();
        for (int d = changes; d >= 0; d--) {
            int[] ends = reached.get(d);
            int k = x - y;
            boolean down = d > 0 && isDown(ends, k, d);
            int from = d == 0 ? 0 : ends[MOST + (down ? k + 1 : k - 1)];
            int fromLine = d == 0 ? 0 : from - (down ? k + 1 : k - 1);
            while (x > from && y > fromLine && before.get(x - 1).equals(after.get(y - 1))) {
                reversed.add("  " + before.get(x - 1));
                x--;
                y--;
            }
            if (d > 0 && down) {
                y--;
                reversed.add("+ " + after.get(y));
            } else if (d > 0) {
                x--;
                reversed.add("- " + before.get(x));
            }
        }
        return reversed.reversed();
    }

    private static boolean isDown(int[] ends, int k, int d) {
        return k == -d || (k != d && ends[MOST + k - 1] < ends[MOST + k + 1]);
    }

    /**
     * The number of lines that must go or come; -1 if there are too many. {@link #reached} tells
     * the way.
     */
    private int changes() {
        int[] ends = new int[2 * MOST + 2];
        for (int d = 0; d < MOST; d++) {
            reached.add(ends.clone());
            for (int k = -d; k <= d; k += 2) {
                int x = isDown(ends, k, d) ? ends[MOST + k + 1] : ends[MOST + k - 1] + 1;
                int y = x - k;
                while (x < before.size()
                        && y < after.size()
                        && before.get(x).equals(after.get(y))) {
                    x++;
                    y++;
                }
                ends[MOST + k] = x;
                if (x >= before.size() && y >= after.size()) {
                    return d;
                }
            }
        }
        return -1;
    }

    private static List<String> shown(List<String> script) {
        List<String> out = new ArrayList<>();
        int left = 0;
        for (int i = 0; i < script.size(); i++) {
            boolean near = false;
            for (int j = Math.max(0, i - CONTEXT);
                    j <= Math.min(script.size() - 1, i + CONTEXT);
                    j++) {
                near |= script.get(j).charAt(0) != ' ';
            }
            if (near) {
                if (left > 0 && !out.isEmpty()) {
                    out.add("  ...");
                }
                left = 0;
                out.add(script.get(i));
            } else {
                left++;
            }
        }
        return out;
    }
}

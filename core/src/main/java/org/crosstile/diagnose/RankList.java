package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.List;

/** Names several ranks in as few words as possible. */
final class RankList {
    private static final int RUN = 4;

    private RankList() {}

    /** {@code rank 3}, {@code ranks 0 and 1}, {@code ranks 0 to 5 and 7}. */
    static String of(List<Integer> ranks) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < ranks.size(); ) {
            int end = i + 1;
            while (end < ranks.size() && ranks.get(end) == ranks.get(end - 1) + 1) {
                end++;
            }
            if (end - i >= RUN) {
                parts.add(ranks.get(i) + " to " + ranks.get(end - 1));
                i = end;
            } else {
                parts.add(ranks.get(i).toString());
                i++;
            }
        }
        return (ranks.size() == 1 ? "rank " : "ranks ") + join(parts);
    }

    /** {@code a, b and c}. */
    static String join(List<String> parts) {
        if (parts.isEmpty()) {
            return "";
        }
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        return String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.getLast();
    }
}

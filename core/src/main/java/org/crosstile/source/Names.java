package org.crosstile.source;

import java.util.Collection;
import java.util.Optional;

/** Finds the name that a misspelt one was probably meant to be. */
public final class Names {
    private Names() {}

    /** The closest of {@code known}, if it is close enough to be worth naming. */
    public static Optional<String> closest(String name, Collection<String> known) {
        String best = "";
        // Any two names of one or two letters are close.
        int bestDistance = name.length() < 3 ? 1 : Math.max(1, name.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(name, candidate, bestDistance);
            if (distance < bestDistance
                    || (distance == bestDistance
                            && !best.isEmpty()
                            && candidate.compareTo(best) < 0)) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    /** "did you mean `x`?" or a list of what there is, for a hint. */
    public static String suggestion(String name, Collection<String> known) {
        return closest(name, known)
                .map(close -> "did you mean `" + close + "`?")
                .orElseGet(() ->
                        known.isEmpty() || known.size() > 12
                                ? ""
                                : "there is " + String.join(", ", known));
    }

    /** Edit distance with transpositions, given up at {@code limit}. */
    private static int distance(String a, String b, int limit) {
        if (Math.abs(a.length() - b.length()) > limit) {
            return limit + 1;
        }
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            d[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            d[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int best =
                        Math.min(d[i - 1][j - 1] + change, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    best = Math.min(best, d[i - 2][j - 2] + 1);
                }
                d[i][j] = best;
            }
        }
        return d[a.length()][b.length()];
    }
}

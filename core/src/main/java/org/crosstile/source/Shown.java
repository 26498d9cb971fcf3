package org.crosstile.source;

import java.util.List;

/**
 * The problems of a list that are worth showing: the first hundred, errors before warnings, in the
 * order of the list.
 *
 * @param leftOut how many more there are
 */
record Shown(List<Problem> problems, int leftOut) {
    private static final int MOST = 100;

    static Shown of(List<Problem> all) {
        if (all.size() <= MOST) {
            return new Shown(all, 0);
        }
        long errors = all.stream().filter(Shown::isError).count();
        long[] room = {Math.min(errors, MOST), MOST - Math.min(errors, MOST)};
        List<Problem> shown = all.stream().filter(p -> room[isError(p) ? 0 : 1]-- > 0).toList();
        return new Shown(shown, all.size() - shown.size());
    }

    private static boolean isError(Problem problem) {
        return problem.severity() == Severity.ERROR;
    }
}

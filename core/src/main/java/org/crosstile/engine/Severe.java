package org.crosstile.engine;

import java.util.List;
import org.crosstile.source.Problem;
import org.crosstile.source.Severity;
import org.crosstile.source.Verdict;

/**
 * Which verdict counts if there are several: the one that explains the others. What is refused
 * never ran; calls that do not fit end in deadlocks, and whoever is stuck or lost leaves accesses
 * without order, bytes unwritten and credit behind.
 */
public final class Severe {
    private static final List<Verdict> WORST_FIRST =
            List.of(
                    Verdict.REJECT,
                    Verdict.MISMATCH,
                    Verdict.DEADLOCK,
                    Verdict.RACE,
                    Verdict.FAULT,
                    Verdict.PEER_LOST,
                    Verdict.TIMEOUT,
                    Verdict.UNINIT,
                    Verdict.LEAK,
                    Verdict.OK);

    private Severe() {}

    /** The worse of two. */
    static Verdict worse(Verdict a, Verdict b) {
        return WORST_FIRST.indexOf(a) <= WORST_FIRST.indexOf(b) ? a : b;
    }

    /**
     * What runs come to together. A race counts more than a deadlock here: there was a run that had
     * one without being stuck.
     */
    public static Verdict overall(List<Verdict> runs) {
        Verdict worst = Verdict.OK;
        for (Verdict run : runs) {
            worst = worse(worst, run);
        }
        return worst == Verdict.DEADLOCK && runs.contains(Verdict.RACE) ? Verdict.RACE : worst;
    }

    /** What the errors among some problems come to. */
    static Verdict verdict(List<Problem> problems) {
        Verdict worst = Verdict.OK;
        for (Problem problem : problems) {
            if (problem.severity() == Severity.ERROR) {
                worst = worse(worst, problem.rule().verdict());
            }
        }
        return worst;
    }
}

package org.crosstile.engine;

import java.util.List;
import java.util.function.IntFunction;
import org.crosstile.diagnose.Site;
import org.crosstile.ranks.RowCounts;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Tells which counts of rows did not fit in a run. */
final class RowWarnings {
    static final Rule CLAMPED =
            Rule.of(
                            "rows-clamped",
                            "a count of rows must be from 0 to what the receiver has room for")
                    .explained(
                            "all_to_all_v cuts a count to that, and tells the receiver how many rows there are. The"
                                    + " rows that are left out are lost without the sender knowing. A run warns of"
                                    + " each sender and receiver, and run --strict fails.",
                            "run-exchange",
                            "pl.write(send, [0, 0], pl.const(3, pl.INT32))\n"
                                    + "pld.tensor.all_to_all_v(blocks, data, sig, send, recv)",
                            "pl.write(send, [0, 0], pl.const(2, pl.INT32))\n"
                                    + "pld.tensor.all_to_all_v(blocks, data, sig, send, recv)");

    /** More warnings than this are only counted. */
    private static final int MOST = 64;

    private RowWarnings() {}

    static void report(RowCounts rows, boolean strict, IntFunction<Site> sites, Problems problems) {
        List<RowCounts.Cut> cuts = rows.cuts();
        for (int i = 0; i < Math.min(cuts.size(), MOST); i++) {
            RowCounts.Cut cut = cuts.get(i);
            Site site = sites.apply(cut.site());
            String found =
                    "rank %d counts %d rows for rank %d, and %s sent"
                            .formatted(
                                    cut.from(),
                                    cut.asked(),
                                    cut.to(),
                                    cut.sent() == 0
                                            ? "none is"
                                            : cut.sent() == 1 ? "1 is" : cut.sent() + " are");
            Problem.Builder problem =
                    strict
                            ? Problem.error(CLAMPED, site.span(), found)
                            : Problem.warning(CLAMPED, site.span(), found);
            if (cut.times() > 1) {
                problem.note("this is the first of " + cut.times() + " calls");
            }
            if (i == MOST - 1 && cuts.size() > MOST) {
                problem.note("so it is for " + (cuts.size() - MOST) + " more pairs of ranks");
            }
            problem.hint("count what there is, or give the windows more rows").to(problems);
        }
    }
}

package org.crosstile.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.kernels.CallSite;
import org.crosstile.model.Function;
import org.crosstile.ranks.Delay;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** Lines of a program at which ranks are slow, as call sites of its compiled form. */
final class SlowLines {
    static final Rule LINE =
            Rule.of("delay-line", "a rank can be slow only on a line that it executes");

    private final List<RunRequest.SlowLine> wanted;
    private final List<CallSite> sites;

    SlowLines(List<RunRequest.SlowLine> wanted, List<CallSite> sites) {
        this.wanted = wanted;
        this.sites = sites;
    }

    /** Reports lines on which nobody can be slow. */
    List<Delay> delays(Function entry, Problems problems) {
        List<Delay> delays = new ArrayList<>();
        for (RunRequest.SlowLine slow : wanted) {
            Set<Integer> there = new HashSet<>();
            Set<Integer> lines = new TreeSet<>();
            for (CallSite site : sites) {
                if (!site.span().isNone()) {
                    lines.add(site.span().line());
                    if (covers(site.span(), slow.line())) {
                        there.add(site.id());
                    }
                }
            }
            if (there.isEmpty()) {
                Problem.error(LINE, entry.span(), "its calls stand on the lines " + lines)
                        .headline("no rank executes anything on line " + slow.line())
                        .hint("delay a line with a statement of a kernel or an orchestration")
                        .to(problems);
            }
            delays.add(new Delay(slow.rank(), there, slow.millis()));
        }
        return delays;
    }

    private static boolean covers(Span span, int line) {
        return span.line() <= line
                && line <= span.source().lineOf(Math.max(span.start(), span.end() - 1));
    }
}

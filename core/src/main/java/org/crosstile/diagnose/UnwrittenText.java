package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.Origin;
import org.crosstile.record.Trace;
import org.crosstile.source.Problem;
import org.crosstile.source.Span;

/** What was stored, sent or read as a number and had never been written, as problems. */
final class UnwrittenText {
    private final Trace trace;
    private final IntFunction<Site> sites;
    private final TraceNames names;

    UnwrittenText(Trace trace, IntFunction<Site> sites) {
        this.trace = trace;
        this.sites = sites;
        this.names = new TraceNames(trace, sites);
    }

    /** Two places of the program. */
    private record Places(int from, int to, boolean adds) {}

    /**
     * One problem for each pair of places.
     *
     * @param order tells which windows hold signal cells: those begin at zero, and are defined
     */
    List<Problem> problems(Ordering order) {
        Set<WindowBuffer> signals = new HashSet<>();
        order.cells().forEach(cell -> names.window(cell.offset).ifPresent(signals::add));
        Set<Places> seen = new HashSet<>();
        List<Problem> problems = new ArrayList<>();
        for (Origin.Use use : trace.uses()) {
            boolean isCell =
                    use.origin() instanceof Origin.Window w && signals.contains(w.window());
            // an addition makes a window's bytes what they are: it finds zeros, as a cell does
            boolean counts = !isCell && !(use.adds() && use.origin() instanceof Origin.Window);
            if (counts && seen.add(new Places(use.origin().site(), use.site(), use.adds()))) {
                problems.add(problem(use));
            }
        }
        return problems;
    }

    private Problem problem(Origin.Use use) {
        return switch (use.origin()) {
            case Origin.Tile tile -> ofTile(tile, use);
            case Origin.Window window -> ofWindow(window, use);
            case Origin.Tensor tensor -> ofTensor(tensor, use);
        };
    }

    private Span span(int site) {
        return sites.apply(site).span();
    }

    private String agent(int agent) {
        return trace.agents().get(agent).describe();
    }

    private Problem ofTile(Origin.Tile tile, Origin.Use use) {
        return Problem.error(
                        TraceRules.UNINIT_TILE,
                        span(use.site()),
                        agent(use.agent()) + " uses elements here that come of it")
                .headline(agent(use.agent()) + " uses elements of a tile that nobody has written")
                .see(span(tile.site()), "the tile is made here, and holds nothing")
                .note("here they are what the memory held before; on a chip they may be anything")
                .hint("fill it, for example by pl.tile.full, or use only what has been written")
                .build();
    }

    private Problem ofWindow(Origin.Window hole, Origin.Use use) {
        boolean own = trace.agents().get(hole.agent()).device() == hole.device();
        Problem.Builder problem =
                Problem.error(
                        TraceRules.UNINIT,
                        span(hole.site()),
                        agent(hole.agent())
                                + " reads "
                                + names.bytes(hole.offset(), hole.bytes())
                                + " "
                                + (own ? "in its own memory" : "on rank " + hole.device())
                                + ", which nobody has written");
        seeUse(problem, hole, use);
        return problem.note(
                        "a window starts zero-filled here; on a chip it holds whatever was there")
                .hint("read only what has been sent, for example as many rows as the counts say")
                .build();
    }

    private Problem ofTensor(Origin.Tensor hole, Origin.Use use) {
        String what = hole.name().map(name -> "the output `" + name + "`").orElse("a new tensor");
        String bytes =
                hole.bytes() == 1
                        ? "byte " + hole.offset()
                        : "bytes " + hole.offset() + " to " + (hole.offset() + hole.bytes() - 1);
        Problem.Builder problem =
                Problem.error(
                        TraceRules.UNINIT_TENSOR,
                        span(hole.site()),
                        agent(hole.agent())
                                + (use.adds() ? " adds to " : " reads ")
                                + bytes
                                + " of "
                                + what
                                + ", which nobody has written");
        Span made = span(hole.made());
        if (!made.isNone()) {
            problem.see(made, "the tensor is made here, and holds nothing");
        }
        seeUse(problem, hole, use);
        return problem.note("here it begins as zeros; on a chip it holds whatever was there")
                .hint(
                        use.adds()
                                ? "write what is added to first, for example zeros"
                                : "write it first, or read what has been written")
                .build();
    }

    private void seeUse(Problem.Builder problem, Origin hole, Origin.Use use) {
        Span at = span(use.site());
        if (!at.isNone() && !at.equals(span(hole.site()))) {
            problem.see(at, "what comes of them is used here");
        }
    }
}

package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Rank;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Lane;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pld.system.defer_wait(sig, offsets, expected, cmp=pld.WaitCmp.Ge)}: a completion condition
 * of the enclosing task. The task counts as finished, and tasks that depend on it may start, once
 * its cells have reached their values.
 */
public final class DeferWait extends Primitive implements Capability.BelongsToTask {
    private static final Slot SIGNAL =
            Slot.window("signal", DType.INT32, "the window that holds the signal cells");
    private static final Slot OFFSETS = Slot.indices("offsets", SIGNAL, "which cell");
    private static final Slot EXPECTED =
            Slot.of("expected", new Kind.Integer(DType.INT32), "what the cell must reach");
    private static final Slot CMP = Slot.oneOf("cmp", WaitCmp.class, "Ge: at least");

    private static final Rule BOUNDS =
            Rule.of("defer-wait-offsets-bounds", "`offsets` must name a cell of the signal")
                    .explained(
                            "No peer can notify a cell outside the window.",
                            "task",
                            "pld.system.defer_wait(sig, [4, 0], 1, cmp=pld.WaitCmp.Ge)",
                            "pld.system.defer_wait(sig, [3, 0], 1, cmp=pld.WaitCmp.Ge)");
    private static final Rule RANGE =
            Rule.of("defer-wait-expected-range", "`expected` must be from 0 to 2147483647")
                    .explained(
                            "The scheduler compares cells as unsigned numbers: a negative threshold is a huge one.",
                            "task",
                            "pld.system.defer_wait(sig, [0, 0], -1, cmp=pld.WaitCmp.Ge)",
                            "pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)");
    private static final Rule ONLY_GE =
            Rule.of("defer-wait-cmp-ge", "`cmp` must be pld.WaitCmp.Ge")
                    .explained(
                            "The scheduler polls: it may never see a cell while it equals one value.",
                            "task",
                            "pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Eq)",
                            "pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)");

    public static final DeferWait OP = new DeferWait();

    private DeferWait() {
        super("pld.system.defer_wait", SIGNAL, OFFSETS, EXPECTED, CMP);
    }

    @Override
    public String doc() {
        return "Makes the completion of the enclosing task wait for a signal cell.";
    }

    @Override
    public String rulePrefix() {
        return "defer-wait";
    }

    /**
     * A chip orchestration; the checks of deferred completion ask for a task scope of its own
     * there.
     */
    @Override
    public Set<Place> places() {
        return Set.of(Place.CHIP);
    }

    @Override
    public List<Rule> rules() {
        return List.of(BOUNDS, RANGE, ONLY_GE);
    }

    @Override
    public Lane lane() {
        return Lane.SHARED;
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return slot == SIGNAL ? Effect.READ : Effect.NONE;
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        return slot == SIGNAL ? Hints.window(found) : slot == OFFSETS ? Hints.indices(found) : "";
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        SignalCells.inside(BOUNDS, call, SIGNAL, OFFSETS, problems);
        SignalCells.fits(RANGE, call.get(EXPECTED), 0, problems);
        if (call.code(CMP, WaitCmp.class) != WaitCmp.Ge) {
            Problem.error(ONLY_GE, call.get(CMP).span(), "this is " + call.code(CMP, WaitCmp.class))
                    .hint("let the value only grow, and write cmp=pld.WaitCmp.Ge")
                    .to(problems);
        }
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                DeferWait.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(SIGNAL, View.class),
                Run.arg(OFFSETS, long[].class),
                Run.arg(EXPECTED, long.class),
                Run.site());
    }

    /** Registers the condition with the scheduler; the task's body goes on. */
    public static void run(Rank rank, View signal, long[] offsets, long expected, int site) {
        rank.defer(signal, offsets, SignalCells.exact(RANGE, expected, Integer.MIN_VALUE), site);
    }
}

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
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pld.system.wait(sig, offsets, expected, cmp=...)}: blocks until one cell of this rank's
 * own slice equals, or has reached, a value. The cell keeps its value. What the notifier wrote
 * before is visible afterwards.
 */
public final class Wait extends Primitive implements Capability.Awaits {
    private static final Slot SIGNAL =
            Slot.window("signal", DType.INT32, "the window that holds the signal cells");
    private static final Slot OFFSETS = Slot.indices("offsets", SIGNAL, "which cell");
    private static final Slot EXPECTED =
            Slot.of("expected", new Kind.Integer(DType.INT32), "what the cell is compared with");
    private static final Slot CMP = Slot.oneOf("cmp", WaitCmp.class, "equal, or at least");

    private static final Rule BOUNDS =
            Rule.of("wait-offsets-bounds", "`offsets` must name a cell of the signal")
                    .explained(
                            "No peer can notify a cell outside the window.",
                            "kernel",
                            "pld.system.wait(sig, [0, 1], 1, cmp=pld.WaitCmp.Ge)",
                            "pld.system.wait(sig, [1, 0], 1, cmp=pld.WaitCmp.Ge)");
    private static final Rule RANGE =
            Rule.of("wait-expected-range", "`expected` must fit an INT32 cell")
                    .explained(
                            "A signal cell holds 32 bits and never reaches a larger value.",
                            "kernel",
                            "pld.system.wait(sig, [0, 0], 2147483648, cmp=pld.WaitCmp.Ge)",
                            "pld.system.wait(sig, [0, 0], 2147483647, cmp=pld.WaitCmp.Ge)");

    public static final Wait OP = new Wait();

    private Wait() {
        super("pld.system.wait", SIGNAL, OFFSETS, EXPECTED, CMP);
    }

    @Override
    public String doc() {
        return "Blocks until a signal cell of this rank satisfies a condition; does not consume it.";
    }

    @Override
    public String rulePrefix() {
        return "wait";
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.KERNEL);
    }

    @Override
    public List<Rule> rules() {
        return List.of(BOUNDS, RANGE);
    }

    @Override
    public Slot signal() {
        return SIGNAL;
    }

    @Override
    public Slot offsets() {
        return OFFSETS;
    }

    @Override
    public Slot expected() {
        return EXPECTED;
    }

    @Override
    public Slot cmp() {
        return CMP;
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
        SignalCells.fits(RANGE, call.get(EXPECTED), Integer.MIN_VALUE, problems);
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                Wait.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(SIGNAL, View.class),
                Run.arg(OFFSETS, long[].class),
                Run.arg(EXPECTED, long.class),
                Run.arg(CMP, WaitCmp.class),
                Run.site());
    }

    public static void run(
            Rank rank, View signal, long[] offsets, long expected, WaitCmp cmp, int site) {
        int exact = SignalCells.exact(RANGE, expected, Integer.MIN_VALUE);
        rank.await(signal, offsets, exact, cmp, site);
    }
}

package org.crosstile.operators;

import java.util.List;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Meaning;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pld.tensor.all_to_all(input, data, sig)}: row {@code s} of rank {@code r}'s window becomes
 * row {@code r} of rank {@code s}'s input. Each rank pushes its rows between two barriers, as
 * allgather does.
 */
public final class AllToAll extends Collective implements Capability.KeepsApart {
    private static final Slot INPUT =
            Slot.of("input", new Kind.TensorLike(), "one row for every rank, [ranks, columns]");
    private static final Slot TARGET =
            Slot.window("target", "one row from every rank, [ranks, columns]");
    private static final Slot SIGNAL = Slot.window("signal", DType.INT32, SIGNAL_DOC);

    private static final SignalRules SIGNALS =
            SignalRules.of("all-to-all", signal -> example("stages", "data", signal));
    private static final ExchangeRules RULES =
            ExchangeRules.of(
                    "all-to-all",
                    "input",
                    new ExchangeRules.Examples(
                            "blocks",
                            "stages",
                            "half",
                            "x",
                            example("blocks", "data", "two_cells")),
                    AllToAll::example);
    private static final Rule ROWS =
            Rule.of("all-to-all-rows", "`input` and `target` must have as many rows")
                    .explained(
                            "There is one row for every rank on both sides.",
                            "kernel",
                            "pld.tensor.all_to_all(row, data, sig)",
                            "pld.tensor.all_to_all(blocks, data, sig)");

    public static final AllToAll OP = new AllToAll();

    private AllToAll() {
        super("all_to_all", TARGET, SIGNAL, SIGNALS, INPUT, TARGET, SIGNAL);
    }

    private static String example(String input, String target, String signal) {
        return "pld.tensor.all_to_all(" + input + ", " + target + ", " + signal + ")";
    }

    @Override
    public String doc() {
        return "Sends one row to every rank and receives one from each.";
    }

    @Override
    List<Slot> perRank() {
        return List.of(SIGNAL, INPUT, TARGET);
    }

    @Override
    public String result() {
        return "Rank r gets the bits of rank s's row r as row s.";
    }

    @Override
    public List<Rule> rules() {
        return Stream.of(SIGNALS.all(), RULES.all(), List.of(ROWS)).flatMap(List::stream).toList();
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return slot == INPUT
                ? Effect.READ
                : slot == TARGET ? Effect.WRITE : super.effect(call, slot);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Exchange exchange = new Exchange(call, INPUT, TARGET, RULES, problems);
        if (exchange.checkMatrices()) {
            exchange.checkColumns();
            exchange.checkExtents(ROWS, 0);
            exchange.checkSignalRows(SIGNAL);
        }
        return call.get(TARGET).type();
    }

    @Override
    public void checkAt(Expr.Call call, Place place, Problems problems) {
        super.checkAt(call, place, problems);
        if (place == Place.HOST) {
            checkType(RULES.hostDtype(), call, place, problems);
            new Exchange(call, INPUT, TARGET, RULES, problems).checkWindow(INPUT);
        }
    }

    /** What one rank calls a row, all must. */
    @Override
    Expr columns(Expr.Call call) {
        return window(call, TARGET).shape().get(1);
    }

    @Override
    public Slot reads() {
        return INPUT;
    }

    @Override
    public Slot writes() {
        return TARGET;
    }

    @Override
    public void checkApart(
            Expr.Call call, Var root, long readsAt, long writesAt, Problems problems) {
        Apart.check(call, INPUT, TARGET, root, readsAt, writesAt, problems);
    }

    @Override
    Expr expand(Expr.Call call, Builder body) {
        Type.Window type = window(call, TARGET);
        return write(call, Push.rowStage(type.shape().get(1), type.dtype(), body), body);
    }

    @Override
    public List<Slot> windows() {
        return List.of(INPUT, TARGET, SIGNAL);
    }

    @Override
    List<Expr> extents(Expr.Call call, Slot slot) {
        Expr columns = HostKernel.extent("COLUMNS");
        if (slot == INPUT) {
            return List.of(HostKernel.extent("ROWS"), columns);
        }
        return slot == TARGET
                ? List.of(HostKernel.extent("ROWS"), columns)
                : super.extents(call, slot);
    }

    @Override
    void onDevice(Expr.Call call, Builder body) {
        write(call, HostKernel.stage("tput_stage", window(call, TARGET).dtype(), body), body);
    }

    private static Expr write(Expr.Call call, Expr stage, Builder body) {
        Expr target = body.let("target", call.get(TARGET));
        Expr input = body.let("input", call.get(INPUT));
        Expr columns = ((Type.Window) target.type()).shape().get(1);
        CreditBarrier credits =
                CreditBarrier.over(target, body.let("signal", call.get(SIGNAL)), body);
        Apart.write(input, target, body);
        credits.barrier(1);
        body.loop(
                "dest",
                credits.ranks(),
                dest ->
                        new Push.Rows(target, dest, input, stage)
                                .put(credits.my(), dest, Exprs.index(1), columns, body));
        credits.barrier(2);
        credits.epilogue(2);
        return target;
    }

    @Override
    public void meaning(Expr.Call call, Meaning world) {
        world.allEnterBeforeAnyLeaves();
        for (int rank = 0; rank < world.ranks(); rank++) {
            for (int source = 0; source < world.ranks(); source++) {
                Meaning.Elements rows = world.elements(INPUT, source);
                long columns = rows.size() / world.ranks();
                Push.copy(
                        rows,
                        rank * columns,
                        world.elements(TARGET, rank),
                        source * columns,
                        columns);
            }
        }
    }
}

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
 * {@code pld.tensor.allgather(local, data, sig)}: row {@code r} of every rank's window becomes the
 * row of rank {@code r}. Each rank pushes its row between two barriers: after the first one all
 * ranks are in the call, and so done with what their windows held; after the second one all rows
 * have arrived.
 */
public final class AllGather extends Collective implements Capability.KeepsApart {
    private static final Slot LOCAL =
            Slot.of("local", new Kind.TensorLike(), "this rank's row, of shape [1, columns]");
    private static final Slot TARGET =
            Slot.window("target", "the rows of all ranks, [ranks, columns]");
    private static final Slot SIGNAL = Slot.window("signal", DType.INT32, SIGNAL_DOC);

    private static final SignalRules SIGNALS =
            SignalRules.of("allgather", signal -> example("stage", "data", signal));
    private static final ExchangeRules RULES =
            ExchangeRules.of(
                    "allgather",
                    "local",
                    new ExchangeRules.Examples(
                            "row",
                            "stage",
                            "half_stage",
                            "x[0:1, 0:64]",
                            example("row", "data", "two_cells")),
                    AllGather::example);
    private static final Rule ONE_ROW =
            Rule.of("allgather-local-row", "`local` must be one row")
                    .explained(
                            "Every rank contributes one row of the result.",
                            "kernel",
                            "pld.tensor.allgather(blocks, data, sig)",
                            "pld.tensor.allgather(row, data, sig)");

    public static final AllGather OP = new AllGather();

    private AllGather() {
        super("allgather", TARGET, SIGNAL, SIGNALS, LOCAL, TARGET, SIGNAL);
    }

    private static String example(String local, String target, String signal) {
        return "pld.tensor.allgather(" + local + ", " + target + ", " + signal + ")";
    }

    @Override
    public String doc() {
        return "Collects one row from every rank into the windows of all.";
    }

    @Override
    List<Slot> perRank() {
        return List.of(SIGNAL, TARGET);
    }

    @Override
    public String result() {
        return "Every rank gets rank r's bits as row r.";
    }

    @Override
    public List<Rule> rules() {
        return Stream.of(SIGNALS.all(), RULES.all(), List.of(ONE_ROW))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return slot == LOCAL
                ? Effect.READ
                : slot == TARGET ? Effect.WRITE : super.effect(call, slot);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Exchange exchange = new Exchange(call, LOCAL, TARGET, RULES, problems);
        if (exchange.checkMatrices()) {
            exchange.checkColumns();
            if (Extents.differ(exchange.input().shape().get(0), Exprs.index(1))) {
                exchange.report(ONE_ROW, LOCAL).hint("view it as [1, columns]").to(problems);
            }
            exchange.checkSignalRows(SIGNAL);
        }
        return call.get(TARGET).type();
    }

    @Override
    public void checkAt(Expr.Call call, Place place, Problems problems) {
        super.checkAt(call, place, problems);
        if (place == Place.HOST) {
            checkType(RULES.hostDtype(), call, place, problems);
            new Exchange(call, LOCAL, TARGET, RULES, problems).checkWindow(LOCAL);
        }
    }

    /** What one rank calls a row, all must. */
    @Override
    Expr columns(Expr.Call call) {
        return window(call, TARGET).shape().get(1);
    }

    @Override
    public Slot reads() {
        return LOCAL;
    }

    @Override
    public Slot writes() {
        return TARGET;
    }

    @Override
    public void checkApart(
            Expr.Call call, Var root, long readsAt, long writesAt, Problems problems) {
        Apart.check(call, LOCAL, TARGET, root, readsAt, writesAt, problems);
    }

    @Override
    Expr expand(Expr.Call call, Builder body) {
        Type.Window type = window(call, TARGET);
        return write(call, Push.rowStage(type.shape().get(1), type.dtype(), body), body);
    }

    @Override
    public List<Slot> windows() {
        return List.of(LOCAL, TARGET, SIGNAL);
    }

    @Override
    List<Expr> extents(Expr.Call call, Slot slot) {
        Expr columns = HostKernel.extent("COLUMNS");
        if (slot == LOCAL) {
            return List.of(Exprs.index(1), columns);
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
        Expr local = body.let("local", call.get(LOCAL));
        Expr columns = ((Type.Window) target.type()).shape().get(1);
        CreditBarrier credits =
                CreditBarrier.over(target, body.let("signal", call.get(SIGNAL)), body);
        Apart.write(local, target, credits.my(), body);
        credits.barrier(1);
        body.loop(
                "peer",
                credits.ranks(),
                peer ->
                        new Push.Rows(target, peer, local, stage)
                                .put(credits.my(), Exprs.index(0), Exprs.index(1), columns, body));
        credits.barrier(2);
        credits.epilogue(2);
        return target;
    }

    @Override
    public void meaning(Expr.Call call, Meaning world) {
        world.allEnterBeforeAnyLeaves();
        for (int rank = 0; rank < world.ranks(); rank++) {
            for (int source = 0; source < world.ranks(); source++) {
                Meaning.Elements row = world.elements(LOCAL, source);
                Push.copy(row, 0, world.elements(TARGET, rank), source * row.size(), row.size());
            }
        }
    }
}

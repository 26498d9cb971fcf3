package org.crosstile.operators;

import java.util.List;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Meaning;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pld.tensor.broadcast(data, sig, root=)}: afterwards every rank's window holds what the
 * root's holds. After a barrier the others copy the root's window, and each says so to the root,
 * which leaves when all have: it may overwrite its window at once.
 *
 * <pre>
 *   barrier 1                       the root's data is in place
 *   root:   wait for the second credit of every other rank; take 2 credits back
 *   others: copy; give the root a second credit; take 1 credit back
 * </pre>
 */
public final class Broadcast extends Collective {
    private static final Slot TARGET =
            Slot.window("target", "the data, replaced on all ranks but the root");
    private static final Slot SIGNAL = Slot.window("signal", DType.INT32, SIGNAL_DOC);
    private static final Slot ROOT =
            Slot.of("root", new Kind.StaticInt(), "the rank whose data all get").keywordOnly();

    private static final SignalRules SIGNALS =
            SignalRules.of(
                    "broadcast", signal -> "pld.tensor.broadcast(data, " + signal + ", root=0)");
    private static final Rule NEGATIVE =
            Rule.of("broadcast-root-negative", "`root` must not be negative")
                    .explained(
                            "Ranks of a domain are numbered from 0.",
                            "kernel",
                            "pld.tensor.broadcast(data, sig, root=-1)",
                            "pld.tensor.broadcast(data, sig, root=0)");
    private static final Rule HOST_DTYPE =
            Rule.of("broadcast-host-dtype", "in a host orchestrator the data must be FP32")
                    .explained(
                            "That is what the builtin kernel moves.",
                            "host",
                            "pld.tensor.broadcast(half, cells, root=0)",
                            "pld.tensor.broadcast(data, cells, root=0)");

    public static final Broadcast OP = new Broadcast();

    private Broadcast() {
        super("broadcast", TARGET, SIGNAL, SIGNALS, TARGET, SIGNAL, ROOT);
    }

    @Override
    public String doc() {
        return "Copies the root's window to all ranks.";
    }

    @Override
    public String result() {
        return "Every rank gets the root's bits.";
    }

    @Override
    public List<Rule> rules() {
        return Stream.concat(
                        SIGNALS.all().stream(),
                        Stream.of(NEGATIVE, SignalCells.PEER_HUGE, HOST_DTYPE))
                .toList();
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        if (call.number(ROOT) < 0) {
            Problem.error(NEGATIVE, call.get(ROOT).span(), "this is " + call.number(ROOT))
                    .hint("write the index of a rank, from 0")
                    .to(problems);
        } else if (call.number(ROOT) > Integer.MAX_VALUE) {
            Problem.error(
                            SignalCells.PEER_HUGE,
                            call.get(ROOT).span(),
                            "this is " + call.number(ROOT))
                    .headline("`root` must be a rank, which is an INT32")
                    .to(problems);
        }
        return call.get(TARGET).type();
    }

    @Override
    public void checkAt(Expr.Call call, Place place, Problems problems) {
        super.checkAt(call, place, problems);
        if (place == Place.HOST) {
            checkType(HOST_DTYPE, call, place, problems);
        }
    }

    @Override
    Expr root(Expr.Call call) {
        return call.get(ROOT);
    }

    @Override
    Expr expand(Expr.Call call, Builder body) {
        Type.Window type = window(call, TARGET);
        Expr target = body.let("target", call.get(TARGET));
        write(call, target, Push.stage("tget_stage", type.shape(), type.dtype(), body), body);
        return target;
    }

    /** The root alone waits a second time: nobody reads any other rank's window. */
    private static void write(Expr.Call call, Expr target, Expr stage, Builder body) {
        CreditBarrier credits =
                CreditBarrier.over(target, body.let("signal", call.get(SIGNAL)), body);
        Expr root = Exprs.index(call.number(ROOT));
        credits.barrier(1);
        credits.onRoot(
                root,
                () -> {
                    credits.waitForPeers(2);
                    credits.epilogue(2);
                },
                () -> {
                    body.run(TileGet.OP, target, root, target, stage);
                    credits.creditRoot(root);
                    credits.epilogue(1);
                });
    }

    @Override
    String variant(Expr.Call call) {
        return "__root" + call.number(ROOT);
    }

    @Override
    public void checkDevices(Expr.Call call, int devices, Problems problems) {
        super.checkDevices(call, devices, problems);
        if (call.number(ROOT) >= devices) {
            Problem.error(HostRules.ROOT, call.get(ROOT).span(), "this is " + call.number(ROOT))
                    .note("the windows of the call exist on " + devices + " devices")
                    .hint("ranks count from 0 to " + (devices - 1) + " in their domain")
                    .to(problems);
        }
    }

    @Override
    void onDevice(Expr.Call call, Builder body) {
        Type.Window type = window(call, TARGET);
        Expr target = call.get(TARGET);
        Expr row = body.let("view", ViewAs.OP, target, Chunks.row(type.shape().getFirst()));
        write(call, row, HostKernel.stage("tget_stage", type.dtype(), body), body);
    }

    @Override
    public void meaning(Expr.Call call, Meaning world) {
        world.allEnterBeforeAnyLeaves();
        Meaning.Elements root = world.elements(TARGET, (int) call.number(ROOT));
        for (int rank = 0; rank < world.ranks(); rank++) {
            Push.copy(root, 0, world.elements(TARGET, rank), 0, root.size());
        }
    }
}

package org.crosstile.operators;

import java.util.List;
import org.crosstile.memory.Limits;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;

/**
 * {@code pld.tensor.remote_store(tensor, target, peer, offsets)}: pushes a tensor-level value,
 * computed in this kernel or read from this rank's memory. In a kernel it becomes the tile form.
 */
public final class TensorRemoteStore extends RemoteStore implements Capability.HasTileForm {
    private static final String PREFIX = "tensor-remote-store";

    private static final Rules RULES = Rules.of(PREFIX, "", "x");
    private static final Limits LIMITS = RULES.limits();

    public static final TensorRemoteStore OP = new TensorRemoteStore();

    private TensorRemoteStore() {
        super("pld.tensor.remote_store", Slots.of(new Kind.Tensor()), RULES);
    }

    @Override
    public String rulePrefix() {
        return PREFIX;
    }

    @Override
    String sourceHint(Expr found) {
        return switch (found.type()) {
            case Type.Tile t -> "push a tile with pld.tile.remote_store";
            case Type.Window w -> "push a window with pld.tensor.put";
            default -> "";
        };
    }

    @Override
    public List<Slot> inTiles() {
        return List.of(slots.src());
    }

    @Override
    public Expr onTiles(Expr.Call call, List<Expr> operands, Builder body) {
        return TileRemoteStore.OP.call(call.span(), operands.toArray(Expr[]::new));
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TensorRemoteStore.class,
                Atomics.adds(call, slots.atomic()) ? "runAdd" : "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(slots.src(), View.class),
                Run.arg(slots.target(), View.class),
                Run.arg(slots.peer(), long.class),
                Run.arg(slots.offsets(), long[].class));
    }

    public static void run(Rank rank, View src, View target, long peer, long[] offsets) {
        View from = rectangle(src);
        View there = rank.peer(target, peer);
        Transfer.copy(from, new long[2], there, offsets, from.shape(), LIMITS);
    }

    public static void runAdd(Rank rank, View src, View target, long peer, long[] offsets) {
        View from = rectangle(src);
        View there = rank.peer(target, peer);
        Transfer.copyAdd(from, new long[2], there, offsets, from.shape(), LIMITS);
    }

    /** The last two dimensions of a view, whose leading ones have extent 1. */
    private static View rectangle(View view) {
        int leading = view.rank() - 2;
        return view.restrided(
                view.offset(),
                new long[] {view.dim(leading), view.dim(leading + 1)},
                new long[] {view.stride(leading), view.stride(leading + 1)});
    }
}

package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Limits;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Lane;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code t = pld.tile.remote_load(w, peer, offsets, shape[, valid_shape])}: reads a region of a
 * peer's slice into a tile. The tile has the extents {@code shape}; valid is what was asked for,
 * cut by what the window holds.
 */
public final class RemoteLoad extends Primitive implements Capability.ReadsPeer {
    /** Elements that a tail may read beyond the window: up to the next 32 bytes of FP16. */
    private static final int PADDING = 15;

    private static final Slot TARGET = Slot.window("target", "the window to read");
    private static final Slot PEER =
            Slot.of("peer", new Kind.Integer(DType.INT32), "rank whose slice is read");
    private static final Slot OFFSETS = Slot.indices("offsets", TARGET, "where the region begins");
    private static final Slot SHAPE = Slot.indices("shape", TARGET, "extents of the tile");
    private static final Slot VALID =
            Slot.indices("valid_shape", TARGET, "extents to read, if fewer than the tile has")
                    .optional();
    private static final Slot PADDED =
            Slot.of(
                            "allow_physical_tail_padding",
                            new Kind.Flag(),
                            "let an FP16 tail read on to the next 32 bytes; written by lowering")
                    .orElse(false)
                    .keywordOnly();

    private static final Rule PEER_NEGATIVE =
            Rule.of("remote-load-peer-negative", "`peer` must not be negative")
                    .explained(
                            "Ranks of a domain are numbered from 0.",
                            "kernel",
                            "t = pld.tile.remote_load(win, -1, [0, 0], [8, 64])",
                            "t = pld.tile.remote_load(win, 1, [0, 0], [8, 64])");
    private static final Rule NEGATIVE =
            Rule.of("remote-load-valid-negative", "valid extents must not be negative")
                    .explained(
                            "A valid extent counts elements.",
                            "kernel",
                            "t = pld.tile.remote_load(win, peer, [0, 0], [8, 64], valid_shape=[-1, 64])",
                            "t = pld.tile.remote_load(win, peer, [0, 0], [8, 64], valid_shape=[1, 64])");
    private static final Rule LARGER =
            Rule.of(
                            "remote-load-valid-larger",
                            "valid extents must not exceed the extents of the tile")
                    .explained(
                            "There is no room in the tile for more elements than its shape says.",
                            "kernel",
                            "t = pld.tile.remote_load(win, peer, [0, 0], [1, 32], valid_shape=[1, 64])",
                            "t = pld.tile.remote_load(win, peer, [0, 0], [1, 32], valid_shape=[1, 32])");
    private static final Rule BOUNDS =
            Rule.of("remote-load-bounds", "the region must lie inside the window")
                    .explained(
                            "Elements past the end of a view belong to another window or to nobody.",
                            "kernel",
                            "t = pld.tile.remote_load(win, peer, [0, 32], [8, 64])",
                            "t = pld.tile.remote_load(win, peer, [0, 32], [8, 32])");
    private static final Rule TAIL =
            Rule.of(
                            "remote-load-tail-padding",
                            "tail padding is for FP16 of two dimensions with valid_shape")
                    .explained(
                            "Lowering writes it where an FP16 tail is not a multiple of 32 bytes; nothing else"
                                    + " needs it.",
                            "kernel",
                            "t = pld.tile.remote_load(win, peer, [0, 0], [8, 64], allow_physical_tail_padding=True)",
                            "t = pld.tile.remote_load(win, peer, [0, 0], [8, 64])");

    private static final Limits LIMITS = new Limits(BOUNDS.id(), BOUNDS.headline(), NEGATIVE.id());

    public static final RemoteLoad OP = new RemoteLoad();

    private RemoteLoad() {
        super("pld.tile.remote_load", TARGET, PEER, OFFSETS, SHAPE, VALID, PADDED);
    }

    @Override
    public String doc() {
        return "Reads a region of a peer's slice of a window into a tile.";
    }

    @Override
    public List<String> aliases() {
        return List.of("pld.remote_load");
    }

    @Override
    public String rulePrefix() {
        return "remote-load";
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.KERNEL);
    }

    @Override
    public List<Rule> rules() {
        return Stream.concat(
                        Stream.of(
                                PEER_NEGATIVE,
                                SignalCells.PEER_HUGE,
                                NEGATIVE,
                                LARGER,
                                BOUNDS,
                                TAIL),
                        TileShape.RULES.stream())
                .toList();
    }

    @Override
    public Slot target() {
        return TARGET;
    }

    @Override
    public Slot peer() {
        return PEER;
    }

    /** The tile is a result, so no operand tells the lane; a copy that nobody uses is removed. */
    @Override
    public Lane lane() {
        return Lane.SHARED;
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return slot == TARGET ? Effect.READ : Effect.NONE;
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        if (slot == TARGET) {
            return found.type() instanceof Type.Tensor
                    ? "pl.load reads this rank's own tensors"
                    : Hints.window(found);
        }
        return slot == PEER ? Hints.peer(found) : slot == OFFSETS ? Hints.indices(found) : "";
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Window window = (Type.Window) call.get(TARGET).type();
        List<Expr> shape = call.tuple(SHAPE);
        SignalCells.peer(PEER_NEGATIVE, call.get(PEER), problems);
        if (!TileShape.check(call, SHAPE, window.dtype(), MemorySpace.Vec, problems)) {
            return Type.Opaque.UNKNOWN;
        }
        checkValid(call, shape, problems);
        if (call.flag(PADDED)
                && !(window.dtype() == DType.FP16 && window.rank() == 2 && call.has(VALID))) {
            Problem.error(TAIL, call.get(PADDED).span(), "the window is " + window.describe())
                    .hint("leave it out")
                    .to(problems);
        }
        List<Expr> asked = call.has(VALID) ? call.tuple(VALID) : shape;
        if (!call.flag(PADDED)) {
            new Bounds(BOUNDS, "reads", problems)
                    .check(
                            call.tuple(OFFSETS),
                            asked,
                            window.shape(),
                            call.get(TARGET),
                            call.get(OFFSETS).span());
        }
        List<Expr> held = window.view().valid();
        List<Expr> valid = held.isEmpty() ? asked : TileShape.cut(asked, held, call.tuple(OFFSETS));
        TileShape.checkRectangle(valid, shape, call.get(SHAPE).span(), problems);
        return new Type.Tile(shape, window.dtype(), valid, MemorySpace.Vec, OptionalInt.empty());
    }

    private static void checkValid(Expr.Call call, List<Expr> shape, Problems problems) {
        List<Expr> valid = call.tuple(VALID);
        for (int d = 0; d < valid.size(); d++) {
            Expr extent = valid.get(d);
            if (Extents.isNegative(extent)) {
                Problem.error(NEGATIVE, extent.span(), "this is " + Describe.expr(extent))
                        .to(problems);
            } else if (Exprs.constant(extent).isPresent()
                    && Exprs.constant(shape.get(d)).isPresent()
                    && Exprs.constant(extent).getAsLong()
                            > Exprs.constant(shape.get(d)).getAsLong()) {
                Problem.error(LARGER, extent.span(), "this is " + Describe.expr(extent))
                        .see(
                                shape.get(d).span(),
                                "the tile has " + Describe.expr(shape.get(d)) + " here")
                        .hint("make the tile larger, or read less")
                        .to(problems);
            }
        }
    }

    /** Spells out the valid extents where the window holds less than its shape. */
    @Override
    public Expr build(Expr.Call call) {
        List<Expr> valid = ((Type.Tile) call.type()).valid();
        if (valid.isEmpty() || (call.has(VALID) && Structure.same(valid, call.tuple(VALID)))) {
            return call;
        }
        List<Expr> args = new ArrayList<>(call.args());
        args.set(indexOf(VALID), new Expr.Tuple(valid, call.get(SHAPE).span()));
        return call.with(args, call.type());
    }

    @Override
    public Run run(Expr.Call call) {
        Run.Operand rank = Run.env(Rank.class);
        Run.Operand target = Run.arg(TARGET, View.class);
        Run.Operand peer = Run.arg(PEER, long.class);
        Run.Operand offsets = Run.arg(OFFSETS, long[].class);
        Run.Operand valid = Run.arg(call.has(VALID) ? VALID : SHAPE, long[].class);
        Run.Operand out = Run.result(Tile.class);
        return call.flag(PADDED)
                ? Run.of(
                        RemoteLoad.class,
                        "runPadded",
                        void.class,
                        rank,
                        target,
                        peer,
                        offsets,
                        valid,
                        out)
                : Run.of(
                        RemoteLoad.class,
                        "run",
                        void.class,
                        rank,
                        target,
                        peer,
                        offsets,
                        Run.arg(SHAPE, long[].class),
                        valid,
                        out);
    }

    public static void run(
            Rank rank,
            View target,
            long peer,
            long[] offsets,
            long[] shape,
            long[] valid,
            Tile out) {
        View there = rank.peer(target, peer);
        Transfer.load(there, offsets, shape, valid, LIMITS, LARGER.id(), 0, out);
    }

    /** Reads on to the next 32 bytes: window slots are that large. */
    public static void runPadded(
            Rank rank, View target, long peer, long[] offsets, long[] valid, Tile out) {
        View there = rank.peer(target, peer);
        long[] shape = {out.rows(), out.columns()};
        Transfer.load(there, offsets, shape, valid, LIMITS, LARGER.id(), PADDING, out);
    }
}

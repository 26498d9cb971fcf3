package org.crosstile.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Lane;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Gives each vector core its half of the vector work: tiles have half the rows or columns, and
 * loads and stores begin at the half that the core's index says. A tile with one row or column
 * along the axis is the same on both.
 *
 * <pre>
 * t = load(x, [0, 0], [8, 64])        t = load(x, [lane * 4, 0], [4, 64])
 * e = exp(t)                          e = exp(t)
 * y = store(e, [0, 0], y)             y = store(e, [lane * 4, 0], y)
 * </pre>
 */
class LaneHalving extends Retyping {
    private final Toolbox toolbox;
    private final Problems problems;

    /** How the statements that are being rewritten are divided. */
    private SplitMode mode = SplitMode.NONE;

    private Expr lane = Exprs.index(0);

    /** What one core does for both is not divided. */
    private final Set<Stmt> ofOneCore;

    LaneHalving(Toolbox toolbox, Block body, Problems problems) {
        this.toolbox = toolbox;
        this.ofOneCore = OneCore.guarded(body);
        this.problems = problems;
    }

    /** From here on, vector work is halved like this; not at all if the mode is NONE. */
    final void halve(SplitMode newMode, Expr newLane) {
        mode = newMode;
        lane = newLane;
    }

    @Override
    protected List<Stmt> statement(Stmt s) {
        if (!ofOneCore.contains(s)) {
            return super.statement(s);
        }
        SplitMode outer = mode;
        mode = SplitMode.NONE;
        List<Stmt> image = super.statement(s);
        mode = outer;
        return image;
    }

    @Override
    Expr.Call rewritten(Expr.Call call, List<Expr> args) {
        return mode == SplitMode.NONE
                ? again(call, args).orElseThrow(() -> new IllegalStateException(call.op() + "?"))
                : halved(call, args);
    }

    private Expr.Call halved(Expr.Call call, List<Expr> args) {
        if (call.op() instanceof Capability.MovesTile && Affinity.intrinsic(call) == Lane.MIXED) {
            return crossing(call, args.get(0));
        }
        if (!(call.type() instanceof Type.Tile) && !takesHalf(call, args)) {
            return whole(call, args);
        }
        if (Affinity.intrinsic(call) == Lane.CUBE || Affinity.intrinsic(call) == Lane.SHARED) {
            return whole(call, args);
        }
        List<Expr> changed = new ArrayList<>(args);
        switch (call.op()) {
            case Capability.LoadsTile load when isDivided(call) -> localize(call, load, changed);
            case Capability.CreatesTile made when isDivided(call) ->
                    shape(call, made.shape(), changed);
            case Capability.GeneratesTile made when isDivided(call) ->
                    shape(call, made.shape(), changed);
            case Capability.StoresTile store when takesHalf(call, args) -> {
                if (store.box().map(call::has).orElse(false)) {
                    return refused(call, "this fills a box of other extents than the tile's");
                }
                begin(call, store.offsets(), extent(call.get(store.tile())) / 2, changed);
            }
            default -> {
                if (takesHalf(call, args) && takesWhole(call, args)) {
                    return refused(call, "this takes a half and a whole tile");
                }
            }
        }
        Optional<Expr.Call> image = again(call, changed);
        if (image.isEmpty()) {
            return refused(call, "this cannot be done to halves");
        }
        boolean asExpected = !takesHalf(call, args) || isHalf(call, image.get());
        return asExpected ? image.get() : refused(call, "this needs all of the tile");
    }

    private Expr.Call whole(Expr.Call call, List<Expr> args) {
        return again(call, args).orElse(call);
    }

    private Expr.Call refused(Expr.Call call, String found) {
        Problem.error(RegionRules.HALVES, call.span(), found)
                .note(
                        "the "
                                + (mode == SplitMode.UP_DOWN ? "rows" : "columns")
                                + " are divided between the vector cores")
                .hint("do it in a region of mode=pl.SplitMode.NONE")
                .to(problems);
        return call;
    }

    private int extent(Expr tile) {
        return ((Type.Tile) tile.type()).extent(mode.axis());
    }

    private boolean isHalf(Expr old, Expr now) {
        return !(old.type() instanceof Type.Tile)
                || !(now.type() instanceof Type.Tile)
                || extent(now) * SplitMode.LANES == extent(old);
    }

    private boolean takesHalf(Expr.Call call, List<Expr> args) {
        boolean half = false;
        for (int i = 0; i < args.size(); i++) {
            half |=
                    args.get(i).type() instanceof Type.Tile
                            && extent(args.get(i)) != extent(call.args().get(i));
        }
        return half;
    }

    private boolean takesWhole(Expr.Call call, List<Expr> args) {
        boolean whole = false;
        for (int i = 0; i < args.size(); i++) {
            whole |=
                    args.get(i).type() instanceof Type.Tile t
                            && t.space() == MemorySpace.Vec
                            && extent(args.get(i)) > 1
                            && extent(args.get(i)) == extent(call.args().get(i));
        }
        return whole;
    }

    /** Whether the tile that a call makes is divided: it has more than one row or column. */
    private boolean isDivided(Expr.Call call) {
        if (!(call.type() instanceof Type.Tile tile) || tile.space() != MemorySpace.Vec) {
            return false;
        }
        int extent = tile.extent(mode.axis());
        if (extent % SplitMode.LANES != 0 && extent > 1) {
            refused(call, extent + " cannot be halved");
        }
        return extent > 1 && extent % SplitMode.LANES == 0;
    }

    private void localize(Expr.Call call, Capability.LoadsTile load, List<Expr> args) {
        int half = extent(call) / SplitMode.LANES;
        int at = call.tuple(load.shape()).size() - 2 + mode.axis();
        boolean boxed = !Exprs.isConstant(call.tuple(load.shape()).get(at), extent(call));
        if (boxed) {
            refused(call, "the rows of this tile are several dimensions of the tensor");
            return;
        }
        begin(call, load.offsets(), half, args);
        entry(call, load.shape(), at, Exprs.index(half), args);
        if (call.has(load.valid())) {
            Expr valid = call.tuple(load.valid()).get(at);
            entry(call, load.valid(), at, ofLane(expr(valid), extent(call), half), args);
        }
    }

    /** How much of a core's half is valid. */
    private Expr ofLane(Expr valid, int extent, int half) {
        if (Exprs.isConstant(valid, extent)) {
            return Exprs.index(half);
        }
        Expr rest = Exprs.sub(valid, Exprs.mul(lane, Exprs.index(half)));
        return Exprs.max(Exprs.index(0), Exprs.min(Exprs.index(half), rest));
    }

    private void shape(Expr.Call call, Slot slot, List<Expr> args) {
        List<Expr> shape = call.tuple(slot);
        int at = shape.size() - 2 + mode.axis();
        if (at < 0 || !Exprs.isConstant(shape.get(at), extent(call))) {
            refused(call, "the rows of this tile are several dimensions");
            return;
        }
        entry(call, slot, at, Exprs.index(extent(call) / SplitMode.LANES), args);
    }

    private void begin(Expr.Call call, Slot offsets, int half, List<Expr> args) {
        List<Expr> at = ((Expr.Tuple) args.get(call.op().indexOf(offsets))).items();
        int i = at.size() - 2 + mode.axis();
        entry(call, offsets, i, Exprs.add(at.get(i), Exprs.mul(lane, Exprs.index(half))), args);
    }

    private static void entry(Expr.Call call, Slot slot, int at, Expr value, List<Expr> args) {
        int i = call.op().indexOf(slot);
        List<Expr> items = new ArrayList<>(((Expr.Tuple) args.get(i)).items());
        items.set(at, value);
        args.set(i, new Expr.Tuple(items, args.get(i).span()));
    }

    /** A move between the two sides of the core group: now each vector core has its half. */
    private Expr.Call crossing(Expr.Call call, Expr tile) {
        Type.Tile to = (Type.Tile) call.type();
        boolean toVector = to.space() == MemorySpace.Vec;
        boolean divided = toVector ? extent(call) > 1 : extent(tile) != extent(call);
        if (divided
                && (extent(call) % SplitMode.LANES != 0
                        || !((Type.Tile) tile.type()).valid().isEmpty())) {
            return refused(call, Describe.type(to) + " has no two equal halves");
        }
        List<Expr> shape = new ArrayList<>(to.shape());
        if (divided && toVector) {
            shape.set(mode.axis(), Exprs.index(extent(call) / SplitMode.LANES));
        }
        Type.Tile type = new Type.Tile(shape, to.dtype(), to.valid(), to.space(), to.address());
        return (Expr.Call)
                toolbox.cross(tile, divided ? mode : SplitMode.NONE, toVector, type, call.span());
    }

    @Override
    Expr fitted(Expr value, Type.Tile wanted, Span span) {
        Problem.error(RegionRules.HALVES, span, "this is " + value.type().describe())
                .headline("a tile must be halved alike on every path")
                .hint("do it in a region of mode=pl.SplitMode.NONE")
                .to(problems);
        return value;
    }
}

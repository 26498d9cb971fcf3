package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Tile;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.load}: a box of a tensor or of this rank's slice of a window becomes a tile. */
public final class Load extends LocalPrimitive implements Capability.LoadsTile {
    private static final Slot TENSOR =
            Slot.of(
                    "tensor",
                    new Kind.TensorLike(),
                    "what to read; of a window, this rank's own slice");
    private static final Slot OFFSETS = Slot.indices("offsets", TENSOR, "where the box begins");
    private static final Slot SHAPES =
            Slot.indices("shapes", TENSOR, "extents of the tile, constants");
    private static final Slot VALID =
            Slot.indices("valid_shape", TENSOR, "how much of the box to read; the rest is zero")
                    .optional();
    private static final Slot MEMORY =
            Slot.oneOf(
                            "target_memory",
                            MemorySpace.class,
                            "where the tile lies: Vec (UB) or Mat (L1)")
                    .orElse(MemorySpace.Vec);
    private static final Slot CLAMP =
            Slot.of("clamp", new Kind.Flag(), "whether to cut the box where the tensor ends")
                    .keywordOnly()
                    .orElse(false);

    public static final Load OP = new Load();

    private final Rule bounds =
            declare(
                    Rule.of(Transfer.LOAD_BOUNDS, "a load must stay inside its tensor")
                            .explained(
                                    "What lies behind a tensor belongs to somebody else.",
                                    "kernel",
                                    "t = pl.load(x, [0, 60], [1, 16])",
                                    "t = pl.load(x, [0, 60], [1, 16], valid_shape=[1, 4])"));
    private final Rule valid =
            declare(
                    Rule.of(
                                    Transfer.LOAD_VALID,
                                    "a valid extent must lie between 0 and the tile's extent")
                            .explained(
                                    "`valid_shape` says how much of the tile is filled.",
                                    "kernel",
                                    "t = pl.load(x, [0, 0], [1, 16], valid_shape=[1, 32])",
                                    "t = pl.load(x, [0, 0], [1, 32], valid_shape=[1, 16])"));
    private final Rule memory =
            declare(
                    Rule.of(id("memory"), "data is loaded into Vec or Mat memory")
                            .explained(
                                    "Left, Right and Acc are filled from Mat by pl.move, not from global memory.",
                                    "kernel",
                                    "t = pl.load(x, [0, 0], [8, 64], target_memory=pl.MemorySpace.Left)",
                                    "t = pl.move(pl.load(x, [0, 0], [8, 64], target_memory=pl.MemorySpace.Mat), target_memory=pl.MemorySpace.Left)"));

    private Load() {
        super(
                "pl.tile.load",
                "Reads a box of a tensor, or of this rank's own slice of a window, into a tile.",
                KERNEL,
                List.of("pl.load"),
                TENSOR,
                OFFSETS,
                SHAPES,
                VALID,
                MEMORY,
                CLAMP);
    }

    @Override
    protected List<Rule> sharedRules() {
        return TileShape.RULES;
    }

    @Override
    public Slot source() {
        return TENSOR;
    }

    @Override
    public Slot offsets() {
        return OFFSETS;
    }

    @Override
    public Slot shape() {
        return SHAPES;
    }

    @Override
    public Slot valid() {
        return VALID;
    }

    @Override
    public Slot space() {
        return MEMORY;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.TensorLike source = (Type.TensorLike) call.get(TENSOR).type();
        MemorySpace space = call.code(MEMORY, MemorySpace.class);
        if (space != MemorySpace.Vec && space != MemorySpace.Mat) {
            Problem.error(memory, call.get(MEMORY).span(), "this is " + space)
                    .hint("load into Mat, then pl.move the tile to " + space)
                    .to(problems);
        }
        if (!TileShape.check(call, SHAPES, source.dtype(), space, problems)) {
            return Type.Opaque.UNKNOWN;
        }
        List<Expr> shape = call.tuple(SHAPES);
        List<Expr> wanted = call.has(VALID) ? call.tuple(VALID) : shape;
        checkValid(call, wanted, shape, problems);
        List<Expr> cut = wanted;
        if (call.flag(CLAMP)) {
            cut = TileShape.cut(cut, source.shape(), call.tuple(OFFSETS));
        }
        new Bounds(bounds, "reads", problems)
                .check(
                        call.tuple(OFFSETS),
                        cut,
                        source.shape(),
                        call.get(TENSOR),
                        call.get(OFFSETS).span());
        if (!source.view().valid().isEmpty()) {
            cut = TileShape.cut(cut, source.view().valid(), call.tuple(OFFSETS));
        }
        TileShape.checkRectangle(cut, shape, call.get(SHAPES).span(), problems);
        return new Type.Tile(shape, source.dtype(), cut, space, OptionalInt.empty());
    }

    private void checkValid(
            Expr.Call call, List<Expr> wanted, List<Expr> shape, Problems problems) {
        for (int i = 0; i < wanted.size(); i++) {
            OptionalLong extent = Exprs.constant(wanted.get(i));
            long most = Exprs.constant(shape.get(i)).orElseThrow();
            if (extent.isPresent() && (extent.getAsLong() < 0 || extent.getAsLong() > most)) {
                Problem.error(valid, wanted.get(i).span(), "this is " + extent.getAsLong())
                        .see(call.get(SHAPES).span(), "the tile is " + Describe.shape(shape))
                        .hint("give at most " + most + ", or make the tile larger")
                        .to(problems);
            }
        }
    }

    /** Spells out the valid extents, so that what is read is what the type says. */
    @Override
    public Expr build(Expr.Call call) {
        Type.Tile tile = (Type.Tile) call.type();
        List<Expr> args = new ArrayList<>(call.args());
        args.set(indexOf(VALID), new Expr.Tuple(tile.effectiveValid(), call.get(SHAPES).span()));
        return call.with(args, tile);
    }

    @Override
    public Run run(Expr.Call call) {
        boolean full = Structure.same(call.tuple(VALID), call.tuple(SHAPES));
        Run.Operand source = Run.arg(TENSOR, View.class);
        Run.Operand offsets = Run.arg(OFFSETS, long[].class);
        Run.Operand shape = Run.arg(SHAPES, long[].class);
        Run.Operand out = Run.result(Tile.class);
        return full
                ? Run.of(Transfer.class, "load", void.class, source, offsets, shape, out)
                : Run.of(
                        Transfer.class,
                        "load",
                        void.class,
                        source,
                        offsets,
                        shape,
                        Run.arg(VALID, long[].class),
                        out);
    }
}

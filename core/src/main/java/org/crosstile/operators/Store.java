package org.crosstile.operators;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Sizes;
import org.crosstile.memory.Tile;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * {@code pl.store}: the valid region of a tile goes into a tensor or this rank's slice of a window.
 */
public final class Store extends LocalPrimitive
        implements Capability.Stores, Capability.StoresTile {
    private static final Slot TILE =
            Slot.of("tile", new Kind.Tile(), "what to write: its valid region");
    private static final Slot OFFSETS =
            Slot.indices("offsets", "where to begin; missing leading entries are 0");
    private static final Slot OUTPUT =
            Slot.of(
                    "output_tensor",
                    new Kind.TensorLike(),
                    "where to write; of a window, this rank's slice");
    private static final Slot SHAPES =
            Slot.indices("shapes", OUTPUT, "the box that the rows of a flattened tile fill")
                    .optional();
    private static final Slot ATOMIC = Atomics.slot();

    /** Elements that can be added atomically. */
    static final Set<DType> ADDABLE =
            EnumSet.of(DType.FP32, DType.BF16, DType.FP16, DType.INT32, DType.INT16, DType.INT8);

    public static final Store OP = new Store();

    private final Rule bounds =
            declare(
                    Rule.of(Transfer.STORE_BOUNDS, "a store must stay inside its tensor")
                            .explained(
                                    "What lies behind a tensor belongs to somebody else.",
                                    "kernel",
                                    "pl.store(pl.load(x, [0, 0], [1, 64]), [8, 0], y)",
                                    "pl.store(pl.load(x, [0, 0], [1, 64]), [7, 0], y)"));
    private final Rule dtype =
            declare(
                    Rule.of(
                                    id("dtype"),
                                    "a tile must be stored into a tensor of the same element type")
                            .explained(
                                    "A store copies bits; a tile of another type would be read as something else.",
                                    "kernel",
                                    "pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], half)",
                                    "pl.store(pl.cast(pl.load(x, [0, 0], [8, 64]), pl.FP16), [0, 0], half)"));
    private final Rule rank =
            declare(
                    Rule.of(
                                    id("rank"),
                                    "a stored tile must not have more dimensions than its tensor")
                            .explained(
                                    "The dimensions of the tile are the last ones of the tensor; those that a tensor lacks must have extent 1.",
                                    "kernel",
                                    "pl.store(pl.load(cube, [0, 0, 0], [2, 4, 64]), [0, 0], y)",
                                    "pl.store(pl.load(cube, [0, 0, 0], [1, 4, 64]), [0, 0], y)"));
    private final Rule offsetsRank =
            declare(
                    Rule.of(
                                    id("offsets-rank"),
                                    "`offsets` must have one entry per dimension of the tensor")
                            .explained(
                                    "Each offset is an index of one dimension; missing leading ones count as 0.",
                                    "kernel",
                                    "pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0, 0], y)",
                                    "pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)"));
    private final Rule shapes =
            declare(
                    Rule.of(
                                    Transfer.STORE_SHAPES,
                                    "`shapes` must arrange all rows of the tile, as they are")
                            .explained(
                                    "`shapes` says in which dimensions the tile's rows lie in the tensor, all of them.",
                                    "kernel",
                                    "pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y, shapes=[4, 64])",
                                    "pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y, shapes=[8, 64])"));
    private final Rule atomic =
            declare(
                    Rule.of(
                                    id("atomic-dtype"),
                                    "the element type must be one that can be added atomically")
                            .explained(
                                    "The store unit adds FP32, FP16, BF16, INT32, INT16 and INT8.",
                                    "kernel",
                                    "pl.store(pl.load(long_x, [0, 0], [8, 64]), [0, 0], longs, atomic=pl.AtomicType.Add)",
                                    "pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y, atomic=pl.AtomicType.Add)"));

    private Store() {
        super(
                "pl.tile.store",
                "Writes the valid region of a tile into a tensor, or into this rank's own slice of a window.",
                KERNEL,
                List.of("pl.store"),
                TILE,
                OFFSETS,
                OUTPUT,
                SHAPES,
                ATOMIC);
    }

    @Override
    public Slot destination() {
        return OUTPUT;
    }

    @Override
    public Slot tile() {
        return TILE;
    }

    @Override
    public Slot offsets() {
        return OFFSETS;
    }

    @Override
    public Slot target() {
        return OUTPUT;
    }

    @Override
    public Optional<Slot> box() {
        return Optional.of(SHAPES);
    }

    @Override
    public Optional<Slot> resultAliases() {
        return Optional.of(OUTPUT);
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        return List.of(MemorySpace.Vec, MemorySpace.Acc, MemorySpace.Mat);
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        if (slot == OUTPUT) {
            return Atomics.adds(call, ATOMIC) ? Effect.READ_WRITE : Effect.WRITE;
        }
        return super.effect(call, slot);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        Type.TensorLike target = (Type.TensorLike) call.get(OUTPUT).type();
        if (tile.dtype() != target.dtype()) {
            Problem.error(dtype, call.get(TILE).span(), "this tile holds " + tile.dtype())
                    .see(call.get(OUTPUT).span(), "this holds " + target.dtype())
                    .hint("pl.cast the tile to pl." + target.dtype() + " first")
                    .to(problems);
        }
        Atomics.check(atomic, call, ATOMIC, target.dtype(), call.get(OUTPUT), problems);
        boolean fits = checkRanks(call, tile, target, problems);
        if (call.has(SHAPES)) {
            checkShapes(call, tile, target, problems);
        } else if (fits) {
            inside(call, tile.effectiveValid(), target, problems);
        }
        return target;
    }

    private void inside(Expr.Call call, List<Expr> box, Type.TensorLike target, Problems problems) {
        new Bounds(bounds, "writes", problems)
                .check(
                        aligned(call.tuple(OFFSETS), target.rank(), 0),
                        aligned(box, target.rank(), 1),
                        target.shape(),
                        call.get(OUTPUT),
                        call.get(OFFSETS).span());
    }

    private boolean checkRanks(
            Expr.Call call, Type.Tile tile, Type.TensorLike target, Problems problems) {
        int given = call.tuple(OFFSETS).size();
        if (given != target.rank()) {
            Span at = call.get(OFFSETS).span();
            String found = given + " given";
            boolean tooMany = given > target.rank();
            (tooMany
                            ? Problem.error(offsetsRank, at, found)
                            : Problem.warning(offsetsRank, at, found))
                    .see(
                            call.get(OUTPUT).span(),
                            "the extents are " + Describe.shape(target.shape()))
                    .hint(tooMany ? "remove entries" : "write the leading zeros, too")
                    .to(problems);
            if (tooMany) {
                return false;
            }
        }
        int extra = tile.shape().size() - target.rank();
        for (int i = 0; i < extra; i++) {
            if (!Exprs.isConstant(tile.shape().get(i), 1)) {
                Problem.error(rank, call.get(TILE).span(), "this is " + tile.describe())
                        .see(
                                call.get(OUTPUT).span(),
                                "the extents are " + Describe.shape(target.shape()))
                        .hint("pl.tile.reshape the tile to " + target.rank() + " dimensions")
                        .to(problems);
                return false;
            }
        }
        return true;
    }

    private void checkShapes(
            Expr.Call call, Type.Tile tile, Type.TensorLike target, Problems problems) {
        List<Expr> box = call.tuple(SHAPES);
        boolean known = ValidBox.isStatic(box);
        boolean same = Extents.count(box).equals(Extents.count(tile.shape()));
        if ((known && !same) || Extents.differ(box.getLast(), tile.shape().getLast())) {
            Problem.error(shapes, call.get(SHAPES).span(), "this box is " + Describe.shape(box))
                    .see(call.get(TILE).span(), "this tile is " + Describe.shape(tile.shape()))
                    .to(problems);
        } else if (known && tile.valid().isEmpty()) {
            inside(call, box, target, problems);
        }
    }

    /** The last {@code rank} entries, or all behind as many {@code fill} as are missing. */
    static List<Expr> aligned(List<Expr> entries, int rank, long fill) {
        List<Expr> aligned = new ArrayList<>();
        for (int i = entries.size(); i < rank; i++) {
            aligned.add(Exprs.index(fill));
        }
        aligned.addAll(entries.subList(Math.max(0, entries.size() - rank), entries.size()));
        return aligned;
    }

    /**
     * Writes out leading offsets and, for a tile of more than two dimensions, the box that it
     * fills.
     */
    @Override
    public Expr build(Expr.Call call) {
        int rank = ((Type.TensorLike) call.get(OUTPUT).type()).rank();
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        List<Expr> args = new ArrayList<>(call.args());
        List<Expr> given = call.tuple(OFFSETS);
        if (given.size() < rank) {
            args.set(
                    indexOf(OFFSETS),
                    new Expr.Tuple(aligned(given, rank, 0), call.get(OFFSETS).span()));
        }
        if (!call.has(SHAPES) && tile.shape().size() > 2) {
            args.set(
                    indexOf(SHAPES),
                    new Expr.Tuple(aligned(tile.shape(), rank, 1), call.get(TILE).span()));
        }
        return call.with(args, call.type());
    }

    @Override
    public Run run(Expr.Call call) {
        String method = Atomics.adds(call, ATOMIC) ? "add" : "store";
        Run.Operand tile = Run.arg(TILE, Tile.class);
        Run.Operand at = Run.arg(OFFSETS, long[].class);
        Run.Operand target = Run.arg(OUTPUT, View.class);
        return call.has(SHAPES)
                ? Run.of(
                        Store.class,
                        method,
                        View.class,
                        tile,
                        at,
                        target,
                        Run.arg(SHAPES, long[].class))
                : Run.of(Store.class, method, View.class, tile, at, target);
    }

    /** Stores the rows of a tile; leading dimensions of the target have extent 1 in the box. */
    public static View store(Tile tile, long[] offsets, View target) {
        Transfer.store(tile, target, offsets);
        return target;
    }

    /** Stores the rows of a flattened tile into a box. */
    public static View store(Tile tile, long[] offsets, View target, long[] shape) {
        Transfer.store(tile, target, offsets, arranged(tile, shape));
        return target;
    }

    /** Adds the rows of a tile to what is there, element by element atomically. */
    public static View add(Tile tile, long[] offsets, View target) {
        Transfer.storeAdd(tile, target, offsets);
        return target;
    }

    /** Adds the rows of a flattened tile to a box. */
    public static View add(Tile tile, long[] offsets, View target, long[] shape) {
        Transfer.storeAdd(tile, target, offsets, arranged(tile, shape));
        return target;
    }

    /** A box that takes all rows of a tile, as rows. */
    private static long[] arranged(Tile tile, long[] shape) {
        OptionalLong elements = Sizes.product(shape);
        if (elements.isEmpty()
                || elements.getAsLong() != tile.elements()
                || shape[shape.length - 1] != tile.columns()) {
            throw new Fault(
                    Transfer.STORE_SHAPES,
                    "`shapes` must arrange all rows of the tile",
                    Arrays.toString(shape)
                            + " for a tile of "
                            + tile.rows()
                            + " rows of "
                            + tile.columns(),
                    "");
        }
        return shape;
    }
}

package org.crosstile.operators;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.matmul}: the matrix product of two tiles, FP32 for floats and INT32 for integers. */
public final class Matmul extends LocalPrimitive {
    private static final Slot LHS = Slot.of("lhs", new Kind.Tile(), "M rows of K");
    private static final Slot RHS = Slot.of("rhs", new Kind.Tile(), "K rows of N");
    static final Set<DType> MULTIPLIED =
            EnumSet.of(DType.FP32, DType.FP16, DType.BF16, DType.INT8, DType.INT16, DType.INT32);

    public static final Matmul OP = new Matmul();

    private final Rule rank =
            declare(
                    Rule.of(id("rank"), "both tiles must have two dimensions")
                            .explained(
                                    "A matrix has rows and columns.",
                                    "kernel",
                                    "t = pl.matmul(pl.load(cube, [0, 0, 0], [1, 8, 64]), pl.tile.full([64, 8], dtype=pl.FP32, value=1))",
                                    "t = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.tile.full([64, 8], dtype=pl.FP32, value=1))"));
    private final Rule inner =
            declare(
                    Rule.of(id("inner"), "the columns of `lhs` must be the rows of `rhs`")
                            .explained(
                                    "Each row of the first is multiplied by each column of the second.",
                                    "kernel",
                                    "t = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(x, [0, 0], [8, 64]))",
                                    "t = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.tile.full([64, 8], dtype=pl.FP32, value=1))"));
    private final Rule dtype =
            declare(
                    Rule.of(
                                    id("dtype"),
                                    "both tiles must hold the same floats or integers of up to 32 bits")
                            .explained(
                                    "The cube core multiplies elements of one type.",
                                    "kernel",
                                    "t = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.tile.full([64, 8], dtype=pl.FP16, value=1))",
                                    "t = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.tile.full([64, 8], dtype=pl.FP32, value=1))"));

    private Matmul() {
        super(
                "pl.tile.matmul",
                "Multiplies two matrices; sums are FP32 for floats and INT32 for integers.",
                KERNEL,
                List.of("pl.matmul"),
                LHS,
                RHS);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile left = (Type.Tile) call.get(LHS).type();
        Type.Tile right = (Type.Tile) call.get(RHS).type();
        for (Slot slot : slots()) {
            Type.Tile tile = (Type.Tile) call.get(slot).type();
            if (tile.shape().size() != 2) {
                Problem.error(rank, call.get(slot).span(), "this is " + tile.describe())
                        .hint("pl.tile.reshape it to [rows, columns]")
                        .to(problems);
                return left;
            }
        }
        if (left.dtype() != right.dtype() || !MULTIPLIED.contains(left.dtype())) {
            Problem.error(dtype, call.get(RHS).span(), "this holds " + right.dtype())
                    .see(call.get(LHS).span(), "this holds " + left.dtype())
                    .hint("pl.cast one of the two")
                    .to(problems);
        }
        if (left.extent(1) != right.extent(0)) {
            Problem.error(inner, call.get(RHS).span(), "this is " + right.describe())
                    .see(call.get(LHS).span(), "this is " + left.describe())
                    .hint("[M, K] times [K, N] gives [M, N]")
                    .to(problems);
        }
        return new Type.Tile(
                        List.of(left.shape().getFirst(), right.shape().getLast()),
                        sums(left.dtype()))
                .withValid(
                        List.of(left.effectiveValid().getFirst(), right.effectiveValid().getLast()))
                .inSpace(MemorySpace.Acc);
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        return List.of(slot == LHS ? MemorySpace.Left : MemorySpace.Right);
    }

    /** What products of elements of a type are added up in. */
    static DType sums(DType dtype) {
        return dtype.isFloat() ? DType.FP32 : DType.INT32;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileMath.class,
                "matmul",
                void.class,
                Run.arg(LHS, Tile.class),
                Run.arg(RHS, Tile.class),
                Run.result(Tile.class));
    }
}

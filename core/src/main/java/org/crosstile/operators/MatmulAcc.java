package org.crosstile.operators;

import java.util.List;
import java.util.Optional;
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

/** {@code pl.matmul_acc}: adds the matrix product of two tiles to a tile of sums, in its place. */
public final class MatmulAcc extends LocalPrimitive {
    private static final Slot ACC = Slot.of("acc", new Kind.Tile(), "the sums, M rows of N");
    private static final Slot LHS = Slot.of("lhs", new Kind.Tile(), "M rows of K");
    private static final Slot RHS = Slot.of("rhs", new Kind.Tile(), "K rows of N");

    private static final String FIRST =
            "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n";

    public static final MatmulAcc OP = new MatmulAcc();

    private final Rule sums =
            declare(
                    Rule.of(id("sums"), "`acc` must be what the product of the other two is")
                            .explained(
                                    "The cube core adds to sums of the same extents, FP32 or INT32, as pl.matmul makes"
                                            + " them. [M, K] times [K, N] gives [M, N].",
                                    "mixed",
                                    FIRST
                                            + "c = pl.matmul_acc(c, pl.load(x, [0, 0], [4, 64]), pl.load(w, [0, 0], [64, 64]))",
                                    FIRST
                                            + "c = pl.matmul_acc(c, pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))"));

    private MatmulAcc() {
        super(
                "pl.tile.matmul_acc",
                "Adds a matrix product to a tile of sums.",
                KERNEL,
                List.of("pl.matmul_acc"),
                ACC,
                LHS,
                RHS);
    }

    @Override
    public Optional<Slot> sharesBufferOf() {
        return Optional.of(ACC);
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        if (slot == ACC) {
            return List.of(MemorySpace.Acc);
        }
        return List.of(slot == LHS ? MemorySpace.Left : MemorySpace.Right);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile acc = (Type.Tile) call.get(ACC).type();
        Type.Tile left = (Type.Tile) call.get(LHS).type();
        Type.Tile right = (Type.Tile) call.get(RHS).type();
        boolean planar =
                acc.shape().size() == 2 && left.shape().size() == 2 && right.shape().size() == 2;
        boolean fits =
                planar
                        && left.dtype() == right.dtype()
                        && Matmul.MULTIPLIED.contains(left.dtype())
                        && acc.dtype() == Matmul.sums(left.dtype())
                        && left.extent(1) == right.extent(0)
                        && acc.extent(0) == left.extent(0)
                        && acc.extent(1) == right.extent(1);
        if (!fits) {
            Problem.error(sums, call.get(ACC).span(), "this is " + acc.describe())
                    .see(call.get(LHS).span(), "this is " + left.describe())
                    .see(call.get(RHS).span(), "this is " + right.describe())
                    .hint("begin with pl.matmul of tiles of the same extents")
                    .to(problems);
        }
        return acc.inSpace(MemorySpace.Acc);
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileMath.class,
                "matmulAcc",
                void.class,
                Run.arg(ACC, Tile.class),
                Run.arg(LHS, Tile.class),
                Run.arg(RHS, Tile.class),
                Run.result(Tile.class));
    }
}

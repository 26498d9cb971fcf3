package org.crosstile.kernels;

import org.crosstile.abi.DType;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Walk;

/** Estimates how many bytes of bytecode a statement needs; rather too many than too few. */
final class CodeSize {
    private static final int LOAD = 4;
    private static final int CALL = 3;

    /** To fetch the tile that a call fills. */
    private static final int TILE = 22;

    private CodeSize() {}

    static long of(Block block) {
        long size = 0;
        for (Stmt s : block.statements()) {
            size += of(s);
        }
        return size;
    }

    static long of(Stmt s) {
        long size = own(s) + (long) LOAD * Walk.defined(s).size();
        for (Expr e : Walk.own(s)) {
            size += of(e);
        }
        for (Block block : Walk.blocks(s)) {
            size += of(block);
        }
        return size;
    }

    private static long own(Stmt s) {
        return switch (s) {
            case Stmt.For x -> 54;
            case Stmt.While x -> 12;
            case Stmt.If x -> 9;
            case Stmt.Unpack x -> 12L * x.targets().size();
            case Stmt.Yield x -> (long) LOAD * x.values().size();
            case Stmt.Return x -> 8 + 9L * x.values().size();
            default -> 2;
        };
    }

    static long of(Expr e) {
        long size = 0;
        if (!(e instanceof Expr.Tuple && isConstant(e))) {
            for (Expr child : Walk.children(e)) {
                size += of(child);
            }
        }
        return size + node(e);
    }

    private static long node(Expr e) {
        return switch (e) {
            case Expr.Call c -> CALL + LOAD + (c.type() instanceof Type.Tile ? TILE + LOAD : 4);
            case Expr.FnCall c -> 64 + 24L * c.args().size();
            case Expr.Tuple t -> isConstant(t) ? LOAD : 4 + 6L * t.items().size();
            case Expr.Binary b -> binary(b);
            case Expr.Unary u -> 8;
            case Expr.Cast c -> 7;
            case Expr.Item i -> 9;
            default -> LOAD;
        };
    }

    private static long binary(Expr.Binary b) {
        boolean truth = b.op().isComparison() || b.op().isLogic();
        boolean rounded =
                b.type() instanceof Type.Scalar s
                        && (s.dtype() == DType.FP16 || s.dtype() == DType.BF16);
        return truth ? 14 : rounded ? 9 : 3;
    }

    private static boolean isConstant(Expr e) {
        return e instanceof Expr.Tuple tuple
                && tuple.items().stream().allMatch(item -> Exprs.constant(item).isPresent());
    }
}

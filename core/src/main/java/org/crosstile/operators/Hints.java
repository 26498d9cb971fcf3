package org.crosstile.operators;

import org.crosstile.model.Expr;
import org.crosstile.model.Type;

/** What several operators say to do about an operand of the wrong kind. */
final class Hints {
    private Hints() {}

    /** About something else where a window view must stand. */
    static String window(Expr found) {
        return switch (found.type()) {
            case Type.Tensor t ->
                    "only windows exist on other ranks: declare it as pld.DistributedTensor[...]";
            case Type.Window w -> "this window has the wrong element type";
            case Type.Tile t -> "store the tile into a window first, and pass the window";
            case Type.Opaque o when o == Type.Opaque.PTR ->
                    "make a view of it: pld.window(buf, shape, dtype=...)";
            default -> "";
        };
    }

    /** About something else where a communication context must stand. */
    static String context(Expr found) {
        return found.type() instanceof Type.Window
                ? "ask the window for it: pld.get_comm_ctx(window)"
                : "";
    }

    /** About something else where a rank index must stand. */
    static String peer(Expr found) {
        if (found.type() == Type.Opaque.COMM_CTX) {
            return "pld.rank(ctx) gives an index from a context";
        }
        return found.type() instanceof Type.Scalar s && s.dtype().isFloat()
                ? "a rank index is a whole number: write 1, not 1.0"
                : "a rank index is an integer from 0 to pld.nranks(ctx) - 1";
    }

    /** About something else where a list of offsets must stand. */
    static String indices(Expr found) {
        return found.type() instanceof Type.Scalar ? "write a list: [...]" : "";
    }
}

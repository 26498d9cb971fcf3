package org.crosstile.model;

import java.util.List;
import java.util.stream.Collectors;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;

/**
 * Short forms of types and expressions for messages. Not the printer: what it gives need not parse.
 */
public final class Describe {
    private Describe() {}

    public static String shape(List<Expr> shape) {
        return shape.stream().map(Describe::expr).collect(Collectors.joining(", ", "[", "]"));
    }

    public static String type(Type type) {
        return switch (type) {
            case Type.Scalar s -> "Scalar[" + s.dtype() + "]";
            case Type.Tensor t -> "Tensor[" + shape(t.shape()) + ", " + t.dtype() + "]";
            case Type.Window w -> "DistributedTensor[" + shape(w.shape()) + ", " + w.dtype() + "]";
            case Type.Tile t ->
                    "Tile["
                            + shape(t.shape())
                            + ", "
                            + t.dtype()
                            + (t.valid().isEmpty() ? "" : ", valid " + shape(t.valid()))
                            + (t.space() == MemorySpace.Vec ? "" : ", " + t.space())
                            + "]";
            case Type.Array a -> "Array[" + a.extent() + ", " + a.dtype() + "]";
            case Type.Tuple t ->
                    t.items().stream()
                            .map(Describe::type)
                            .collect(Collectors.joining(", ", "Tuple[", "]"));
            case Type.Opaque o ->
                    switch (o) {
                        case UNKNOWN -> "no value";
                        case PTR -> "a window allocation";
                        case COMM_CTX -> "a communication context";
                    };
        };
    }

    public static String expr(Expr e) {
        return switch (e) {
            case Var v -> v.name();
            case Dim d -> d.name();
            case Expr.Const c -> constant(c);
            case Expr.Call c -> c.op() + "(...)";
            case Expr.FnCall c -> c.callee() + "(...)";
            case Expr.Tuple t -> shape(t.items());
            case Expr.Item i -> expr(i.tuple()) + "." + i.index();
            case Expr.Binary b when b.op() == Expr.BinaryOp.MIN || b.op() == Expr.BinaryOp.MAX ->
                    b.op().symbol() + "(" + expr(b.left()) + ", " + expr(b.right()) + ")";
            case Expr.Binary b ->
                    operand(b.left()) + " " + b.op().symbol() + " " + operand(b.right());
            case Expr.Unary u -> u.op().symbol() + operand(u.operand());
            case Expr.Cast c -> expr(c.operand());
        };
    }

    private static String operand(Expr e) {
        return e instanceof Expr.Binary b && b.op().precedence() < 9
                ? "(" + expr(e) + ")"
                : expr(e);
    }

    public static String constant(Expr e) {
        return switch (e) {
            case Expr.Int i -> Long.toString(i.value());
            case Expr.Real r -> Double.toString(r.value());
            case Expr.Bool b -> b.value() ? "True" : "False";
            case Expr.Text t -> "'" + t.value() + "'";
            case Expr.Element d -> dtype(d.value());
            case Expr.Code c -> c.value().spelling();
            case Expr.None n -> "None";
            default -> expr(e);
        };
    }

    private static String dtype(DType dtype) {
        return "pl." + dtype;
    }
}

package org.crosstile.model;

import java.util.List;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr.Binary;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.source.Span;

/** Scalar arithmetic on expressions, folded where both sides are constants. */
public final class Exprs {
    private Exprs() {}

    /** An INDEX constant without a place. */
    public static Expr index(long value) {
        return new Expr.Int(value, DType.INDEX, Span.NONE);
    }

    public static Expr int32(long value) {
        return new Expr.Int(value, DType.INT32, Span.NONE);
    }

    public static List<Expr> indices(long... values) {
        return java.util.Arrays.stream(values).mapToObj(Exprs::index).toList();
    }

    public static Expr tuple(List<Expr> items) {
        return new Expr.Tuple(items, Span.NONE);
    }

    public static Expr tuple(Expr... items) {
        return tuple(List.of(items));
    }

    public static Expr add(Expr a, Expr b) {
        return binary(BinaryOp.ADD, a, b);
    }

    public static Expr sub(Expr a, Expr b) {
        return binary(BinaryOp.SUB, a, b);
    }

    public static Expr mul(Expr a, Expr b) {
        return binary(BinaryOp.MUL, a, b);
    }

    public static Expr floorDiv(Expr a, Expr b) {
        return binary(BinaryOp.FLOOR_DIV, a, b);
    }

    public static Expr mod(Expr a, Expr b) {
        return binary(BinaryOp.MOD, a, b);
    }

    public static Expr min(Expr a, Expr b) {
        return binary(BinaryOp.MIN, a, b);
    }

    public static Expr max(Expr a, Expr b) {
        return binary(BinaryOp.MAX, a, b);
    }

    public static Expr notEqual(Expr a, Expr b) {
        return binary(BinaryOp.NE, a, b);
    }

    public static Expr negate(Expr a) {
        OptionalLong value = constant(a);
        return value.isPresent()
                ? new Expr.Int(-value.getAsLong(), dtype(a), a.span())
                : new Expr.Unary(Expr.UnaryOp.NEG, a, a.type(), a.span());
    }

    /**
     * The conversion, or {@code a} itself if it has that type already; constants convert at once.
     */
    public static Expr cast(Expr a, DType to) {
        if (dtype(a) == to) {
            return a;
        }
        if (a instanceof Expr.Int i && to.isInteger()) {
            return new Expr.Int(to.wrap(i.value()), to, i.span());
        }
        return new Expr.Cast(a, to, a.span());
    }

    /**
     * A scalar operation with the DSL's promotion: both integer or both float, the wider type wins,
     * INDEX over everything of 64 bits and less.
     *
     * @throws IllegalArgumentException if the operands do not go together
     */
    public static Expr binary(BinaryOp op, Expr a, Expr b) {
        DType joined = promote(dtype(a), dtype(b));
        Expr left = op.isLogic() ? a : cast(a, joined);
        Expr right = op.isLogic() ? b : cast(b, joined);
        boolean truth = op.isComparison() || op.isLogic();
        Type type = truth ? Type.BOOL : new Type.Scalar(joined);
        Span span = a.span().isNone() ? b.span() : a.span();
        if (left instanceof Expr.Int x && right instanceof Expr.Int y && !truth) {
            OptionalLong folded = fold(op, x.value(), y.value());
            if (folded.isPresent()) {
                return new Expr.Int(joined.wrap(folded.getAsLong()), joined, span);
            }
        }
        return simplify(op, left, right, new Binary(op, left, right, type, span));
    }

    /**
     * A scalar operation in exactly this shape: operands are brought to one type, and nothing is
     * folded.
     *
     * @throws IllegalArgumentException if the operands do not go together
     */
    public static Expr exact(BinaryOp op, Expr left, Expr right, Span span) {
        if (op.isLogic()) {
            return new Binary(op, left, right, Type.BOOL, span);
        }
        DType joined = promote(dtype(left), dtype(right));
        Type type = op.isComparison() ? Type.BOOL : new Type.Scalar(joined);
        return new Binary(op, convert(left, joined), convert(right, joined), type, span);
    }

    private static Expr convert(Expr e, DType to) {
        return dtype(e) == to ? e : new Expr.Cast(e, to, e.span());
    }

    private static Expr simplify(BinaryOp op, Expr left, Expr right, Expr otherwise) {
        boolean leftZero = isConstant(left, 0);
        boolean rightZero = isConstant(right, 0);
        return switch (op) {
            case ADD -> leftZero ? right : rightZero ? left : otherwise;
            case SUB -> rightZero ? left : otherwise;
            case MUL ->
                    isConstant(left, 1) || rightZero
                            ? right
                            : isConstant(right, 1) || leftZero ? left : otherwise;
            case FLOOR_DIV -> isConstant(right, 1) ? left : otherwise;
            default -> otherwise;
        };
    }

    /** The type in which two scalars meet; empty combination throws. */
    public static DType promote(DType a, DType b) {
        if (a == b) {
            return a;
        }
        if (a.isFloat() != b.isFloat()
                || !(a.isFloat() || a.isInteger())
                || !(b.isFloat() || b.isInteger())) {
            throw new IllegalArgumentException(a + " and " + b + " do not go together");
        }
        if (a == DType.INDEX || b == DType.INDEX) {
            return DType.INDEX;
        }
        return a.bytes() >= b.bytes() ? a : b;
    }

    /** Whether {@link #promote} accepts the two types. */
    public static boolean promotes(DType a, DType b) {
        return a == b || (a.isFloat() && b.isFloat()) || (a.isInteger() && b.isInteger());
    }

    /** The value of an integer operation; empty where it has none (division by zero). */
    public static OptionalLong fold(BinaryOp op, long a, long b) {
        return switch (op) {
            case ADD -> OptionalLong.of(a + b);
            case SUB -> OptionalLong.of(a - b);
            case MUL -> OptionalLong.of(a * b);
            case FLOOR_DIV -> b == 0 ? OptionalLong.empty() : OptionalLong.of(Math.floorDiv(a, b));
            case MOD -> b == 0 ? OptionalLong.empty() : OptionalLong.of(Math.floorMod(a, b));
            case MIN -> OptionalLong.of(Math.min(a, b));
            case MAX -> OptionalLong.of(Math.max(a, b));
            default -> OptionalLong.empty();
        };
    }

    /** The value of an integer constant. */
    public static OptionalLong constant(Expr e) {
        return switch (e) {
            case Expr.Int i -> OptionalLong.of(i.value());
            case Expr.Cast c when c.to().isInteger() -> wrapped(constant(c.operand()), c.to());
            case Expr.Unary u when u.op() == Expr.UnaryOp.NEG -> {
                OptionalLong value = constant(u.operand());
                yield value.isPresent()
                        ? wrapped(OptionalLong.of(-value.getAsLong()), dtype(u))
                        : value;
            }
            case Binary b -> {
                OptionalLong left = constant(b.left());
                OptionalLong right = constant(b.right());
                yield left.isPresent() && right.isPresent()
                        ? wrapped(fold(b.op(), left.getAsLong(), right.getAsLong()), dtype(b))
                        : OptionalLong.empty();
            }
            default -> OptionalLong.empty();
        };
    }

    private static OptionalLong wrapped(OptionalLong value, DType dtype) {
        return value.isPresent() ? OptionalLong.of(dtype.wrap(value.getAsLong())) : value;
    }

    public static boolean isConstant(Expr e, long value) {
        OptionalLong constant = constant(e);
        return constant.isPresent() && constant.getAsLong() == value;
    }

    /** The product of all extents. */
    public static Expr product(List<Expr> extents) {
        Expr product = index(1);
        for (Expr extent : extents) {
            product = mul(product, extent);
        }
        return product;
    }

    /**
     * The bytes of a box as far as its extents are constants; what is not known counts as 1.
     *
     * @param size bytes of an element
     * @return empty if a long cannot hold them
     */
    public static OptionalLong bytes(int size, List<Expr> extents) {
        long bytes = size;
        for (Expr e : extents) {
            long extent = constant(e).orElse(1);
            if (extent > 0 && bytes > Long.MAX_VALUE / extent) {
                return OptionalLong.empty();
            }
            bytes *= Math.max(0, extent);
        }
        return OptionalLong.of(bytes);
    }

    /** The element type of a scalar. */
    public static DType dtype(Expr e) {
        if (e.type() instanceof Type.Scalar s) {
            return s.dtype();
        }
        throw new IllegalArgumentException("not a scalar: " + e.type().describe());
    }
}

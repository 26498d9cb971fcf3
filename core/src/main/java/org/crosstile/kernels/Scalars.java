package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.OptionalLong;
import org.crosstile.abi.CastMode;
import org.crosstile.abi.DType;
import org.crosstile.memory.Convert;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.Binary;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Type;

/**
 * Scalar arithmetic. A value of BOOL or of an integer type up to 32 bits is an {@code int} in its
 * type's range, INT64 and INDEX are {@code long}, floats are {@code float} rounded to their type.
 */
final class Scalars {
    private static final ClassDesc MATH = Carrier.reference(Math.class).desc();
    private static final ClassDesc FLOAT = ConstantDescs.CD_Float;
    private static final ClassDesc DTYPE = Carrier.reference(DType.class).desc();
    private static final ClassDesc CONVERT = Carrier.reference(Convert.class).desc();
    private static final ClassDesc CAST_MODE = Carrier.reference(CastMode.class).desc();
    private static final ClassDesc SCALAR_MATH = Carrier.reference(ScalarMath.class).desc();
    private static final ClassDesc S = ConstantDescs.CD_short;
    private static final ClassDesc F = ConstantDescs.CD_float;

    private final Method method;
    private final CodeBuilder code;

    Scalars(Method method) {
        this.method = method;
        this.code = method.code();
    }

    /** Pushes a scalar converted to an element type. */
    void pushAs(Expr e, DType to) {
        switch (e) {
            case Expr.Int i when to.isInteger() -> pushInteger(i.value(), to);
            case Expr.Int i when to.isFloat() -> code.loadConstant(Convert.real(i.value(), to));
            case Expr.Real r when to.isFloat() ->
                    code.loadConstant((float) to.round(r.dtype().round(r.value())));
            default -> {
                method.values().push(e);
                convert(dtype(e), to);
            }
        }
    }

    /** Pushes a count as an {@code int}: one that is larger than any stays larger than any. */
    void pushCount(Expr e) {
        pushAs(e, DType.INT64);
        code.loadConstant(Integer.MIN_VALUE)
                .loadConstant(Integer.MAX_VALUE)
                .invokestatic(
                        MATH,
                        "clamp",
                        MethodTypeDesc.of(
                                ConstantDescs.CD_int,
                                ConstantDescs.CD_long,
                                ConstantDescs.CD_int,
                                ConstantDescs.CD_int));
    }

    /** Pushes an integer constant as the element type holds it. */
    void pushInteger(long value, DType dtype) {
        switch (dtype) {
            case BOOL -> code.loadConstant(value != 0 ? 1 : 0);
            case INT8 -> code.loadConstant((int) (byte) value);
            case INT16 -> code.loadConstant((int) (short) value);
            case INT32 -> code.loadConstant((int) value);
            default -> pushLong(value);
        }
    }

    private void pushLong(long value) {
        if (value == (short) value && value != 0 && value != 1) {
            code.loadConstant((int) value).i2l();
        } else {
            code.loadConstant(value);
        }
    }

    static DType dtype(Expr e) {
        if (e.type() instanceof Type.Scalar s) {
            return s.dtype();
        }
        throw new IllegalStateException("a scalar is needed, not " + e.type().describe());
    }

    void push(Binary b) {
        if (b.op().isComparison() || b.op().isLogic()) {
            materialise(b);
            return;
        }
        DType dtype = dtype(b);
        pushAs(b.left(), dtype);
        pushAs(b.right(), dtype);
        TypeKind kind = Carrier.of(dtype).kind();
        switch (b.op()) {
            case ADD -> arithmetic(kind, Opcode.IADD, Opcode.LADD, Opcode.FADD);
            case SUB -> arithmetic(kind, Opcode.ISUB, Opcode.LSUB, Opcode.FSUB);
            case MUL -> arithmetic(kind, Opcode.IMUL, Opcode.LMUL, Opcode.FMUL);
            case DIV -> divide(b, kind);
            case FLOOR_DIV -> floor("floorDiv", b, dtype);
            case MOD -> floor("floorMod", b, dtype);
            case MIN -> math("min", Carrier.of(dtype).desc());
            case MAX -> math("max", Carrier.of(dtype).desc());
            default -> throw new IllegalStateException("no arithmetic " + b.op());
        }
        wrap(dtype);
    }

    private void arithmetic(TypeKind kind, Opcode onInt, Opcode onLong, Opcode onFloat) {
        code.with(
                OperatorInstruction.of(
                        switch (kind) {
                            case INT -> onInt;
                            case LONG -> onLong;
                            default -> onFloat;
                        }));
    }

    private void divide(Binary b, TypeKind kind) {
        if (kind == TypeKind.FLOAT) {
            code.fdiv();
        } else {
            floor("floorDiv", b, dtype(b));
        }
    }

    private void floor(String name, Binary b, DType dtype) {
        ClassDesc desc = Carrier.of(dtype).desc();
        OptionalLong divisor = Exprs.constant(b.right());
        if (divisor.isPresent() && dtype.isInteger() && dtype.wrap(divisor.getAsLong()) != 0) {
            math(name, desc);
        } else {
            method.marked(
                    b.span(),
                    () ->
                            code.invokestatic(
                                    SCALAR_MATH, name, MethodTypeDesc.of(desc, desc, desc)));
        }
    }

    private void math(String name, ClassDesc desc) {
        code.invokestatic(MATH, name, MethodTypeDesc.of(desc, desc, desc));
    }

    /** Brings the result of an operation back into its type's range. */
    private void wrap(DType dtype) {
        switch (dtype) {
            case INT8 -> code.i2b();
            case INT16 -> code.i2s();
            case BOOL -> truth(TypeKind.INT);
            case FP16 -> {
                code.invokestatic(FLOAT, "floatToFloat16", MethodTypeDesc.of(S, F));
                code.invokestatic(FLOAT, "float16ToFloat", MethodTypeDesc.of(F, S));
            }
            case BF16 -> {
                code.invokestatic(DTYPE, "floatToBf16", MethodTypeDesc.of(S, F));
                code.invokestatic(DTYPE, "bf16ToFloat", MethodTypeDesc.of(F, S));
            }
            default -> {}
        }
    }

    void push(Expr.Unary u) {
        switch (u.op()) {
            case NOT -> materialise(u);
            case NEG -> {
                DType dtype = dtype(u);
                pushAs(u.operand(), dtype);
                switch (Carrier.of(dtype).kind()) {
                    case INT -> code.ineg();
                    case LONG -> code.lneg();
                    default -> code.fneg();
                }
                wrap(dtype);
            }
            case INVERT -> invert(u);
        }
    }

    private void invert(Expr.Unary u) {
        DType dtype = dtype(u);
        pushAs(u.operand(), dtype);
        switch (Carrier.of(dtype).kind()) {
            case INT -> code.loadConstant(dtype == DType.BOOL ? 1 : -1).ixor();
            case LONG -> code.loadConstant(-1L).lxor();
            default -> throw new IllegalStateException("no ~ on " + dtype);
        }
    }

    /** Converts the scalar on the stack. */
    void convert(DType from, DType to) {
        if (from == to) {
            return;
        }
        TypeKind source = Carrier.of(from).kind();
        TypeKind target = Carrier.of(to).kind();
        if (to == DType.BOOL) {
            truth(source);
        } else if (from.isFloat() && !to.isFloat()) {
            nearest(to);
        } else if (target == TypeKind.LONG) {
            if (source == TypeKind.INT) {
                code.i2l();
            }
        } else if (target == TypeKind.FLOAT && from.isFloat()) {
            wrap(to);
        } else if (target == TypeKind.FLOAT) {
            toFloat(source, to);
        } else {
            if (source == TypeKind.LONG) {
                code.l2i();
            }
            if (from.bytes() > to.bytes()) {
                wrap(to);
            }
        }
    }

    private void toFloat(TypeKind source, DType to) {
        if (to == DType.FP32 && source == TypeKind.INT) {
            code.i2f();
            return;
        }
        if (source == TypeKind.INT) {
            code.i2l();
        }
        method.values().enumConstant(to);
        code.invokestatic(CONVERT, "real", MethodTypeDesc.of(F, ConstantDescs.CD_long, DTYPE));
    }

    /**
     * As tiles are converted by default: to the nearest, halves away from zero, within the range.
     */
    private void nearest(DType to) {
        method.values().enumConstant(CastMode.round);
        method.values().enumConstant(to);
        code.invokestatic(
                CONVERT,
                "toInteger",
                MethodTypeDesc.of(ConstantDescs.CD_long, F, CAST_MODE, DTYPE));
        if (Carrier.of(to).kind() == TypeKind.INT) {
            code.l2i();
        }
    }

    /** Replaces the scalar on the stack by whether it is not zero. */
    private void truth(TypeKind kind) {
        Label no = code.newLabel();
        Label end = code.newLabel();
        jumpOnZero(kind, true, no);
        code.iconst_1().goto_(end);
        code.labelBinding(no).iconst_0();
        code.labelBinding(end);
    }

    /** Consumes a scalar and jumps if it is zero, or if it is not. */
    private void jumpOnZero(TypeKind kind, boolean onZero, Label target) {
        if (kind == TypeKind.LONG) {
            code.lconst_0().lcmp();
        } else if (kind == TypeKind.FLOAT) {
            code.fconst_0().fcmpl();
        }
        if (onZero) {
            code.ifeq(target);
        } else {
            code.ifne(target);
        }
    }

    private void materialise(Expr condition) {
        Label no = code.newLabel();
        Label end = code.newLabel();
        jump(condition, false, no);
        code.iconst_1().goto_(end);
        code.labelBinding(no).iconst_0();
        code.labelBinding(end);
    }

    /**
     * Jumps if a condition is {@code when}; {@code and} and {@code or} evaluate no more than
     * needed.
     */
    void jump(Expr condition, boolean when, Label target) {
        switch (condition) {
            case Expr.Unary u when u.op() == Expr.UnaryOp.NOT -> jump(u.operand(), !when, target);
            case Binary b when b.op().isComparison() -> compare(b, when, target);
            case Binary b when b.op().isLogic() -> {
                // `and` is decided by its first false operand, `or` by its first true one.
                boolean decides = b.op() == BinaryOp.OR;
                if (decides == when) {
                    jump(b.left(), when, target);
                    jump(b.right(), when, target);
                } else {
                    Label skip = code.newLabel();
                    jump(b.left(), decides, skip);
                    jump(b.right(), when, target);
                    code.labelBinding(skip);
                }
            }
            default -> {
                method.values().push(condition);
                jumpOnZero(Carrier.of(dtype(condition)).kind(), !when, target);
            }
        }
    }

    private void compare(Binary b, boolean when, Label target) {
        DType left = dtype(b.left());
        DType right = dtype(b.right());
        DType joined = Exprs.promote(left, right);
        pushAs(b.left(), joined);
        pushAs(b.right(), joined);
        BinaryOp op = b.op();
        switch (Carrier.of(joined).kind()) {
            case INT -> code.branch(opcode(op, when, true), target);
            case LONG -> code.lcmp().branch(opcode(op, when, false), target);
            default -> {
                // A comparison with NaN is false, so it must come out on the side that is.
                if (op == BinaryOp.LT || op == BinaryOp.LE) {
                    code.fcmpg();
                } else {
                    code.fcmpl();
                }
                code.branch(opcode(op, when, false), target);
            }
        }
    }

    private static Opcode opcode(BinaryOp op, boolean when, boolean onInts) {
        return switch (when ? op : opposite(op)) {
            case EQ -> onInts ? Opcode.IF_ICMPEQ : Opcode.IFEQ;
            case NE -> onInts ? Opcode.IF_ICMPNE : Opcode.IFNE;
            case LT -> onInts ? Opcode.IF_ICMPLT : Opcode.IFLT;
            case LE -> onInts ? Opcode.IF_ICMPLE : Opcode.IFLE;
            case GT -> onInts ? Opcode.IF_ICMPGT : Opcode.IFGT;
            case GE -> onInts ? Opcode.IF_ICMPGE : Opcode.IFGE;
            default -> throw new IllegalStateException("no comparison " + op);
        };
    }

    private static BinaryOp opposite(BinaryOp op) {
        return switch (op) {
            case EQ -> BinaryOp.NE;
            case NE -> BinaryOp.EQ;
            case LT -> BinaryOp.GE;
            case LE -> BinaryOp.GT;
            case GT -> BinaryOp.LE;
            default -> BinaryOp.LT;
        };
    }
}

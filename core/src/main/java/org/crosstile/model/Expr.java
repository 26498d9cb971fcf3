package org.crosstile.model;

import java.util.List;
import java.util.Map;
import org.crosstile.abi.Coded;
import org.crosstile.abi.DType;
import org.crosstile.source.Span;

/** An expression. Records compare spans too: use {@link Structure} to compare programs. */
public sealed interface Expr
        permits Var,
                Dim,
                Expr.Const,
                Expr.Call,
                Expr.FnCall,
                Expr.Tuple,
                Expr.Item,
                Expr.Binary,
                Expr.Unary,
                Expr.Cast {
    Type type();

    Span span();

    /** A compile-time constant. */
    sealed interface Const extends Expr {}

    /** An integer; literals are INDEX, {@code pl.const} chooses. */
    record Int(long value, DType dtype, Span span) implements Const {
        @Override
        public Type type() {
            return new Type.Scalar(dtype);
        }
    }

    /** A float; literals are FP32. */
    record Real(double value, DType dtype, Span span) implements Const {
        @Override
        public Type type() {
            return new Type.Scalar(dtype);
        }
    }

    /** True or False. */
    record Bool(boolean value, Span span) implements Const {
        @Override
        public Type type() {
            return Type.BOOL;
        }
    }

    /** A string attribute such as {@code mode='mesh'}. */
    record Text(String value, Span span) implements Const {
        @Override
        public Type type() {
            return Type.Opaque.UNKNOWN;
        }
    }

    /** An element type used as an attribute. */
    record Element(DType value, Span span) implements Const {
        @Override
        public Type type() {
            return Type.Opaque.UNKNOWN;
        }
    }

    /** An enumeration constant used as an attribute. */
    record Code(Coded value, Span span) implements Const {
        @Override
        public Type type() {
            return Type.Opaque.UNKNOWN;
        }
    }

    /** An operand that was not given, or {@code None}: as a value, an invalid TaskId. */
    record None(Span span) implements Const {
        @Override
        public Type type() {
            return Type.TASK_ID;
        }
    }

    /**
     * An operator applied to operands.
     *
     * @param args one per {@link Op#slots slot}, {@link None} where an optional operand is absent
     * @param attrs facts that passes keep on the call ({@code core_placement}); not part of the
     *     surface
     */
    record Call(Op op, List<Expr> args, Map<String, Expr> attrs, Type type, Span span)
            implements Expr {
        public Call {
            args = List.copyOf(args);
            attrs = Map.copyOf(attrs);
        }

        public Call(Op op, List<Expr> args, Type type, Span span) {
            this(op, args, Map.of(), type, span);
        }

        /** The operand in a slot of this call's operator. */
        public Expr get(Slot slot) {
            return args.get(op.indexOf(slot));
        }

        public boolean has(Slot slot) {
            return !(get(slot) instanceof None);
        }

        /** The elements of a tuple operand; empty if absent. */
        public List<Expr> tuple(Slot slot) {
            return get(slot) instanceof Tuple tuple ? tuple.items() : List.of();
        }

        /** The constant in a slot of kind {@link Kind.OneOf}. */
        public <E extends Enum<E> & Coded> E code(Slot slot, Class<E> type) {
            return type.cast(((Code) get(slot)).value());
        }

        public boolean flag(Slot slot) {
            return get(slot) instanceof Bool bool && bool.value();
        }

        /** The value of a static integer operand. */
        public long number(Slot slot) {
            return Exprs.constant(get(slot)).orElseThrow();
        }

        public String text(Slot slot) {
            return ((Text) get(slot)).value();
        }

        public DType element(Slot slot) {
            return ((Element) get(slot)).value();
        }

        /** The same call with other operands and result type. */
        public Call with(List<Expr> newArgs, Type newType) {
            return new Call(op, newArgs, attrs, newType, span);
        }
    }

    /**
     * A call of another function of the program.
     *
     * @param attrs {@code device} and other launch facts
     */
    record FnCall(String callee, List<Expr> args, Map<String, Expr> attrs, Type type, Span span)
            implements Expr {
        public FnCall {
            args = List.copyOf(args);
            attrs = Map.copyOf(attrs);
        }
    }

    /** Several values as one: {@code [a, b]} and {@code (a, b)} alike. */
    record Tuple(List<Expr> items, Span span) implements Expr {
        public Tuple {
            items = List.copyOf(items);
        }

        @Override
        public Type type() {
            return new Type.Tuple(items.stream().map(Expr::type).toList());
        }
    }

    /** One component of a tuple-typed value. */
    record Item(Expr tuple, int index, Type type, Span span) implements Expr {}

    /** A scalar operation on two operands that have been brought to one type. */
    record Binary(BinaryOp op, Expr left, Expr right, Type type, Span span) implements Expr {}

    /** A scalar operation on one operand. */
    record Unary(UnaryOp op, Expr operand, Type type, Span span) implements Expr {}

    /** A scalar conversion. */
    record Cast(Expr operand, DType to, Span span) implements Expr {
        @Override
        public Type type() {
            return new Type.Scalar(to);
        }
    }

    /** Scalar operations on two operands. Comparisons and logic give BOOL. */
    enum BinaryOp {
        ADD("+", 5),
        SUB("-", 5),
        MUL("*", 6),
        FLOOR_DIV("//", 6),
        MOD("%", 6),
        DIV("/", 6),
        MIN("min", 9),
        MAX("max", 9),
        EQ("==", 4),
        NE("!=", 4),
        LT("<", 4),
        LE("<=", 4),
        GT(">", 4),
        GE(">=", 4),
        AND("and", 2),
        OR("or", 1);

        private final String symbol;
        private final int precedence;

        BinaryOp(String symbol, int precedence) {
            this.symbol = symbol;
            this.precedence = precedence;
        }

        public String symbol() {
            return symbol;
        }

        /** Higher binds tighter; min and max are calls. */
        public int precedence() {
            return precedence;
        }

        public boolean isComparison() {
            return precedence == 4;
        }

        public boolean isLogic() {
            return this == AND || this == OR;
        }
    }

    /** Scalar operations on one operand. */
    enum UnaryOp {
        NEG("-"),
        NOT("not "),
        INVERT("~");

        private final String symbol;

        UnaryOp(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }
    }
}

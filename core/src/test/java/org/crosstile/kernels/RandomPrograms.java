package org.crosstile.kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.model.Block;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Expr.UnaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Stmt.LoopKind;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;

/** Random scalar functions that end: as a programmer writes them, or in SSA form. */
final class RandomPrograms {
    private static final List<DType> TYPES =
            List.of(
                    DType.BOOL,
                    DType.INT8,
                    DType.INT16,
                    DType.INT32,
                    DType.INT64,
                    DType.INDEX,
                    DType.FP16,
                    DType.BF16,
                    DType.FP32);
    private static final List<BinaryOp> ON_NUMBERS =
            List.of(
                    BinaryOp.ADD,
                    BinaryOp.SUB,
                    BinaryOp.MUL,
                    BinaryOp.FLOOR_DIV,
                    BinaryOp.MOD,
                    BinaryOp.MIN,
                    BinaryOp.MAX);
    private static final List<BinaryOp> COMPARISONS =
            List.of(BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE);

    /** Values are used near where they are made, as in real programs. */
    private static final int LIVE = 40;

    private final Random random;

    RandomPrograms(long seed) {
        this.random = new Random(seed);
    }

    private <T> T any(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    /** One parameter of each type. */
    static List<Var> params() {
        List<Var> params = new ArrayList<>();
        for (DType dtype : TYPES) {
            params.add(Written.var("p" + dtype, new Type.Scalar(dtype)));
        }
        return params;
    }

    List<Object> args() {
        return TYPES.stream().map(t -> RandomValues.random(random, t)).toList();
    }

    /** An expression of a type over variables that have values. */
    Expr expr(DType dtype, List<? extends Expr> scope, int depth) {
        if (depth == 0 || random.nextInt(5) == 0) {
            return leaf(dtype, scope);
        }
        if (random.nextInt(4) == 0) {
            return new Expr.Cast(expr(any(TYPES), scope, depth - 1), dtype, Span.NONE);
        }
        Type type = new Type.Scalar(dtype);
        if (dtype == DType.BOOL) {
            return truth(scope, depth);
        }
        if (random.nextInt(6) == 0) {
            UnaryOp op = dtype.isFloat() || random.nextBoolean() ? UnaryOp.NEG : UnaryOp.INVERT;
            return new Expr.Unary(op, expr(dtype, scope, depth - 1), type, Span.NONE);
        }
        BinaryOp op = dtype.isFloat() && random.nextInt(4) == 0 ? BinaryOp.DIV : any(ON_NUMBERS);
        Expr right = expr(dtype, scope, depth - 1);
        if ((op == BinaryOp.FLOOR_DIV || op == BinaryOp.MOD) && random.nextInt(8) != 0) {
            // Mostly a divisor that is not zero, so that programs get somewhere.
            right = constant(dtype, 1 + random.nextInt(5));
        }
        return new Expr.Binary(op, expr(dtype, scope, depth - 1), right, type, Span.NONE);
    }

    private Expr truth(List<? extends Expr> scope, int depth) {
        return switch (random.nextInt(4)) {
            case 0 ->
                    new Expr.Unary(
                            UnaryOp.NOT, expr(any(TYPES), scope, depth - 1), Type.BOOL, Span.NONE);
            case 1 -> {
                BinaryOp op = random.nextBoolean() ? BinaryOp.AND : BinaryOp.OR;
                yield new Expr.Binary(
                        op,
                        expr(DType.BOOL, scope, depth - 1),
                        expr(any(TYPES), scope, depth - 1),
                        Type.BOOL,
                        Span.NONE);
            }
            default -> {
                DType of = any(TYPES);
                yield new Expr.Binary(
                        any(COMPARISONS),
                        expr(of, scope, depth - 1),
                        expr(of, scope, depth - 1),
                        Type.BOOL,
                        Span.NONE);
            }
        };
    }

    private Expr leaf(DType dtype, List<? extends Expr> scope) {
        for (int i = 0; i < 8 && !scope.isEmpty(); i++) {
            Expr candidate = any(scope);
            if (((Type.Scalar) candidate.type()).dtype() == dtype) {
                return candidate;
            }
        }
        Object value = RandomValues.random(random, dtype);
        return switch (value) {
            case Float f -> new Expr.Real(f, dtype, Span.NONE);
            case Long l when dtype == DType.BOOL -> new Expr.Bool(l != 0, Span.NONE);
            default -> new Expr.Int((Long) value, dtype, Span.NONE);
        };
    }

    private static Expr constant(DType dtype, long value) {
        return dtype.isFloat()
                ? new Expr.Real(value, dtype, Span.NONE)
                : new Expr.Int(value, dtype, Span.NONE);
    }

    /** Statements that assign the variables of {@code scope} again and again. */
    Block mutable(List<Var> scope, int statements, int depth, boolean inLoop) {
        List<Stmt> out = new ArrayList<>();
        for (int i = 0; i < statements; i++) {
            out.addAll(mutableStatement(scope, depth, inLoop));
        }
        return new Block(out);
    }

    private List<Stmt> mutableStatement(List<Var> scope, int depth, boolean inLoop) {
        int choice = random.nextInt(depth > 0 ? 14 : 6);
        switch (choice) {
            case 0, 1, 2, 3 -> {
                Var target = any(scope);
                DType from = random.nextInt(3) == 0 ? any(TYPES) : Scalars.dtype(target);
                return List.of(new Stmt.Assign(target, expr(from, scope, 3), Span.NONE));
            }
            case 4 -> {
                return List.of(log(expr(any(TYPES), scope, 2)));
            }
            case 5 -> {
                List<Var> targets = List.of(any(scope), any(scope), any(scope));
                List<Expr> values = new ArrayList<>();
                targets.forEach(t -> values.add(expr(Scalars.dtype(t), scope, 2)));
                return List.of(
                        new Stmt.Unpack(targets, new Expr.Tuple(values, Span.NONE), Span.NONE));
            }
            case 6, 7, 8 -> {
                Block otherwise =
                        random.nextBoolean() ? Block.EMPTY : mutable(scope, 2, depth - 1, inLoop);
                return List.of(
                        new Stmt.If(
                                expr(any(TYPES), scope, 3),
                                mutable(scope, 2, depth - 1, inLoop),
                                otherwise,
                                List.of(),
                                Span.NONE));
            }
            case 9, 10 -> {
                return List.of(counted(scope, depth));
            }
            case 11 -> {
                return bounded(scope, depth);
            }
            default -> {
                return List.of(leave(scope, inLoop));
            }
        }
    }

    private static Stmt log(Expr value) {
        return new Stmt.Eval(
                TestOps.LOG.call(Span.NONE, new Expr.Cast(value, DType.INT64, Span.NONE)),
                Span.NONE);
    }

    private Stmt counted(List<Var> scope, int depth) {
        DType dtype = random.nextBoolean() ? DType.INDEX : DType.INT32;
        Var index = Written.var("i" + depth, new Type.Scalar(dtype));
        List<Var> inner = new ArrayList<>(scope);
        inner.add(index);
        int step = random.nextBoolean() ? 1 + random.nextInt(3) : -1 - random.nextInt(3);
        int start = random.nextInt(7) - 3;
        return new Stmt.For(
                index,
                constant(dtype, start),
                constant(dtype, start + (long) step * random.nextInt(4) + random.nextInt(2)),
                constant(dtype, step),
                LoopKind.RANGE,
                List.of(),
                mutable(inner, 3, depth - 1, true),
                List.of(),
                Map.of(),
                Span.NONE);
    }

    private List<Stmt> bounded(List<Var> scope, int depth) {
        Var count = Written.var("n" + depth, Type.INDEX);
        Expr more =
                new Expr.Binary(
                        BinaryOp.LT, count, Exprs.index(random.nextInt(5)), Type.BOOL, Span.NONE);
        List<Stmt> body = new ArrayList<>();
        body.add(new Stmt.Assign(count, Exprs.add(count, Exprs.index(1)), Span.NONE));
        body.addAll(mutable(scope, 3, depth - 1, true).statements());
        Expr condition =
                new Expr.Binary(
                        BinaryOp.AND, more, expr(DType.BOOL, scope, 2), Type.BOOL, Span.NONE);
        return List.of(
                new Stmt.Assign(count, Exprs.index(0), Span.NONE),
                new Stmt.While(condition, List.of(), new Block(body), List.of(), Span.NONE));
    }

    private Stmt leave(List<Var> scope, boolean inLoop) {
        Stmt out =
                switch (random.nextInt(inLoop ? 8 : 1)) {
                    case 0 -> returns(scope);
                    case 1, 2, 3 -> new Stmt.Break(Span.NONE);
                    default -> new Stmt.Continue(Span.NONE);
                };
        return new Stmt.If(
                expr(DType.BOOL, scope, 2), Written.block(out), Block.EMPTY, List.of(), Span.NONE);
    }

    /** Returns the values of all parameters. */
    static Stmt returns(List<? extends Expr> scope) {
        return new Stmt.Return(List.copyOf(scope.subList(0, TYPES.size())), Span.NONE);
    }

    static List<Type> types() {
        List<Type> types = new ArrayList<>();
        TYPES.forEach(t -> types.add(new Type.Scalar(t)));
        return types;
    }

    /** Statements in SSA form; new values are added to {@code scope}. */
    void ssa(Builder body, List<Expr> scope, int statements, int depth) {
        for (int i = 0; i < statements; i++) {
            if (scope.size() > LIVE) {
                scope.subList(TYPES.size(), scope.size() - LIVE / 2).clear();
            }
            switch (random.nextInt(depth > 0 ? 9 : 5)) {
                case 0, 1, 2, 3 -> scope.add(body.let("v", expr(any(TYPES), scope, 3)));
                case 4 -> body.add(log(expr(any(TYPES), scope, 2)));
                case 5 ->
                        body.when(
                                expr(DType.BOOL, scope, 3),
                                () -> ssa(body, new ArrayList<>(scope), 3, depth - 1));
                case 6 -> scope.addAll(choose(body, scope, depth));
                default -> scope.addAll(carry(body, scope, depth));
            }
        }
    }

    private List<Expr> choose(Builder body, List<Expr> scope, int depth) {
        DType first = any(TYPES);
        DType second = any(TYPES);
        return body.choose(
                expr(DType.BOOL, scope, 3),
                () -> arm(body, scope, depth, first, second),
                () -> arm(body, scope, depth, first, second));
    }

    private List<Expr> arm(Builder body, List<Expr> scope, int depth, DType first, DType second) {
        List<Expr> inner = new ArrayList<>(scope);
        ssa(body, inner, 3, depth - 1);
        return List.of(expr(first, inner, 2), expr(second, inner, 2));
    }

    private List<Expr> carry(Builder body, List<Expr> scope, int depth) {
        DType first = any(TYPES);
        DType second = any(TYPES);
        return body.loop(
                "i",
                Exprs.index(0),
                Exprs.index(random.nextInt(4)),
                Exprs.index(1),
                List.of(expr(first, scope, 2), expr(second, scope, 2)),
                (index, carried) -> {
                    List<Expr> inner = new ArrayList<>(scope);
                    inner.add(index);
                    inner.addAll(carried);
                    ssa(body, inner, 3, depth - 1);
                    return List.of(expr(first, inner, 2), expr(second, inner, 2));
                });
    }
}

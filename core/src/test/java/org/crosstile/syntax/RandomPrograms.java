package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.model.Block;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Expr.UnaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Op;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Span;

/** Makes programs of every shape that the model allows. They are well typed, and mean nothing. */
final class RandomPrograms {
    private static final List<DType> DTYPES =
            List.of(
                    DType.INDEX,
                    DType.INT32,
                    DType.INT64,
                    DType.INT8,
                    DType.FP32,
                    DType.FP16,
                    DType.BF16);
    private static final List<String> NAMES =
            List.of("a", "b", "t", "pl", "for", "x_1", "long_name");
    private static final List<BinaryOp> ARITHMETIC =
            List.of(
                    BinaryOp.ADD,
                    BinaryOp.SUB,
                    BinaryOp.MUL,
                    BinaryOp.MIN,
                    BinaryOp.MAX,
                    BinaryOp.FLOOR_DIV,
                    BinaryOp.MOD);
    private static final List<BinaryOp> COMPARISONS =
            List.of(BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE);
    private static final Op LOAD = Catalogue.standard().named("pl.tile.load").getFirst();
    private static final Op STORE = Catalogue.standard().named("pl.tile.store").getFirst();
    private static final Op ADD = Catalogue.standard().named("pl.tile.add").getFirst();

    private final Random random;
    private final List<Var> assignable = new ArrayList<>();
    private List<Var> visible = new ArrayList<>();

    private RandomPrograms(long seed) {
        this.random = new Random(seed);
    }

    static Program program(long seed) {
        RandomPrograms programs = new RandomPrograms(seed);
        List<Function> functions = new ArrayList<>();
        int n = 1 + programs.random.nextInt(3);
        for (int i = 0; i < n; i++) {
            functions.add(programs.function("f" + i, functions));
        }
        return new Program("P", functions, Span.NONE);
    }

    private Function function(String name, List<Function> callees) {
        visible = new ArrayList<>();
        assignable.clear();
        List<Function.Param> params = new ArrayList<>();
        Type tensor = new Type.Tensor(Exprs.indices(8, 64), DType.FP32);
        List<Type> types =
                List.of(
                        tensor,
                        new Type.Window(
                                List.of(new Dim("NR", Span.NONE), Exprs.index(64)), DType.INT32),
                        Type.INDEX,
                        Type.INT32,
                        Type.FP32);
        for (Type type : types) {
            Var var = new Var(pick(NAMES), type, Span.NONE);
            params.add(new Function.Param(var, pick(List.of(Function.Direction.values()))));
            visible.add(var);
            assignable.add(var);
        }
        boolean kernel = random.nextBoolean();
        Block body = block(3, 1 + random.nextInt(8), kernel ? List.of() : callees);
        List<Stmt> all = new ArrayList<>(body.statements());
        List<Type> returns = new ArrayList<>();
        if (random.nextBoolean()) {
            List<Expr> values = List.of(scalar(DType.INDEX, 2), visible.getFirst());
            values.forEach(v -> returns.add(v.type()));
            all.add(new Stmt.Return(values, Span.NONE));
        }
        return new Function(
                name,
                kernel ? Function.Kind.InCore : Function.Kind.Orchestration,
                kernel ? Function.Level.CHIP_DIE : Function.Level.CHIP,
                kernel ? Function.Role.SubWorker : Function.Role.Orchestrator,
                params,
                returns,
                new Block(all),
                random.nextInt(4) == 0
                        ? Map.of("hint", new Expr.Text("it's", Span.NONE))
                        : Map.of(),
                "",
                Span.NONE);
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Block block(int depth, int length, List<Function> callees) {
        List<Stmt> out = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            statement(depth, callees, out);
        }
        return new Block(out);
    }

    private void statement(int depth, List<Function> callees, List<Stmt> out) {
        switch (random.nextInt(depth > 0 ? 12 : 6)) {
            case 0 -> assign(DType.FP32, out);
            case 1 -> tile(out);
            case 2 -> unpack(callees, out);
            case 6 -> conditional(depth, callees, out);
            case 7, 8 -> loop(depth, callees, out);
            case 9 -> repeat(depth, callees, out);
            case 10 -> scope(depth, callees, out);
            default -> assign(pick(DTYPES), out);
        }
    }

    private void assign(DType dtype, List<Stmt> out) {
        Expr value = scalar(dtype, 3);
        out.add(new Stmt.Assign(target(value.type()), value, Span.NONE));
    }

    /** A new variable, or one that exists. */
    private Var target(Type type) {
        List<Var> same = assignable.stream().filter(v -> v.type().equals(type)).toList();
        if (!same.isEmpty() && random.nextInt(3) == 0) {
            Var var = pick(same);
            if (!visible.contains(var)) {
                visible.add(var);
            }
            return var;
        }
        Var var = new Var(pick(NAMES), type, Span.NONE);
        visible.add(var);
        assignable.add(var);
        return var;
    }

    private void tile(List<Stmt> out) {
        Var x = visible.getFirst();
        Expr zero = Exprs.tuple(Exprs.indices(0, 0));
        Expr load = LOAD.call(Span.NONE, x, zero, Exprs.tuple(Exprs.indices(8, 64)));
        Type.Tile placed = ((Type.Tile) load.type()).withAddress(random.nextInt(8) * 2048);
        Var t = new Var(pick(NAMES), random.nextBoolean() ? placed : load.type(), Span.NONE);
        out.add(new Stmt.Assign(t, load, Span.NONE));
        out.add(
                new Stmt.Eval(
                        STORE.call(
                                Span.NONE, ADD.call(Span.NONE, t, scalar(DType.FP32, 1)), zero, x),
                        Span.NONE));
    }

    private void unpack(List<Function> callees, List<Stmt> out) {
        if (callees.isEmpty()) {
            Expr value = Exprs.tuple(scalar(DType.INT32, 1), scalar(DType.BOOL, 1));
            out.add(
                    new Stmt.Unpack(
                            List.of(target(Type.INT32), target(Type.BOOL)), value, Span.NONE));
            return;
        }
        Function callee = pick(callees);
        List<Expr> args = new ArrayList<>();
        callee.params()
                .forEach(p ->
                        args.add(
                                p.var().type() instanceof Type.Scalar s
                                        ? scalar(s.dtype(), 1)
                                        : like(p.var())));
        Map<String, Expr> attrs =
                callee.role() == Function.Role.Orchestrator && random.nextBoolean()
                        ? Map.of(
                                "device",
                                scalar(DType.INDEX, 0),
                                "more",
                                new Expr.Element(DType.BF16, Span.NONE))
                        : Map.of();
        List<Type> returns = callee.returns();
        if (returns.isEmpty()) {
            Expr call = new Expr.FnCall(callee.name(), args, attrs, Type.Opaque.UNKNOWN, Span.NONE);
            out.add(new Stmt.Eval(call, Span.NONE));
        } else {
            Expr call =
                    new Expr.FnCall(callee.name(), args, attrs, new Type.Tuple(returns), Span.NONE);
            List<Var> targets = new ArrayList<>();
            returns.forEach(type -> targets.add(new Var(pick(NAMES), type, Span.NONE)));
            out.add(new Stmt.Unpack(targets, call, Span.NONE));
        }
    }

    private Expr like(Var param) {
        return param.type() instanceof Type.Window ? visible.get(1) : visible.getFirst();
    }

    private void conditional(int depth, List<Function> callees, List<Stmt> out) {
        Expr condition = scalar(DType.BOOL, 3);
        boolean gives = random.nextBoolean();
        Block then = branch(depth, callees, gives);
        boolean otherwise = gives || random.nextBoolean();
        Block other = otherwise ? branch(depth, callees, gives) : Block.EMPTY;
        List<Var> results = gives ? List.of(fresh(Type.INDEX), fresh(Type.FP32)) : List.of();
        out.add(new Stmt.If(condition, then, other, results, Span.NONE));
        visible.addAll(results);
    }

    private Var fresh(Type type) {
        return new Var(pick(NAMES), type, Span.NONE);
    }

    private Block branch(int depth, List<Function> callees, boolean gives) {
        List<Var> before = new ArrayList<>(visible);
        List<Stmt> all =
                new ArrayList<>(block(depth - 1, 1 + random.nextInt(3), callees).statements());
        if (gives) {
            all.add(
                    new Stmt.Yield(
                            List.of(scalar(DType.INDEX, 2), scalar(DType.FP32, 2)), Span.NONE));
        }
        visible = before;
        return new Block(all);
    }

    private void loop(int depth, List<Function> callees, List<Stmt> out) {
        List<Var> before = new ArrayList<>(visible);
        Stmt.LoopKind kind = pick(List.of(Stmt.LoopKind.values()));
        boolean unrolled = kind == Stmt.LoopKind.UNROLL;
        Expr start =
                random.nextBoolean()
                        ? Exprs.index(0)
                        : unrolled ? Exprs.index(2) : scalar(DType.INDEX, 1);
        Expr stop = unrolled ? Exprs.index(8) : scalar(DType.INDEX, 2);
        Expr step = Exprs.index(1 + random.nextInt(2));
        Var index = fresh(Type.INDEX);
        List<Stmt.Carried> carried = new ArrayList<>();
        List<Var> results = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0 && !unrolled; i--) {
            DType dtype = pick(DTYPES);
            Expr init = scalar(dtype, 1);
            carried.add(new Stmt.Carried(fresh(init.type()), init));
            results.add(fresh(init.type()));
        }
        visible.add(index);
        carried.forEach(c -> visible.add(c.var()));
        List<Stmt> all =
                new ArrayList<>(block(depth - 1, 1 + random.nextInt(3), callees).statements());
        if (carried.isEmpty() && random.nextBoolean()) {
            all.add(
                    random.nextBoolean()
                            ? new Stmt.Break(Span.NONE)
                            : new Stmt.Continue(Span.NONE));
        }
        if (!carried.isEmpty()) {
            List<Expr> values = new ArrayList<>();
            carried.forEach(c -> values.add(scalar(Exprs.dtype(c.var()), 2)));
            all.add(new Stmt.Yield(values, Span.NONE));
        }
        visible = before;
        visible.addAll(results);
        Map<String, Expr> attrs =
                kind == Stmt.LoopKind.PIPELINE ? Map.of("stage", Exprs.index(2)) : Map.of();
        out.add(
                new Stmt.For(
                        index,
                        start,
                        stop,
                        step,
                        kind,
                        carried,
                        new Block(all),
                        results,
                        attrs,
                        Span.NONE));
    }

    private void repeat(int depth, List<Function> callees, List<Stmt> out) {
        if (random.nextBoolean()) {
            out.add(
                    new Stmt.While(
                            scalar(DType.BOOL, 2),
                            List.of(),
                            branch(depth, callees, false),
                            List.of(),
                            Span.NONE));
            return;
        }
        List<Var> before = new ArrayList<>(visible);
        Expr init = scalar(DType.INT32, 1);
        Var carried = fresh(Type.INT32);
        visible.add(carried);
        Expr condition = scalar(DType.BOOL, 2);
        List<Stmt> all = new ArrayList<>(block(depth - 1, 1, callees).statements());
        all.add(new Stmt.Yield(List.of(scalar(DType.INT32, 2)), Span.NONE));
        visible = before;
        Var result = fresh(Type.INT32);
        visible.add(result);
        out.add(
                new Stmt.While(
                        condition,
                        List.of(new Stmt.Carried(carried, init)),
                        new Block(all),
                        List.of(result),
                        Span.NONE));
    }

    private void scope(int depth, List<Function> callees, List<Stmt> out) {
        boolean task = random.nextBoolean();
        Map<String, Expr> attrs =
                task
                        ? Map.of(
                                "level",
                                new Expr.Code(Function.Level.CORE_GROUP, Span.NONE),
                                "name_hint",
                                new Expr.Text("w", Span.NONE))
                        : Map.of("0", scalar(DType.INDEX, 1));
        Optional<Var> bound = Optional.of(fresh(task ? Type.TASK_ID : Type.INDEX));
        List<Var> before = new ArrayList<>(visible);
        if (!task) {
            visible.add(bound.get());
        }
        Block body = block(depth - 1, 1 + random.nextInt(2), callees);
        visible = before;
        out.add(
                new Stmt.Scope(
                        task ? Stmt.ScopeKind.AT : Stmt.ScopeKind.SPMD,
                        attrs,
                        bound,
                        body,
                        Span.NONE));
    }

    /** A scalar expression of a type. */
    private Expr scalar(DType dtype, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return leaf(dtype);
        }
        if (dtype == DType.BOOL) {
            return truth(depth);
        }
        return switch (random.nextInt(dtype.isFloat() ? 3 : 4)) {
            case 0 ->
                    new Expr.Unary(
                            UnaryOp.NEG,
                            scalar(dtype, depth - 1),
                            new Type.Scalar(dtype),
                            Span.NONE);
            case 1 -> cast(dtype, depth);
            default -> {
                BinaryOp op = pick(dtype.isFloat() ? ARITHMETIC.subList(0, 5) : ARITHMETIC);
                Expr left = scalar(dtype, depth - 1);
                yield new Expr.Binary(
                        op, left, scalar(dtype, depth - 1), new Type.Scalar(dtype), Span.NONE);
            }
        };
    }

    private Expr cast(DType to, int depth) {
        DType from = pick(DTYPES);
        Expr operand = scalar(from, depth - 1);
        return from == to ? operand : new Expr.Cast(operand, to, Span.NONE);
    }

    private Expr truth(int depth) {
        return switch (random.nextInt(3)) {
            case 0 ->
                    new Expr.Unary(
                            UnaryOp.NOT, scalar(DType.BOOL, depth - 1), Type.BOOL, Span.NONE);
            case 1 -> {
                BinaryOp op = random.nextBoolean() ? BinaryOp.AND : BinaryOp.OR;
                Expr left = scalar(DType.BOOL, depth - 1);
                yield new Expr.Binary(
                        op, left, scalar(DType.BOOL, depth - 1), Type.BOOL, Span.NONE);
            }
            default -> {
                DType dtype = pick(DTYPES);
                Expr left = scalar(dtype, depth - 1);
                yield new Expr.Binary(
                        pick(COMPARISONS), left, scalar(dtype, depth - 1), Type.BOOL, Span.NONE);
            }
        };
    }

    private Expr leaf(DType dtype) {
        List<Var> fitting =
                visible.stream().filter(v -> v.type().equals(new Type.Scalar(dtype))).toList();
        if (!fitting.isEmpty() && random.nextBoolean()) {
            return pick(fitting);
        }
        if (dtype == DType.BOOL) {
            return new Expr.Bool(random.nextBoolean(), Span.NONE);
        }
        if (dtype == DType.INDEX && random.nextInt(4) == 0) {
            return new Dim(random.nextBoolean() ? "NR" : "M", Span.NONE);
        }
        return dtype.isFloat()
                ? new Expr.Real(random.nextInt(-4, 4) / 2.0, dtype, Span.NONE)
                : new Expr.Int(random.nextInt(-100, 100), dtype, Span.NONE);
    }
}

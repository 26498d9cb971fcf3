package org.crosstile.operators;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/**
 * Carries out one rank's lowered statements by calling the methods that the primitives name. Far
 * from the kernel compiler on purpose: what both agree on is right.
 */
final class LoweredRun {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final IdentityHashMap<Var, Object> values = new IdentityHashMap<>();
    private final Rank rank;
    private final Runnable beforeEach;

    /**
     * @param beforeEach called before every primitive
     */
    LoweredRun(Rank rank, Runnable beforeEach) {
        this.rank = rank;
        this.beforeEach = beforeEach;
    }

    void define(Var var, Object value) {
        values.put(var, value);
    }

    /** Runs the statements; gives what a yield at their end names. */
    List<Object> run(Block block) {
        List<Object> yielded = List.of();
        for (Stmt statement : block.statements()) {
            switch (statement) {
                case Stmt.Assign s -> values.put(s.target(), value(s.value()));
                case Stmt.Eval s -> value(s.value());
                case Stmt.If s -> {
                    boolean taken = (Boolean) value(s.condition());
                    set(s.results(), run(taken ? s.then() : s.otherwise()));
                }
                case Stmt.For s -> loop(s);
                case Stmt.Yield s -> yielded = s.values().stream().map(this::value).toList();
                default -> throw new IllegalArgumentException(statement.toString());
            }
        }
        return yielded;
    }

    private void loop(Stmt.For s) {
        List<Object> carried = s.carried().stream().map(c -> value(c.init())).toList();
        long stop = integer(s.stop());
        long step = integer(s.step());
        for (long i = integer(s.start()); i < stop; i += step) {
            values.put(s.index(), i);
            for (int c = 0; c < carried.size(); c++) {
                values.put(s.carried().get(c).var(), carried.get(c));
            }
            carried = run(s.body());
        }
        set(s.results(), carried);
    }

    private void set(List<Var> targets, List<Object> results) {
        for (int i = 0; i < targets.size(); i++) {
            values.put(targets.get(i), results.get(i));
        }
    }

    private long integer(Expr e) {
        return (Long) value(e);
    }

    private Object value(Expr e) {
        return switch (e) {
            case Var v -> java.util.Objects.requireNonNull(values.get(v), v.name());
            case Expr.Int i -> i.value();
            case Expr.Cast c when c.to() == DType.INT32 -> (long) (int) integer(c.operand());
            case Expr.Cast c -> integer(c.operand());
            case Expr.Unary u -> -integer(u.operand());
            case Expr.Binary b -> binary(b.op(), integer(b.left()), integer(b.right()));
            case Expr.Tuple t -> t.items().stream().mapToLong(this::integer).toArray();
            case Expr.Call c -> call(c);
            default -> throw new IllegalArgumentException(e.toString());
        };
    }

    private static Object binary(Expr.BinaryOp op, long a, long b) {
        return switch (op) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT -> a < b;
            case GT -> a > b;
            default -> Exprs.fold(op, a, b).orElseThrow();
        };
    }

    private Object call(Expr.Call call) {
        beforeEach.run();
        Primitive op = (Primitive) call.op();
        Run run = op.run(call);
        List<Object> arguments = new ArrayList<>();
        Object result = null;
        for (Run.Operand operand : run.operands()) {
            switch (operand) {
                case Run.Env env -> arguments.add(rank);
                case Run.Site site -> arguments.add(0);
                case Run.Literal literal -> arguments.add(literal.value());
                case Run.Result r -> {
                    result = tile(op, call);
                    arguments.add(result);
                }
                case Run.Arg arg -> arguments.add(convert(call.get(arg.slot()), arg.type()));
            }
        }
        try {
            Class<?> owner = run.owner().resolveConstantDesc(LOOKUP);
            MethodHandle method =
                    LOOKUP.findStatic(
                            owner, run.method(), run.descriptor().resolveConstantDesc(LOOKUP));
            Object returned = method.invokeWithArguments(arguments);
            return result != null
                    ? result
                    : returned instanceof Integer i ? (Object) (long) i : returned;
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(call.op() + ": " + e, e);
        }
    }

    private Tile tile(Primitive op, Expr.Call call) {
        Type.Tile type = (Type.Tile) call.type();
        if (op.sharesBufferOf().isPresent()) {
            Tile shared = (Tile) value(call.get(op.sharesBufferOf().get()));
            return shared.view(type.rows(), type.columns(), type.rows(), type.columns());
        }
        return Tile.allocate(type.dtype(), type.rows(), type.columns());
    }

    private Object convert(Expr operand, ClassDesc type) {
        if (operand instanceof Expr.Code code) {
            return code.value();
        }
        Object value = value(operand);
        return type.descriptorString().equals("I") ? (Object) Math.toIntExact((Long) value) : value;
    }
}

package org.crosstile.kernels;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/** Runs scalar functions statement by statement, with {@link Oracle} for arithmetic. */
final class Evaluator {
    private enum Flow {
        NEXT,
        BREAK,
        CONTINUE,
        RETURN
    }

    /** Programs of the tests are small; more steps than this are an endless loop. */
    private static final int MAX_STEPS = 1_000_000;

    private final Map<Var, Object> values = new IdentityHashMap<>();
    private final Deque<List<Var>> yields = new ArrayDeque<>();
    private final List<Object> log = new ArrayList<>();
    private List<Object> results = List.of();
    private int steps;

    List<Object> log() {
        return log;
    }

    /** The results, integers as Long. */
    List<Object> run(Function function, List<Object> args) {
        for (int i = 0; i < args.size(); i++) {
            values.put(function.params().get(i).var(), args.get(i));
        }
        if (block(function.body()) == Flow.RETURN) {
            return results;
        }
        throw new AssertionError("no return");
    }

    private Flow block(Block block) {
        for (Stmt s : block.statements()) {
            Flow flow = statement(s);
            if (flow != Flow.NEXT) {
                return flow;
            }
        }
        return Flow.NEXT;
    }

    private Flow statement(Stmt s) {
        if (++steps > MAX_STEPS) {
            throw new AssertionError("too many steps");
        }
        return switch (s) {
            case Stmt.Assign x -> assignAll(List.of(x.target()), List.of(x.value()));
            case Stmt.Unpack x -> assignAll(x.targets(), ((Expr.Tuple) x.value()).items());
            case Stmt.Eval x -> {
                log.add(as(((Expr.Call) x.value()).args().getFirst(), DType.INT64));
                yield Flow.NEXT;
            }
            case Stmt.Yield x -> assignAll(yields.peek(), x.values());
            case Stmt.If x -> branch(x);
            case Stmt.For x -> loop(x);
            case Stmt.While x -> loop(x);
            case Stmt.Break x -> Flow.BREAK;
            case Stmt.Continue x -> Flow.CONTINUE;
            case Stmt.Scope x -> block(x.body());
            case Stmt.Return x -> {
                results = x.values().stream().map(this::value).toList();
                yield Flow.RETURN;
            }
        };
    }

    private Flow assignAll(List<Var> targets, List<Expr> from) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            all.add(as(from.get(i), dtype(targets.get(i))));
        }
        for (int i = 0; i < targets.size(); i++) {
            values.put(targets.get(i), all.get(i));
        }
        return Flow.NEXT;
    }

    private Flow branch(Stmt.If x) {
        Block arm = truth(x.condition()) ? x.then() : x.otherwise();
        if (x.results().isEmpty()) {
            return block(arm);
        }
        yields.push(x.results());
        Flow flow = block(arm);
        yields.pop();
        return flow;
    }

    private Flow loop(Stmt.For x) {
        DType dtype = dtype(x.index());
        long at = (Long) as(x.start(), dtype);
        long stop = (Long) as(x.stop(), dtype);
        long step = (Long) as(x.step(), dtype);
        List<Var> carried = enter(x.carried());
        Flow flow = Flow.NEXT;
        while (flow != Flow.BREAK && flow != Flow.RETURN && (step > 0 ? at < stop : at > stop)) {
            values.put(x.index(), at);
            flow = body(x.body(), carried);
            at += step;
        }
        return leave(carried, x.results(), flow);
    }

    private Flow loop(Stmt.While x) {
        List<Var> carried = enter(x.carried());
        Flow flow = Flow.NEXT;
        while (flow != Flow.BREAK && flow != Flow.RETURN && truth(x.condition())) {
            flow = body(x.body(), carried);
        }
        return leave(carried, x.results(), flow);
    }

    private List<Var> enter(List<Stmt.Carried> carried) {
        List<Var> vars = carried.stream().map(Stmt.Carried::var).toList();
        assignAll(vars, carried.stream().map(Stmt.Carried::init).toList());
        return vars;
    }

    private Flow body(Block body, List<Var> carried) {
        yields.push(carried);
        Flow flow = block(body);
        yields.pop();
        return flow;
    }

    private Flow leave(List<Var> carried, List<Var> loopResults, Flow flow) {
        for (int i = 0; i < loopResults.size(); i++) {
            values.put(loopResults.get(i), values.get(carried.get(i)));
        }
        return flow == Flow.RETURN ? flow : Flow.NEXT;
    }

    private static DType dtype(Expr e) {
        return ((Type.Scalar) e.type()).dtype();
    }

    private boolean truth(Expr e) {
        return (Long) Oracle.cast(dtype(e), DType.BOOL, value(e)) != 0;
    }

    private Object as(Expr e, DType to) {
        return dtype(e) == to ? value(e) : Oracle.cast(dtype(e), to, value(e));
    }

    private Object value(Expr e) {
        return switch (e) {
            case Var v -> values.get(v);
            case Expr.Int i -> Oracle.wrap(java.math.BigInteger.valueOf(i.value()), i.dtype());
            case Expr.Real r -> (float) r.dtype().round(r.value());
            case Expr.Bool b -> Oracle.truth(b.value());
            case Expr.Cast c -> as(c.operand(), c.to());
            case Expr.Unary u -> unary(u);
            case Expr.Binary b -> binary(b);
            default -> throw new AssertionError(e);
        };
    }

    private Object unary(Expr.Unary u) {
        if (u.op() == Expr.UnaryOp.NOT) {
            return Oracle.truth(!truth(u.operand()));
        }
        Object value = as(u.operand(), dtype(u));
        if (u.op() == Expr.UnaryOp.INVERT) {
            return dtype(u) == DType.BOOL ? 1 - (Long) value : ~(Long) value;
        }
        return value instanceof Float f
                ? (Object) (-f)
                : Oracle.binary(Expr.BinaryOp.SUB, dtype(u), 0L, value);
    }

    private Object binary(Expr.Binary b) {
        return switch (b.op()) {
            case AND -> Oracle.truth(truth(b.left()) && truth(b.right()));
            case OR -> Oracle.truth(truth(b.left()) || truth(b.right()));
            default -> {
                DType joined =
                        b.op().isComparison()
                                ? Exprs.promote(dtype(b.left()), dtype(b.right()))
                                : dtype(b);
                yield Oracle.binary(b.op(), joined, as(b.left(), joined), as(b.right(), joined));
            }
        };
    }
}

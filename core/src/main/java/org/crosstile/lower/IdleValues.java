package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Takes out of loops and branches the values that they only hand through: those that are the same
 * before, in and after a loop, or on both paths; and those that nobody uses.
 */
final class IdleValues extends Renamer {
    private final Set<Var> used = new HashSet<>();

    private IdleValues(Block body) {
        Walk.expressions(
                body,
                e -> {
                    if (e instanceof Var v) {
                        used.add(v);
                    } else if (e instanceof Expr.Call c) {
                        Variables.used(c.type(), used::add);
                    }
                });
        Variables.defined(body).forEach(v -> Variables.used(v.type(), used::add));
    }

    /** A body in SSA form without them, and without what is computed for nothing. */
    static Block swept(Block body) {
        Block now = DeadCode.without(body, true);
        while (true) {
            Block next = DeadCode.without(new IdleValues(now).block(now), true);
            if (size(next) == size(now)) {
                return next;
            }
            now = next;
        }
    }

    /** Counts what sweeping removes: statements, and values of loops and branches. */
    private static int size(Block block) {
        int[] n = new int[1];
        Walk.statements(block, s -> n[0] += 1 + Walk.defined(s).size());
        return n[0];
    }

    @Override
    protected List<Stmt> statement(Stmt s) {
        return switch (s) {
            case Stmt.For x -> {
                List<Integer> idle = idle(x.carried(), x.results(), x.body());
                yield List.of(
                        descend(
                                new Stmt.For(
                                        x.index(),
                                        x.start(),
                                        x.stop(),
                                        x.step(),
                                        x.kind(),
                                        without(x.carried(), idle),
                                        without(x.body(), idle),
                                        without(x.results(), idle),
                                        x.attrs(),
                                        x.span())));
            }
            case Stmt.While x -> {
                List<Integer> idle = idle(x.carried(), x.results(), x.body());
                yield List.of(
                        descend(
                                new Stmt.While(
                                        x.condition(),
                                        without(x.carried(), idle),
                                        without(x.body(), idle),
                                        without(x.results(), idle),
                                        x.span())));
            }
            case Stmt.If x -> {
                List<Integer> idle = alike(x);
                yield List.of(
                        descend(
                                new Stmt.If(
                                        x.condition(),
                                        without(x.then(), idle),
                                        without(x.otherwise(), idle),
                                        without(x.results(), idle),
                                        x.span())));
            }
            default -> super.statement(s);
        };
    }

    private List<Integer> idle(List<Stmt.Carried> carried, List<Var> results, Block body) {
        List<Integer> idle = new ArrayList<>();
        List<Expr> yields = Variables.yielded(body);
        for (int i = 0; i < carried.size(); i++) {
            Var v = carried.get(i).var();
            Expr yielded = yields.get(i);
            if (!used.contains(v) && !used.contains(results.get(i))) {
                idle.add(i);
            } else if (yielded == v || Structure.same(yielded, carried.get(i).init())) {
                idle.add(i);
                Expr init = expr(carried.get(i).init());
                replace(v, init);
                replace(results.get(i), init);
            }
        }
        return idle;
    }

    private List<Integer> alike(Stmt.If x) {
        List<Integer> idle = new ArrayList<>();
        List<Expr> then = Variables.yielded(x.then());
        List<Expr> otherwise = Variables.yielded(x.otherwise());
        for (int i = 0; i < x.results().size(); i++) {
            if (then.get(i) instanceof Var v && v == otherwise.get(i)) {
                idle.add(i);
                replace(x.results().get(i), expr(v));
            }
        }
        return idle;
    }

    private static <T> List<T> without(List<T> all, List<Integer> indices) {
        List<T> rest = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (!indices.contains(i)) {
                rest.add(all.get(i));
            }
        }
        return rest;
    }

    private static Block without(Block body, List<Integer> indices) {
        if (indices.isEmpty() || !(body.statements().getLast() instanceof Stmt.Yield y)) {
            return body;
        }
        List<Stmt> all =
                new ArrayList<>(body.statements().subList(0, body.statements().size() - 1));
        List<Expr> values = without(y.values(), indices);
        if (!values.isEmpty()) {
            all.add(new Stmt.Yield(values, y.span()));
        }
        return new Block(all);
    }
}

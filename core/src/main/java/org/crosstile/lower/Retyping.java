package org.crosstile.lower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Binding;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Rewrites calls on tiles so that the tiles that they make get other types, and gives the variables
 * that receive those tiles, through loops and branches, the types of their values.
 */
abstract class Retyping extends Renamer {
    private final Map<Var, Type.Tile> received = new HashMap<>();
    private final Deque<List<Var>> receivers = new ArrayDeque<>();

    /** Statements in front of the one that is being rewritten. */
    private List<Stmt> before = new ArrayList<>();

    /**
     * A call in another form; its operands have been rewritten.
     *
     * @param call the call as it was
     */
    abstract Expr.Call rewritten(Expr.Call call, List<Expr> args);

    /** A tile as a variable of another type takes it. */
    abstract Expr fitted(Expr value, Type.Tile wanted, Span span);

    /** Puts a value in front of the statement that is being rewritten. */
    final Var let(String name, Expr value, Span span) {
        Var v = new Var(name, value.type(), span);
        before.add(new Stmt.Assign(v, value, span));
        return v;
    }

    /** Rewrites a statement; what it needs stands in front of it. */
    final List<Stmt> withPreparation(Stmt s) {
        List<Stmt> outer = before;
        before = new ArrayList<>();
        Stmt image = image(s);
        List<Stmt> all = before;
        all.add(image);
        before = outer;
        return all;
    }

    @Override
    protected List<Stmt> statement(Stmt s) {
        return withPreparation(s);
    }

    private Stmt image(Stmt s) {
        return switch (s) {
            case Stmt.Assign x when x.value() instanceof Expr.Call -> {
                Expr value = expr(x.value());
                yield new Stmt.Assign(defined(x.target(), value.type()), value, x.span());
            }
            case Stmt.For x -> within(x, x.carried(), x.results());
            case Stmt.While x -> within(x, x.carried(), x.results());
            case Stmt.If x -> {
                receivers.push(x.results());
                Stmt image = descend(x);
                receivers.pop();
                yield image;
            }
            case Stmt.Yield x -> yielding(x);
            default -> descend(s);
        };
    }

    private Stmt within(Stmt loop, List<Stmt.Carried> carried, List<Var> results) {
        for (int i = 0; i < carried.size(); i++) {
            if (expr(carried.get(i).init()).type() instanceof Type.Tile tile) {
                received.put(carried.get(i).var(), tile);
                received.put(results.get(i), tile);
            }
        }
        receivers.push(Stmt.Carried.vars(carried));
        Stmt image = descend(loop);
        receivers.pop();
        return image;
    }

    private Stmt yielding(Stmt.Yield x) {
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < x.values().size(); i++) {
            Expr value = expr(x.values().get(i));
            if (value.type() instanceof Type.Tile tile) {
                Type.Tile wanted = received.computeIfAbsent(receivers.element().get(i), v -> tile);
                value = isAlike(tile, wanted) ? value : fitted(value, wanted, x.span());
            }
            values.add(value);
        }
        return new Stmt.Yield(values, x.span());
    }

    private static boolean isAlike(Type.Tile a, Type.Tile b) {
        return a.space() == b.space() && Structure.same(a.shape(), b.shape());
    }

    @Override
    protected Var define(Var v) {
        Type.Tile type = received.get(v);
        return type != null && v.type() instanceof Type.Tile own && !isAlike(own, type)
                ? defined(
                        v,
                        type(
                                new Type.Tile(
                                        type.shape(),
                                        own.dtype(),
                                        own.valid(),
                                        type.space(),
                                        own.address())))
                : super.define(v);
    }

    private Var defined(Var v, Type type) {
        if (!(type instanceof Type.Tile tile)
                || (v.type() instanceof Type.Tile own && isAlike(own, tile))) {
            return super.define(v);
        }
        Var image = new Var(v.name(), tile, v.span());
        replace(v, image);
        return image;
    }

    @Override
    protected Expr expr(Expr e) {
        if (!(e instanceof Expr.Call call)) {
            return super.expr(e);
        }
        List<Expr> args = new ArrayList<>();
        call.args().forEach(a -> args.add(expr(a)));
        return rewritten(call, args);
    }

    /**
     * The call with other operands. What follows from them follows anew; empty if they do not fit
     * together.
     */
    final Optional<Expr.Call> again(Expr.Call call, List<Expr> args) {
        if (args.equals(call.args())) {
            return Optional.of(call);
        }
        Problems problems = new Problems();
        Optional<Expr> made = Binding.check(call.op(), args, Map.of(), call.span(), problems);
        return problems.hasErrors() || !(made.orElse(call) instanceof Expr.Call c)
                ? Optional.empty()
                : Optional.of(
                        new Expr.Call(
                                c.op(),
                                c.args(),
                                attrs(call.attrs()),
                                FlattenTileNdTo2D.flat(c.type()),
                                c.span()));
    }
}

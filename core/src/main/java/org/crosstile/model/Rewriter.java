package org.crosstile.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rebuilds functions bottom-up. Override what changes; everything else is copied only where
 * something below it changed. A statement may become several.
 */
@SuppressWarnings("ReferenceEquality") // what did not change is the same object
public abstract class Rewriter {
    public Function function(Function f) {
        Block body = block(f.body());
        return body == f.body() ? f : f.withBody(body);
    }

    public Block block(Block block) {
        List<Stmt> out = new ArrayList<>();
        boolean changed = false;
        for (Stmt statement : block.statements()) {
            List<Stmt> images = statement(statement);
            changed |= images.size() != 1 || images.getFirst() != statement;
            out.addAll(images);
        }
        return changed ? new Block(out) : block;
    }

    /** The statements that take a statement's place. */
    protected List<Stmt> statement(Stmt s) {
        return List.of(descend(s));
    }

    /** The same statement with its parts rewritten. */
    protected final Stmt descend(Stmt s) {
        return switch (s) {
            case Stmt.Assign x -> {
                Expr value = expr(x.value());
                Var target = define(x.target());
                yield value == x.value() && target == x.target()
                        ? x
                        : new Stmt.Assign(target, value, x.span());
            }
            case Stmt.Unpack x -> {
                Expr value = expr(x.value());
                List<Var> targets = defineAll(x.targets());
                yield value == x.value() && targets.equals(x.targets())
                        ? x
                        : new Stmt.Unpack(targets, value, x.span());
            }
            case Stmt.Eval x -> {
                Expr value = expr(x.value());
                yield value == x.value() ? x : new Stmt.Eval(value, x.span());
            }
            case Stmt.If x -> {
                Expr condition = expr(x.condition());
                Block then = block(x.then());
                Block otherwise = block(x.otherwise());
                yield new Stmt.If(condition, then, otherwise, defineAll(x.results()), x.span());
            }
            case Stmt.For x -> loop(x);
            case Stmt.While x -> {
                List<Stmt.Carried> carried = carried(x.carried());
                Expr condition = expr(x.condition());
                Block body = block(x.body());
                yield new Stmt.While(condition, carried, body, defineAll(x.results()), x.span());
            }
            case Stmt.Yield x -> new Stmt.Yield(exprs(x.values()), x.span());
            case Stmt.Return x -> new Stmt.Return(exprs(x.values()), x.span());
            case Stmt.Break x -> x;
            case Stmt.Continue x -> x;
            case Stmt.Scope x ->
                    new Stmt.Scope(
                            x.kind(),
                            attrs(x.attrs()),
                            x.bound().map(this::define),
                            block(x.body()),
                            x.span());
        };
    }

    private Stmt loop(Stmt.For x) {
        Expr start = expr(x.start());
        Expr stop = expr(x.stop());
        Expr step = expr(x.step());
        Var index = define(x.index());
        List<Stmt.Carried> carried = carried(x.carried());
        Block body = block(x.body());
        return new Stmt.For(
                index,
                start,
                stop,
                step,
                x.kind(),
                carried,
                body,
                defineAll(x.results()),
                attrs(x.attrs()),
                x.span());
    }

    private List<Stmt.Carried> carried(List<Stmt.Carried> all) {
        List<Stmt.Carried> out = new ArrayList<>();
        for (Stmt.Carried c : all) {
            Expr init = expr(c.init());
            out.add(new Stmt.Carried(define(c.var()), init));
        }
        return out;
    }

    private List<Var> defineAll(List<Var> vars) {
        List<Var> out = new ArrayList<>();
        vars.forEach(v -> out.add(define(v)));
        return out;
    }

    protected final Map<String, Expr> attrs(Map<String, Expr> attrs) {
        Map<String, Expr> out = new LinkedHashMap<>();
        attrs.forEach((key, value) -> out.put(key, expr(value)));
        return out;
    }

    /** The image of a variable at its definition. */
    protected Var define(Var v) {
        return v;
    }

    /** The image of a variable at a use. */
    protected Expr use(Var v) {
        return v;
    }

    protected final List<Expr> exprs(List<Expr> all) {
        List<Expr> out = new ArrayList<>();
        all.forEach(e -> out.add(expr(e)));
        return out;
    }

    /** The image of an expression; overriders call {@code super} for what they do not change. */
    protected Expr expr(Expr e) {
        return switch (e) {
            case Var v -> use(v);
            case Dim d -> d;
            case Expr.Const c -> c;
            case Expr.Call c -> {
                List<Expr> args = exprs(c.args());
                Map<String, Expr> attrs = attrs(c.attrs());
                yield args.equals(c.args()) && attrs.equals(c.attrs())
                        ? c
                        : new Expr.Call(c.op(), args, attrs, type(c.type()), c.span());
            }
            case Expr.FnCall c ->
                    new Expr.FnCall(
                            c.callee(),
                            exprs(c.args()),
                            attrs(c.attrs()),
                            type(c.type()),
                            c.span());
            case Expr.Tuple t -> new Expr.Tuple(exprs(t.items()), t.span());
            case Expr.Item i -> new Expr.Item(expr(i.tuple()), i.index(), type(i.type()), i.span());
            case Expr.Binary b ->
                    new Expr.Binary(b.op(), expr(b.left()), expr(b.right()), b.type(), b.span());
            case Expr.Unary u -> new Expr.Unary(u.op(), expr(u.operand()), u.type(), u.span());
            case Expr.Cast c -> new Expr.Cast(expr(c.operand()), c.to(), c.span());
        };
    }

    /** The image of a type: extents and valid regions may name variables. */
    protected Type type(Type type) {
        return switch (type) {
            case Type.TensorLike t ->
                    t.withShape(
                            exprs(t.shape()),
                            new TensorView(
                                    exprs(t.view().stride()),
                                    t.view().layout(),
                                    exprs(t.view().valid())));
            case Type.Tile t -> t.valid().isEmpty() ? t : t.withValid(exprs(t.valid()));
            case Type.Tuple t -> new Type.Tuple(t.items().stream().map(this::type).toList());
            default -> type;
        };
    }
}

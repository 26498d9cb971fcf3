package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.model.Block;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;

/** {@link CtrlFlowTransform} of one function. */
final class JumpRemoval {
    /**
     * Where jumps lead: a loop, or the function.
     *
     * @param skip set when the rest of the body must not run
     * @param broke set when the loop must not go on; of the function, set when it has returned
     */
    private record Target(Var skip, Var broke) {}

    /** More jumps than this in a row do not nest. */
    private static final int MOST_NESTED = 8;

    private final Function f;
    private final NameSource names;
    private final Target whole;
    private final Set<Var> flags = new HashSet<>();
    private final List<Var> returns = new ArrayList<>();

    JumpRemoval(Function f) {
        this.f = f;
        this.names = Variables.names(f);
        Var returned = flag("returned", f.span());
        this.whole = new Target(returned, returned);
    }

    Function function() {
        List<Stmt> body = f.body().statements();
        boolean early = false;
        for (Stmt s : body) {
            early |= Jumps.returns(s) && !(s instanceof Stmt.Return && s == body.getLast());
        }
        List<Stmt> out = new ArrayList<>();
        if (early) {
            out.add(set(whole.broke(), false, f.span()));
            out.addAll(sequence(body, whole));
            if (!returns.isEmpty()) {
                out.add(new Stmt.Return(List.copyOf(returns), f.span()));
            }
        } else {
            body.forEach(s -> out.addAll(statement(s, whole)));
        }
        return f.withBody(withoutUnreadFlags(new Block(out)));
    }

    /**
     * Statements one after the other, of which the later ones only run if the earlier ones do not
     * jump.
     */
    private List<Stmt> sequence(List<Stmt> statements, Target target) {
        if (statements.stream().filter(Jumps::leaves).limit(MOST_NESTED + 1).count()
                > MOST_NESTED) {
            return pieces(statements, target);
        }
        List<Stmt> out = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            Stmt s = statements.get(i);
            if (!Jumps.leaves(s)) {
                out.addAll(statement(s, target));
                continue;
            }
            List<Stmt> rest = statements.subList(i + 1, statements.size());
            out.addAll(jumping(s, rest, target));
            if (Jumps.always(List.of(s)) && Signalling.in(new Block(rest))) {
                Expr never = new Expr.Bool(false, s.span());
                out.add(new Stmt.If(never, block(rest, target), Block.EMPTY, List.of(), s.span()));
            }
            break;
        }
        return out;
    }

    /**
     * Many jumps one after the other: each piece up to the next jump asks whether it is skipped,
     * instead of standing inside of all that is before it.
     */
    private List<Stmt> pieces(List<Stmt> statements, Target target) {
        List<Stmt> out = new ArrayList<>();
        List<Stmt> piece = new ArrayList<>();
        for (Stmt s : statements) {
            piece.add(s);
            boolean last = s == statements.getLast() || Jumps.always(List.of(s));
            if (!last && !Jumps.leaves(s)) {
                continue;
            }
            if (out.isEmpty()) {
                out.addAll(sequence(piece, target));
            } else {
                out.addAll(guarded(List.of(), piece, not(target.skip()), target));
            }
            if (last) {
                break;
            }
            piece = new ArrayList<>();
        }
        return out;
    }

    private List<Stmt> jumping(Stmt s, List<Stmt> rest, Target target) {
        return switch (s) {
            case Stmt.Break x ->
                    List.of(
                            set(target.skip(), true, x.span()),
                            set(target.broke(), true, x.span()));
            case Stmt.Continue x -> List.of(set(target.skip(), true, x.span()));
            case Stmt.Return x -> leave(x, target);
            case Stmt.If x -> branch(x, rest, target);
            case Stmt.Scope x -> {
                Block body = new Block(sequence(x.body().statements(), target));
                yield guarded(
                        List.of(new Stmt.Scope(x.kind(), x.attrs(), x.bound(), body, x.span())),
                        Jumps.always(x.body().statements()) ? List.of() : rest,
                        not(target.skip()),
                        target);
            }
            default -> {
                // a loop out of which the function returns
                List<Stmt> out = new ArrayList<>(statement(s, target));
                Block left = new Block(returnOnwards(target, s.span()));
                out.add(new Stmt.If(whole.broke(), left, block(rest, target), List.of(), s.span()));
                yield out;
            }
        };
    }

    private List<Stmt> branch(Stmt.If x, List<Stmt> rest, Target target) {
        boolean then = Jumps.always(x.then().statements());
        boolean otherwise = Jumps.always(x.otherwise().statements());
        Block a =
                block(then || !otherwise ? x.then().statements() : joined(x.then(), rest), target);
        Block b =
                block(
                        then && !otherwise
                                ? joined(x.otherwise(), rest)
                                : x.otherwise().statements(),
                        target);
        List<Stmt> image = List.of(new Stmt.If(x.condition(), a, b, x.results(), x.span()));
        return guarded(image, then || otherwise ? List.of() : rest, not(target.skip()), target);
    }

    private List<Stmt> guarded(List<Stmt> first, List<Stmt> rest, Expr condition, Target target) {
        List<Stmt> out = new ArrayList<>(first);
        if (!rest.isEmpty()) {
            Span span = rest.getFirst().span();
            out.add(new Stmt.If(condition, block(rest, target), Block.EMPTY, List.of(), span));
        }
        return out;
    }

    private List<Stmt> leave(Stmt.Return x, Target target) {
        List<Stmt> out = new ArrayList<>();
        for (int i = 0; i < x.values().size(); i++) {
            if (i == returns.size()) {
                boolean declared = f.returns().size() == x.values().size();
                Type type = declared ? f.returns().get(i) : x.values().get(i).type();
                returns.add(new Var(names.fresh("ret"), type, x.span()));
            }
            out.add(new Stmt.Assign(returns.get(i), x.values().get(i), x.span()));
        }
        out.addAll(returnOnwards(target, x.span()));
        return out;
    }

    private List<Stmt> returnOnwards(Target target, Span span) {
        List<Stmt> out = new ArrayList<>(List.of(set(whole.broke(), true, span)));
        if (target != whole) {
            out.add(set(target.skip(), true, span));
            out.add(set(target.broke(), true, span));
        }
        return out;
    }

    /** A statement that does not jump itself, though loops inside it may. */
    private List<Stmt> statement(Stmt s, Target target) {
        return switch (s) {
            case Stmt.If x ->
                    List.of(
                            new Stmt.If(
                                    x.condition(),
                                    block(x.then().statements(), target),
                                    block(x.otherwise().statements(), target),
                                    x.results(),
                                    x.span()));
            case Stmt.Scope x ->
                    List.of(
                            new Stmt.Scope(
                                    x.kind(),
                                    x.attrs(),
                                    x.bound(),
                                    block(x.body().statements(), target),
                                    x.span()));
            case Stmt.For x -> loop(x);
            case Stmt.While x -> loop(x);
            default -> List.of(s);
        };
    }

    private List<Stmt> loop(Stmt.For x) {
        Jumps jumps = Jumps.of(x.body());
        List<Stmt> out = new ArrayList<>();
        List<Stmt> body = x.body().statements();
        boolean plain = jumps.any() || !Carrying.isComplete(x.carried(), x.body());
        if (plain && !x.carried().isEmpty()) {
            out.addAll(Carrying.before(x.carried(), x.span()));
            body = Carrying.body(x.carried(), body, names);
        }
        Target target = target(x.span());
        List<Stmt> image = new ArrayList<>();
        if (jumps.any()) {
            image.add(set(target.skip(), false, x.span()));
        }
        image.addAll(sequence(body, target));
        if (jumps.ends()) {
            out.addAll(counted(x, image, target));
        } else {
            out.add(
                    new Stmt.For(
                            x.index(),
                            x.start(),
                            x.stop(),
                            x.step(),
                            x.kind(),
                            plain ? List.of() : x.carried(),
                            new Block(image),
                            plain ? List.of() : x.results(),
                            x.attrs(),
                            x.span()));
        }
        if (plain) {
            out.addAll(Carrying.after(x.carried(), x.results(), x.span()));
        }
        return out;
    }

    /** A counted loop that may be left early, as a while. */
    private List<Stmt> counted(Stmt.For x, List<Stmt> image, Target target) {
        List<Stmt> out = new ArrayList<>();
        Span span = x.span();
        Var at = new Var(names.fresh(x.index().name() + "_at"), Type.INDEX, span);
        out.add(new Stmt.Assign(at, Exprs.cast(x.start(), DType.INDEX), span));
        Expr stop = kept("stop", x.stop(), out);
        Expr step = kept("step", x.step(), out);
        Var go = new Var(names.fresh("go"), Type.BOOL, span);
        Expr more = more(at, stop, step);
        out.add(new Stmt.Assign(go, more, span));

        List<Stmt> body = new ArrayList<>();
        body.add(new Stmt.Assign(x.index(), at, span));
        body.add(set(target.broke(), false, span));
        body.addAll(image);
        Block next =
                new Block(
                        List.of(
                                new Stmt.Assign(at, Exprs.add(at, step), span),
                                new Stmt.Assign(go, more, span)));
        body.add(
                new Stmt.If(
                        target.broke(),
                        new Block(List.of(set(go, false, span))),
                        next,
                        List.of(),
                        span));
        out.add(new Stmt.While(go, List.of(), new Block(body), List.of(), span));
        return out;
    }

    private Expr kept(String hint, Expr value, List<Stmt> out) {
        if (value instanceof Expr.Const) {
            return value;
        }
        Var kept = new Var(names.fresh(hint), value.type(), value.span());
        out.add(new Stmt.Assign(kept, value, value.span()));
        return kept;
    }

    /** Whether a range has a further element; the step's sign says which way it runs. */
    private static Expr more(Expr at, Expr stop, Expr step) {
        Expr up = Exprs.binary(BinaryOp.LT, at, stop);
        Expr down = Exprs.binary(BinaryOp.GT, at, stop);
        if (Exprs.constant(step).isPresent()) {
            return Exprs.constant(step).getAsLong() > 0 ? up : down;
        }
        Expr zero = Exprs.index(0);
        Expr ascending = Exprs.binary(BinaryOp.AND, Exprs.binary(BinaryOp.GT, step, zero), up);
        Expr descending = Exprs.binary(BinaryOp.AND, Exprs.binary(BinaryOp.LT, step, zero), down);
        return Exprs.binary(BinaryOp.OR, ascending, descending);
    }

    private List<Stmt> loop(Stmt.While x) {
        Jumps jumps = Jumps.of(x.body());
        boolean latched = jumps.ends() || Jumps.calls(x.condition());
        boolean plain = latched || jumps.any() || !Carrying.isComplete(x.carried(), x.body());
        List<Stmt> out = new ArrayList<>();
        List<Stmt> body = x.body().statements();
        if (plain && !x.carried().isEmpty()) {
            out.addAll(Carrying.before(x.carried(), x.span()));
            body = Carrying.body(x.carried(), body, names);
        }
        Target target = target(x.span());
        List<Stmt> image = new ArrayList<>();
        if (jumps.any()) {
            image.add(set(target.skip(), false, x.span()));
            image.add(set(target.broke(), false, x.span()));
        }
        image.addAll(sequence(body, target));
        Expr condition = x.condition();
        if (latched) {
            Span span = x.condition().span();
            Var go = new Var(names.fresh("go"), Type.BOOL, span);
            Stmt again = new Stmt.Assign(go, x.condition(), span);
            out.add(again);
            Stmt stop = set(go, false, span);
            image.add(
                    jumps.ends()
                            ? new Stmt.If(
                                    target.broke(),
                                    new Block(List.of(stop)),
                                    new Block(List.of(again)),
                                    List.of(),
                                    span)
                            : again);
            condition = go;
        }
        out.add(
                new Stmt.While(
                        condition,
                        plain ? List.of() : x.carried(),
                        new Block(image),
                        plain ? List.of() : x.results(),
                        x.span()));
        if (plain) {
            out.addAll(Carrying.after(x.carried(), x.results(), x.span()));
        }
        return out;
    }

    private Block block(List<Stmt> statements, Target target) {
        return new Block(sequence(statements, target));
    }

    private static List<Stmt> joined(Block first, List<Stmt> rest) {
        List<Stmt> all = new ArrayList<>(first.statements());
        all.addAll(rest);
        return all;
    }

    private Target target(Span span) {
        return new Target(flag("skip", span), flag("broke", span));
    }

    private Var flag(String hint, Span span) {
        Var flag = new Var(names.fresh(hint), Type.BOOL, span);
        flags.add(flag);
        return flag;
    }

    private static Stmt set(Var flag, boolean value, Span span) {
        return new Stmt.Assign(flag, new Expr.Bool(value, span), span);
    }

    private static Expr not(Expr e) {
        return new Expr.Unary(Expr.UnaryOp.NOT, e, Type.BOOL, e.span());
    }

    private Block withoutUnreadFlags(Block body) {
        Set<Var> read = new HashSet<>();
        Walk.statements(body, s -> Walk.own(s).forEach(e -> Variables.used(e, read::add)));
        return new Rewriter() {
            @Override
            protected List<Stmt> statement(Stmt s) {
                boolean unread =
                        s instanceof Stmt.Assign x
                                && flags.contains(x.target())
                                && !read.contains(x.target());
                return unread ? List.of() : super.statement(s);
            }
        }.block(body);
    }
}

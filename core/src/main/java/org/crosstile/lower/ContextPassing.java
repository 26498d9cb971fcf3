package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.ArgDirection;
import org.crosstile.model.Block;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** {@link MaterializeDistTensorCtx} of one function. */
final class ContextPassing extends Renamer {
    private final Program program;
    private final Function f;
    private final Lineage lineage;
    private final Map<String, Map<Var, Var>> contexts;

    /** The context of each window parameter of the function. */
    private final Map<Var, Var> own;

    private final Builder.NameSource names;
    private final Toolbox toolbox;
    private final Problems problems;

    /** On the host: contexts that have been asked for in a block around here. */
    private Map<Var, Var> known = new HashMap<>();

    /** Statements in front of the one that is being rewritten. */
    private List<Stmt> before = new ArrayList<>();

    ContextPassing(
            Program program,
            Function f,
            Lineage lineage,
            Map<String, Map<Var, Var>> contexts,
            Builder.NameSource names,
            Toolbox toolbox,
            Problems problems) {
        this.program = program;
        this.f = f;
        this.lineage = lineage;
        this.contexts = contexts;
        this.own = contexts.getOrDefault(f.name(), Map.of());
        this.names = names;
        this.toolbox = toolbox;
        this.problems = problems;
    }

    @Override
    public Block block(Block block) {
        Map<Var, Var> outer = known;
        List<Stmt> outerBefore = before;
        known = new HashMap<>(outer);
        before = new ArrayList<>();
        Block image = super.block(block);
        known = outer;
        before = outerBefore;
        return image;
    }

    @Override
    protected List<Stmt> statement(Stmt s) {
        if (f.place() != Place.HOST) {
            checkMeeting(s);
        }
        if (s instanceof Stmt.Assign x
                && f.place() != Place.HOST
                && x.value() instanceof Expr.Call c
                && c.op() instanceof Capability.GivesContext gives) {
            Expr window = c.get(gives.window());
            Optional<Expr> context = ofParameter(window);
            context.ifPresent(ctx -> replace(x.target(), ctx));
            if (context.isEmpty()) {
                unknown(window, c.span().isNone() ? x.span() : c.span());
            }
            return List.of();
        }
        Stmt image = descend(s);
        List<Stmt> all = new ArrayList<>(before);
        before.clear();
        all.add(image);
        return all;
    }

    @Override
    protected Expr expr(Expr e) {
        Expr image = super.expr(e);
        if (!(e instanceof Expr.FnCall call) || !(image instanceof Expr.FnCall renamed)) {
            return image;
        }
        Map<Var, Var> wanted = contexts.getOrDefault(call.callee(), Map.of());
        if (wanted.isEmpty()) {
            return image;
        }
        List<Expr> args = new ArrayList<>(renamed.args());
        Function callee = program.find(call.callee()).orElseThrow();
        for (Var window : wanted.keySet()) {
            context(call.args().get(callee.paramIndex(window)), call).ifPresent(args::add);
        }
        Map<String, Expr> attrs = new HashMap<>(renamed.attrs());
        if (attrs.get(ArgDirection.ATTRIBUTE) instanceof Expr.Tuple directions) {
            List<Expr> more = new ArrayList<>(directions.items());
            while (more.size() < args.size()) {
                more.add(new Expr.Code(ArgDirection.Scalar, call.span()));
            }
            attrs.put(ArgDirection.ATTRIBUTE, new Expr.Tuple(more, directions.span()));
        }
        return new Expr.FnCall(call.callee(), args, attrs, renamed.type(), call.span());
    }

    private Optional<Expr> context(Expr window, Expr.FnCall call) {
        if (f.place() != Place.HOST) {
            Optional<Expr> context = ofParameter(window);
            if (context.isEmpty()) {
                unknown(window, call.span());
            }
            return context;
        }
        if (!(window instanceof Var v)) {
            return Optional.empty();
        }
        Var context =
                known.computeIfAbsent(
                        v,
                        w -> {
                            Var fresh =
                                    new Var(
                                            names.fresh(w.name() + "_ctx"),
                                            Type.Opaque.COMM_CTX,
                                            call.span());
                            before.add(
                                    new Stmt.Assign(
                                            fresh,
                                            toolbox.context(image(w), call.span()),
                                            call.span()));
                            return fresh;
                        });
        return Optional.of(context);
    }

    /** The context of the one parameter that a value is or lies in; empty if there is no such. */
    private Optional<Expr> ofParameter(Expr window) {
        Set<Var> found = new LinkedHashSet<>();
        for (Var root : lineage.roots(window)) {
            Var context = own.get(root);
            if (context == null) {
                return alreadyPassed(root);
            }
            found.add(context);
        }
        return found.size() == 1 ? Optional.of(found.iterator().next()) : Optional.empty();
    }

    /**
     * In a function that has been through this pass: the context behind the others that belongs to
     * a parameter.
     */
    private Optional<Expr> alreadyPassed(Var root) {
        List<Var> windows = new ArrayList<>();
        List<Var> passed = new ArrayList<>();
        for (Function.Param p : f.params()) {
            if (p.var().type() instanceof Type.Window) {
                windows.add(p.var());
            } else if (p.var().type() == Type.Opaque.COMM_CTX) {
                passed.add(p.var());
            }
        }
        int index = windows.indexOf(root);
        return index >= 0 && index < passed.size()
                ? Optional.of(passed.get(index))
                : Optional.empty();
    }

    private void unknown(Expr window, Span use) {
        boolean several = lineage.roots(window).size() > 1;
        if (several) {
            return; // reported where they meet
        }
        Problem.error(
                        MaterializeDistTensorCtx.UNKNOWN,
                        use,
                        "`"
                                + Describe.expr(window)
                                + "` does not come from a parameter of `"
                                + f.name()
                                + "`")
                .see(window.span(), "defined here")
                .hint("take the window as a parameter")
                .to(problems);
    }

    /** Reports variables in which windows of several parameters meet. */
    private void checkMeeting(Stmt s) {
        List<Var> meeting =
                switch (s) {
                    case Stmt.If x -> x.results();
                    case Stmt.For x -> x.results();
                    case Stmt.While x -> x.results();
                    default -> List.of();
                };
        for (Var v : meeting) {
            if (!(v.type() instanceof Type.Window)) {
                continue;
            }
            List<Var> roots = List.copyOf(lineage.roots(v));
            if (roots.size() > 1) {
                Problem.Builder problem =
                        Problem.error(
                                MaterializeDistTensorCtx.AMBIGUOUS,
                                s.span(),
                                "`"
                                        + v.name()
                                        + "` may be `"
                                        + roots.get(0).name()
                                        + "` or `"
                                        + roots.get(1).name()
                                        + "` here");
                roots.forEach(
                        root -> problem.see(root.span(), "`" + root.name() + "` is one of them"));
                problem.hint(
                                "use each window where it is chosen, or pass one of them to the function")
                        .to(problems);
            }
        }
    }
}

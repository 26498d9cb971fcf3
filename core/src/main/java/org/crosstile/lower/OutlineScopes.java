package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Submission;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * Makes functions of {@code with} scopes. What a scope uses becomes parameters, what is used after
 * it becomes results; at its place stands a call, or a submit if its TaskId is wanted.
 *
 * <pre>
 * with pl.at(level=CORE_GROUP) as t:     t = pl.submit(self.chip_1, x, y)
 *     y = store(load(x), y)
 * </pre>
 *
 * <p>Scopes of chips in a host function are launched on device 0, 1, ... in the order of the text.
 * The calls in a {@code pl.manual_scope} say that no dependences are derived for them.
 */
public final class OutlineScopes implements Pass {
    /** A scope that this build cannot run. */
    public static final Rule UNSUPPORTED =
            Rule.of("scope-unsupported", "a scope must be one that this build supports")
                    .explained(
                            "Vector lanes are regions of a kernel. A chip orchestration has no lanes to split.",
                            "chip",
                            "with pl.split_aiv():\n    y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)",
                            "with pl.at(level=pl.Level.CORE_GROUP):\n    y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)");

    /** A scope's value cannot leave it. */
    public static final Rule EXPORT =
            Rule.of("scope-export", "only tensors and windows may be used after the scope")
                    .explained(
                            "A scope runs as a task on another core, and later. Tiles and scalars live on that core;"
                                    + " memory stays.",
                            "chip",
                            "with pl.at(level=pl.Level.CORE_GROUP):\n    t = pl.load(x, [0, 0], [1, 64])\n"
                                    + "with pl.at(level=pl.Level.CORE_GROUP):\n    y = pl.store(t, [0, 0], y)",
                            "with pl.at(level=pl.Level.CORE_GROUP):\n    z = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], z)\n"
                                    + "with pl.at(level=pl.Level.CORE_GROUP):\n    y = pl.store(pl.load(z, [0, 0], [1, 64]), [0, 0], y)");

    /** A waiter gives something. */
    public static final Rule WAITER_EXPORT =
            Rule.of("defer-wait-export", "nothing of a task that waits may be used after it")
                    .explained(
                            "Its TaskId is all that it gives: consumers depend on it.",
                            "chip",
                            "with pl.at(level=pl.Level.CORE_GROUP):\n    k: pl.Scalar[pl.INDEX] = n + 1\n"
                                    + "    pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)\n"
                                    + "for i in pl.range(k):\n    y = self.kernel(x, y)",
                            "k: pl.Scalar[pl.INDEX] = n + 1\nwith pl.at(level=pl.Level.CORE_GROUP):\n"
                                    + "    pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)\n"
                                    + "for i in pl.range(k):\n    y = self.kernel(x, y)");

    private final Toolbox toolbox;

    public OutlineScopes(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.SSA;
    }

    @Override
    public Stage gives() {
        return Stage.SSA;
    }

    @Override
    public Program run(Program program, Problems problems) {
        NameSource names = new NameSource();
        program.functions().forEach(f -> names.fresh(f.name()));
        List<Function> all = new ArrayList<>();
        for (Function f : program.functions()) {
            if (f.isSubWorker()) {
                all.add(f);
            } else {
                Scopes scopes = new Scopes(f, names, problems);
                Function image = scopes.function(f);
                all.addAll(scopes.made);
                all.add(image);
            }
        }
        return new Program(program.name(), all, program.span());
    }

    private final class Scopes extends Rewriter {
        private final Function f;
        private final NameSource functions;
        private final NameSource variables;
        private final Problems problems;
        private final List<Function> made = new ArrayList<>();
        private final Map<Var, Integer> uses = new HashMap<>();
        private final Map<Var, Expr> values;
        private boolean manual;
        private int chips;

        Scopes(Function f, NameSource functions, Problems problems) {
            this.f = f;
            this.functions = functions;
            this.variables = Variables.names(f);
            this.problems = problems;
            this.values = Variables.values(f.body());
            this.manual = Submission.isManual(f);
            Walk.expressions(f.body(), e -> count(e, uses));
        }

        private static void count(Expr e, Map<Var, Integer> counts) {
            if (e instanceof Var v) {
                counts.merge(v, 1, Integer::sum);
            }
        }

        @Override
        protected Expr expr(Expr e) {
            Expr image = super.expr(e);
            return manual && image instanceof Expr.FnCall call ? Submission.manual(call) : image;
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            if (!(s instanceof Stmt.Scope x)) {
                return super.statement(s);
            }
            return switch (x.kind()) {
                case MANUAL -> manual(x);
                case CLUSTER -> block(x.body()).statements();
                case SPMD -> blocks(x);
                case AT -> outlined(x, x.attrs());
                case SPLIT_AIV -> {
                    if (f.place() == Place.KERNEL) {
                        yield super.statement(s);
                    }
                    Problem.error(UNSUPPORTED, x.span(), "this is in a chip orchestration")
                            .headline("`pl.split_aiv` must stand in a kernel")
                            .hint("open pl.at(level=pl.Level.CORE_GROUP) around it")
                            .to(problems);
                    yield List.of(x);
                }
            };
        }

        private List<Stmt> manual(Stmt.Scope x) {
            boolean outer = manual;
            manual = true;
            List<Stmt> statements = block(x.body()).statements();
            manual = outer;
            return statements;
        }

        /** {@code with pl.spmd(n): self.kernel(...)}, or a body that is run on n cores. */
        private List<Stmt> blocks(Stmt.Scope x) {
            Map<String, Expr> attrs = new HashMap<>(x.attrs());
            Expr count = attrs.remove("0");
            if (count != null) {
                attrs.put(Submission.CORES, count);
            }
            boolean counts = x.bound().filter(v -> v.type().equals(Type.INDEX)).isPresent();
            List<Stmt> body = x.body().statements();
            if (!counts && body.size() == 1 && Outlined.callIn(body.getFirst()).isPresent()) {
                Expr.FnCall call = Outlined.callIn(body.getFirst()).get();
                Map<String, Expr> more = new HashMap<>(call.attrs());
                attrs.forEach((key, value) -> {
                    if (!key.equals("name_hint")) {
                        more.put(key, value);
                    }
                });
                Expr.FnCall wide =
                        new Expr.FnCall(call.callee(), call.args(), more, call.type(), call.span());
                Stmt s = Outlined.withCall(body.getFirst(), wide);
                return x.bound().isPresent()
                        ? List.of(descend(Outlined.submitted(s, wide, x.bound().get(), variables)))
                        : List.of(descend(s));
            }
            return outlined(x, attrs);
        }

        private List<Stmt> outlined(Stmt.Scope x, Map<String, Expr> attrs) {
            boolean chip = Outlined.level(x).filter(l -> l == Function.Level.CHIP).isPresent();
            boolean outer = manual;
            manual = !chip && manual;
            Stmt.Scope inner =
                    new Stmt.Scope(x.kind(), attrs, x.bound(), block(x.body()), x.span());
            manual = outer;
            Set<Var> exported = exports(x);
            if (!chip && !exported.isEmpty() && Outlined.isWaiter(x)) {
                Var first = exported.iterator().next();
                Problem.error(WAITER_EXPORT, use(first, x), "`" + first.name() + "` is used here")
                        .see(x.span(), "this task waits for cells, and sets it")
                        .hint("compute it before, or in a task of its own")
                        .to(problems);
                return List.of(inner);
            }
            for (Var v : exported) {
                if (!(v.type() instanceof Type.TensorLike)) {
                    Problem.error(
                                    EXPORT,
                                    use(v, x),
                                    "`"
                                            + v.name()
                                            + "` is used here, and is "
                                            + v.type().describe())
                            .see(v.span(), "it is set in a scope, which is a task of its own")
                            .hint("store it to a tensor, or compute it again")
                            .to(problems);
                    return List.of(inner);
                }
            }
            Outlined outlined =
                    new Outlined(f, inner, exported, values, toolbox, variables, functions);
            made.add(outlined.function());
            return outlined.statements(chip ? Optional.of(chips++) : Optional.empty(), manual);
        }

        /** The first statement outside a scope that uses a variable. */
        private Span use(Var v, Stmt.Scope scope) {
            Set<Stmt> inside = Collections.newSetFromMap(new IdentityHashMap<>());
            Walk.statements(scope.body(), inside::add);
            List<Span> found = new ArrayList<>();
            Walk.statements(
                    f.body(),
                    s -> {
                        if (!inside.contains(s)) {
                            Walk.own(s)
                                    .forEach(e ->
                                            Variables.used(
                                                    e,
                                                    u -> {
                                                        if (u == v) {
                                                            found.add(s.span());
                                                        }
                                                    }));
                        }
                    });
            return found.isEmpty() ? v.span() : found.getFirst();
        }

        /** The variables that a scope defines and others use, in the order of the text. */
        private Set<Var> exports(Stmt.Scope x) {
            Map<Var, Integer> inside = new HashMap<>();
            Walk.expressions(x.body(), e -> count(e, inside));
            Set<Var> exported = new LinkedHashSet<>();
            for (Var v : Variables.defined(x.body())) {
                if (uses.getOrDefault(v, 0) > inside.getOrDefault(v, 0)) {
                    exported.add(v);
                }
            }
            return exported;
        }
    }
}

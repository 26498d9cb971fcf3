package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Kind;
import org.crosstile.model.Function.Level;
import org.crosstile.model.Function.Role;
import org.crosstile.model.Lane;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * Gives every kernel the kind of core that it runs on. One with cube and vector work becomes two
 * functions, whose cores work at the same time, and a group that starts them. What belongs to no
 * side is done by both; a tile that crosses is given by one and taken by the other.
 *
 * <pre>
 * def f(x, y):                     def f_aic(x, y):            def f_aiv(x, y):         def f(x, y):
 *     c = matmul(l, r)                 c = matmul(l, r)            v = tpop_from_aic()      f_aic(x, y)
 *     v = move(c, Vec)                 tpush_to_aiv(c)             e = exp(v)               f_aiv(x, y)
 *     y2 = store(exp(v), [0, 0], y)                                y2 = store(e, ...)       return y
 * </pre>
 */
public final class ExpandMixedKernel implements Pass {
    /** A signal that both sides give. */
    public static final Rule BOTH_LANES =
            Rule.of(
                            "notify-both-lanes",
                            "a notify of a kernel with cube and vector work must stand in a pl.split_aiv region")
                    .explained(
                            "Outside of a region both sides of the core group do it. The cube core does not wait for what"
                                    + " the vector cores write: its copy may release the peer before the data has landed, and a"
                                    + " counter is added to twice. In a region only the vector cores notify.",
                            "mixed",
                            "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n"
                                    + "pl.store(pl.exp(c), [0, 0], y)\n"
                                    + "pld.tensor.put(win, peer, x)\n"
                                    + "pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)",
                            "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n"
                                    + "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n"
                                    + "    pl.store(pl.exp(pl.aiv_shard(c)), [0, 0], y)\n"
                                    + "    if aiv_id == 0:\n"
                                    + "        pld.tensor.put(win, peer, x)\n"
                                    + "        pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)");

    /** A number that only one side knows. */
    public static final Rule ONE_SIDE =
            Rule.of(
                            "lane-scalar",
                            "a scalar that is read from a tile must be used on that tile's side of the core group")
                    .explained(
                            "Tiles cross between the cube core and the vector cores, scalars do not. A number that both"
                                    + " sides need has to be read from a tensor, which both can do.",
                            "mixed",
                            "t = pl.load(x, [0, 0], [8, 64])\n"
                                    + "s = pl.cast(pl.read(t, [0, 0]), pl.INDEX)\n"
                                    + "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, s], [64, 64]))\n"
                                    + "pl.store(pl.add(t, c), [0, 0], y)",
                            "t = pl.load(x, [0, 0], [8, 64])\n"
                                    + "s = pl.cast(pl.read(x, [0, 0]), pl.INDEX)\n"
                                    + "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, s], [64, 64]))\n"
                                    + "pl.store(pl.add(t, c), [0, 0], y)");

    /** What a kernel of two sides returns. */
    public static final Rule RESULT =
            Rule.of(
                            "mixed-result",
                            "a kernel with cube and vector work must return parameters of its own")
                    .explained(
                            "Such a kernel runs on several cores at once, none of which has its result. What it returns"
                                    + " is the memory that it was given, stored to.",
                            "mixed",
                            "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n"
                                    + "pl.store(pl.exp(c), [0, 0], y)\n"
                                    + "return pl.read(x, [0, 0])",
                            "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n"
                                    + "return pl.store(pl.exp(c), [0, 0], y)");

    private final Toolbox toolbox;

    public ExpandMixedKernel(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.REGIONS;
    }

    @Override
    public Stage gives() {
        return Stage.LANES;
    }

    @Override
    public Program run(Program program, Problems problems) {
        Lineage.Of lineages = new Lineage.Of(program);
        Set<String> names = new HashSet<>();
        program.functions().forEach(f -> names.add(f.name()));
        List<Function> all = new ArrayList<>();
        for (Function f : program.functions()) {
            if (f.kind() != Kind.InCore || f.isSubWorker()) {
                all.add(f);
                continue;
            }
            Lane lane = Affinity.of(f.body());
            boolean both = f.runsOnBothVectorCores();
            if (lane == Lane.MIXED || (lane != Lane.CUBE && both)) {
                lineages.function(f.name())
                        .ifPresent(l -> new Expansion(f, l, names, problems).into(all, lane));
            } else {
                all.add(whole(f, lane));
            }
        }
        return new Program(program.name(), all, program.span());
    }

    /** A kernel of one side; what is neither runs on a vector core. */
    private static Function whole(Function f, Lane lane) {
        Function bare = f.withBody(new Unplaced().block(f.body()));
        return lane == Lane.CUBE
                ? bare.as(f.name(), Kind.AIC, Level.AIC, f.role())
                : bare.as(f.name(), Kind.AIV, Level.AIV, f.role());
    }

    /** Removes the marks of regions. */
    private static final class Unplaced extends Renamer {
        @Override
        protected Expr expr(Expr e) {
            Expr image = super.expr(e);
            if (!(image instanceof Expr.Call c) || !c.attrs().containsKey(Affinity.PLACEMENT)) {
                return image;
            }
            Map<String, Expr> attrs = new HashMap<>(c.attrs());
            attrs.remove(Affinity.PLACEMENT);
            return new Expr.Call(c.op(), c.args(), attrs, c.type(), c.span());
        }
    }

    /** The functions that one kernel becomes. */
    private final class Expansion {
        private final Function f;
        private final Lineage lineage;
        private final Set<String> names;
        private final Problems problems;

        Expansion(Function f, Lineage lineage, Set<String> names, Problems problems) {
            this.f = f;
            this.lineage = lineage;
            this.names = names;
            this.problems = problems;
        }

        void into(List<Function> all, Lane lane) {
            int before = problems.errors();
            List<Function> lanes = new ArrayList<>();
            if (lane == Lane.MIXED) {
                warn();
                CubeWaits.check(f, lineage, problems);
                lanes.add(side(Lane.CUBE, "_aic", Kind.AIC, Level.AIC));
            }
            lanes.add(side(Lane.VECTOR, "_aiv", Kind.AIV, Level.AIV));
            List<Expr> results = results();
            if (problems.errors() > before) {
                all.add(f);
                return;
            }
            all.addAll(lanes);
            all.add(group(lanes, results));
        }

        private void warn() {
            Set<Span> told = new LinkedHashSet<>();
            Walk.calls(
                    f.body(),
                    c -> {
                        if (c.op().isNoDuplicate()
                                && Affinity.of(c) == Lane.SHARED
                                && told.add(c.span())) {
                            Problem.warning(
                                            BOTH_LANES,
                                            c.span(),
                                            "both the cube core and the vector core do this")
                                    .see(f.span(), "this kernel has cube and vector work")
                                    .hint(
                                            "put what is written and the notify into for aiv_id in pl.split_aiv(2,"
                                                    + " mode=pl.SplitMode.NONE):, and let one core notify")
                                    .to(problems);
                        }
                    });
        }

        private Function side(Lane lane, String suffix, Kind kind, Level level) {
            String name = f.name() + suffix;
            while (!names.add(name)) {
                name += "_";
            }
            LaneBody body = new LaneBody(lane, toolbox, new HandOvers(f, lineage));
            Block swept = IdleValues.swept(body.block(f.body()));
            checkKnown(swept, body.absent());
            Function own = f.withBody(swept).withReturns(List.of());
            return own.as(name, kind, level, f.role());
        }

        /** Reports what one side uses and only the other knows. */
        private void checkKnown(Block body, Map<Var, Expr.Call> absent) {
            Set<Var> told = new HashSet<>();
            Walk.statements(
                    body,
                    s ->
                            Walk.own(s)
                                    .forEach(e ->
                                            Variables.used(
                                                    e,
                                                    v -> {
                                                        Expr.Call made = absent.get(v);
                                                        if (made != null && told.add(v)) {
                                                            Problem.error(
                                                                            ONE_SIDE,
                                                                            made.span(),
                                                                            "`"
                                                                                    + v.name()
                                                                                    + "` is read from a tile here")
                                                                    .see(
                                                                            s.span(),
                                                                            "the other side uses it here")
                                                                    .hint("read it from a tensor")
                                                                    .to(problems);
                                                        }
                                                    })));
        }

        /** The parameters that the kernel returns. */
        private List<Expr> results() {
            List<Expr> results = new ArrayList<>();
            Walk.statements(
                    f.body(),
                    s -> {
                        if (s instanceof Stmt.Return r) {
                            for (int i = 0; i < r.values().size(); i++) {
                                result(r, i, results);
                            }
                        }
                    });
            return results;
        }

        private void result(Stmt.Return r, int i, List<Expr> results) {
            lineage.returnedParameter(i)
                    .filter(k -> r.values().get(i).type() instanceof Type.TensorLike)
                    .ifPresentOrElse(
                            k -> results.add(f.params().get(k).var()),
                            () ->
                                    Problem.error(
                                                    RESULT,
                                                    r.values().get(i).span().isNone()
                                                            ? r.span()
                                                            : r.values().get(i).span(),
                                                    "`"
                                                            + Describe.expr(r.values().get(i))
                                                            + "` is none")
                                            .hint("store it to a tensor parameter")
                                            .to(problems));
        }

        private Function group(List<Function> lanes, List<Expr> results) {
            List<Stmt> body = new ArrayList<>();
            List<Expr> args = new ArrayList<>();
            f.params().forEach(p -> args.add(p.var()));
            for (Function lane : lanes) {
                Expr call =
                        new Expr.FnCall(lane.name(), args, Map.of(), Type.Opaque.UNKNOWN, f.span());
                body.add(new Stmt.Eval(call, f.span()));
            }
            if (!results.isEmpty()) {
                body.add(new Stmt.Return(results, f.span()));
            }
            return f.withBody(new Block(body))
                    .as(f.name(), Kind.Group, Level.CORE_GROUP, Role.Orchestrator);
        }
    }
}

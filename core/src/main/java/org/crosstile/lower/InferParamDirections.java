package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.Function.Param;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * Makes parameters that are declared as inputs but written outputs: InOut if they are read as well,
 * Out if not. What operators declare about their operands decides, traced through stores, views,
 * calls, loops and branches. Declared directions stay. Functions that the host starts on its own
 * are left as declared.
 */
public final class InferParamDirections implements Pass {
    /** One memory, two units that do not see each other's writes. */
    public static final Rule TWO_CHANNELS =
            Rule.of(
                            "write-channel-mixed",
                            "a kernel must write a tensor either by tiles or by elements")
                    .explained(
                            "Tile stores go by DMA and element writes by the scalar unit's cache. Within one kernel"
                                    + " neither sees the other, so which write survives is undefined.",
                            "kernel",
                            "y = pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)\npl.write(y, [0, 0], pl.read(x, [7, 63]))",
                            "for i in pl.range(8):\n    pl.write(y, [i, 0], pl.read(x, [i, 63]))");

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
        return new Inference(program, problems).run();
    }

    /** Two writes by units that do not see each other. */
    private record Clash(Span element, Span tile) {}

    /** How a function touches its parameters. */
    private static final class Touched {
        private final Set<Var> read = new HashSet<>();
        private final Map<Var, Span> tileWrites = new LinkedHashMap<>();
        private final Map<Var, Span> elementWrites = new HashMap<>();
        private final Set<Var> written = new HashSet<>();
        private final Map<Var, Clash> clashes = new LinkedHashMap<>();

        /** What is written before a wait and what after it do not meet. */
        void separate() {
            tileWrites.forEach((root, tile) -> {
                Span element = elementWrites.get(root);
                if (element != null) {
                    clashes.putIfAbsent(root, new Clash(element, tile));
                }
            });
            tileWrites.clear();
            elementWrites.clear();
        }
    }

    private static final class Inference {
        private final Program program;
        private final Problems problems;
        private final Lineage.Of lineages;
        private final Map<String, Function> done = new LinkedHashMap<>();
        private final Set<String> inProgress = new HashSet<>();

        Inference(Program program, Problems problems) {
            this.program = program;
            this.problems = problems;
            this.lineages = new Lineage.Of(program);
        }

        Program run() {
            List<Function> all = new ArrayList<>();
            program.functions().forEach(f -> all.add(function(f)));
            return new Program(program.name(), all, program.span());
        }

        private Function function(Function f) {
            Function known = done.get(f.name());
            if (known != null || f.place() == Place.HOST || !inProgress.add(f.name())) {
                return known != null ? known : f;
            }
            Touched touched = new Touched();
            Optional<Lineage> lineage = lineages.function(f.name());
            lineage.ifPresent(l -> Walk.expressions(f.body(), e -> touch(e, l, touched)));
            if (f.place() == Place.KERNEL) {
                checkChannels(touched);
            }
            List<Param> params = new ArrayList<>();
            f.params().forEach(p -> params.add(new Param(p.var(), direction(p, touched))));
            Function image = f.withParams(params);
            done.put(f.name(), image);
            return image;
        }

        private static Direction direction(Param p, Touched touched) {
            if (p.direction() != Direction.IN || !touched.written.contains(p.var())) {
                return p.direction();
            }
            return touched.read.contains(p.var()) ? Direction.INOUT : Direction.OUT;
        }

        private void touch(Expr e, Lineage lineage, Touched touched) {
            if (e instanceof Expr.FnCall call) {
                program.find(call.callee())
                        .map(this::function)
                        .ifPresent(callee -> pass(call, callee, lineage, touched));
            }
            if (!(e instanceof Expr.Call call)) {
                return;
            }
            if (call.op() instanceof Capability.Awaits) {
                touched.separate();
            }
            for (Slot slot : call.op().slots()) {
                Expr operand = call.get(slot);
                if (!(operand.type() instanceof Type.TensorLike)) {
                    continue;
                }
                Effect effect = call.op().effect(call, slot);
                for (Var root : lineage.roots(operand)) {
                    if (effect.reads()) {
                        touched.read.add(root);
                    }
                    if (effect.writes()) {
                        touched.written.add(root);
                        channel(call, slot, root, touched);
                    }
                }
            }
        }

        /** Writes into a peer's memory go by a channel of their own. */
        private static void channel(Expr.Call call, Slot slot, Var root, Touched touched) {
            if (call.op() instanceof Capability.WritesElements w && w.destination() == slot) {
                touched.elementWrites.putIfAbsent(root, call.span());
            } else if (call.op() instanceof Capability.Stores s && s.destination() == slot) {
                touched.tileWrites.putIfAbsent(root, call.span());
            }
        }

        private static void pass(
                Expr.FnCall call, Function callee, Lineage lineage, Touched touched) {
            int n = Math.min(call.args().size(), callee.params().size());
            for (int i = 0; i < n; i++) {
                Direction direction = callee.params().get(i).direction();
                for (Var root : lineage.roots(call.args().get(i))) {
                    if (direction != Direction.OUT) {
                        touched.read.add(root);
                    }
                    if (direction != Direction.IN) {
                        touched.written.add(root);
                    }
                }
            }
        }

        private void checkChannels(Touched touched) {
            touched.separate();
            touched.clashes.forEach((root, clash) ->
                    Problem.error(
                                    TWO_CHANNELS,
                                    clash.element(),
                                    "`" + root.name() + "` is written by elements here")
                            .see(clash.tile(), "and by tiles here")
                            .hint("use one of the two, or write in two kernels")
                            .to(problems));
        }
    }
}

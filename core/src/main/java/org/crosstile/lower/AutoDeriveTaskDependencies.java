package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.ArgDirection;
import org.crosstile.model.Block;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Submission;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problems;

/**
 * Finds dependences of tasks before a run, where an orchestration asks for it by {@code
 * pl.func_attr({"analyse_tasks": True})}: a task gets an edge to each earlier one that touches the
 * same memory, if one of them writes it. An argument whose edges are all there is not tracked any
 * more.
 *
 * <pre>
 * self.k1(x, w)                t = pl.submit(self.k1, x, w)
 * self.k2(w, y)                pl.submit(self.k2, w, y, attrs={"compiler_manual_dep_edges": [t],
 *                                  "arg_directions": [no_dep, output_existing]})
 * </pre>
 *
 * <p>If a task stands in a loop or branch, or the orchestration touches the memory itself, nothing
 * is changed: the run finds the dependences. Manual tasks are left alone. Two parameters are taken
 * for different memory, unless the function gets the same tensor twice at run time; so only tensors
 * that the function makes itself stop being tracked.
 */
public final class AutoDeriveTaskDependencies implements Pass {
    @Override
    public Stage needs() {
        return Stage.DIRECTED;
    }

    @Override
    public Stage gives() {
        return Stage.DIRECTED;
    }

    @Override
    public Program run(Program program, Problems problems) {
        Lineage.Of lineages = new Lineage.Of(program);
        return program.map(f ->
                isAnalysed(f)
                        ? lineages.function(f.name())
                                .map(lineage -> new Analysis(program, f, lineage).image())
                                .orElse(f)
                        : f);
    }

    private static boolean isAnalysed(Function f) {
        return f.place() == Place.CHIP
                && !Submission.isManual(f)
                && f.attrs().get(Submission.ANALYSED) instanceof Expr.Bool asked
                && asked.value();
    }

    /** A task of the function, and its TaskId once somebody waits for it. */
    private static final class Task {
        final int statement;
        final Expr.FnCall call;
        final List<Task> before = new ArrayList<>();
        final Set<Integer> untracked = new HashSet<>();
        Optional<Var> id;

        Task(int statement, Expr.FnCall call, Optional<Var> id) {
            this.statement = statement;
            this.call = call;
            this.id = id;
        }

        ArgDirection direction(int i) {
            return call.attrs().get(ArgDirection.ATTRIBUTE) instanceof Expr.Tuple t
                            && t.items().get(i) instanceof Expr.Code c
                    ? (ArgDirection) c.value()
                    : ArgDirection.InOut;
        }

        boolean touches(int i) {
            return direction(i) != ArgDirection.Scalar && direction(i) != ArgDirection.NoDep;
        }

        boolean writes(int i) {
            return touches(i) && direction(i) != ArgDirection.Input;
        }
    }

    private static final class Analysis {
        private final Program program;
        private final Function f;
        private final Lineage lineage;
        private final NameSource names;
        private final List<Task> tasks = new ArrayList<>();

        Analysis(Program program, Function f, Lineage lineage) {
            this.program = program;
            this.f = f;
            this.lineage = lineage;
            this.names = Variables.names(f);
        }

        Function image() {
            List<Stmt> statements = f.body().statements();
            for (int i = 0; i < statements.size(); i++) {
                Stmt s = statements.get(i);
                Optional<Expr.FnCall> task = Outlined.callIn(s).filter(this::isTask);
                if (task.isPresent() && !Submission.isManual(task.get())) {
                    tasks.add(new Task(i, task.get(), id(s, task.get())));
                }
            }
            if (!isRepresentable()) {
                return f;
            }
            for (int j = 0; j < tasks.size(); j++) {
                edges(tasks.get(j), tasks.subList(0, j));
            }
            List<Stmt> image = new ArrayList<>(statements);
            for (Task task : tasks) {
                if (task.id.isPresent() || !task.before.isEmpty()) {
                    image.set(task.statement, rewritten(task));
                }
            }
            return f.withBody(new Block(image));
        }

        private boolean isTask(Expr.FnCall call) {
            return program.find(call.callee())
                    .filter(callee -> Submission.isTask(f, callee))
                    .isPresent();
        }

        private static Optional<Var> id(Stmt s, Expr.FnCall call) {
            return switch (s) {
                case Stmt.Assign x when Submission.isSubmit(call) -> Optional.of(x.target());
                case Stmt.Unpack x when Submission.isSubmit(call) ->
                        Optional.of(x.targets().getLast());
                default -> Optional.empty();
            };
        }

        /** Whether all tasks are in sight, and nobody else touches memory. */
        private boolean isRepresentable() {
            boolean[] fine = {true};
            for (Stmt s : f.body().statements()) {
                for (Block inner : Walk.blocks(s)) {
                    Walk.expressions(
                            inner, e -> fine[0] &= !(e instanceof Expr.FnCall c && isTask(c)));
                }
            }
            Walk.calls(
                    f.body(),
                    call -> {
                        for (Slot slot : call.op().slots()) {
                            fine[0] &=
                                    !(call.get(slot).type() instanceof Type.TensorLike)
                                            || !call.op().effect(call, slot).writes();
                        }
                    });
            return fine[0];
        }

        private void edges(Task later, List<Task> earlier) {
            for (int i = 0; i < later.call.args().size(); i++) {
                if (!later.touches(i)) {
                    continue;
                }
                Set<Var> roots = lineage.roots(later.call.args().get(i));
                for (Task before : earlier) {
                    if (conflicts(later, i, roots, before) && !later.before.contains(before)) {
                        later.before.add(before);
                        if (before.id.isEmpty()) {
                            before.id =
                                    Optional.of(
                                            new Var(
                                                    names.fresh("task"),
                                                    Type.TASK_ID,
                                                    before.call.span()));
                        }
                    }
                }
                if (roots.stream().allMatch(root -> f.paramIndex(root) < 0)) {
                    later.untracked.add(i);
                }
            }
        }

        private boolean conflicts(Task later, int i, Set<Var> roots, Task before) {
            for (int k = 0; k < before.call.args().size(); k++) {
                if (before.touches(k) && (later.writes(i) || before.writes(k))) {
                    Set<Var> common = new HashSet<>(lineage.roots(before.call.args().get(k)));
                    common.retainAll(roots);
                    if (!common.isEmpty()) {
                        return true;
                    }
                }
            }
            return false;
        }

        private Stmt rewritten(Task task) {
            Map<String, Expr> attrs = new LinkedHashMap<>(task.call.attrs());
            if (!task.before.isEmpty()) {
                List<Expr> ids = new ArrayList<>();
                task.before.forEach(before -> ids.add(before.id.orElseThrow()));
                attrs.put(Submission.EDGES, new Expr.Tuple(ids, task.call.span()));
            }
            List<Expr> directions = new ArrayList<>();
            for (int i = 0; i < task.call.args().size(); i++) {
                ArgDirection direction = task.direction(i);
                if (task.untracked.contains(i)) {
                    direction =
                            switch (direction) {
                                case Input -> ArgDirection.NoDep;
                                case InOut -> ArgDirection.OutputExisting;
                                default -> direction;
                            };
                }
                directions.add(new Expr.Code(direction, task.call.span()));
            }
            attrs.put(ArgDirection.ATTRIBUTE, new Expr.Tuple(directions, task.call.span()));
            Expr.FnCall call =
                    new Expr.FnCall(
                            task.call.callee(),
                            task.call.args(),
                            attrs,
                            task.call.type(),
                            task.call.span());
            Stmt s = Outlined.withCall(f.body().statements().get(task.statement), call);
            return Submission.isSubmit(call)
                    ? s
                    : Outlined.submitted(
                            s,
                            call,
                            task.id.orElseGet(
                                    () -> new Var(names.fresh("task"), Type.TASK_ID, call.span())),
                            names);
        }
    }
}

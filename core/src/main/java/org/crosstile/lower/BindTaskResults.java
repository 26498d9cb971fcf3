package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.Submission;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/**
 * Binds what a task returns to the argument that it is, so that a chip orchestration has the value
 * before the task has run. A plain call that returns something else is no task: it is carried out
 * on the spot, after all tasks before it.
 *
 * <pre>
 * y2, t = pl.submit(self.k, x, y)     unused, t = pl.submit(self.k, x, y)
 * return y2                           return y
 * </pre>
 */
public final class BindTaskResults implements Pass {
    @Override
    public Stage needs() {
        return Stage.TASKS;
    }

    @Override
    public Stage gives() {
        return Stage.TASKS;
    }

    @Override
    public Program run(Program program, Problems problems) {
        Lineage.Of lineages = new Lineage.Of(program);
        return program.map(f ->
                f.place() == Place.CHIP
                        ? new Binder(program, f, lineages, problems).function(f)
                        : f);
    }

    private static final class Binder extends Renamer {
        private final Program program;
        private final Function caller;
        private final Lineage.Of lineages;
        private final Problems problems;
        private final NameSource names;
        private final Set<Var> used = new HashSet<>();

        Binder(Program program, Function f, Lineage.Of lineages, Problems problems) {
            this.program = program;
            this.caller = f;
            this.lineages = lineages;
            this.problems = problems;
            this.names = Variables.names(f);
            Walk.statements(f.body(), s -> Walk.own(s).forEach(e -> Variables.used(e, used::add)));
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            return switch (s) {
                case Stmt.Assign x when x.value() instanceof Expr.FnCall c && isTask(c) ->
                        Submission.isSubmit(c)
                                ? x.target().type() instanceof Type.Tuple
                                        ? tuple(x, c)
                                        : super.statement(s)
                                : bind(List.of(x.target()), c, x);
                case Stmt.Unpack x when x.value() instanceof Expr.FnCall c && isTask(c) ->
                        Submission.isSubmit(c) ? submit(x, c) : bind(x.targets(), c, x);
                default -> super.statement(s);
            };
        }

        private boolean isTask(Expr.FnCall call) {
            return program.find(call.callee())
                    .filter(callee -> Submission.isTask(caller, callee))
                    .isPresent();
        }

        private Optional<Expr> argument(Expr.FnCall call, int i) {
            return lineages.function(call.callee())
                    .flatMap(callee -> callee.returnedParameter(i))
                    .map(k -> call.args().get(k))
                    .filter(v ->
                            v.type() instanceof Type.TensorLike given
                                    && types(call).get(i) instanceof Type.TensorLike got
                                    && given.rank() == got.rank());
        }

        private static List<Type> types(Expr.FnCall call) {
            return call.type() instanceof Type.Tuple t ? t.items() : List.of(call.type());
        }

        /** From here on the argument stands for the result. */
        private void give(Var target, Expr value, Stmt s, List<Stmt> out) {
            Expr now = expr(value);
            if (Structure.same(now.type(), target.type())) {
                replace(target, now);
            } else {
                out.add(descend(new Stmt.Assign(target, now, s.span())));
            }
        }

        private List<Stmt> bind(List<Var> targets, Expr.FnCall call, Stmt s) {
            List<Expr> values = new ArrayList<>();
            for (int i = 0; i < targets.size(); i++) {
                Var target = targets.get(i);
                if (used.contains(target)) {
                    Optional<Expr> value = argument(call, i);
                    if (value.isEmpty()) {
                        return super.statement(s);
                    }
                    values.add(value.get());
                } else {
                    values.add(target);
                }
            }
            List<Stmt> out = new ArrayList<>(List.of(descend(new Stmt.Eval(call, s.span()))));
            for (int i = 0; i < targets.size(); i++) {
                if (used.contains(targets.get(i))) {
                    give(targets.get(i), values.get(i), s, out);
                }
            }
            return out;
        }

        private List<Stmt> submit(Stmt.Unpack x, Expr.FnCall call) {
            List<Var> targets = new ArrayList<>();
            List<Stmt> after = new ArrayList<>();
            for (int i = 0; i < x.targets().size() - 1; i++) {
                Var target = x.targets().get(i);
                if (used.contains(target)) {
                    targets.add(new Var(names.fresh("unused"), target.type(), target.span()));
                    Optional<Expr> value = argument(call, i);
                    value.ifPresent(v -> give(target, v, x, after));
                    if (value.isEmpty()) {
                        report(call);
                    }
                } else {
                    targets.add(target);
                }
            }
            targets.add(x.targets().getLast());
            List<Stmt> out = new ArrayList<>();
            out.add(descend(new Stmt.Unpack(targets, call, x.span())));
            out.addAll(after);
            return out;
        }

        /** {@code both = pl.submit(...)}: the components, and a tuple of them. */
        private List<Stmt> tuple(Stmt.Assign x, Expr.FnCall call) {
            List<Var> parts = new ArrayList<>();
            for (Type type : ((Type.Tuple) x.target().type()).items()) {
                Var part = new Var(names.fresh(x.target().name()), type, x.span());
                parts.add(part);
                used.add(part);
            }
            List<Stmt> out = new ArrayList<>(submit(new Stmt.Unpack(parts, call, x.span()), call));
            Expr all = new Expr.Tuple(List.copyOf(parts), x.span());
            out.add(descend(new Stmt.Assign(x.target(), all, x.span())));
            return out;
        }

        private void report(Expr.FnCall call) {
            Problem.Builder problem =
                    Problem.error(
                            BindDispatchResults.NOT_A_PARAMETER,
                            call.span(),
                            "the result of `" + call.callee() + "` is used");
            program.find(call.callee())
                    .ifPresent(f -> problem.see(f.span(), "this returns no parameter of its own"));
            problem.hint("pass a tensor to store to, and use that").to(problems);
        }
    }
}

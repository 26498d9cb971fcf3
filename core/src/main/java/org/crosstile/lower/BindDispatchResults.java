package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Binds what a dispatch returns to the argument that it is: a chip function returns its own
 * parameters, stored to, so the host has the value before the chip has run.
 *
 * <pre>
 * y2 = self.chip(x, y, device=0)     self.chip(x, y, device=0)
 *                                    y2 = y
 * </pre>
 */
public final class BindDispatchResults implements Pass {
    /** The host uses a value that is no parameter of the function that returns it. */
    public static final Rule NOT_A_PARAMETER =
            Rule.of(
                            "dispatch-result-parameter",
                            "what a dispatch returns to the host must be a parameter of the callee")
                    .explained(
                            "A dispatch does not wait for the device. The host can only hold memory that it passed:"
                                    + " a tensor or window that the callee returns after storing to it.",
                            "host_calls",
                            "part = self.fresh(x[0], device=0)\nself.chip(part, y[0], device=0)",
                            "self.chip(x[0], y[0], device=0)");

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
        Lineage.Of lineages = new Lineage.Of(program);
        return program.map(f ->
                f.isHostOrchestrator()
                        ? new Binder(program, f, lineages, problems).function(f)
                        : f);
    }

    private static final class Binder extends Rewriter {
        private final Program program;
        private final Lineage.Of lineages;
        private final Problems problems;
        private final Set<Var> used = new HashSet<>();

        Binder(Program program, Function f, Lineage.Of lineages, Problems problems) {
            this.program = program;
            this.lineages = lineages;
            this.problems = problems;
            Walk.statements(f.body(), s -> Walk.own(s).forEach(e -> Variables.used(e, used::add)));
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            return switch (s) {
                case Stmt.Assign x when x.value() instanceof Expr.FnCall c && isDispatch(c) ->
                        x.target().type() instanceof Type.Tuple
                                ? tuple(x, c)
                                : bind(List.of(x.target()), c, x);
                case Stmt.Unpack x when x.value() instanceof Expr.FnCall c && isDispatch(c) ->
                        bind(x.targets(), c, x);
                default -> super.statement(s);
            };
        }

        private boolean isDispatch(Expr.FnCall call) {
            return program.find(call.callee()).filter(f -> f.place() != Place.HOST).isPresent();
        }

        private List<Stmt> bind(List<Var> targets, Expr.FnCall call, Stmt s) {
            List<Stmt> out = new ArrayList<>(List.of(new Stmt.Eval(call, s.span())));
            for (int i = 0; i < targets.size(); i++) {
                if (used.contains(targets.get(i))) {
                    Var target = targets.get(i);
                    argument(call, i)
                            .ifPresent(value -> out.add(new Stmt.Assign(target, value, s.span())));
                }
            }
            return out;
        }

        private List<Stmt> tuple(Stmt.Assign x, Expr.FnCall call) {
            List<Expr> items = new ArrayList<>();
            for (int i = 0; i < ((Type.Tuple) x.target().type()).items().size(); i++) {
                argument(call, i).ifPresent(items::add);
            }
            return List.of(
                    new Stmt.Eval(call, x.span()),
                    new Stmt.Assign(x.target(), new Expr.Tuple(items, x.span()), x.span()));
        }

        private Optional<Expr> argument(Expr.FnCall call, int i) {
            Optional<Expr> value =
                    lineages.function(call.callee())
                            .flatMap(callee -> callee.returnedParameter(i))
                            .map(k -> call.args().get(k));
            if (value.isEmpty()) {
                Problem.Builder problem =
                        Problem.error(
                                NOT_A_PARAMETER,
                                call.span(),
                                "the result of `" + call.callee() + "` is used");
                program.find(call.callee())
                        .ifPresent(
                                f -> problem.see(f.span(), "this returns no parameter of its own"));
                problem.hint("pass a tensor to store to, and use that").to(problems);
            }
            return value;
        }
    }
}

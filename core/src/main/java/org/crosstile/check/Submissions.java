package org.crosstile.check;

import java.util.List;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Submission;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.submit}: where it may stand, and what it may wait for. */
final class Submissions {
    /** A submit stands where there is no scheduler. */
    static final Rule PLACE =
            Rule.of("submit-place", "a chip orchestration submits kernels")
                    .explained(
                            "Each device has a scheduler of its own tasks. The host dispatches orchestrations, and a"
                                    + " kernel starts nothing.",
                            "host_calls",
                            "t = pl.submit(self.chip, x[0], y[0])",
                            "self.chip(x[0], y[0], device=0)");

    /** Something that is no task is waited for. */
    static final Rule DEPS =
            Rule.of("submit-deps", "`deps=` must list TaskIds")
                    .explained(
                            "A task starts when the tasks of its deps= have completed. None stands for a task that has.",
                            "chip",
                            "y, t = pl.submit(self.kernel, x, y, deps=[n])",
                            "z, first = pl.submit(self.kernel, x, z)\n"
                                    + "y, t = pl.submit(self.kernel, x, y, deps=[first])");

    static final List<Rule> RULES = List.of(PLACE, DEPS);

    private Submissions() {}

    static void check(Program program, Function f, Problems problems) {
        PlaceWalk.expressions(
                f,
                (e, place) -> {
                    if (e instanceof Expr.FnCall call && Submission.isSubmit(call)) {
                        check(program, call, place, problems);
                    }
                });
    }

    private static void check(Program program, Expr.FnCall call, Place place, Problems problems) {
        boolean kernel =
                program.find(call.callee())
                        .filter(f -> f.place() == Place.KERNEL || f.kind() == Function.Kind.Group)
                        .isPresent();
        if (place != Place.CHIP || !kernel) {
            Problem.error(
                            PLACE,
                            call.span(),
                            kernel
                                    ? "this is " + place.phrase()
                                    : "`" + call.callee() + "` is no kernel")
                    .hint(kernel ? "call the kernel from a chip orchestration" : "call it plainly")
                    .to(problems);
        }
        for (Expr dep : Submission.deps(call.attrs())) {
            if (!dep.type().equals(Type.TASK_ID)) {
                Problem.error(
                                DEPS,
                                call.span(),
                                "`" + Describe.expr(dep) + "` is " + dep.type().describe())
                        .hint("name the last value of a pl.submit, or a scope's `as` name")
                        .to(problems);
            }
        }
    }
}

package org.crosstile.check;

import java.util.List;
import java.util.Optional;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Functions that start several kernels at once, on cores that belong together. */
final class Groups {
    /** Such a function computes something itself, or starts nothing. */
    static final Rule LANES =
            Rule.of(
                            "group-lanes",
                            "a group must call kernels, all with the same operands, and nothing else")
                    .explained(
                            "A function of the kind Group is no code of its own: it names the kernels that start"
                                    + " together, each on a core of one group.",
                            "module",
                            "@pl.program\nclass P:\n"
                                    + "    @pl.function(type=pl.FunctionType.Group)\n"
                                    + "    def both(self, x: pl.Tensor[[1, 64], pl.FP32]):\n"
                                    + "        n = 1",
                            "@pl.program\nclass P:\n"
                                    + "    @pl.function(type=pl.FunctionType.AIV)\n"
                                    + "    def lane(self, x: pl.Tensor[[1, 64], pl.FP32]):\n"
                                    + "        pl.load(x, [0, 0], [1, 64])\n\n"
                                    + "    @pl.function(type=pl.FunctionType.Group)\n"
                                    + "    def both(self, x: pl.Tensor[[1, 64], pl.FP32]):\n"
                                    + "        self.lane(x)");

    static final List<Rule> RULES = List.of(LANES);

    private Groups() {}

    static void check(Program program, Function f, Problems problems) {
        if (f.kind() != Function.Kind.Group) {
            return;
        }
        Optional<Expr.FnCall> first = Optional.empty();
        for (Stmt s : f.body().statements()) {
            if (s instanceof Stmt.Return) {
                continue;
            }
            if (!(s instanceof Stmt.Eval eval
                    && eval.value() instanceof Expr.FnCall call
                    && isKernel(program, call))) {
                Problem.error(LANES, s.span(), "this is no call of a kernel")
                        .see(f.span(), "`" + f.name() + "` is a group")
                        .hint("move it into a kernel of the group, or into what calls the group")
                        .to(problems);
                return;
            }
            if (first.isPresent() && !Structure.same(first.get().args(), call.args())) {
                Problem.error(LANES, call.span(), "these operands are others")
                        .see(first.get().span(), "the first kernel gets these")
                        .hint("give all kernels of a group the same operands")
                        .to(problems);
                return;
            }
            first = Optional.of(call);
        }
        if (first.isEmpty()) {
            Problem.error(LANES, f.span(), "`" + f.name() + "` calls no kernel")
                    .hint("call a kernel, or leave the group out")
                    .to(problems);
        }
    }

    private static boolean isKernel(Program program, Expr.FnCall call) {
        return program.find(call.callee()).filter(f -> f.place() == Place.KERNEL).isPresent();
    }
}

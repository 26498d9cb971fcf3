package org.crosstile.lower;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Slot;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Makes a collective of a chip orchestration a kernel of its own, called as a task of the caller's
 * pipeline. All such calls with one element type share the kernel.
 *
 * <pre>
 * w2 = all_to_all_v(x, w, s, sc, rc)     w2 = self.__builtin_all_to_all_v__fp32(x, w, s, sc, rc)
 * </pre>
 *
 * <p>That the operands are different memory of one domain, and that all ranks call it alike, is the
 * caller's obligation.
 */
public final class LowerL2TensorCollectives implements Pass {
    /** The program has a function where the kernel should be. */
    public static final Rule NAME_TAKEN =
            Rule.of("builtin-name-taken", "a function must not have the name of a builtin kernel")
                    .explained(
                            "A collective of a chip orchestration becomes a function of the program, under a name that"
                                    + " begins with __builtin_.",
                            "builtin_name",
                            "pld.tensor.all_to_all_v(blocks, data, sig, counts, recv)",
                            "self.__builtin_all_to_all_v__fp32(blocks)");

    private final Toolbox toolbox;

    public LowerL2TensorCollectives(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.PLACED;
    }

    @Override
    public Stage gives() {
        return Stage.TASKS;
    }

    @Override
    public Program run(Program program, Problems problems) {
        Map<String, Function> kernels = new LinkedHashMap<>();
        List<Function> all = new ArrayList<>();
        for (Function f : program.functions()) {
            all.add(
                    f.place() == Place.CHIP
                            ? new Tasks(program, kernels, problems).function(f)
                            : f);
        }
        Program added = new Program(program.name(), List.copyOf(kernels.values()), program.span());
        Program onCores = new ExpandMixedKernel(toolbox).run(added, problems);
        all.addAll(new AllocateUb(toolbox).run(onCores, problems).functions());
        return new Program(program.name(), all, program.span());
    }

    private static final class Tasks extends Rewriter {
        private final Program program;
        private final Map<String, Function> kernels;
        private final Problems problems;

        Tasks(Program program, Map<String, Function> kernels, Problems problems) {
            this.program = program;
            this.kernels = kernels;
            this.problems = problems;
        }

        @Override
        protected Expr expr(Expr e) {
            if (!(e instanceof Expr.Call call)
                    || !(call.op() instanceof Capability.RunsAsTask task)) {
                return super.expr(e);
            }
            int before = problems.errors();
            task.checkTask(call, problems);
            return problems.errors() > before
                    ? call
                    : task(call, task).<Expr>map(x -> x).orElse(call);
        }

        private Optional<Expr.FnCall> task(Expr.Call call, Capability.RunsAsTask task) {
            String name = task.kernelName(call);
            Optional<Function> taken = program.find(name);
            if (taken.isPresent()) {
                Problem.error(NAME_TAKEN, call.span(), "the kernel of this call is `" + name + "`")
                        .see(taken.get().span(), "this has that name")
                        .hint("give the function another name")
                        .to(problems);
                return Optional.empty();
            }
            Function kernel = kernels.computeIfAbsent(name, n -> task.kernel(call));
            List<Expr> args = new ArrayList<>();
            for (Slot slot : task.arguments()) {
                args.add(call.get(slot));
            }
            return Optional.of(
                    new Expr.FnCall(
                            name, args, call.attrs(), kernel.returns().getFirst(), call.span()));
        }
    }
}

package org.crosstile.check;

import java.util.List;
import java.util.stream.Stream;
import org.crosstile.abi.Chip;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** All rules about whole programs. */
public final class Checker {
    /** There is nothing to start. */
    public static final Rule NO_ENTRY =
            Rule.of(
                            "no-entry",
                            "a program that runs must have a host orchestrator, or one chip orchestration")
                    .explained(
                            "A run begins in one function: the host orchestrator if there is one. Which of several"
                                    + " chip orchestrations is meant has to be said, with --entry.",
                            "run-kernels",
                            "@pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "def up(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):\n"
                                    + "    return self.kernel(x, y)\n\n"
                                    + "@pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "def twice(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):\n"
                                    + "    return self.kernel(x, y)",
                            "@pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "def up(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):\n"
                                    + "    return self.kernel(x, y)");

    private Checker() {}

    /** Checks a program as read, for a 910B. */
    public static void check(Program program, Problems problems) {
        check(program, Chip.ASCEND_910B, problems);
    }

    /** Checks a program as read. */
    public static void check(Program program, Chip chip, Problems problems) {
        for (Function f : program.functions()) {
            if (f.isSubWorker()) {
                continue;
            }
            Scopes.check(f, problems);
            Groups.check(program, f, problems);
            Submissions.check(program, f, problems);
            DeferredTasks.check(program, f, problems);
            Placement.check(f, problems);
            Calls.check(program, f, problems);
            Outputs.check(f, problems);
            Fences.check(f, problems);
            Chips.check(f, chip, problems);
            if (f.isHostOrchestrator()) {
                Devices.check(program, f, problems);
                Windows.check(f, problems);
                Signals.check(f, problems);
            }
        }
        if (!problems.hasErrors()) {
            new SignalRules(program, problems).check();
            Uniformity.check(program, problems);
        }
    }

    /** Checks what only the number of ranks decides, in a program that is right otherwise. */
    public static void checkRanks(Program program, int ranks, Problems problems) {
        RankShapes.check(program, ranks, problems);
    }

    /** Checks that there is a function to start with. */
    public static void checkEntry(Program program, Problems problems) {
        if (program.entry().isPresent()) {
            return;
        }
        List<String> chips =
                program.functions().stream()
                        .filter(f -> f.place() == Place.CHIP)
                        .map(Function::name)
                        .toList();
        Problem.error(
                        NO_ENTRY,
                        program.span(),
                        chips.isEmpty()
                                ? "there is neither"
                                : "the chip orchestrations are " + String.join(", ", chips))
                .headline(
                        "`"
                                + program.name()
                                + "` must have a host orchestrator, or one chip orchestration, to run")
                .hint(
                        chips.isEmpty()
                                ? "add a function with level=pl.Level.HOST, role=pl.Role.Orchestrator"
                                : "say which one runs on device 0, for example --entry "
                                        + chips.getFirst())
                .to(problems);
    }

    /** Every rule of this package, for {@code explain}. */
    public static List<Rule> rules() {
        return Stream.of(
                        Scopes.RULES,
                        Groups.RULES,
                        Submissions.RULES,
                        DeferredTasks.RULES,
                        WaiterBody.RULES,
                        Placement.RULES,
                        Calls.RULES,
                        Outputs.RULES,
                        Fences.RULES,
                        SignalRules.RULES,
                        Devices.RULES,
                        Windows.RULES,
                        Uniformity.RULES,
                        Chips.RULES,
                        Signals.RULES,
                        List.of(NO_ENTRY))
                .flatMap(List::stream)
                .toList();
    }
}

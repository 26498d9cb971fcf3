package org.crosstile.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Which orchestration of a program a run starts with. */
final class Entries {
    static final Rule UNKNOWN =
            Rule.of("entry-unknown", "a run starts with an orchestration of the program")
                    .explained(
                            "--entry names a host orchestrator or a chip orchestration of the program: here `chip`."
                                    + " Kernels are launched by those.",
                            "run-entry",
                            "@pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "def chips(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):\n"
                                    + "    return self.kernel(x, y)",
                            "@pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "def chip(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):\n"
                                    + "    return self.kernel(x, y)");

    static final Rule WINDOW =
            Rule.of("entry-window", "a run must start with a function that takes no window")
                    .explained(
                            "A run gives the function that it starts with tensors. Windows exist on every rank, and"
                                    + " a host orchestrator allocates them.",
                            "run-kernels",
                            "@pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "def chip(self, x: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):\n"
                                    + "    return self.kernel(x, y)",
                            "@pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "def chip(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):\n"
                                    + "    return self.kernel(x, y)");

    static final List<Rule> RULES = List.of(UNKNOWN, WINDOW);

    private Entries() {}

    /** Checks that the function that a run starts with can be given all that it takes. */
    static void check(Program program, Problems problems) {
        if (program.entry().isEmpty()) {
            return;
        }
        Function entry = program.entry().get();
        for (Function.Param param : entry.params()) {
            if (param.var().type() instanceof Type.Window) {
                Problem.error(
                                WINDOW,
                                param.var().span(),
                                "this is " + param.var().type().describe())
                        .headline(
                                "`"
                                        + entry.name()
                                        + "` takes a window, so a run cannot start with it")
                        .hint(
                                "start with a host orchestrator, which allocates windows and passes them on")
                        .to(problems);
                return;
            }
        }
    }

    /**
     * The part of a program that runs when it starts with one of its orchestrations.
     *
     * @param name of the orchestration; empty for the whole program
     * @return empty if there is no such orchestration, which is reported
     */
    static Optional<Program> select(Program program, String name, Problems problems) {
        if (name.isEmpty()) {
            return Optional.of(program);
        }
        List<String> names = new ArrayList<>();
        for (Function function : program.functions()) {
            if (function.isHostOrchestrator() || function.place() == Place.CHIP) {
                names.add(function.name());
            }
        }
        if (names.contains(name)) {
            return Optional.of(program.startingWith(name));
        }
        String choices =
                names.isEmpty()
                        ? "there is none"
                        : "the orchestrations are " + String.join(", ", names);
        Problem.error(
                        UNKNOWN,
                        program.find(name).map(Function::span).orElse(program.span()),
                        choices)
                .headline("`" + name + "` is no orchestration of `" + program.name() + "`")
                .hint(
                        Names.closest(name, names)
                                .map(near -> "did you mean `" + near + "`?")
                                .orElse(""))
                .to(problems);
        return Optional.empty();
    }
}

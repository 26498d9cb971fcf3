package org.crosstile.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.memory.Fill;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.source.Names;
import picocli.CommandLine.Option;

/** What is run, and how often: options of the commands that run programs. */
final class RequestOptions {
    @Option(
            names = "--in",
            paramLabel = "NAME=SOURCE",
            description =
                    "an input: a .npy file, or randn, arange, zeros, ones (default: small values by the seed)")
    Map<String, String> in = new LinkedHashMap<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "seed of generated inputs, and of what happens in the simulated world",
            defaultValue = "0")
    long seed;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "ends the run after this time")
    Optional<Double> timeout = Optional.empty();

    @Option(
            names = "--entry",
            paramLabel = "NAME",
            description =
                    "the orchestration that the run starts with (default: the host's, or the only one)",
            defaultValue = "")
    String entry = "";

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "runs N times over the same windows, zeroed in between, and shows the last run; one that is"
                            + " not OK ends it",
            defaultValue = "1")
    int repeat = 1;

    @Option(
            names = "--keep-windows",
            description = "with --repeat: a run finds the windows as the one before has left them")
    boolean keepWindows;

    @Option(
            names = "--strict",
            description =
                    "what a run is otherwise warned about is an error: counts of rows that do not fit")
    boolean strict;

    @Option(
            names = "--fill",
            paramLabel = "CONTENTS",
            description =
                    "what windows, outputs, intermediate tensors and tiles hold before they are written: zero, nan (NaN, or"
                            + " the largest integer) or max (the largest value of the type); signal cells are always"
                            + " zero (default: zero)",
            defaultValue = "zero")
    Fill fill = Fill.zero;

    void validate() {
        timeout.filter(t -> !(t > 0 && t < 1e9)).ifPresent(RequestOptions::badTimeout);
        if (repeat < 1) {
            throw new UsageException("--repeat must be at least 1, and not " + repeat);
        }
        if (keepWindows && repeat == 1) {
            throw new UsageException(
                    "--keep-windows needs --repeat N: one run has no windows to keep");
        }
    }

    private static void badTimeout(double seconds) {
        throw new UsageException(
                "--timeout must be a positive number of seconds, and not " + seconds);
    }

    /** Whether nothing is asked for but inputs and a time limit. */
    boolean isPlain() {
        return repeat == 1 && !keepWindows && !strict && fill == Fill.zero;
    }

    /** How long the run may take. */
    Optional<Duration> limit() {
        return timeout.map(RequestOptions::duration);
    }

    /** What is not as by default. */
    void add(CommandText command) {
        in.forEach((name, source) -> command.add("--in", name + "=" + source));
        if (seed != 0) {
            command.add("--seed", seed);
        }
        if (!entry.isEmpty()) {
            command.add("--entry", entry);
        }
        if (repeat != 1) {
            command.add("--repeat", repeat);
        }
        if (keepWindows) {
            command.add("--keep-windows");
        }
        if (strict) {
            command.add("--strict");
        }
        if (fill != Fill.zero) {
            command.add("--fill", fill.name());
        }
        timeout.ifPresent(seconds -> command.add("--timeout", seconds));
    }

    /** The program, and the orchestration that a run starts with, as the engine names them. */
    String program(ProgramOptions options) {
        return entry.isEmpty() ? options.program : options.program + "." + entry;
    }

    /** What to run, in threads. */
    RunRequest request(ProgramOptions options, Function function) {
        Map<String, Function.Param> tensors = tensors(function);
        Map<String, Input> inputs = new HashMap<>();
        in.forEach((name, source) -> inputs.put(name, input(tensors, name, source)));
        return new RunRequest(
                options.ranks,
                options.set,
                inputs,
                seed,
                limit(),
                repeat,
                keepWindows,
                strict,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                fill);
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    /** The tensors of a function by name. */
    static Map<String, Function.Param> tensors(Function entry) {
        Map<String, Function.Param> tensors = new LinkedHashMap<>();
        for (Function.Param param : entry.params()) {
            if (param.var().type() instanceof Type.TensorLike) {
                tensors.put(param.var().name(), param);
            }
        }
        return tensors;
    }

    /** The tensor that an option names. */
    static Function.Param known(Map<String, Function.Param> tensors, String name, String option) {
        Function.Param param = tensors.get(name);
        if (param == null) {
            String suggestion = Names.suggestion(name, new ArrayList<>(tensors.keySet()));
            throw new UsageException(
                    option
                            + " "
                            + name
                            + ": the entry function has no tensor `"
                            + name
                            + "`"
                            + (suggestion.isEmpty() ? "" : ": " + suggestion));
        }
        return param;
    }

    private static Input input(Map<String, Function.Param> tensors, String name, String source) {
        Function.Param param = known(tensors, name, "--in");
        return InputFiles.input(name, source, ((Type.TensorLike) param.var().type()).dtype());
    }
}

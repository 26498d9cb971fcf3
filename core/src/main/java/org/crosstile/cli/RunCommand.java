package org.crosstile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.crosstile.abi.DType;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.Npy;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.engine.TileProgram;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.source.Names;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks, lowers and runs a program. */
@Command(
        name = "run",
        description =
                "Checks, lowers and runs a program on many ranks, and summarises its outputs.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private final ProgramOptions options = new ProgramOptions();

    @Parameters(arity = "1", paramLabel = "FILE", description = "the file with the program")
    private Path file = Path.of("");

    @Option(
            names = "--in",
            paramLabel = "NAME=SOURCE",
            description =
                    "an input: a .npy file, or randn, arange, zeros, ones (default: small values by the seed)")
    private Map<String, String> in = new LinkedHashMap<>();

    @Option(
            names = "--out",
            paramLabel = "NAME=FILE.npy",
            description = "writes an output to a file")
    private Map<String, Path> outFiles = new LinkedHashMap<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "seed of generated inputs, and of what happens in the simulated world",
            defaultValue = "0")
    private long seed;

    @Mixin private final WorldOptions world = new WorldOptions();

    @Mixin private final TileOptions tiles = new TileOptions();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "ends the run after this time")
    private Optional<Double> timeout = Optional.empty();

    @Option(
            names = "--entry",
            paramLabel = "NAME",
            description =
                    "the orchestration that the run starts with (default: the host's, or the only one)",
            defaultValue = "")
    private String entry = "";

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "runs N times over the same windows, zeroed in between, and shows the last run; one that is"
                            + " not OK ends it",
            defaultValue = "1")
    private int repeat = 1;

    @Option(
            names = "--keep-windows",
            description = "with --repeat: a run finds the windows as the one before has left them")
    private boolean keepWindows;

    @Option(
            names = "--strict",
            description =
                    "what a run is otherwise warned about is an error: counts of rows that do not fit")
    private boolean strict;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description =
                    "keeps the last operations of every rank in a file, for `crosstile trace`; also if the run is"
                            + " killed")
    private Optional<Path> record = Optional.empty();

    @Option(names = "--verify-each", description = "checks after each pass what it promises")
    private boolean verify;

    @Option(
            names = {"-v", "--verbose"},
            description = "prints where the time goes")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
        options.validate();
        if (file.toString().endsWith(TileProgram.SUFFIX)) {
            checkNothingOfKernels();
            return new TileRun(new Output(spec), options, in, outFiles, seed, entry)
                    .run(file, tiles, verbose);
        }
        if (tiles.isGiven()) {
            throw new UsageException(
                    "--timeline and --costs are for tile-level texts (" + TileProgram.SUFFIX + ")");
        }
        timeout.filter(t -> !(t > 0 && t < 1e9)).ifPresent(RunCommand::badTimeout);
        checkRepeat();
        world.validate(options.ranks);
        SourceText text = ProgramOptions.read(file);
        Engine engine = verify ? options.engine().verifying() : options.engine();
        Problems problems = options.problems();
        RunTimes times = new RunTimes();
        Optional<Executable> executable =
                engine.build(text, program(), options.loadOptions(), problems, times);
        RunResult result =
                executable.isPresent()
                        ? run(executable.get(), problems, times)
                        : RunResult.rejected(problems.sorted(), times);
        if (result.isOk()) {
            write(result);
        }
        new RunReport(new Output(spec), result, options.ranks, world.on, repeat)
                .print(options.format, verbose);
        return result.isOk() ? Exit.OK : Exit.PROBLEMS;
    }

    /** A tile-level text has no windows to keep, and runs on a fabric of its own. */
    private void checkNothingOfKernels() {
        if (repeat != 1 || keepWindows || strict || verify || timeout.isPresent() || world.isChosen()) {
            throw new UsageException(
                    "a tile-level text runs once, on a simulated clock: of the options, --ranks, --chip, --in,"
                            + " --out, --seed, --set, --entry, --timeline, --costs, --format and -v apply to it");
        }
    }

    private String program() {
        return entry.isEmpty() ? options.program : options.program + "." + entry;
    }

    private void checkRepeat() {
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

    private RunResult run(Executable executable, Problems problems, RunTimes times) {
        Map<String, Function.Param> tensors = tensors(executable.entry());
        outFiles.forEach((name, path) -> checkOutput(tensors, name, path));
        Map<String, Input> inputs = new HashMap<>();
        in.forEach((name, source) -> inputs.put(name, input(tensors, name, source)));
        RunRequest request =
                new RunRequest(
                        options.ranks,
                        options.set,
                        inputs,
                        seed,
                        timeout.map(RunCommand::duration),
                        repeat,
                        keepWindows,
                        strict,
                        world.schedule(seed),
                        world.delays(),
                        record);
        RunResult ran = executable.run(request);
        ran.problems().forEach(problems::add);
        times.addAll(ran.times());
        return ran.with(problems.sorted(), times);
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    private static Map<String, Function.Param> tensors(Function entry) {
        Map<String, Function.Param> tensors = new LinkedHashMap<>();
        for (Function.Param param : entry.params()) {
            if (param.var().type() instanceof Type.TensorLike) {
                tensors.put(param.var().name(), param);
            }
        }
        return tensors;
    }

    private static void checkOutput(Map<String, Function.Param> tensors, String name, Path path) {
        Function.Param param = known(tensors, name, "--out");
        if (param.direction() == Function.Direction.IN) {
            throw new UsageException(
                    "--out " + name + ": `" + name + "` is an input of the entry function");
        }
        InputFiles.checkFolder(name, path);
    }

    private static Function.Param known(
            Map<String, Function.Param> tensors, String name, String option) {
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

    private void write(RunResult result) throws IOException {
        for (HostTensor output : result.outputs()) {
            Path path = outFiles.get(output.name());
            if (path != null) {
                Npy.write(path, output.values());
            }
        }
    }
}

package org.crosstile.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.engine.TileProgram;
import org.crosstile.model.Function;
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
            names = "--out",
            paramLabel = "NAME=FILE.npy",
            description = "writes an output to a file")
    private Map<String, Path> outFiles = new LinkedHashMap<>();

    @Mixin private final RequestOptions asked = new RequestOptions();

    @Mixin private final WorldOptions world = new WorldOptions();

    @Mixin private final TaskOptions tasks = new TaskOptions();

    @Mixin private final TileOptions tiles = new TileOptions();

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
    public Integer call() {
        options.validate();
        Assignments.check(spec, "--in", "--out", "--set");
        OutputFiles.check(outFiles);
        if (file.toString().endsWith(TileProgram.SUFFIX)) {
            asked.validate();
            checkNothingOfKernels();
            return new TileRun(new Output(spec), options, asked, outFiles)
                    .run(file, tiles, verbose);
        }
        if (tiles.isGiven()) {
            throw new UsageException(
                    "--timeline and --costs are for tile-level texts (" + TileProgram.SUFFIX + ")");
        }
        asked.validate();
        world.validate(options.ranks);
        tasks.validate();
        SourceText text = ProgramOptions.read(file);
        Engine engine = verify ? options.engine().verifying() : options.engine();
        Problems problems = options.problems();
        RunTimes times = new RunTimes();
        Optional<Executable> executable =
                engine.build(text, asked.program(options), options.loadOptions(), problems, times);
        RunResult result =
                executable.isPresent()
                        ? run(executable.get(), problems, times)
                        : RunResult.rejected(problems.sorted(), times);
        Optional<EnvironmentException> unwritten = OutputFiles.write(result, outFiles);
        new RunReport(
                        new Output(spec),
                        result,
                        options.ranks,
                        world.on,
                        asked.repeat,
                        tasks.trees())
                .print(options.format, verbose);
        if (options.format == Format.text) {
            tasks.print(new Output(spec));
        }
        unwritten.ifPresent(RunCommand::fail);
        return result.isOk() ? Exit.OK : Exit.PROBLEMS;
    }

    /** A tile-level text has no windows to keep, and runs on a fabric of its own. */
    private void checkNothingOfKernels() {
        boolean ofKernels = verify || world.isChosen() || tasks.isGiven() || record.isPresent();
        if (!asked.isPlain() || ofKernels || options.namesPythonOnly()) {
            throw new UsageException(
                    "a tile-level text runs once, on a simulated clock: of the options, --ranks, --chip, --in,"
                            + " --out, --seed, --set, --entry, --timeout, --timeline, --costs, --format and -v apply to"
                            + " it");
        }
    }

    private RunResult run(Executable executable, Problems problems, RunTimes times) {
        Map<String, Function.Param> tensors = RequestOptions.tensors(executable.entry());
        outFiles.keySet().forEach(name -> checkOutput(tensors, name));
        RunRequest request =
                asked.request(options, executable.entry())
                        .in(world.schedule(asked.seed))
                        .slowed(world.delays())
                        .recorded(record)
                        .on(tasks.settings(options.chip()));
        RunResult ran = executable.run(request);
        ran.problems().forEach(problems::add);
        times.addAll(ran.times());
        return ran.with(problems.sorted(), times);
    }

    private static void checkOutput(Map<String, Function.Param> tensors, String name) {
        Function.Param param = RequestOptions.known(tensors, name, "--out");
        if (param.direction() == Function.Direction.IN) {
            throw new UsageException(
                    "--out " + name + ": `" + name + "` is an input of the entry function");
        }
    }

    private static void fail(EnvironmentException e) {
        throw e;
    }
}

package org.crosstile.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.Chip;
import org.crosstile.check.Checker;
import org.crosstile.kernels.KernelCompiler;
import org.crosstile.lower.Pipeline;
import org.crosstile.model.Program;
import org.crosstile.operators.Catalogue;
import org.crosstile.ranks.World;
import org.crosstile.ranks.tasks.TaskSettings;
import org.crosstile.ranks.threads.ThreadWorld;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Loaded;
import org.crosstile.syntax.Reader;

/**
 * From program text to result.
 *
 * <pre>{@code
 * SourceText text = new SourceText("shift.py", Files.readString(Path.of("shift.py")));
 * RunResult result = Engine.standard().run(text, "", RunRequest.of(4));
 * if (!result.isOk()) {
 *     log(ProblemText.plain().render(result.problems()));
 * }
 * }</pre>
 *
 * <p>Each stage can also be called by itself. Errors of the program are problems; errors of ours
 * are {@link DefectException}s. An engine has no state and may be used by several threads.
 */
public final class Engine {
    private final World world;
    private final Pipeline pipeline;
    private final Chip chip;
    private final Map<String, SubWorker> subWorkers;

    private Engine(World world, Pipeline pipeline, Chip chip, Map<String, SubWorker> subWorkers) {
        this.world = world;
        this.chip = chip;
        this.pipeline = pipeline;
        this.subWorkers = Map.copyOf(subWorkers);
    }

    /** Ranks as threads, the standard passes. */
    public static Engine standard() {
        return standard(Chip.ASCEND_910B);
    }

    /** Ranks as threads, each a chip of one kind. */
    public static Engine standard(Chip chip) {
        return new Engine(
                new ThreadWorld(),
                Pipeline.standard(Catalogue.standard().all(), chip),
                chip,
                Map.of());
    }

    /** The same engine, whose ranks run in another world unless a request says how. */
    public Engine on(World other) {
        return new Engine(other, pipeline, chip, subWorkers);
    }

    /** The same engine; after each pass it checks what the pass promises. */
    public Engine verifying() {
        return new Engine(world, pipeline.verifying(), chip, subWorkers);
    }

    /**
     * The same engine, in which a function in Java stands for a sub-worker of the program: a
     * function of the host that the host orchestrator calls between its dispatches.
     */
    public Engine binding(String function, SubWorker code) {
        Map<String, SubWorker> more = new HashMap<>(subWorkers);
        more.put(function, code);
        return new Engine(world, pipeline, chip, more);
    }

    /** The passes between checking and compiling. */
    public Pipeline pipeline() {
        return pipeline;
    }

    /** Finds the programs of a text. */
    public Loaded load(SourceText text, LoadOptions options, Problems problems) {
        return Reader.load(text, options, problems);
    }

    /** Checks the rules about whole programs; operators have been checked while reading. */
    public void check(Program program, Problems problems) {
        Checker.check(program, chip, problems);
    }

    /** Checks what only the number of ranks decides, if nothing else is wrong. */
    public void checkRanks(Program program, int ranks, Problems problems) {
        if (!problems.hasErrors()) {
            Checker.checkRanks(program, ranks, problems);
        }
    }

    /**
     * Checks a program and lowers it, for the problems: the passes report what only they can see.
     * Its tasks must fit the chip.
     */
    public void checkAll(Program program, Problems problems) {
        int before = problems.errors();
        check(program, problems);
        if (problems.errors() == before) {
            Program lowered = pipeline.run(program, problems);
            CoreCounts.check(lowered, TaskSettings.of(chip), problems);
        }
    }

    /**
     * Checks, lowers and compiles a program.
     *
     * @return empty if errors were reported
     */
    public Optional<Executable> build(Program program, Problems problems, RunTimes times) {
        long start = System.nanoTime();
        Checker.check(program, chip, problems);
        Checker.checkEntry(program, problems);
        Entries.check(program, problems);
        Bindings.check(program, subWorkers.keySet(), problems);
        long checked = System.nanoTime();
        times.add("check", checked - start);
        if (problems.hasErrors()) {
            return Optional.empty();
        }
        Program lowered = pipeline.run(program, problems);
        if (!problems.hasErrors()) {
            KernelCompiler.check(lowered, problems);
        }
        long done = System.nanoTime();
        times.add("lower", done - checked);
        if (problems.hasErrors()) {
            return Optional.empty();
        }
        Executable executable;
        try {
            executable =
                    new Executable(
                            KernelCompiler.compile(lowered), world, chip, subWorkers, problems);
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new DefectException("the lowered program does not compile", e);
        }
        times.add("compile", System.nanoTime() - done);
        return Optional.of(executable);
    }

    private Optional<Executable> build(
            Program program, int ranks, Problems problems, RunTimes times) {
        Optional<Executable> executable = build(program, problems, times);
        checkRanks(program, ranks, problems);
        return problems.hasErrors() ? Optional.empty() : executable;
    }

    /**
     * Reads one program of a text and makes it executable.
     *
     * @param program which one; empty for the only one. After a dot, the orchestration that a run
     *     starts with: {@code Adder.on_each_chip}, or {@code .on_each_chip} in the only program
     * @return empty if errors were reported
     */
    public Optional<Executable> build(
            SourceText text,
            String program,
            LoadOptions options,
            Problems problems,
            RunTimes times) {
        long start = System.nanoTime();
        Loaded loaded = Reader.load(text, options, problems);
        int dot = program.indexOf('.');
        String entry = dot < 0 ? "" : program.substring(dot + 1);
        Optional<Program> read = loaded.select(dot < 0 ? program : program.substring(0, dot));
        read.ifPresent(p -> Settings.check(options, loaded, p, problems));
        Optional<Program> chosen = read.flatMap(p -> Entries.select(p, entry, problems));
        times.add("load", System.nanoTime() - start);
        return chosen.isPresent() && !problems.hasErrors()
                ? build(chosen.get(), options.ranks(), problems, times)
                : Optional.empty();
    }

    /**
     * Runs one program of a text.
     *
     * @param program which one; empty for the only one. After a dot, the orchestration that a run
     *     starts with
     */
    public RunResult run(SourceText text, String program, RunRequest request) {
        RunTimes times = new RunTimes();
        Problems problems = new Problems();
        LoadOptions options = new LoadOptions(request.set(), request.ranks());
        Optional<Executable> executable = build(text, program, options, problems, times);
        if (executable.isEmpty()) {
            return RunResult.rejected(problems.sorted(), times);
        }
        return run(executable.get(), request, problems, times);
    }

    /** Runs a program that was built in Java, with its only entry. */
    public RunResult run(Program program, RunRequest request) {
        return run(program, "", request);
    }

    /**
     * Runs a program that was built in Java.
     *
     * @param entry the orchestration that the run starts with; empty for the only one
     */
    public RunResult run(Program program, String entry, RunRequest request) {
        RunTimes times = new RunTimes();
        Problems problems = new Problems();
        Settings.check(new LoadOptions(request.set(), request.ranks()), program, problems);
        Optional<Executable> executable =
                Entries.select(program, entry, problems)
                        .flatMap(p -> build(p, request.ranks(), problems, times));
        return executable.isEmpty() || problems.hasErrors()
                ? RunResult.rejected(problems.sorted(), times)
                : run(executable.get(), request, problems, times);
    }

    /**
     * Checks, lowers and compiles a program for one of its entries.
     *
     * @param entry the orchestration that a run starts with; empty for the only one
     * @return empty if errors were reported
     */
    public Optional<Executable> build(
            Program program, String entry, Problems problems, RunTimes times) {
        return Entries.select(program, entry, problems).flatMap(p -> build(p, problems, times));
    }

    /**
     * Compiles a program for many dispatches.
     *
     * @throws ProgramException if it breaks rules
     */
    public Worker prepare(Program program, WorkerOptions options) {
        return prepare(program, "", options);
    }

    /**
     * Compiles a program for many dispatches.
     *
     * @param entry the orchestration that a dispatch starts with; empty for the only one
     * @throws ProgramException if it breaks rules
     */
    public Worker prepare(Program program, String entry, WorkerOptions options) {
        return Worker.of(this, program, entry, options);
    }

    private static RunResult run(
            Executable executable, RunRequest request, Problems problems, RunTimes times) {
        RunResult result = executable.run(request);
        result.problems().forEach(problems::add);
        result.times().nanos().forEach(times::add);
        return result.with(problems.sorted(), times);
    }
}

package org.crosstile.engine;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.crosstile.abi.Chip;
import org.crosstile.diagnose.DeadlockReport;
import org.crosstile.diagnose.MismatchReport;
import org.crosstile.diagnose.RunFaults;
import org.crosstile.diagnose.Site;
import org.crosstile.diagnose.TimeLimitReport;
import org.crosstile.diagnose.TraceReport;
import org.crosstile.kernels.CallSite;
import org.crosstile.kernels.CompiledFunction;
import org.crosstile.kernels.CompiledProgram;
import org.crosstile.kernels.KernelCompiler;
import org.crosstile.memory.Fault;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.ranks.CompiledCode;
import org.crosstile.ranks.Delay;
import org.crosstile.ranks.Filling;
import org.crosstile.ranks.KeptWindows;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.Outcome;
import org.crosstile.ranks.Repeat;
import org.crosstile.ranks.RowCounts;
import org.crosstile.ranks.SubWorkerCode;
import org.crosstile.ranks.World;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.SimulatedWorld;
import org.crosstile.ranks.tasks.TaskSettings;
import org.crosstile.record.Recording;
import org.crosstile.record.Trace;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;

/**
 * A compiled program. It can run any number of times, with different inputs and numbers of ranks.
 */
public final class Executable {
    static final Rule ONE_RANK =
            Rule.of("program-ranks", "a program without a host orchestrator runs on one rank")
                    .explained(
                            "Only a host orchestrator can launch a function on several devices. Without one the chip"
                                    + " orchestration is launched on device 0, however many ranks there are.",
                            "run-ranks",
                            "@pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "def chip(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):\n"
                                    + "    return self.kernel(x, y)",
                            "@pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "def chip(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):\n"
                                    + "    return self.kernel(x, y)"
                                    + "\n\n"
                                    + "@pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)\n"
                                    + "def host(self, x: pl.Tensor[[2, 1, 8], pl.FP32], y: pl.Out[pl.Tensor[[2, 1, 8], pl.FP32]]):\n"
                                    + "    for r in pl.range(pld.world_size()):\n"
                                    + "        self.chip(x[r], y[r], device=r)");

    static final Rule MEMORY =
            Rule.of("input-memory", "inputs and outputs must fit the memory of this machine");

    private final CompiledProgram compiled;
    private final Program lowered;
    private final World world;
    private final CompiledCode code;
    private final Chip chip;
    private final Map<String, SubWorker> subWorkers;
    private final Set<Integer> told;
    private final Problems allowances;

    /**
     * A program to run.
     *
     * @param chip what the devices are unless a request says otherwise
     * @param told lines whose statements devices tell of, so that they can be slow there
     * @param allowances the rules that runs need not be held to are allowed there
     */
    private Executable(
            CompiledProgram compiled,
            World world,
            Chip chip,
            Map<String, SubWorker> subWorkers,
            Set<Integer> told,
            Problems allowances) {
        this.chip = chip;
        this.allowances = allowances.alike();
        this.compiled = compiled;
        this.lowered = compiled.program();
        this.world = world;
        this.subWorkers = subWorkers;
        this.told = told;
        Map<String, SubWorkerCode> bound = new HashMap<>();
        subWorkers.forEach((name, code) ->
                lowered.find(name).ifPresent(f -> bound.put(name, SubWorkerCalls.code(code, f))));
        this.code = new CompiledCode(compiled, bound);
    }

    Executable(
            CompiledProgram compiled,
            World world,
            Chip chip,
            Map<String, SubWorker> subWorkers,
            Problems allowances) {
        this(compiled, world, chip, Map.copyOf(subWorkers), Set.of(), allowances);
    }

    /** The same program, compiled so that ranks can be slow wherever a request wants them to be. */
    Executable slowed(List<RunRequest.SlowLine> slow) {
        Set<Integer> lines = slow.stream().map(RunRequest.SlowLine::line).collect(toSet());
        return told.containsAll(lines)
                ? this
                : new Executable(
                        KernelCompiler.compile(lowered, lines),
                        world,
                        chip,
                        subWorkers,
                        lines,
                        allowances);
    }

    /** The lowered program. */
    public Program program() {
        return lowered;
    }

    /** The function that a run starts with. */
    public Function entry() {
        return lowered.entry()
                .orElseThrow(() -> new DefectException("no entry in " + lowered.name()));
    }

    /**
     * Runs the program.
     *
     * @throws DefectException if the toolchain itself fails
     */
    public RunResult run(RunRequest request) {
        return run(request, request.schedule().map(schedule -> new Trace()));
    }

    /**
     * Runs the program; a simulated run fills the trace and is checked by it.
     *
     * @param trace absent: races, wiped signals, unwritten reads and leaks are not looked for
     */
    public RunResult run(RunRequest request, Optional<Trace> trace) {
        return run(request, trace, world(request));
    }

    /** Runs the program in a world. */
    RunResult run(RunRequest request, Optional<Trace> trace, World in) {
        return slowed(request.delays()).runAsCompiled(request, trace, in);
    }

    private RunResult runAsCompiled(RunRequest request, Optional<Trace> trace, World in) {
        RunTimes times = new RunTimes();
        Problems problems = allowances.alike();
        warnOfOneRank(request, problems);
        long start = System.nanoTime();
        HostArguments arguments = new HostArguments(entry(), request, problems);
        make(arguments, problems);
        SlowLines slow = new SlowLines(request.delays(), compiled.sites());
        List<Delay> delays = slow.delays(entry(), problems);
        TaskSettings tasks = request.tasks().orElse(TaskSettings.of(chip)).forOneRun();
        CoreCounts.check(lowered, tasks, problems);
        times.add("inputs", System.nanoTime() - start);
        if (problems.hasErrors()) {
            return RunResult.rejected(problems.sorted(), times);
        }
        Optional<Recording> recording =
                request.record().flatMap(file -> RecordFiles.open(file, compiled, problems));
        if (problems.hasErrors()) {
            return RunResult.rejected(problems.sorted(), times);
        }
        RowCounts rows = new RowCounts();
        Outcome outcome = in.run(launch(request, arguments, delays, trace, rows, recording, tasks));
        long ended = System.nanoTime();
        times.add("place", outcome.times().place());
        times.add("run", outcome.times().run());
        explain(outcome, problems);
        trace.ifPresent(t -> explain(t, request, outcome, problems));
        times.add("analyse", System.nanoTime() - ended);
        RowWarnings.report(rows, request.strict(), this::site, problems);
        TaskWarnings.report(tasks.log(), this::site, problems);
        Verdict verdict = Severe.verdict(problems.sorted());
        recording.ifPresent(open -> RecordFiles.finish(open, verdict));
        return new RunResult(
                verdict,
                problems.sorted(),
                arguments.outputs(),
                times,
                outcome.times().runs(),
                rows.crossed());
    }

    private Launch launch(
            RunRequest request,
            HostArguments arguments,
            List<Delay> delays,
            Optional<Trace> trace,
            RowCounts rows,
            Optional<Recording> recording,
            TaskSettings tasks) {
        CompiledFunction entry = compiled.function(entry().name()).orElseThrow();
        Runnable between =
                () -> {
                    arguments.restore();
                    rows.clear();
                    tasks.log().clear();
                };
        return new Launch(
                code,
                entry.index(),
                entry().isHostOrchestrator(),
                request.ranks(),
                arguments.values(),
                request.limit(),
                new Repeat(request.repeat(), request.keepWindows(), between),
                delays,
                trace,
                rows,
                recording,
                tasks,
                new Filling(request.fill(), SignalWindows.of(lowered)));
    }

    private void make(HostArguments arguments, Problems problems) {
        try {
            arguments.make();
        } catch (OutOfMemoryError e) {
            Problem.error(MEMORY, entry().span(), "those of this function do not")
                    .hint("use fewer ranks or smaller tensors")
                    .to(problems);
        }
    }

    private void warnOfOneRank(RunRequest request, Problems problems) {
        if (!entry().isHostOrchestrator() && request.ranks() > 1) {
            Problem.warning(ONE_RANK, entry().span(), "this is launched on device 0")
                    .headline("the program has no host orchestrator, so only rank 0 runs")
                    .to(problems);
        }
    }

    /** Runs the program on arguments as they are, over windows that a worker keeps. */
    RunResult run(DispatchArguments arguments, WorkerOptions options, KeptWindows windows) {
        RunTimes times = new RunTimes();
        Problems problems = allowances.alike();
        boolean keeps = options.windows() == WorkerOptions.Windows.KEPT;
        TaskSettings tasks = TaskSettings.of(chip);
        CoreCounts.check(lowered, tasks, problems);
        if (problems.hasErrors()) {
            return RunResult.rejected(problems.sorted(), times);
        }
        Launch launch =
                new Launch(
                        code,
                        compiled.function(entry().name()).orElseThrow().index(),
                        entry().isHostOrchestrator(),
                        options.ranks(),
                        arguments.values(),
                        options.limit(),
                        new Repeat(1, keeps, () -> {}),
                        List.of(),
                        Optional.empty(),
                        new RowCounts(),
                        Optional.empty(),
                        tasks,
                        Filling.ZEROS);
        Outcome outcome = world.run(launch, windows);
        times.add("place", outcome.times().place());
        times.add("run", outcome.times().run());
        explain(outcome, problems);
        RowWarnings.report(launch.rows(), false, this::site, problems);
        TaskWarnings.report(tasks.log(), this::site, problems);
        return new RunResult(
                Severe.verdict(problems.sorted()),
                problems.sorted(),
                arguments.outputs(),
                times,
                outcome.times().runs(),
                launch.rows().crossed());
    }

    private World world(RunRequest request) {
        return request.schedule().<World>map(SimulatedWorld::new).orElse(world);
    }

    /** What the order of accesses and signals says, if the run came to some end of its own. */
    private void explain(Trace trace, RunRequest request, Outcome outcome, Problems problems) {
        boolean finished = outcome instanceof Outcome.Finished;
        if (finished || outcome instanceof Outcome.Stuck) {
            boolean lines =
                    request.schedule()
                            .filter(schedule -> schedule.memory() == MemoryModel.LINE)
                            .isPresent();
            TraceReport.of(trace, lines, finished, this::site).forEach(problems::add);
        }
    }

    private void explain(Outcome outcome, Problems problems) {
        switch (outcome) {
            case Outcome.Finished finished -> {
                if (!finished.guards().isEmpty()) {
                    throw new DefectException("written beyond a window: " + finished.guards());
                }
            }
            case Outcome.Stuck stuck ->
                    problems.add(
                            MismatchReport.of(stuck.standstill(), List.of(), this::site)
                                    .orElseGet(() ->
                                            DeadlockReport.of(
                                                    stuck.standstill(), lowered, this::site)));
            case Outcome.Mismatched mismatched ->
                    problems.add(
                            MismatchReport.of(mismatched.where(), mismatched.running(), this::site)
                                    .orElseThrow(() ->
                                            new DefectException(
                                                    "calls that fit were found not to: "
                                                            + mismatched.where().calls())));
            case Outcome.Expired expired -> problems.add(expired(expired));
            case Outcome.Lost lost -> {
                String who =
                        lost.device() == Outcome.Lost.HOST ? "the host" : "rank " + lost.device();
                List<Span> trail = new ArrayList<>(compiled.trail(lost.cause()));
                if (lost.cause() instanceof Fault fault && fault.site() >= 0) {
                    trail.add(site(fault.site()).span());
                }
                if (trail.isEmpty()) {
                    trail.add(entry().span());
                }
                Problem problem =
                        RunFaults.of(who, lost.cause(), trail, lost.running(), Executable::rule)
                                .orElseThrow(() ->
                                        new DefectException("unexpected on " + who, lost.cause()));
                problems.add(
                        lost.where()
                                .map(where ->
                                        RunFaults.withLastOperations(problem, where, this::site))
                                .orElse(problem));
            }
        }
    }

    private Problem expired(Outcome.Expired expired) {
        SortedMap<Integer, Span> computing = new TreeMap<>();
        expired.computing()
                .forEach((device, frames) ->
                        compiled.trail(frames).stream()
                                .findFirst()
                                .ifPresent(span -> computing.put(device, span)));
        return new TimeLimitReport(
                        expired.limit(),
                        expired.standstill(),
                        computing,
                        entry().span(),
                        this::site)
                .problem(expired.running());
    }

    private static Optional<Rule> rule(String id) {
        return RuleBook.standard().find(id);
    }

    private Site site(int id) {
        if (id < 0 || id >= compiled.sites().size()) {
            return new Site(Span.NONE, "");
        }
        CallSite site = compiled.sites().get(id);
        return new Site(site.span(), site.function());
    }
}

package org.crosstile.hunt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.engine.TileProgram;
import org.crosstile.isa.Arch;
import org.crosstile.isa.CostModel;
import org.crosstile.model.Program;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.Severity;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;

/**
 * What the toolchain makes of one text: checked, lowered, what is printed checked again, and run as
 * threads and simulated.
 */
final class Trial {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final SourceText text;
    private final int ranks;
    private final long seed;
    private final List<Finding> findings = new ArrayList<>();
    private String verdict = "";

    private Trial(SourceText text, int ranks, long seed) {
        this.text = text;
        this.ranks = ranks;
        this.seed = seed;
    }

    /**
     * A defect.
     *
     * @param kind the same for two findings that have probably the same cause
     */
    record Finding(String kind, String detail) {}

    /** What was found, and the verdict of the run. */
    record Result(String verdict, List<Finding> findings) {}

    /**
     * Tries a text; what it throws is a finding.
     *
     * @param seed of the simulated run's schedule
     */
    static Result of(SourceText text, int ranks, long seed) {
        Trial trial = new Trial(text, ranks, seed);
        try {
            if (text.name().endsWith(TileProgram.SUFFIX)) {
                trial.tileLevel();
            } else {
                trial.program();
            }
        } catch (RuntimeException | Error e) {
            trial.findings.add(Thrown.finding(e));
            trial.verdict = "DEFECT";
        }
        return new Result(trial.verdict, List.copyOf(trial.findings));
    }

    private void program() {
        Engine engine = Engine.standard().verifying();
        LoadOptions options = LoadOptions.of(ranks);
        Problems problems = new Problems();
        Optional<Program> read = engine.load(text, options, problems).select("");
        read.ifPresent(p -> engine.check(p, problems));
        places(problems.sorted());
        if (read.isEmpty() || problems.hasErrors()) {
            verdict = "REJECT";
            return;
        }
        Problems lowering = new Problems();
        Program lowered = engine.pipeline().run(read.get(), lowering);
        places(lowering.sorted());
        if (!lowering.hasErrors()) {
            readBack(engine, Printer.print(lowered), options);
        }
        Problems building = new Problems();
        Optional<Executable> built = engine.build(text, "", options, building, new RunTimes());
        places(building.sorted());
        if (built.isEmpty()) {
            verdict = "REJECT";
            return;
        }
        run(built.get());
    }

    private void readBack(Engine engine, String printed, LoadOptions options) {
        SourceText again = new SourceText("lowered.py", printed);
        Problems problems = new Problems();
        Optional<Program> read = engine.load(again, options, problems).select("");
        read.ifPresent(p -> engine.check(p, problems));
        problems.sorted().stream()
                .filter(p -> p.severity() == Severity.ERROR)
                .findFirst()
                .ifPresent(p ->
                        findings.add(
                                new Finding(
                                        "lowered text refused: " + p.rule().id(),
                                        ProblemText.plain().render(List.of(p)))));
    }

    private void run(Executable executable) {
        RunRequest request = RunRequest.of(ranks).limited(LIMIT);
        Strategy strategy = Strategy.values()[(int) (seed % Strategy.values().length)];
        MemoryModel memory = MemoryModel.values()[(int) (seed / 4 % MemoryModel.values().length)];
        Schedule schedule = new Schedule(strategy, memory, seed);
        RunResult threads = executable.run(request);
        places(threads.problems());
        RunResult simulated = executable.run(request.scheduled(schedule));
        places(simulated.problems());
        verdict = simulated.verdict().word();
        if (threads.isOk() && simulated.isOk()) {
            for (int i = 0; i < threads.outputs().size(); i++) {
                same(threads.outputs().get(i), simulated.outputs().get(i));
            }
        }
    }

    private void same(HostTensor threads, HostTensor simulated) {
        for (long i = 0; i < threads.elements(); i++) {
            if (Double.compare(threads.get(i), simulated.get(i)) != 0) {
                findings.add(
                        new Finding(
                                "other bytes in threads",
                                "%s[%d]: %s in threads, %s simulated"
                                        .formatted(
                                                threads.name(),
                                                i,
                                                threads.get(i),
                                                simulated.get(i))));
                return;
            }
        }
    }

    private void tileLevel() {
        Problems problems = new Problems();
        Optional<TileProgram> program =
                TileProgram.build(text, "", Optional.empty(), ranks, problems);
        places(problems.sorted());
        if (program.isEmpty() || problems.hasErrors()) {
            verdict = "REJECT";
            return;
        }
        Problems again = new Problems();
        SourceText printed = new SourceText("lowered" + TileProgram.SUFFIX, program.get().text());
        TileProgram.build(printed, "", Optional.empty(), ranks, again);
        if (again.hasErrors()) {
            findings.add(
                    new Finding(
                            "lowered text refused: " + again.sorted().getFirst().rule().id(),
                            ProblemText.plain().render(again.sorted())));
        }
        RunRequest request = new RunRequest(ranks, Map.of(), Map.of(), 0, Optional.of(LIMIT));
        RunResult result = program.get().run(request, CostModel.standard(Arch.A2A3)).result();
        places(result.problems());
        verdict = result.verdict().word();
    }

    /** Every problem has a place and can be printed. */
    private void places(List<Problem> problems) {
        for (Problem problem : problems) {
            if (problem.primary().span().isNone()) {
                findings.add(new Finding("no place: " + problem.rule().id(), problem.headline()));
            }
        }
        String unused = ProblemText.plain().render(problems);
        if (unused.length() > 1_000_000) {
            findings.add(new Finding("report of a million characters", unused.substring(0, 1000)));
        }
    }
}

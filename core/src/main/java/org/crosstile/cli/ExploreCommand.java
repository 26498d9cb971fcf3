package org.crosstile.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.crosstile.engine.Executable;
import org.crosstile.engine.Exploration;
import org.crosstile.engine.Explorer;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunTimes;
import org.crosstile.engine.TileProgram;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.ranks.tasks.TaskLog;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a program under many schedules. */
@Command(
        name = "explore",
        description =
                "Runs a program under many schedules in the simulated world, and counts what comes of it.",
        mixinStandardHelpOptions = true)
final class ExploreCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int FEW = 200;
    private static final int MANY = 100_000;
    private static final int MAX_SCHEDULES = 10_000_000;

    @Spec private CommandSpec spec;

    @Mixin private final ProgramOptions options = new ProgramOptions();

    @Parameters(arity = "1", paramLabel = "FILE", description = "the file with the program")
    private Path file = Path.of("");

    @Mixin private final RequestOptions asked = new RequestOptions();

    @Mixin private final DelayOptions delays = new DelayOptions();

    @Mixin private final CoreOptions cores = new CoreOptions();

    @Option(
            names = "--schedules",
            paramLabel = "K",
            description =
                    "how many schedules (default: 200); with --exhaustive, at most (default: 100000)")
    private Optional<Integer> schedules = Optional.empty();

    @Option(
            names = "--exhaustive",
            description =
                    "every distinguishable interleaving of communication, instead of schedules by seed")
    private boolean exhaustive;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            description =
                    "who moves: uniform, priority, round-robin, slowest-rank, or all in turn (default: all)",
            defaultValue = ALL)
    private String strategy = ALL;

    @Option(
            names = "--memory",
            paramLabel = "MODEL",
            description =
                    "when writes are seen: sequential, in-flight, line, or all in turn (default: in-flight)",
            defaultValue = "in-flight")
    private String memory = "in-flight";

    @Option(
            names = "--schedule-seed",
            paramLabel = "N",
            description = "seed of the first schedule (default: that of the inputs)")
    private Optional<Long> scheduleSeed = Optional.empty();

    @Override
    public Integer call() {
        options.validate();
        asked.validate();
        delays.validate(options.ranks);
        cores.validate();
        if (file.toString().endsWith(TileProgram.SUFFIX)) {
            throw new UsageException(
                    "a tile-level text has one schedule, that of its simulated clock: run it");
        }
        if (schedules() < 1 || schedules() > MAX_SCHEDULES) {
            throw new UsageException(
                    "--schedules must be between 1 and "
                            + MAX_SCHEDULES
                            + ", and not "
                            + schedules());
        }
        if (exhaustive && !List.of("sequential", "in-flight").contains(memory)) {
            throw new UsageException(
                    "--exhaustive needs --memory sequential or in-flight: lines are displaced by chance");
        }
        Explorer.Plan plan = plan();
        SourceText text = ProgramOptions.read(file);
        Problems problems = options.problems();
        Optional<Executable> built =
                options.engine()
                        .build(
                                text,
                                asked.program(options),
                                options.loadOptions(),
                                problems,
                                new RunTimes());
        try (Interruption interruption = Interruption.watched()) {
            Exploration result =
                    built.isPresent()
                            ? explore(text, built.get(), problems, plan, interruption)
                            : new Exploration(
                                    Verdict.REJECT,
                                    schedules(),
                                    Optional.empty(),
                                    List.of(),
                                    problems.sorted(),
                                    Optional.empty());
            interruption.settle();
            new ExploreReport(new Output(spec), result, options.ranks, replay(result))
                    .print(options.format);
            return result.verdict() == Verdict.OK ? Exit.OK : Exit.PROBLEMS;
        }
    }

    private Exploration explore(
            SourceText text,
            Executable executable,
            Problems problems,
            Explorer.Plan plan,
            Interruption interruption) {
        RunRequest request =
                asked.request(options, executable.entry())
                        .slowed(delays.all())
                        .on(cores.settings(options.chip(), new TaskLog(false)));
        if (request.limit().isEmpty()) {
            request = request.limited(LIMIT);
        }
        try (Progress progress = new Progress(spec, schedules(), exhaustive)) {
            Explorer explorer =
                    new Explorer(
                            executable,
                            ranks -> other(text, ranks),
                            request,
                            plan,
                            interruption::isAsked);
            Exploration result =
                    exhaustive
                            ? explorer.exhaust(progress::show)
                            : explorer.explore(progress::show);
            List<Problem> all = new ArrayList<>(problems.sorted());
            all.addAll(result.problems());
            return result.with(all);
        }
    }

    /** The program for another number of ranks, if it is correct there. */
    private Optional<Executable> other(SourceText text, int ranks) {
        return options.engine()
                .build(
                        text,
                        asked.program(options),
                        new LoadOptions(options.set, ranks),
                        options.problems(),
                        new RunTimes());
    }

    /** The command that shows the failure again. */
    private String replay(Exploration result) {
        return result.failure()
                .map(failure -> {
                    CommandText command = new CommandText("crosstile", "run", file.toString());
                    command.add("--ranks", failure.ranks());
                    options.add(command);
                    asked.add(command);
                    delays.add(command);
                    cores.add(command);
                    WorldOptions.add(command, failure.schedule(), asked.seed);
                    return command.toString();
                })
                .orElse("");
    }

    private int schedules() {
        return schedules.orElse(exhaustive ? MANY : FEW);
    }

    private Explorer.Plan plan() {
        List<Strategy> strategies =
                strategy.equals(ALL)
                        ? Arrays.asList(Strategy.values())
                        : List.of(WorldOptions.strategy(strategy));
        List<MemoryModel> memories =
                memory.equals(ALL)
                        ? Arrays.asList(MemoryModel.values())
                        : List.of(WorldOptions.memory(memory));
        return new Explorer.Plan(
                schedules(), strategies, memories, scheduleSeed.orElse(asked.seed));
    }
}

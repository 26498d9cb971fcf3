package org.crosstile.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.crosstile.engine.RunRequest;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Names;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which world runs the ranks, and how the simulated one moves. */
final class WorldOptions {
    private static final String SIMULATED = "simulated";

    /** All that there are. */
    static final List<String> WORLDS = List.of("threads", SIMULATED);

    @Option(
            names = "--on",
            paramLabel = "WORLD",
            description =
                    "the world that runs the ranks: threads, or simulated, where one rank moves at a time"
                            + " (default: threads)",
            defaultValue = "threads")
    String on = "threads";

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            description =
                    "in the simulated world, who moves: uniform, priority, round-robin or slowest-rank (default:"
                            + " uniform)")
    private Optional<String> strategy = Optional.empty();

    @Option(
            names = "--memory",
            paramLabel = "MODEL",
            description =
                    "in the simulated world, when writes are seen: sequential, in-flight or line (default:"
                            + " sequential)")
    private Optional<String> memory = Optional.empty();

    @Option(
            names = "--schedule-seed",
            paramLabel = "N",
            description =
                    "in the simulated world, the seed of what happens (default: that of the inputs)")
    private Optional<Long> scheduleSeed = Optional.empty();

    @Option(
            names = "--switches",
            paramLabel = "N",
            description =
                    "in the simulated world, how often a rank that could go on makes room for another (default: no"
                            + " limit)")
    private Optional<Integer> switches = Optional.empty();

    @Mixin private final DelayOptions delays = new DelayOptions();

    void validate(int ranks) {
        if (!WORLDS.contains(on)) {
            throw new UsageException(unknown("--on", on, WORLDS));
        }
        if (!on.equals(SIMULATED)) {
            refuse("--strategy", strategy);
            refuse("--memory", memory);
            refuse("--schedule-seed", scheduleSeed);
            refuse("--switches", switches);
        }
        switches.filter(n -> n < 0)
                .ifPresent(n -> {
                    throw new UsageException("--switches must not be negative, and not " + n);
                });
        strategy.ifPresent(WorldOptions::strategy);
        memory.ifPresent(WorldOptions::memory);
        delays.validate(ranks);
    }

    /** Whether anything differs from what nobody asks for. */
    boolean isChosen() {
        return !on.equals(WORLDS.getFirst())
                || strategy.isPresent()
                || memory.isPresent()
                || scheduleSeed.isPresent()
                || switches.isPresent()
                || !delays.all().isEmpty();
    }

    private static void refuse(String option, Optional<?> value) {
        if (value.isPresent()) {
            throw new UsageException(option + " needs --on simulated: threads run as they like");
        }
    }

    /** How the simulated world moves, if it is the one. */
    Optional<Schedule> schedule(long seed) {
        return on.equals(SIMULATED)
                ? Optional.of(
                        new Schedule(
                                strategy.map(WorldOptions::strategy).orElse(Strategy.UNIFORM),
                                memory.map(WorldOptions::memory).orElse(MemoryModel.SEQUENTIAL),
                                scheduleSeed.orElse(seed),
                                switches.orElse(Integer.MAX_VALUE)))
                : Optional.empty();
    }

    static Strategy strategy(String word) {
        return Strategy.named(word)
                .orElseThrow(() ->
                        new UsageException(
                                unknown(
                                        "--strategy",
                                        word,
                                        Arrays.stream(Strategy.values())
                                                .map(Strategy::word)
                                                .toList())));
    }

    static MemoryModel memory(String word) {
        return MemoryModel.named(word)
                .orElseThrow(() ->
                        new UsageException(
                                unknown(
                                        "--memory",
                                        word,
                                        Arrays.stream(MemoryModel.values())
                                                .map(MemoryModel::word)
                                                .toList())));
    }

    private static String unknown(String option, String word, List<String> words) {
        return option
                + " must be one of "
                + String.join(", ", words)
                + ", and not "
                + word
                + Names.closest(word, words).map(near -> ": did you mean " + near + "?").orElse("");
    }

    /** The options of a schedule. */
    static void add(CommandText command, Schedule schedule, long inputSeed) {
        command.add("--on", SIMULATED);
        command.add("--strategy", schedule.strategy().word());
        command.add("--memory", schedule.memory().word());
        if (schedule.seed() != inputSeed) {
            command.add("--schedule-seed", schedule.seed());
        }
        if (schedule.switches() != Integer.MAX_VALUE) {
            command.add("--switches", schedule.switches());
        }
    }

    List<RunRequest.SlowLine> delays() {
        return delays.all();
    }
}

package org.crosstile.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.engine.RunRequest;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Names;
import picocli.CommandLine.Option;

/** Which world runs the ranks, and how the simulated one moves. */
final class WorldOptions {
    private static final String SIMULATED = "simulated";
    private static final List<String> WORLDS = List.of("threads", SIMULATED);
    private static final long MAX_MILLIS = 3_600_000;

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
            names = "--switches",
            paramLabel = "N",
            description =
                    "in the simulated world, how often a rank that could go on makes room for another (default: no"
                            + " limit)")
    private Optional<Integer> switches = Optional.empty();

    @Option(
            names = "--delay",
            paramLabel = "rank=R,line=L,ms=T",
            description = "for tests: the rank is slow whenever it comes to this line; may be repeated")
    private List<String> delays = new ArrayList<>();

    void validate(int ranks) {
        if (!WORLDS.contains(on)) {
            throw new UsageException(unknown("--on", on, WORLDS));
        }
        if (!on.equals(SIMULATED)) {
            refuse("--strategy", strategy);
            refuse("--memory", memory);
            refuse("--switches", switches);
        }
        switches.filter(n -> n < 0).ifPresent(n -> {
            throw new UsageException("--switches must not be negative, and not " + n);
        });
        strategy.ifPresent(WorldOptions::strategy);
        memory.ifPresent(WorldOptions::memory);
        for (RunRequest.SlowLine slow : delays()) {
            if (slow.rank() >= ranks) {
                throw new UsageException(
                        "--delay: there is no rank " + slow.rank() + " of " + ranks);
            }
        }
    }

    /** Whether anything differs from what nobody asks for. */
    boolean isChosen() {
        return !on.equals(WORLDS.getFirst())
                || strategy.isPresent()
                || memory.isPresent()
                || switches.isPresent()
                || !delays.isEmpty();
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
                                seed,
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

    List<RunRequest.SlowLine> delays() {
        return delays.stream().map(WorldOptions::delay).toList();
    }

    private static RunRequest.SlowLine delay(String text) {
        Map<String, Long> parts = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            String[] pair = part.split("=", -1);
            long value = pair.length == 2 ? number(pair[1]) : -1;
            if (value < 0 || parts.put(pair[0].strip(), value) != null) {
                throw badDelay(text);
            }
        }
        if (!parts.keySet().equals(Set.of("rank", "line", "ms"))
                || parts.getOrDefault("ms", 0L) > MAX_MILLIS) {
            throw badDelay(text);
        }
        return new RunRequest.SlowLine(
                (int) Math.min(Integer.MAX_VALUE, parts.getOrDefault("rank", 0L)),
                (int) Math.min(Integer.MAX_VALUE, parts.getOrDefault("line", 0L)),
                parts.getOrDefault("ms", 0L));
    }

    private static long number(String text) {
        return text.strip().matches("[0-9]{1,9}") ? Long.parseLong(text.strip()) : -1;
    }

    private static UsageException badDelay(String text) {
        return new UsageException(
                "--delay must be of the form rank=2,line=14,ms=50, and not " + text);
    }
}

package org.crosstile.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.engine.RunRequest;
import picocli.CommandLine.Option;

/** Where ranks are slow, for tests. */
final class DelayOptions {
    private static final long MAX_MILLIS = 3_600_000;

    @Option(
            names = "--delay",
            paramLabel = "rank=R,line=L,ms=T",
            description =
                    "for tests: the rank is slow whenever it comes to this line; may be repeated")
    private List<String> delays = new ArrayList<>();

    void validate(int ranks) {
        for (RunRequest.SlowLine slow : all()) {
            if (slow.rank() >= ranks) {
                throw new UsageException(
                        "--delay: there is no rank " + slow.rank() + " of " + ranks);
            }
        }
    }

    void add(CommandText command) {
        delays.forEach(delay -> command.add("--delay", delay));
    }

    /** What is slow where. */
    List<RunRequest.SlowLine> all() {
        return delays.stream().map(DelayOptions::delay).toList();
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

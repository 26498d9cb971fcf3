package org.crosstile.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Loaded;

/**
 * Runs the distributed programs of an upstream checkout, which is no part of this repository, with
 * generated inputs, under many schedules and all memory models, and counts what is reported: {@code
 * -Dupstream=DIRECTORY -Dalarm.seeds=200}. Tests of upstream pass there, so every report needs an
 * explanation. Programs that cannot be built for a number of ranks are listed with the reason.
 */
final class UpstreamAlarms {
    private static final Map<String, String> ARGUMENTS =
            Map.of(
                    "size", "64",
                    "max_recv", "4",
                    "waiter_count", "4",
                    "core_num", "2",
                    "signal_stride", "2",
                    "dtype", "FP32",
                    "dtype_bytes", "4",
                    "M", "64",
                    "N", "128");
    private static final List<Integer> RANKS = List.of(2, 3, 4);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final int seeds = Integer.getInteger("alarm.seeds", 2);
    private final Map<String, Integer> reports = new TreeMap<>();
    private int programs;
    private int runs;
    private int silent;

    private UpstreamAlarms() {}

    public static void main(String[] args) throws IOException {
        Path root = Path.of(System.getProperty("upstream", "/tmp/upstream"));
        UpstreamAlarms alarms = new UpstreamAlarms();
        for (String directory : List.of("examples/distributed", "tests/st/distributed")) {
            try (Stream<Path> walk = Files.walk(root.resolve(directory))) {
                for (Path file : walk.filter(UpstreamAlarms::holdsPrograms).sorted().toList()) {
                    alarms.file(file);
                }
            }
        }
        System.out.printf(
                "%d programs, %d runs, %d silent%n", alarms.programs, alarms.runs, alarms.silent);
        alarms.reports.forEach((what, count) -> System.out.println(count + "  " + what));
    }

    private static boolean holdsPrograms(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".py")
                && (name.startsWith("test_") || Character.isDigit(name.charAt(0)));
    }

    private void file(Path file) throws IOException {
        SourceText text = new SourceText(file.toString(), Files.readString(file));
        Loaded loaded = Engine.standard().load(text, new LoadOptions(ARGUMENTS, 2), new Problems());
        for (Loaded.Unit unit : loaded.units()) {
            programs++;
            for (int ranks : RANKS) {
                program(text, unit.name(), new LoadOptions(arguments(text, unit), ranks));
            }
        }
    }

    /** What the factory takes, and the symbolic dims that no input gives. */
    private static Map<String, String> arguments(SourceText text, Loaded.Unit unit) {
        Map<String, String> taken = new TreeMap<>(ARGUMENTS);
        List<String> parameters = unit.parameters().stream().map(Loaded.Parameter::name).toList();
        taken.keySet()
                .removeIf(name ->
                        !parameters.contains(name)
                                && !text.text().contains("pl.dynamic(\"" + name + "\")"));
        return taken;
    }

    private void program(SourceText text, String name, LoadOptions options) {
        int ranks = options.ranks();
        Problems problems = new Problems();
        Optional<Executable> built =
                Engine.standard().build(text, name, options, problems, new RunTimes());
        String what = Path.of(text.name()).getFileName() + " " + name + " on " + ranks + " ranks: ";
        if (built.isEmpty()) {
            reports.merge(what + "not built: " + first(problems), 1, Integer::sum);
            return;
        }
        for (int seed = 0; seed < seeds; seed++) {
            for (MemoryModel memory : MemoryModel.values()) {
                Strategy strategy = Strategy.values()[seed % Strategy.values().length];
                RunResult result =
                        built.get()
                                .run(
                                        new RunRequest(
                                                        ranks,
                                                        options.set(),
                                                        Map.of(),
                                                        seed,
                                                        Optional.of(LIMIT))
                                                .scheduled(new Schedule(strategy, memory, seed)));
                runs++;
                if (result.problems().isEmpty()) {
                    silent++;
                } else {
                    Problems found = new Problems();
                    result.problems().forEach(found::add);
                    reports.merge(
                            what + result.verdict().word() + " " + first(found), 1, Integer::sum);
                }
            }
        }
    }

    private static String first(Problems problems) {
        return problems.sorted().stream()
                .findFirst()
                .map(p ->
                        p.rule().id()
                                + " at "
                                + p.primary().span().line()
                                + ": "
                                + p.primary().text())
                .orElse("nothing");
    }
}

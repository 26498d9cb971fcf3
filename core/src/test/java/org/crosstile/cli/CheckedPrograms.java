package org.crosstile.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.crosstile.source.Verdict;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Programs that say in their first lines what must come of a run.
 *
 * <pre>
 * # expect: REJECT unfenced-notify, or RACE|DEADLOCK: either, as it comes
 * # ranks: 3
 * # flags: --repeat 2 --keep-windows
 * # text: words that the report must contain
 * </pre>
 *
 * <p>In programs/races, the lines of each race say {@code # race: two writes}, or what kind it is.
 */
final class CheckedPrograms {
    private static final Path ROOT = Path.of("../programs");

    /** What a file asks for. */
    record Case(
            Path file, List<Verdict> allowed, int ranks, List<String> flags, List<String> texts) {
        static Case of(Path file) {
            // a verdict, and the rule that says so
            String[] expect = values(file, "expect").getFirst().split(" +", 2);
            List<String> texts = new ArrayList<>(values(file, "text"));
            texts.addAll(Arrays.asList(expect).subList(1, expect.length));
            return new Case(
                    file,
                    Arrays.stream(expect[0].split("\\|"))
                            .map(word -> Verdict.valueOf(word.replace('-', '_')))
                            .toList(),
                    Integer.parseInt(values(file, "ranks").getFirst()),
                    values(file, "flags").stream()
                            .flatMap(flags -> Arrays.stream(flags.split(" +")))
                            .toList(),
                    List.copyOf(texts));
        }

        /** What must come of it, if luck does not bring about one of the others first. */
        Verdict expected() {
            return allowed.getFirst();
        }

        /** Whether a run may end with a verdict. */
        boolean allows(String verdict) {
            return allowed.stream().anyMatch(v -> v.word().equals(verdict));
        }

        /** Whether only the order of a run's accesses tells. */
        boolean needsTrace() {
            return switch (expected()) {
                case RACE, UNINIT, LEAK -> true;
                default -> false;
            };
        }

        @Override
        public String toString() {
            return file.getFileName() + " " + expected();
        }
    }

    /**
     * What came of a run.
     *
     * @param races the lines of every race, each with its kind: {@code 18: two writes}
     */
    record Ran(String verdict, String report, Set<String> races) {}

    private static final Set<String> RACES =
            Set.of("race", "signal-wiped", "signal-read", "signal-overtaken");
    private static final Pattern MARK = Pattern.compile("  # race: (.*)$");

    private CheckedPrograms() {}

    private static List<String> values(Path file, String key) {
        String mark = "# " + key + ":";
        List<String> found = new ArrayList<>();
        for (String line : lines(file)) {
            if (!line.startsWith("#")) {
                break;
            }
            if (line.startsWith(mark)) {
                found.add(line.substring(mark.length()).strip());
            }
        }
        return found;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every program of a folder of programs/. */
    static List<Case> all(String folder) {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(f -> f.toString().endsWith(".py")).sorted().map(Case::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a program as a user would. */
    static Ran run(Case one, String... more) {
        List<String> args =
                new ArrayList<>(List.of("run", one.file().toString(), "--ranks", "" + one.ranks()));
        args.addAll(one.flags());
        args.addAll(List.of(more));
        List<String> asTree = new ArrayList<>(args);
        asTree.addAll(List.of("--format", "json"));
        JsonNode tree = JsonMapper.shared().readTree(output(asTree));
        StringBuilder report = new StringBuilder();
        Set<String> races = new TreeSet<>();
        for (JsonNode problem : tree.get("problems")) {
            if (problem.get("primary").get("file").asString().startsWith("<")) {
                throw new IllegalStateException("a problem without a place: " + problem);
            }
            strings(problem, report);
            if (RACES.contains(problem.get("rule").asString())) {
                String kind = kind(problem);
                races.add(line(problem.get("primary")) + ": " + kind);
                races.add(line(other(problem)) + ": " + kind);
            }
        }
        return new Ran(tree.get("verdict").asString(), report.toString(), races);
    }

    /** What a race is called in its headline. */
    private static String kind(JsonNode problem) {
        String headline = problem.get("headline").asString();
        return problem.get("rule").asString().equals("signal-overtaken")
                ? "overtaken"
                : headline.substring(0, headline.indexOf(':'));
    }

    /** Where the other access is; one line may make both. */
    private static JsonNode other(JsonNode problem) {
        JsonNode primary = problem.get("primary");
        return primary.get("label").asString().endsWith("both by this line")
                ? primary
                : problem.get("secondary").get(0);
    }

    private static String line(JsonNode place) {
        return place.get("line").asString();
    }

    /** The races that the comments of a program mark: {@code 18: two writes}. */
    static Set<String> marks(Case one) {
        Set<String> marks = new TreeSet<>();
        List<String> lines = lines(one.file());
        for (int i = 0; i < lines.size(); i++) {
            Matcher mark = MARK.matcher(lines.get(i));
            if (mark.find()) {
                for (String kind : mark.group(1).split(", ")) {
                    marks.add(i + 1 + ": " + kind);
                }
            }
        }
        return marks;
    }

    /** All texts of a tree, one a line. */
    private static void strings(JsonNode node, StringBuilder out) {
        if (node.isString()) {
            out.append(node.asString()).append('\n');
        }
        node.forEach(child -> strings(child, out));
    }

    private static String output(List<String> args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = commands.execute(args.toArray(String[]::new));
        if (code > 1) {
            throw new IllegalStateException(String.join(" ", args) + ": exit " + code + ": " + err);
        }
        return out.toString();
    }
}

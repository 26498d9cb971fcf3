package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * A program of programs/faults, which says in its first lines what is right.
 *
 * <pre>
 * # expect: RACE|DEADLOCK rule-id    the verdict, either of them; the rule that the report names
 * # how: explore                     run (the default), explore, both, check, reads-back (what lower
 *                                    prints passes check), lowered (what lower prints is run)
 * # ranks: 2
 * # flags: --on simulated            of a run
 * # in: x=ones
 * # text: words                      what the report contains
 * # match: regular expression        what a line of the report matches
 * # not: words                       what the report does not contain
 * </pre>
 *
 * An exploration must give the same outcome, one of those expected, under every schedule.
 */
record FaultCase(Path file, Map<String, List<String>> headers) {
    private static final Pattern HEADER = Pattern.compile("^(?:#|//) ([a-z]+): (.*)$");
    private static final Pattern VERDICT =
            Pattern.compile("^(OK|[A-Z]{4,}(?:-[A-Z]+)?)  ?\\d", Pattern.MULTILINE);
    private static final Pattern JSON_VERDICT = Pattern.compile("\"verdict\" ?: ?\"([A-Z-]+)\"");
    private static final Pattern TALLY = Pattern.compile("(\\d+) ([A-Z-]+)(?=,|$)");
    private static final String SCHEDULES = "30";

    static FaultCase of(Path file) {
        Map<String, List<String>> headers = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                Matcher matcher = HEADER.matcher(line);
                if (!matcher.matches()) {
                    break;
                }
                headers.computeIfAbsent(matcher.group(1), k -> new ArrayList<>())
                        .add(matcher.group(2));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new FaultCase(file, headers);
    }

    @Override
    public String toString() {
        return file.getFileName() + " " + get("expect");
    }

    private List<String> get(String key) {
        return headers.getOrDefault(key, List.of());
    }

    private String one(String key, String fallback) {
        return get(key).isEmpty() ? fallback : get(key).getFirst();
    }

    /** Runs it and compares. */
    void verify(Path folder) throws IOException {
        StringBuilder report = new StringBuilder();
        switch (one("how", "run")) {
            case "run" -> verdict(report, "run", file, common(), inputs());
            case "explore" -> explore(report);
            case "both" -> {
                verdict(report, "run", file, common(), inputs());
                explore(report);
            }
            case "check" -> verdict(report, "check", file, common());
            case "reads-back" ->
                    lowered(folder, report)
                            .ifPresent(text -> verdict(report, "check", text, common()));
            case "lowered" ->
                    lowered(folder, report)
                            .ifPresent(text -> verdict(report, "run", text, common(), inputs()));
            default -> throw new IllegalStateException(file + ": " + get("how"));
        }
        String[] expected = one("expect", "").split(" ", 2);
        if (expected.length == 2) {
            assertThat(report.toString()).contains(expected[1]);
        }
        get("text").forEach(text -> assertThat(report.toString()).contains(text));
        get("not").forEach(text -> assertThat(report.toString()).doesNotContain(text));
        for (String match : get("match")) {
            assertThat(Pattern.compile(match, Pattern.MULTILINE).matcher(report).find())
                    .as("a line like %s in%n%s", match, report)
                    .isTrue();
        }
    }

    private List<String> allowed() {
        return Arrays.asList(one("expect", "").split(" ", 2)[0].split("\\|"));
    }

    private List<String> common() {
        List<String> words = new ArrayList<>();
        get("ranks").forEach(ranks -> words.addAll(List.of("--ranks", ranks)));
        get("flags").forEach(flags -> words.addAll(Arrays.asList(flags.split(" +"))));
        return words;
    }

    private List<String> inputs() {
        List<String> words = new ArrayList<>();
        get("in").forEach(in -> words.addAll(List.of("--in", in)));
        return words;
    }

    @SafeVarargs
    private void verdict(
            StringBuilder report, String command, Path program, List<String>... words) {
        Output output = call(command, program, words);
        report.append(output.out()).append(output.err());
        assertThat(allowed()).as("%s%n%s", command, output).contains(output.verdict());
    }

    private void explore(StringBuilder report) {
        Output output =
                call("explore", file, common(), inputs(), List.of("--schedules", SCHEDULES));
        report.append(output.out()).append(output.err());
        String last = output.out().strip().lines().reduce((a, b) -> b).orElse("");
        List<String> verdicts =
                TALLY.matcher(last).results().map(found -> found.group(2)).distinct().toList();
        assertThat(verdicts).as("%s", output).isNotEmpty();
        assertThat(allowed()).as("%s", output).containsAll(verdicts);
        if (allowed().equals(List.of("OK"))) {
            Matcher outputs = Pattern.compile("outputs (\\S+)").matcher(output.out());
            assertThat(outputs.results().map(MatchResult::group).distinct().count())
                    .as("%s", output)
                    .isLessThanOrEqualTo(1);
        }
    }

    /** What lower prints, unless the program is refused and may be. */
    private Optional<Path> lowered(Path folder, StringBuilder report) throws IOException {
        Output output = call("lower", file, common());
        report.append(output.err());
        if (!output.verdict().equals("none") && allowed().contains(output.verdict())) {
            return Optional.empty();
        }
        if (output.code() == Exit.PROBLEMS && allowed().contains("REJECT")) {
            return Optional.empty();
        }
        assertThat(output.code()).as("%s", output).isZero();
        String name = file.getFileName().toString();
        Path text = folder.resolve("lowered" + name.substring(name.lastIndexOf('.')));
        Files.writeString(text, output.out());
        return Optional.of(text);
    }

    /** What a command printed. */
    private record Output(int code, String out, String err) {
        String verdict() {
            if (out.startsWith("{")) {
                Matcher json = JSON_VERDICT.matcher(out);
                return json.find() ? json.group(1) : "none";
            }
            return VERDICT.matcher(out)
                    .results()
                    .map(found -> found.group(1))
                    .reduce((a, b) -> b)
                    .orElse("none");
        }
    }

    @SafeVarargs
    private static Output call(String command, Path program, List<String>... words) {
        List<String> args = new ArrayList<>(List.of(command, program.toString()));
        for (List<String> more : words) {
            args.addAll(more);
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = commands.execute(args.toArray(String[]::new));
        return new Output(code, out.toString(), err.toString());
    }
}

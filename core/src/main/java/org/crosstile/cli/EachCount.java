package org.crosstile.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.crosstile.engine.Severe;
import org.crosstile.source.Verdict;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Carries a command out for one number of ranks after the other, and says what comes of all.
 *
 * @param commands makes the commands anew
 * @param given the command line
 */
record EachCount(Supplier<CommandLine> commands, CommandLine.ParseResult given) {
    private static final List<String> COMMANDS = List.of("check", "run", "explore");
    private static final List<String> ONE_FILE = List.of("--out", "--record");
    private static final String RANKS = "--ranks";

    /** The last line that a command prints of a run. */
    private static final Pattern RESULT = Pattern.compile("(?m)^([A-Z-]+)  .*$");

    /** Whether a command line asks for several numbers of ranks, of a command that takes them. */
    boolean isAsked() {
        return given.hasSubcommand()
                && COMMANDS.contains(given.subcommand().commandSpec().name())
                && counts().all().size() > 1;
    }

    private RankCounts counts() {
        return given.subcommand().matchedOptionValue(RANKS, new RankCounts(List.of(1)));
    }

    /** Carries it out; the exit code. */
    int run() {
        CommandLine.ParseResult command = given.subcommand();
        ONE_FILE.stream()
                .filter(command::hasMatchedOption)
                .findFirst()
                .ifPresent(option -> {
                    throw new UsageException(option + " needs one number of ranks");
                });
        boolean json = command.matchedOptionValue("--format", Format.text) == Format.json;
        Output out = new Output(given.commandSpec());
        Map<Integer, Verdict> verdicts = new TreeMap<>();
        List<Object> trees = new ArrayList<>();
        int worst = Exit.OK;
        for (int count : counts().all()) {
            StringWriter printed = new StringWriter();
            int code = run(count, printed);
            if (!json || code > Exit.PROBLEMS) {
                printed.toString().lines().forEach(out::result);
            }
            if (code > Exit.PROBLEMS) {
                return code;
            }
            worst = Math.max(worst, code);
            if (json) {
                JsonNode tree = JsonMapper.shared().readTree(printed.toString());
                verdicts.put(count, verdict(tree.get("verdict").asString()));
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("ranks", count);
                one.put("result", tree);
                trees.add(one);
            } else {
                verdicts.put(count, verdict(last(printed.toString())));
            }
        }
        Verdict all = Severe.overall(List.copyOf(verdicts.values()));
        if (json) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("verdict", all.word());
            tree.put("counts", trees);
            out.json(tree);
        } else {
            out.result(all.word() + "  " + summary(verdicts));
        }
        return worst;
    }

    private int run(int count, StringWriter printed) {
        CommandLine one = commands.get();
        one.setOut(new PrintWriter(printed, true));
        one.setErr(given.commandSpec().commandLine().getErr());
        List<String> args = new ArrayList<>();
        List<String> original = given.originalArgs();
        for (int i = 0; i < original.size(); i++) {
            String arg = original.get(i);
            if (arg.equals(RANKS)) {
                args.addAll(List.of(RANKS, Integer.toString(count)));
                i++;
            } else {
                args.add(arg.startsWith(RANKS + "=") ? RANKS + "=" + count : arg);
            }
        }
        return one.execute(args.toArray(String[]::new));
    }

    private static String last(String printed) {
        Matcher matcher = RESULT.matcher(printed);
        String word = "";
        while (matcher.find()) {
            word = matcher.group(1);
        }
        return word;
    }

    private static Verdict verdict(String word) {
        for (Verdict verdict : Verdict.values()) {
            if (verdict.word().equals(word)) {
                return verdict;
            }
        }
        throw new IllegalStateException("no verdict: " + word);
    }

    /** {@code 7 numbers of ranks: OK with 2, 3 and 4; DEADLOCK with 5}. */
    private static String summary(Map<Integer, Verdict> verdicts) {
        Map<Verdict, List<String>> byVerdict = new TreeMap<>();
        verdicts.forEach((count, verdict) ->
                byVerdict.computeIfAbsent(verdict, v -> new ArrayList<>()).add("" + count));
        List<String> parts = new ArrayList<>();
        byVerdict.forEach((verdict, counts) ->
                parts.add(verdict.word() + " with " + String.join(", ", counts)));
        return verdicts.size() + " numbers of ranks: " + String.join("; ", parts);
    }
}

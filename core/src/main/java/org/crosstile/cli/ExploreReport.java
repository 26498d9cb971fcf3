package org.crosstile.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.crosstile.engine.Exploration;
import org.crosstile.source.ProblemTree;

/** What {@code explore} prints. */
record ExploreReport(Output out, Exploration result, int ranks, String replay) {
    private static final int DIGITS = 12;

    void print(Format format) {
        if (format == Format.json) {
            out.json(tree());
            return;
        }
        out.problems(result.problems());
        for (Exploration.Outcome outcome : result.outcomes()) {
            out.result(line(outcome));
        }
        if (!replay.isEmpty()) {
            out.result("replay: " + replay);
            result.failure()
                    .map(Exploration.Failure::ranks)
                    .filter(fewer -> fewer < ranks)
                    .ifPresent(fewer ->
                            out.result(
                                    "the replay has "
                                            + fewer
                                            + (fewer == 1 ? " rank" : " ranks")
                                            + " instead of "
                                            + ranks
                                            + ": the same is found there"));
        }
        out.result(result.verdict().word() + "  " + summary());
    }

    private String summary() {
        if (result.outcomes().isEmpty()) {
            return "no schedule was run";
        }
        Map<String, Integer> counts = new TreeMap<>();
        result.outcomes().forEach(o -> counts.merge(o.verdict().word(), o.count(), Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((verdict, count) -> parts.add(count + " " + verdict));
        if (result.complete().isPresent()) {
            String number = String.format(Locale.ROOT, "%,d", result.runs());
            return (result.complete().get() ? "all " + number : "the first " + number)
                    + (result.runs() == 1 ? " interleaving of " : " interleavings of ")
                    + ranks
                    + (ranks == 1 ? " rank: " : " ranks: ")
                    + String.join(", ", parts)
                    + (result.complete().get() ? "" : "; there are more");
        }
        boolean all = result.runs() == result.asked();
        return (all ? "" : result.runs() + " of ")
                + result.asked()
                + (result.asked() == 1 ? " schedule of " : " schedules of ")
                + ranks
                + (ranks == 1 ? " rank: " : " ranks: ")
                + String.join(", ", parts);
    }

    private String line(Exploration.Outcome outcome) {
        List<String> parts = new ArrayList<>(outcome.reasons());
        if (!outcome.digest().isEmpty()) {
            parts.add("outputs " + outcome.digest().substring(0, DIGITS));
        }
        String count = Integer.toString(outcome.count());
        return " ".repeat(Math.max(0, 8 - count.length()))
                + count
                + "  "
                + outcome.verdict().word()
                + "  "
                + String.join(", ", parts)
                + (result.complete().isPresent()
                        ? ""
                        : "  first: "
                                + outcome.first().strategy().word()
                                + ", "
                                + outcome.first().memory().word()
                                + ", seed "
                                + outcome.first().seed());
    }

    private Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("verdict", result.verdict().word());
        ProblemTree.put(result.problems(), tree);
        tree.put("ranks", ranks);
        tree.put("schedules", result.asked());
        tree.put("runs", result.runs());
        Map<String, Object> counts = new TreeMap<>();
        result.outcomes()
                .forEach(o ->
                        counts.merge(o.verdict().word(), o.count(), (a, b) -> (int) a + (int) b));
        tree.put("counts", counts);
        List<Object> outcomes = new ArrayList<>();
        result.outcomes().forEach(outcome -> outcomes.add(tree(outcome)));
        tree.put("outcomes", outcomes);
        result.complete()
                .ifPresent(complete -> {
                    Map<String, Object> exhaustive = new LinkedHashMap<>();
                    exhaustive.put("interleavings", result.runs());
                    exhaustive.put("complete", complete);
                    tree.put("exhaustive", exhaustive);
                });
        tree.put("replay", replay);
        result.failure().ifPresent(failure -> tree.put("replay_ranks", failure.ranks()));
        return tree;
    }

    private static Map<String, Object> tree(Exploration.Outcome outcome) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("verdict", outcome.verdict().word());
        tree.put("count", outcome.count());
        tree.put("reasons", outcome.reasons());
        tree.put("sha256", outcome.digest());
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("strategy", outcome.first().strategy().word());
        first.put("memory", outcome.first().memory().word());
        first.put("seed", outcome.first().seed());
        tree.put("first", first);
        return tree;
    }
}

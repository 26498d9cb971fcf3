package org.crosstile.cli;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.Summary;
import org.crosstile.source.ProblemTree;

/**
 * What {@code run} prints.
 *
 * @param tasks graphs of tasks as JSON objects
 */
record RunReport(
        Output out,
        RunResult result,
        int ranks,
        String world,
        int repeat,
        List<Map<String, Object>> tasks) {
    /** A run whose tasks nobody wants to see. */
    RunReport(Output out, RunResult result, int ranks, String world, int repeat) {
        this(out, result, ranks, world, repeat, List.of());
    }

    void print(Format format, boolean verbose) {
        if (format == Format.json) {
            out.json(tree());
            return;
        }
        out.problems(result.problems());
        if (result.isOk()) {
            result.outputs().forEach(output -> out.result(line(output)));
            result.rowsCrossed()
                    .ifPresent(n ->
                            out.result(n + (n == 1 ? " row" : " rows") + " crossed between ranks"));
        }
        out.result(
                result.verdict().word()
                        + "  "
                        + ranks
                        + (ranks == 1 ? " rank" : " ranks")
                        + " on "
                        + world
                        + runs());
        if (verbose) {
            times();
        }
    }

    private String runs() {
        if (repeat == 1 || result.runs() == 0) {
            return "";
        }
        return result.isOk() ? ", " + repeat + " runs" : ", run " + result.runs() + " of " + repeat;
    }

    private static String line(HostTensor output) {
        Summary summary = Summary.of(output);
        StringBuilder line = new StringBuilder(output.name());
        line.append("  ").append(output.dtype()).append(' ').append(output.shape());
        line.append("  min ").append(number(summary.min()));
        line.append("  max ").append(number(summary.max()));
        line.append("  sum ").append(number(summary.sum())).append("  [");
        for (int i = 0; i < summary.first().length; i++) {
            line.append(i == 0 ? "" : ", ").append(number(summary.first()[i]));
        }
        return line.append(output.elements() > summary.first().length ? ", ...]" : "]").toString();
    }

    /** Whole numbers without a fraction, others as short as a float is told apart by. */
    private static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return (float) value == value ? Float.toString((float) value) : Double.toString(value);
    }

    /** The result as a tree. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("verdict", result.verdict().word());
        ProblemTree.put(result.problems(), tree);
        List<Object> outputs = new ArrayList<>();
        if (result.isOk()) {
            result.outputs().forEach(output -> outputs.add(tree(output)));
        }
        tree.put("outputs", outputs);
        tree.put("ranks", ranks);
        tree.put("world", world);
        tree.put("runs", result.runs());
        result.rowsCrossed().ifPresent(n -> tree.put("rows_crossed", n));
        if (!tasks.isEmpty()) {
            tree.put("tasks", tasks);
        }
        Map<String, Object> times = new LinkedHashMap<>();
        result.times().nanos().forEach((phase, nanos) -> times.put(phase, nanos / 1e9));
        tree.put("times", times);
        return tree;
    }

    private static Map<String, Object> tree(HostTensor output) {
        Summary summary = Summary.of(output);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", output.name());
        tree.put("shape", output.shape());
        tree.put("dtype", output.dtype().name());
        tree.put("min", summary.min());
        tree.put("max", summary.max());
        tree.put("sum", summary.sum());
        tree.put("sha256", Summary.sha256(output));
        return tree;
    }

    private void times() {
        long start = ManagementFactory.getRuntimeMXBean().getStartTime();
        long since = (System.currentTimeMillis() - start) * 1_000_000;
        long phases = result.times().total();
        result.times().nanos().forEach((phase, nanos) -> out.message(time(phase, nanos)));
        out.message(time("JVM, command line", Math.max(0, since - phases)));
        out.message(time("total", Math.max(since, phases)));
    }

    private static String time(String what, long nanos) {
        String ms = Long.toString(nanos / 100_000);
        String padded = ms.length() < 2 ? "0" + ms : ms;
        String number =
                padded.substring(0, padded.length() - 1) + "." + padded.charAt(padded.length() - 1);
        return what
                + " ".repeat(Math.max(1, 28 - what.length() - number.length()))
                + number
                + " ms";
    }
}

package org.crosstile.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.syntax.Printer;

/** What each pass changes in a program, function by function. */
final class StageDiff {
    /** The changes of one pass: the lines of each function that it changed. */
    private record Change(String pass, Map<String, List<String>> functions) {}

    private final List<Change> changes = new ArrayList<>();
    private Program last;

    StageDiff(Program read) {
        last = read;
    }

    /** Takes in the program after a pass. */
    void add(String pass, Program image) {
        Set<String> names = new LinkedHashSet<>();
        image.functions().forEach(f -> names.add(f.name()));
        last.functions().forEach(f -> names.add(f.name()));
        Map<String, List<String>> functions = new LinkedHashMap<>();
        for (String name : names) {
            List<String> lines = LineDiff.of(text(last.find(name)), text(image.find(name)));
            if (!lines.isEmpty()) {
                functions.put(name, lines);
            }
        }
        changes.add(new Change(pass, functions));
        last = image;
    }

    private static String text(Optional<Function> function) {
        return function.map(Printer::print).orElse("");
    }

    /** Pass names as headers, and below each the functions that it changed. */
    String text() {
        StringBuilder out = new StringBuilder();
        for (Change change : changes) {
            out.append("=== ").append(change.pass());
            out.append(change.functions().isEmpty() ? ": nothing to change\n" : "\n");
            change.functions()
                    .forEach((name, lines) -> {
                        out.append("--- ").append(name).append('\n');
                        lines.forEach(line -> out.append(line).append('\n'));
                    });
        }
        return out.toString();
    }

    /** The same as a tree: one entry per pass. */
    List<Map<String, Object>> tree() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Change change : changes) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("pass", change.pass());
            entry.put("functions", change.functions());
            all.add(entry);
        }
        return all;
    }
}

package org.crosstile.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.crosstile.engine.Capabilities;
import org.crosstile.model.Binding;
import org.crosstile.model.Capability;
import org.crosstile.model.Op;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Names;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the operators, or shows one. */
@Command(
        name = "ops",
        description = "Lists the operators; with a NAME, shows its operands.",
        mixinStandardHelpOptions = true)
final class OpsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "an operator, by any of its names")
    private String name = "";

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private Format format = Format.text;

    @Override
    public Integer call() {
        Output out = new Output(spec);
        List<Op> ops = name.isEmpty() ? Catalogue.standard().all() : named();
        if (format == Format.json) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("operators", ops.stream().map(OpsCommand::tree).toList());
            tree.put("capabilities", capabilities(ops).stream().map(OpsCommand::tree).toList());
            out.json(tree);
        } else if (name.isEmpty()) {
            ops.stream().filter(op -> !op.isInternal()).forEach(op -> out.result(line(op)));
            out.result("");
            out.result(row("collective", "in", "op", "mode", "element types"));
            capabilities(ops).forEach(row -> out.result(line(row)));
        } else {
            ops.forEach(op -> page(op).forEach(out::result));
        }
        return Exit.OK;
    }

    private List<Op> named() {
        List<Op> ops = named(name);
        if (ops.isEmpty()) {
            String suggestion = Names.suggestion(name, names());
            throw new UsageException(
                    "there is no operator `"
                            + name
                            + "`"
                            + (suggestion.isEmpty() ? "" : ": " + suggestion));
        }
        return ops;
    }

    /** The operators of a name, an alias, or the last part of either. */
    static List<Op> named(String name) {
        List<Op> ops = Catalogue.standard().named(name);
        return ops.isEmpty()
                ? Catalogue.standard().all().stream()
                        .filter(op -> op.name().endsWith("." + name))
                        .toList()
                : ops;
    }

    /** Everything that {@link #named} knows. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>(Catalogue.standard().names());
        Catalogue.standard()
                .all()
                .forEach(op -> names.add(op.name().substring(op.name().lastIndexOf('.') + 1)));
        return names;
    }

    /** What the collectives among some operators take. */
    private static List<Capabilities.Row> capabilities(List<Op> ops) {
        Set<String> names = new TreeSet<>();
        ops.forEach(op -> names.add(op.name()));
        return Capabilities.all().stream().filter(r -> names.contains(r.operator())).toList();
    }

    private static String line(Capabilities.Row row) {
        return row(
                row.operator(),
                row.rail(),
                words(row.choice("op")),
                words(row.choice("mode")),
                words(row.dtypes()));
    }

    private static String words(List<?> values) {
        return values.isEmpty()
                ? "-"
                : String.join(" ", values.stream().map(Object::toString).toList());
    }

    private static String row(
            String collective, String place, String op, String mode, String types) {
        return pad(collective, 34) + pad(place, 8) + pad(op, 18) + pad(mode, 12) + types;
    }

    private static Map<String, Object> tree(Capabilities.Row row) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("operator", row.operator());
        tree.put("rail", row.rail());
        tree.put("dtypes", row.dtypes().stream().map(Enum::name).toList());
        tree.put("choices", row.choices());
        return tree;
    }

    private static String line(Op op) {
        return pad(op.name(), 34) + pad(places(op), 20) + op.doc();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }

    private static String places(Op op) {
        List<String> places = new ArrayList<>();
        for (Place place : Place.values()) {
            if (op.places().contains(place)) {
                places.add(place.name().toLowerCase(java.util.Locale.ROOT));
            }
        }
        return String.join(" ", places);
    }

    /** The reference page of an operator. */
    static List<String> page(Op op) {
        List<String> lines = new ArrayList<>();
        lines.add(Binding.signature(op).substring("the signature is ".length()));
        lines.add("");
        lines.add("    " + op.doc());
        lines.add("");
        for (Slot slot : op.slots()) {
            lines.add("    " + pad(slot.name(), 16) + slot.kind().phrase() + ": " + slot.doc());
        }
        lines.add("");
        lines.add("    callable in: " + places(op));
        if (!op.aliases().isEmpty()) {
            lines.add("    also written: " + String.join(", ", op.aliases()));
        }
        if (op instanceof Capability.Collective collective) {
            lines.add("");
            lines.add("    promises:");
            lines.add("    - " + collective.result());
            collective.promises().forEach(promise -> lines.add("    - " + promise));
        }
        return lines;
    }

    private static Map<String, Object> tree(Op op) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", op.name());
        tree.put("aliases", op.aliases());
        tree.put("doc", op.doc());
        tree.put("places", List.of(places(op).split(" ")));
        tree.put("internal", op.isInternal());
        tree.put("slots", op.slots().stream().map(OpsCommand::slot).toList());
        if (op instanceof Capability.Collective collective) {
            tree.put("result", collective.result());
            tree.put("promises", collective.promises());
        }
        return tree;
    }

    private static Map<String, Object> slot(Slot slot) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", slot.name());
        tree.put("kind", slot.kind().phrase());
        tree.put("doc", slot.doc());
        tree.put("required", slot.fallback().isEmpty());
        tree.put("keyword_only", slot.isKeywordOnly());
        return tree;
    }
}

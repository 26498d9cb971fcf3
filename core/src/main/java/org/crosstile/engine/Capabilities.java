package org.crosstile.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.abi.Coded;
import org.crosstile.abi.DType;
import org.crosstile.model.Capability;
import org.crosstile.model.Kind;
import org.crosstile.model.Op;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.operators.Catalogue;

/** What the collectives take, and where: asked of the operators themselves. */
public final class Capabilities {
    /**
     * What one collective takes at one place.
     *
     * @param operator its name
     * @param place where it is called
     * @param dtypes the element types of its data; none if it has no data
     * @param choices the operands that are one of a few values, with those values: {@code op} and
     *     {@code mode}
     */
    public record Row(
            String operator, Place place, List<DType> dtypes, Map<String, List<String>> choices) {
        /** The place as the command line names it. */
        public String rail() {
            return place.name().toLowerCase(Locale.ROOT);
        }

        /** The values of an operand, or nothing. */
        public List<String> choice(String operand) {
            return choices.getOrDefault(operand, List.of());
        }
    }

    private Capabilities() {}

    /** A row for each collective and place, in the order of the reference. */
    public static List<Row> all() {
        List<Row> rows = new ArrayList<>();
        for (Op op : Catalogue.standard().all()) {
            if (op instanceof Capability.Collective collective) {
                for (Place place : new TreeSet<>(op.places())) {
                    List<DType> dtypes = new ArrayList<>(new TreeSet<>(collective.dtypes(place)));
                    rows.add(new Row(op.name(), place, dtypes, choices(op)));
                }
            }
        }
        return rows;
    }

    private static Map<String, List<String>> choices(Op op) {
        Map<String, List<String>> choices = new LinkedHashMap<>();
        for (Slot slot : op.slots()) {
            if (slot.kind() instanceof Kind.OneOf one) {
                choices.put(
                        slot.name(),
                        Arrays.stream(one.type().getEnumConstants()).map(Coded::spelling).toList());
            } else if (slot.kind() instanceof Kind.Word word) {
                choices.put(slot.name(), word.allowed());
            }
        }
        return choices;
    }

    /** The table as Markdown, as the README has it. */
    public static String markdown() {
        StringBuilder text = new StringBuilder("| collective | in | element types | op | mode |\n");
        text.append("|---|---|---|---|---|\n");
        for (Row row : all()) {
            text.append("| `").append(row.operator()).append("` | ").append(row.rail());
            text.append(" | ").append(words(row.dtypes()));
            text.append(" | ").append(words(row.choice("op")));
            text.append(" | ").append(words(row.choice("mode"))).append(" |\n");
        }
        return text.toString();
    }

    /** What the collectives promise as Markdown, as the README has it. */
    public static String promises() {
        StringBuilder text =
                new StringBuilder("| collective | what the ranks end with |\n|---|---|\n");
        Set<String> common = new LinkedHashSet<>();
        for (Op op : Catalogue.standard().all()) {
            if (op instanceof Capability.Collective collective) {
                text.append("| `").append(op.name()).append("` | ");
                text.append(collective.result()).append(" |\n");
                common.addAll(collective.promises());
            }
        }
        text.append('\n');
        common.forEach(promise -> text.append("- ").append(promise).append('\n'));
        return text.toString();
    }

    private static String words(List<?> values) {
        return values.isEmpty()
                ? "-"
                : String.join(", ", values.stream().map(Object::toString).toList());
    }
}

package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Kind;
import org.crosstile.model.Op;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.operators.Catalogue;

/** Writes the operator methods of the Java DSL from the catalogue: names, operands and Javadoc. */
final class FacadeWriter {
    private static final Set<String> NO_RESULT =
            Set.of("remote_store", "put", "get", "notify", "wait", "defer_wait");

    /** A source file with the operators that it holds. */
    private record Family(String name, String parent, String doc, Predicate<Op> holds) {}

    private static final List<Family> FAMILIES =
            List.of(
                    new Family(
                            "TileData",
                            "",
                            "Operators that fill, view and empty tiles.",
                            op -> in(op, "pl.tile") && !isArithmetic(op)),
                    new Family(
                            "TileMath",
                            "TileData",
                            "Arithmetic on tiles.",
                            op -> in(op, "pl.tile") && isArithmetic(op)),
                    new Family(
                            "TensorData",
                            "TileMath",
                            "Operators that make, view, read and write tensors.",
                            op -> in(op, "pl.tensor") && !isArithmetic(op)),
                    new Family(
                            "TensorMath",
                            "TensorData",
                            "Arithmetic on tensors.",
                            op -> in(op, "pl.tensor") && isArithmetic(op)),
                    new Family(
                            "Pl",
                            "TensorMath",
                            "The operators of one rank, {@code pl} in the text form: on tiles, tensors, arrays"
                                    + " and scalars. Those that share a name differ in what they take.",
                            op -> in(op, "pl.array") || in(op, "pl.scalar") || in(op, "pl.system")),
                    new Family(
                            "Windows",
                            "",
                            "Operators about windows and who shares them.",
                            op ->
                                    op.name().startsWith("pld.")
                                            && !isTransfer(op)
                                            && !isCollective(op)),
                    new Family(
                            "Transfers",
                            "Windows",
                            "Operators that reach one peer.",
                            FacadeWriter::isTransfer),
                    new Family(
                            "Pld",
                            "Transfers",
                            "The operators that see other ranks, {@code pld} in the text form: windows, transfers,"
                                    + " signals and collectives.",
                            FacadeWriter::isCollective));

    private static boolean in(Op op, String category) {
        return op.name().startsWith(category + ".");
    }

    private static boolean isArithmetic(Op op) {
        return op.slots().size() <= 3
                && op.slots().stream()
                        .noneMatch(s ->
                                s.kind() instanceof Kind.Indices
                                        || s.kind() instanceof Kind.OneOf
                                        || s.kind() instanceof Kind.StaticInt);
    }

    private static boolean isTransfer(Op op) {
        return op.name().startsWith("pld.")
                && op.slots().stream().anyMatch(s -> s.name().equals("peer"));
    }

    private static boolean isCollective(Op op) {
        return op instanceof Capability.Collective;
    }

    private final Map<String, Set<String>> takers = new TreeMap<>();
    private final Map<String, Slot> keywords = new TreeMap<>();

    /** The text of each source file by its class name. */
    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        for (Family family : FAMILIES) {
            files.put(family.name(), family(family));
        }
        files.put("Options", options());
        return files;
    }

    /** The operators that authors call. */
    static List<Op> operators() {
        return Catalogue.standard().all().stream()
                .filter(op -> !op.isInternal() && !(op instanceof Capability.AllocatesWindow))
                .toList();
    }

    private String family(Family family) {
        StringBuilder body = new StringBuilder();
        for (Op op : operators()) {
            if (family.holds().test(op)) {
                body.append(operator(op));
            }
        }
        boolean last = family.name().equals("Pl") || family.name().equals("Pld");
        boolean windows = family.name().equals("Windows");
        String parent =
                windows
                        ? " extends Allocations"
                        : family.parent().isEmpty() ? "" : " extends " + family.parent();
        return head(body.toString())
                + doc(
                        "",
                        family.doc() + " Generated from the catalogue by FacadeWriter.",
                        List.of())
                + (last ? "public final class " : "abstract class ")
                + family.name()
                + parent
                + " {\n    "
                + (last ? "private " : "")
                + family.name()
                + "() {}\n"
                + body
                + "}\n";
    }

    private static String head(String body) {
        Set<String> types = new TreeSet<>(Set.of("org.crosstile.abi.DType"));
        for (Op op : operators()) {
            for (Slot slot : op.slots()) {
                if (slot.kind() instanceof Kind.OneOf one) {
                    types.add(one.type().getName());
                }
            }
        }
        StringBuilder head = new StringBuilder("package org.crosstile.dsl;\n\n");
        for (String type : types) {
            String simple = type.substring(type.lastIndexOf('.') + 1);
            if (body.matches("(?s).*\\b" + simple + "\\b [a-z].*")) {
                head.append("import ").append(type).append(";\n");
            }
        }
        return head.append('\n').toString();
    }

    /** A parameter of a method. */
    private record Parameter(Slot slot, String type) {}

    private String operator(Op op) {
        List<Slot> required = new ArrayList<>();
        List<Slot> extra = new ArrayList<>();
        List<Slot> optional = new ArrayList<>();
        for (Slot slot : op.slots()) {
            if (slot.fallback().isEmpty()) {
                required.add(slot);
            } else if (!slot.group().isEmpty() || slot.kind() instanceof Kind.Window) {
                extra.add(slot);
            } else {
                optional.add(slot);
                keyword(op, slot);
            }
        }
        StringBuilder out = new StringBuilder();
        methods(op, required, optional, out, true);
        if (!extra.isEmpty()) {
            List<Slot> all = new ArrayList<>(op.slots());
            all.removeAll(optional);
            methods(op, all, optional, out, false);
        }
        return out.toString();
    }

    private void keyword(Op op, Slot slot) {
        takers.computeIfAbsent(slot.name(), n -> new TreeSet<>()).add(marker(op));
        Slot other = keywords.putIfAbsent(slot.name(), slot);
        if (other != null && !types(op, other, false).equals(types(op, slot, false))) {
            throw new IllegalStateException(op + " gives `" + slot.name() + "` another kind");
        }
    }

    private static String marker(Op op) {
        return "Of" + capital(method(op));
    }

    private void methods(
            Op op, List<Slot> slots, List<Slot> optional, StringBuilder out, boolean documented) {
        List<List<Parameter>> forms = new ArrayList<>(List.of(List.of()));
        for (Slot slot : slots) {
            List<List<Parameter>> longer = new ArrayList<>();
            for (List<Parameter> form : forms) {
                for (String type : types(op, slot, true)) {
                    List<Parameter> more = new ArrayList<>(form);
                    more.add(new Parameter(slot, type));
                    longer.add(more);
                }
            }
            forms = longer;
        }
        boolean first = documented;
        boolean onlyScalars =
                slots.stream()
                        .allMatch(s ->
                                s.kind() instanceof Kind.Scalar
                                        || s.kind() instanceof Kind.Element);
        for (List<Parameter> form : forms) {
            boolean known =
                    form.stream().noneMatch(p -> p.type().matches("Scalar|Tile|Tensor.*|T"));
            if (onlyScalars && !slots.isEmpty() && known) {
                continue;
            }
            out.append('\n').append(javadoc(op, form, optional, first));
            out.append(method(op, form, optional));
            first = false;
        }
    }

    private static String javadoc(Op op, List<Parameter> form, List<Slot> optional, boolean full) {
        if (!full) {
            boolean numbers = form.stream().anyMatch(p -> p.type().matches("long|double"));
            return doc(
                    "    ",
                    "{@code " + op.name() + "}" + (numbers ? " with Java's own numbers." : "."),
                    List.of());
        }
        List<String> tags = new ArrayList<>();
        for (Parameter p : form) {
            tags.add("@param " + name(p.slot()) + " " + says(p.slot()));
        }
        if (!optional.isEmpty()) {
            List<String> names = new ArrayList<>();
            optional.forEach(s ->
                    names.add(
                            Describe.constant(s.fallback().orElseThrow()).equals("None")
                                    ? "{@link Options#" + camel(s.name()) + "}, " + says(s)
                                    : "{@link Options#"
                                            + camel(s.name())
                                            + "}, "
                                            + says(s)
                                            + ", by default {@code "
                                            + Describe.constant(s.fallback().orElseThrow())
                                            + "}"));
            tags.add("@param options " + String.join("; ", names));
        }
        String where = String.join(", ", op.places().stream().sorted().map(Place::phrase).toList());
        return doc("    ", op.doc() + " <p>{@code " + op.name() + "}, in " + where + ".", tags);
    }

    private static String says(Slot slot) {
        return slot.doc()
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "&#64;");
    }

    private static String doc(String indent, String text, List<String> tags) {
        StringBuilder out = new StringBuilder(indent + "/**\n");
        for (String paragraph : text.split(" <p>")) {
            boolean more = !paragraph.equals(text.split(" <p>")[0]);
            if (more) {
                out.append(indent).append(" *\n");
            }
            wrap(out, indent, (more ? "<p>" : "") + paragraph, "");
        }
        if (!tags.isEmpty()) {
            out.append(indent).append(" *\n");
        }
        tags.forEach(tag -> wrap(out, indent, tag, "    "));
        return out.append(indent).append(" */\n").toString();
    }

    private static void wrap(StringBuilder out, String indent, String text, String hanging) {
        StringBuilder line = new StringBuilder(indent + " *");
        for (String word : text.split(" ")) {
            if (line.length() + 1 + word.length() > 100) {
                out.append(line).append('\n');
                line = new StringBuilder(indent + " * " + hanging.stripTrailing());
                line.append(hanging);
                line.append(word);
                continue;
            }
            line.append(' ').append(word);
        }
        out.append(line).append('\n');
    }

    private static String method(Op op, List<Parameter> form, List<Slot> optional) {
        StringBuilder out = new StringBuilder("    public static ");
        boolean generic = form.stream().anyMatch(p -> p.type().equals("T"));
        String result = result(op, generic);
        out.append(generic ? "<T extends TensorLike> " : "").append(result);
        out.append(' ').append(method(op)).append('(');
        List<String> params = new ArrayList<>();
        form.forEach(p -> params.add(p.type() + " " + name(p.slot())));
        if (!optional.isEmpty()) {
            params.add("Options." + marker(op) + "... options");
        }
        out.append(String.join(", ", params)).append(") {\n        ");
        StringBuilder call = new StringBuilder("Operation.of(\"" + op.name() + "\")");
        for (Parameter p : form) {
            String value = name(p.slot());
            call.append(
                    p.slot().isKeywordOnly()
                            ? ".named(\""
                                    + p.slot().name()
                                    + "\", Operation.literal("
                                    + value
                                    + "))"
                            : ".with(" + value + ")");
        }
        call.append(optional.isEmpty() ? "" : ".options((Object[]) options)").append(".note()");
        switch (result) {
            case "void" -> out.append(call).append(";\n");
            case "T" -> {
                String like = "";
                for (Parameter p : form) {
                    like = p.type().equals("T") ? name(p.slot()) : like;
                }
                out.append("return TensorLike.like(" + like + ", " + call + ");\n");
            }
            default -> out.append("return new " + result + "(" + call + ");\n");
        }
        return out.append("    }\n").toString();
    }

    /** The Java types that an operand may have, the most general first. */
    private static List<String> types(Op op, Slot slot, boolean canBeGeneric) {
        boolean kept =
                canBeGeneric
                        && slot.kind() instanceof Kind.TensorLike
                        && (op.resultAliases().equals(java.util.Optional.of(slot))
                                || (op instanceof Capability.Views v
                                        && v.offsets().isPresent()
                                        && v.source() == slot));
        return switch (slot.kind()) {
            case Kind.Window k -> List.of("Window");
            case Kind.Tensor k -> List.of("Tensor");
            case Kind.TensorLike k -> List.of(kept ? "T" : "TensorLike");
            case Kind.Tile k -> List.of("Tile");
            case Kind.Data k -> List.of("Tile", "TensorLike");
            case Kind.TileOrScalar k -> List.of("Tile", "Scalar", "long", "double");
            case Kind.TensorOrScalar k -> List.of("TensorLike", "Scalar", "long", "double");
            case Kind.Integer k -> List.of("Scalar", "long");
            case Kind.Scalar k ->
                    op.name().endsWith(".write")
                            ? List.of("Scalar", "double") // an integer would be an INDEX
                            : in(op, "pl.scalar") || in(op, "pl.array")
                                    ? List.of("Scalar", "long")
                                    : List.of("Scalar", "long", "double");
            case Kind.Indices k -> List.of(isPlace(slot) ? "At" : "Shape");
            case Kind.Context k -> List.of("Context");
            case Kind.Buffer k -> List.of("Buffer");
            case Kind.Array k -> List.of("Array");
            case Kind.OneOf k -> List.of(k.type().getSimpleName());
            case Kind.Element k -> List.of("DType");
            case Kind.StaticInt k -> List.of("long");
            case Kind.Flag k -> List.of("boolean");
            case Kind.Word k -> List.of("String");
            case Kind.Any k -> List.of("Value");
        };
    }

    private static boolean isPlace(Slot slot) {
        return slot.name().contains("offset")
                || slot.name().equals("indices")
                || slot.name().equals("drop_dims");
    }

    private static String result(Op op, boolean generic) {
        String last = op.name().substring(op.name().lastIndexOf('.') + 1);
        if (op.name().startsWith("pld.")) {
            return NO_RESULT.contains(last)
                    ? "void"
                    : switch (last) {
                        case "world_size", "rank", "nranks" -> "Scalar";
                        case "get_comm_ctx" -> "Context";
                        case "remote_load" -> "Tile";
                        default -> "Window";
                    };
        }
        if (in(op, "pl.system")) {
            return "void";
        }
        if (generic) {
            return "T";
        }
        boolean scalar =
                last.equals("read")
                        || last.equals("dim")
                        || last.startsWith("get_")
                        || in(op, "pl.scalar");
        return scalar
                ? "Scalar"
                : in(op, "pl.tile") ? "Tile" : in(op, "pl.tensor") ? "Tensor" : "Array";
    }

    /** The Java name of an operator: that of the short form, if there is one. */
    static String method(Op op) {
        String[] parts = op.name().split("\\.");
        for (String alias : op.aliases()) {
            if (alias.split("\\.").length == 2) {
                return camel(alias.split("\\.")[1]);
            }
        }
        boolean taken =
                operators().stream()
                        .anyMatch(o ->
                                o != op
                                        && o.name().startsWith(parts[0] + ".")
                                        && o.name().endsWith("." + parts[2]));
        return taken || in(op, "pl.array") ? camel(parts[1] + "_" + parts[2]) : camel(parts[2]);
    }

    private static String name(Slot slot) {
        return camel(slot.name());
    }

    private static String camel(String name) {
        StringBuilder out = new StringBuilder();
        for (String part : name.toLowerCase(Locale.ROOT).split("_")) {
            out.append(out.isEmpty() ? part : capital(part));
        }
        return out.toString();
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private String options() {
        StringBuilder body = new StringBuilder();
        Set<String> markers = new TreeSet<>();
        takers.values().forEach(markers::addAll);
        for (String marker : markers) {
            String method = marker.substring(2, 3).toLowerCase(Locale.ROOT) + marker.substring(3);
            body.append('\n')
                    .append(
                            doc(
                                    "    ",
                                    "What {@code " + method + "} can be given by name.",
                                    List.of()));
            body.append("    public interface " + marker + " {}\n");
        }
        keywords.forEach((name, slot) -> {
            String type = capital(camel(name));
            String of = types(operators().getFirst(), slot, false).getFirst();
            List<String> interfaces = takers.get(name).stream().toList();
            body.append('\n').append(doc("    ", "The operand {@code " + name + "}.", List.of()));
            body.append(
                    "    public static final class "
                            + type
                            + " extends Option implements "
                            + String.join(", ", interfaces)
                            + " {\n");
            body.append("        private " + type + "(" + of + " value) {\n");
            body.append(
                    "            super(\""
                            + name
                            + "\", Operation.literal(value));\n        }\n    }\n");
            body.append('\n')
                    .append(
                            doc(
                                    "    ",
                                    "Gives " + says(slot) + ": {@code " + name + "=}.",
                                    List.of()));
            body.append("    public static " + type + " " + camel(name) + "(" + of + " value) {\n");
            body.append("        return new " + type + "(value);\n    }\n");
        });
        return head(body.toString())
                + doc(
                        "",
                        "Operands that operators can do without, to be imported statically. Generated from the catalogue by FacadeWriter.",
                        List.of())
                + "public final class Options {\n    private Options() {}\n"
                + body
                + "}\n";
    }
}

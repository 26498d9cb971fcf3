package org.crosstile.isa.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Prints tile-level programs; reading the print gives the same program. */
public final class AsmPrinter {
    private final StringBuilder out = new StringBuilder();

    private AsmPrinter() {}

    /** A program as text. */
    public static String print(Asm.Module module) {
        AsmPrinter printer = new AsmPrinter();
        printer.module(module);
        return printer.out.toString();
    }

    private void module(Asm.Module module) {
        out.append("module");
        module.target()
                .ifPresent(t ->
                        out.append(" attributes {pto.target_arch = \"")
                                .append(t.text())
                                .append("\"}"));
        out.append(" {\n");
        module.functions().forEach(this::function);
        out.append("}\n");
    }

    private void function(Asm.Function function) {
        out.append("  func.func @").append(function.name().text()).append('(');
        List<String> params = new ArrayList<>();
        for (Asm.Param param : function.params()) {
            String role = param.role() == Asm.Role.in ? "" : " {pto." + param.role() + "}";
            params.add("%" + param.name().text() + ": " + AsmTypes.print(param.type()) + role);
        }
        out.append(String.join(", ", params)).append(") {\n");
        block(function.body(), "    ");
        out.append("    return\n  }\n");
    }

    private void block(List<Asm.Stmt> body, String indent) {
        for (Asm.Stmt stmt : body) {
            switch (stmt) {
                case Asm.Op op -> line(indent, print(op));
                case Asm.If branch -> {
                    line(indent, "scf.if %" + branch.condition().text() + " {");
                    block(branch.then(), indent + "  ");
                    if (!branch.otherwise().isEmpty()) {
                        line(indent, "} else {");
                        block(branch.otherwise(), indent + "  ");
                    }
                    line(indent, "}");
                }
                case Asm.For loop -> {
                    line(
                            indent,
                            "scf.for %"
                                    + loop.variable().text()
                                    + " = %"
                                    + loop.from().text()
                                    + " to %"
                                    + loop.to().text()
                                    + " step %"
                                    + loop.step().text()
                                    + " {");
                    block(loop.body(), indent + "  ");
                    line(indent, "}");
                }
            }
        }
    }

    private void line(String indent, String text) {
        out.append(indent).append(text).append('\n');
    }

    /** One operation. */
    static String print(Asm.Op op) {
        StringBuilder text = new StringBuilder();
        op.result().ifPresent(r -> text.append('%').append(r.text()).append(" = "));
        text.append(op.mnemonic().text());
        Deque<Asm.Word> operands = new ArrayDeque<>(op.operands());
        List<Asm.Attr> lists = op.attrs().stream().filter(a -> a.kind().equals("list")).toList();
        List<String> words = new ArrayList<>();
        switch (op.mnemonic()) {
            case BARRIER -> text.append(" <PIPE_ALL>");
            case CONSTANT -> words.add(op.attr("value").map(Asm.Attr::value).orElse("0"));
            case CMPI -> words.add(op.attr("predicate").map(Asm.Attr::value).orElse("eq"));
            default -> {}
        }
        long inLists =
                lists.stream().flatMapToInt(a -> a.value().chars()).filter(c -> c == '%').count();
        while (operands.size() > inLists) {
            words.add("%" + operands.removeFirst().text());
        }
        for (Asm.Attr list : lists) {
            List<String> entries = new ArrayList<>();
            for (String entry : list.value().split(",", -1)) {
                entries.add(entry.equals("%") ? "%" + operands.removeFirst().text() : entry);
            }
            words.add(list.name() + " = [" + String.join(", ", entries) + "]");
        }
        text.append(words.isEmpty() ? "" : " " + String.join(", ", words));
        attributes(op, text);
        if (!op.after().isEmpty()) {
            List<String> events = op.after().stream().map(e -> "%" + e.text()).toList();
            text.append(" after(").append(String.join(", ", events)).append(')');
        }
        types(op, text);
        return text.toString();
    }

    private static void attributes(Asm.Op op, StringBuilder text) {
        List<String> attrs = new ArrayList<>();
        for (Asm.Attr attr : op.attrs()) {
            switch (attr.kind()) {
                case "list", "number", "word" -> {}
                case "i32" -> attrs.add(attr.name() + " = " + attr.value() + " : i32");
                default ->
                        attrs.add(
                                attr.name() + " = #pto." + attr.kind() + "<" + attr.value() + ">");
            }
        }
        if (!attrs.isEmpty()) {
            text.append(" {").append(String.join(", ", attrs)).append('}');
        }
    }

    private static void types(Asm.Op op, StringBuilder text) {
        List<String> types = op.types().stream().map(t -> AsmTypes.print(t.type())).toList();
        String result = op.resultType().map(t -> AsmTypes.print(t.type())).orElse("");
        if (types.isEmpty() && result.isEmpty()) {
            return;
        }
        if (op.mnemonic() == Mnemonic.INDEX_CAST) {
            text.append(" : ").append(String.join(", ", types)).append(" to ").append(result);
        } else if (op.mnemonic().isArithmetic()) {
            text.append(" : ").append(String.join(", ", types));
        } else {
            text.append(" : (").append(String.join(", ", types)).append(')');
            text.append(result.isEmpty() ? "" : " -> " + result);
        }
    }
}

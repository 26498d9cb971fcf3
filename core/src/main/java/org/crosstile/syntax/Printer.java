package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;

/**
 * Writes programs as DSL text: a module that {@link Reader} loads again as the same program,
 * whatever stage of lowering it is at.
 */
public final class Printer {
    private static final String INDENT = "    ";
    private static final int LINE = 100;

    private Printer() {}

    /** The module of a program. */
    public static String print(Program program) {
        StringBuilder out = new StringBuilder();
        out.append("# pypto.program: ").append(program.name()).append('\n');
        out.append("import pypto.language as pl\n");
        out.append("import pypto.language.distributed as pld\n\n");
        TreeSet<String> dims = dims(program);
        dims.forEach(dim -> out.append(dim).append(" = pl.dynamic(\"").append(dim).append("\")\n"));
        if (!dims.isEmpty()) {
            out.append('\n');
        }
        out.append("\n@pl.program\nclass ").append(program.name()).append(":\n");
        if (program.functions().isEmpty()) {
            out.append(INDENT).append("pass\n");
        }
        String separator = "";
        for (Function function : program.functions()) {
            out.append(separator);
            function(function, INDENT, out);
            separator = "\n";
        }
        return out.toString();
    }

    /** One function, as it stands in its program, without indentation. */
    public static String print(Function function) {
        StringBuilder out = new StringBuilder();
        function(function, "", out);
        return out.toString();
    }

    private static void function(Function f, String indent, StringBuilder out) {
        Naming naming = Naming.of(f);
        ExprPrinter exprs = new ExprPrinter(naming);
        TypePrinter types = new TypePrinter(exprs);
        decorator(f, indent, out);
        out.append(indent).append("def ").append(f.name()).append('(');
        List<String> params = new ArrayList<>();
        if (f.role() != Function.Role.SubWorker) {
            params.add("self");
        }
        for (Function.Param param : f.params()) {
            params.add(naming.name(param.var()) + ": " + types.parameter(param));
        }
        String line = String.join(", ", params);
        boolean isLong = indent.length() + f.name().length() + line.length() > LINE;
        String separator = ",\n" + indent + INDENT + INDENT;
        out.append(
                isLong
                        ? separator.substring(1) + String.join(separator, params) + ",\n" + indent
                        : line);
        out.append(')').append(returns(f, types)).append(":\n");
        body(f, indent + INDENT, exprs, types, naming, out);
    }

    private static void decorator(Function f, String indent, StringBuilder out) {
        out.append(indent).append("@pl.function(");
        if (f.kind() != Function.Kind.Opaque) {
            out.append("type=").append(Constants.spelling(f.kind())).append(", ");
        }
        out.append("level=").append(Constants.spelling(f.level()));
        out.append(", role=").append(Constants.spelling(f.role()));
        if (f.attrs().get("auto_scope") instanceof Expr.Bool auto) {
            out.append(", auto_scope=").append(auto.value() ? "True" : "False");
        }
        out.append(")\n");
    }

    private static String returns(Function f, TypePrinter types) {
        if (f.returns().isEmpty()) {
            return givesValues(f) ? " -> None" : "";
        }
        List<String> printed = new ArrayList<>();
        f.returns().forEach(type -> printed.add(types.type(type)));
        return " -> "
                + (printed.size() == 1
                        ? printed.getFirst()
                        : "tuple[" + String.join(", ", printed) + "]");
    }

    /** Whether the reader would find out return types by itself. */
    private static boolean givesValues(Function f) {
        boolean[] found = new boolean[1];
        Walk.statements(
                f.body(), s -> found[0] |= s instanceof Stmt.Return r && !r.values().isEmpty());
        return found[0];
    }

    private static void body(
            Function f,
            String indent,
            ExprPrinter exprs,
            TypePrinter types,
            Naming naming,
            StringBuilder out) {
        if (f.isSubWorker()) {
            for (String line : (f.verbatim().isBlank() ? "..." : f.verbatim()).split("\n", -1)) {
                out.append(line.isBlank() ? "" : indent).append(line).append('\n');
            }
            return;
        }
        Map<String, Expr> attrs = new TreeMap<>(f.attrs());
        if (attrs.get("auto_scope") instanceof Expr.Bool) {
            attrs.remove("auto_scope");
        }
        if (!attrs.isEmpty()) {
            out.append(indent).append("pl.func_attr(").append(exprs.dict(attrs)).append(")\n");
        }
        StmtPrinter statements = new StmtPrinter(naming, exprs, types, out);
        if (f.body().isEmpty() && attrs.isEmpty()) {
            out.append(indent).append("pass\n");
        }
        statements.block(f.body(), indent);
    }

    /** The symbolic extents that a program mentions. */
    private static TreeSet<String> dims(Program program) {
        TreeSet<String> dims = new TreeSet<>();
        Consumer<Expr> visitor =
                e -> {
                    if (e instanceof Dim dim) {
                        dims.add(dim.name());
                    }
                };
        TypeWalk types = new TypeWalk(visitor);
        for (Function f : program.functions()) {
            f.params().forEach(p -> types.visit(p.var().type()));
            f.returns().forEach(types::visit);
            Walk.expressions(f.body(), visitor);
            Walk.statements(f.body(), s -> Walk.defined(s).forEach(v -> types.visit(v.type())));
        }
        return dims;
    }
}

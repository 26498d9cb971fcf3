package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/**
 * Writes statements. An assignment carries a type where the value alone would not give it; where
 * there is no room for one, an annotation without a value stands in front.
 */
final class StmtPrinter {
    private static final String INDENT = "    ";

    private final Naming naming;
    private final ExprPrinter exprs;
    private final TypePrinter types;
    private final StringBuilder out;

    StmtPrinter(Naming naming, ExprPrinter exprs, TypePrinter types, StringBuilder out) {
        this.naming = naming;
        this.exprs = exprs;
        this.types = types;
        this.out = out;
    }

    void block(Block block, String indent) {
        block.statements().forEach(s -> statement(s, indent, List.of()));
    }

    /** The block of a compound statement; its yield gives values to {@code results}. */
    private void inner(Block block, String indent, List<Var> results) {
        if (block.isEmpty()) {
            line(indent + INDENT, "pass");
        }
        block.statements().forEach(s -> statement(s, indent + INDENT, results));
    }

    private void line(String indent, String text) {
        out.append(indent).append(text).append('\n');
    }

    private void statement(Stmt s, String indent, List<Var> results) {
        switch (s) {
            case Stmt.Assign x -> assign(x, indent);
            case Stmt.Unpack x -> unpack(x, indent);
            case Stmt.Eval x -> line(indent, exprs.expr(x.value()));
            case Stmt.If x -> conditional(x, indent);
            case Stmt.For x -> counted(x, indent);
            case Stmt.While x -> whileLoop(x, indent);
            case Stmt.Yield x -> yielded(x, indent, results);
            case Stmt.Return x -> line(indent, ("return " + returned(x.values())).strip());
            case Stmt.Break x -> line(indent, "break");
            case Stmt.Continue x -> line(indent, "continue");
            case Stmt.Scope x -> scope(x, indent);
        }
    }

    private String returned(List<Expr> values) {
        List<String> printed = new ArrayList<>();
        values.forEach(value -> printed.add(exprs.expr(value)));
        boolean tuple = values.size() == 1 && values.getFirst().type() instanceof Type.Tuple;
        return String.join(", ", printed) + (tuple ? "," : "");
    }

    private void assign(Stmt.Assign x, String indent) {
        Var target = x.target();
        Type read = Retyped.type(x.value());
        String annotation =
                Structure.same(read, target.type()) ? "" : ": " + types.full(target.type());
        line(indent, naming.name(target) + annotation + " = " + exprs.expr(x.value()));
    }

    private void unpack(Stmt.Unpack x, String indent) {
        for (int i = 0; i < x.targets().size(); i++) {
            if (x.value().type() instanceof Type.Tuple t && i < t.items().size()) {
                declare(x.targets().get(i), t.items().get(i), indent);
            }
        }
        List<String> targets = new ArrayList<>();
        x.targets().forEach(target -> targets.add(naming.name(target)));
        line(
                indent,
                String.join(", ", targets)
                        + (targets.size() == 1 ? "," : "")
                        + " = "
                        + exprs.expr(x.value()));
    }

    /** Says the type of a variable where the reader would find another one. */
    private void declare(Var var, Type found, String indent) {
        if (!Structure.same(var.type(), found)) {
            line(indent, naming.name(var) + ": " + types.full(var.type()));
        }
    }

    private void conditional(Stmt.If x, String indent) {
        line(indent, "if " + exprs.expr(x.condition()) + ":");
        inner(x.then(), indent, x.results());
        if (!x.otherwise().isEmpty()) {
            line(indent, "else:");
            inner(x.otherwise(), indent, x.results());
        }
    }

    private void counted(Stmt.For x, String indent) {
        declare(x.index(), Type.INDEX, indent);
        x.carried().forEach(c -> declare(c.var(), c.init().type(), indent));
        List<String> operands = new ArrayList<>();
        boolean unitStep = isIndex(x.step(), 1);
        if (!unitStep || !isIndex(x.start(), 0)) {
            operands.add(exprs.expr(x.start()));
        }
        operands.add(exprs.expr(x.stop()));
        if (!unitStep) {
            operands.add(exprs.expr(x.step()));
        }
        if (!x.carried().isEmpty()) {
            operands.add("init_values=" + inits(x.carried()));
        }
        Map<String, Expr> attrs = new TreeMap<>(x.attrs());
        Expr stage = attrs.remove("stage");
        if (stage != null) {
            operands.add("stage=" + exprs.expr(stage));
        }
        if (!attrs.isEmpty()) {
            operands.add("attrs=" + exprs.dict(attrs));
        }
        String targets =
                naming.name(x.index())
                        + (x.carried().isEmpty() ? "" : ", " + carriedNames(x.carried()));
        line(
                indent,
                "for "
                        + targets
                        + " in pl."
                        + x.kind().spelling()
                        + "("
                        + String.join(", ", operands)
                        + "):");
        inner(x.body(), indent, x.results());
    }

    private static boolean isIndex(Expr e, long value) {
        return e instanceof Expr.Int i
                && i.value() == value
                && Exprs.dtype(i) == org.crosstile.abi.DType.INDEX;
    }

    private String carriedNames(List<Stmt.Carried> carried) {
        List<String> names = new ArrayList<>();
        carried.forEach(c -> names.add(naming.name(c.var())));
        return "(" + String.join(", ", names) + (names.size() == 1 ? "," : "") + ")";
    }

    private String inits(List<Stmt.Carried> carried) {
        List<String> values = new ArrayList<>();
        carried.forEach(c -> values.add(exprs.expr(c.init())));
        return "(" + String.join(", ", values) + (values.size() == 1 ? "," : "") + ")";
    }

    private void whileLoop(Stmt.While x, String indent) {
        if (x.carried().isEmpty()) {
            line(indent, "while " + exprs.expr(x.condition()) + ":");
        } else {
            x.carried().forEach(c -> declare(c.var(), c.init().type(), indent));
            line(
                    indent,
                    "for "
                            + carriedNames(x.carried())
                            + " in pl.while_(init_values="
                            + inits(x.carried())
                            + "):");
            line(indent + INDENT, "pl.cond(" + exprs.expr(x.condition()) + ")");
        }
        inner(x.body(), indent, x.results());
    }

    private void yielded(Stmt.Yield x, String indent, List<Var> results) {
        for (int i = 0; i < results.size() && i < x.values().size(); i++) {
            declare(results.get(i), x.values().get(i).type(), indent);
        }
        List<String> names = new ArrayList<>();
        results.forEach(result -> names.add(naming.name(result)));
        List<String> values = new ArrayList<>();
        x.values().forEach(value -> values.add(exprs.expr(value)));
        String call = "pl.yield_(" + String.join(", ", values) + ")";
        line(indent, names.isEmpty() ? call : String.join(", ", names) + " = " + call);
    }

    private void scope(Stmt.Scope x, String indent) {
        List<String> operands = new ArrayList<>();
        Map<String, Expr> attrs = new TreeMap<>(x.attrs());
        Expr operand = attrs.remove("0");
        for (int i = 1; operand != null; i++) {
            operands.add(exprs.expr(operand));
            operand = attrs.remove(Integer.toString(i));
        }
        for (String keyword : BlockReader.SCOPE_KEYWORDS) {
            Expr value = attrs.remove(keyword);
            if (value != null) {
                operands.add(keyword + "=" + exprs.expr(value));
            }
        }
        if (!attrs.isEmpty()) {
            operands.add("attrs=" + exprs.dict(attrs));
        }
        String call = x.kind().spelling() + "(" + String.join(", ", operands) + ")";
        boolean index = x.bound().map(v -> v.type().equals(Type.INDEX)).orElse(false);
        if (index) {
            line(indent, "for " + naming.name(x.bound().orElseThrow()) + " in " + call + ":");
        } else {
            line(
                    indent,
                    "with " + call + x.bound().map(v -> " as " + naming.name(v)).orElse("") + ":");
        }
        inner(x.body(), indent, List.of());
    }
}

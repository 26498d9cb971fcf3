package org.crosstile.lower;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.model.Block;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.source.Span;

/** Writes the carried values of a loop as plain assignments. */
final class Carrying {
    private Carrying() {}

    /** Whether the body yields what the loop carries; if not, plain assignment carries. */
    static boolean isComplete(List<Stmt.Carried> carried, Block body) {
        return carried.size() == Variables.yielded(body).size();
    }

    static List<Stmt> before(List<Stmt.Carried> carried, Span span) {
        List<Stmt> out = new ArrayList<>();
        carried.forEach(c -> out.add(new Stmt.Assign(c.var(), c.init(), span)));
        return out;
    }

    /** The body with assignments instead of its yield, if it has one. */
    static List<Stmt> body(List<Stmt.Carried> carried, List<Stmt> body, NameSource names) {
        if (body.isEmpty() || !(body.getLast() instanceof Stmt.Yield yield)) {
            return body;
        }
        List<Stmt> out = new ArrayList<>(body.subList(0, body.size() - 1));
        List<Expr> values = new ArrayList<>();
        for (Expr value : yield.values()) {
            if (value instanceof Expr.Const || yield.values().size() == 1) {
                values.add(value);
                continue;
            }
            // all values are taken before any variable changes
            Var taken = new Var(names.fresh("next"), value.type(), yield.span());
            out.add(new Stmt.Assign(taken, value, yield.span()));
            values.add(taken);
        }
        for (int i = 0; i < values.size(); i++) {
            out.add(new Stmt.Assign(carried.get(i).var(), values.get(i), yield.span()));
        }
        return out;
    }

    static List<Stmt> after(List<Stmt.Carried> carried, List<Var> results, Span span) {
        List<Stmt> out = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            out.add(new Stmt.Assign(results.get(i), carried.get(i).var(), span));
        }
        return out;
    }
}

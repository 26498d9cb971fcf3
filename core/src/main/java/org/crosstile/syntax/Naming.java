package org.crosstile.syntax;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Capability;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Gives the variables of a function names that differ from each other and from everything else in
 * sight.
 */
final class Naming {
    private final Map<Var, String> names = new IdentityHashMap<>();
    private final Set<String> used = new HashSet<>(Set.of("pl", "pld", "self"));

    private Naming() {}

    static Naming of(Function f) {
        Naming naming = new Naming();
        naming.reserveDims(f);
        // The name of an allocation is part of the program: its variable has it, whoever else wants
        // it.
        Walk.statements(f.body(), naming::allocation);
        f.params().forEach(p -> naming.define(p.var()));
        Walk.statements(f.body(), s -> Walk.defined(s).forEach(naming::define));
        return naming;
    }

    String name(Var var) {
        return define(var);
    }

    private void reserveDims(Function f) {
        Walk.expressions(
                f.body(),
                e -> {
                    if (e instanceof Dim dim) {
                        used.add(dim.name());
                    }
                });
        f.params()
                .forEach(p ->
                        new TypeWalk(
                                        e -> {
                                            if (e instanceof Dim dim) {
                                                used.add(dim.name());
                                            }
                                        })
                                .visit(p.var().type()));
    }

    private void allocation(Stmt s) {
        if (s instanceof Stmt.Assign a
                && a.value() instanceof Expr.Call call
                && call.op() instanceof Capability.AllocatesWindow) {
            for (int i = 0; i < call.args().size(); i++) {
                if (call.op().slots().get(i).name().equals("name")
                        && call.args().get(i) instanceof Expr.Text name
                        && Words.isName(name.value())
                        && used.add(name.value())) {
                    names.put(a.target(), name.value());
                }
            }
        }
    }

    private String define(Var var) {
        String known = names.get(var);
        if (known != null) {
            return known;
        }
        String hint = Words.isName(var.name()) ? var.name() : "v";
        String name = hint;
        for (int i = 1; !used.add(name); i++) {
            name = hint + "_" + i;
        }
        names.put(var, name);
        return name;
    }
}

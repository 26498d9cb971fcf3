package org.crosstile.syntax;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** Finds functions that call themselves through others. */
final class Recursion {
    private final Map<String, Function> functions = new HashMap<>();
    private final List<Function> all;
    private final Map<String, FunctionReader> readers;
    private final Problems problems;
    private final Set<String> done = new HashSet<>();
    private final Set<String> open = new HashSet<>();

    Recursion(List<Function> all, Map<String, FunctionReader> readers, Problems problems) {
        this.all = all;
        this.readers = readers;
        this.problems = problems;
        all.forEach(f -> functions.put(f.name(), f));
    }

    void check() {
        all.forEach(f -> visit(f.name()));
    }

    private void visit(String name) {
        Function function = functions.get(name);
        if (function == null || !done.add(name)) {
            return;
        }
        open.add(name);
        Walk.expressions(
                function.body(),
                e -> {
                    if (e instanceof Expr.FnCall call) {
                        follow(call);
                    }
                });
        open.remove(name);
    }

    private void follow(Expr.FnCall call) {
        FunctionReader callee = readers.get(call.callee());
        if (open.contains(call.callee()) && callee != null) {
            Problem.error(SyntaxRules.CALL_RECURSION, call.span(), "this call leads back to it")
                    .headline("`" + call.callee() + "` must not call itself")
                    .see(callee.signature().place(), "declared here")
                    .to(problems);
        }
        visit(call.callee());
    }
}

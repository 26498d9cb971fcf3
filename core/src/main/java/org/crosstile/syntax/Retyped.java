package org.crosstile.syntax;

import java.util.Map;
import org.crosstile.model.Binding;
import org.crosstile.model.Expr;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/** What the reader finds out about a value by itself, without the help of an annotation. */
final class Retyped {
    private Retyped() {}

    static Type type(Expr e) {
        if (!(e instanceof Expr.Call call)) {
            return e.type();
        }
        return Binding.check(call.op(), call.args(), Map.of(), call.span(), new Problems())
                .map(Expr::type)
                .orElse(Type.Opaque.UNKNOWN);
    }
}

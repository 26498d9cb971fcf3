package org.crosstile.syntax;

import java.util.List;
import java.util.function.Consumer;
import org.crosstile.model.Expr;
import org.crosstile.model.Type;
import org.crosstile.model.Walk;

/** Visits the expressions in types. */
record TypeWalk(Consumer<Expr> visitor) {
    void visit(Type type) {
        switch (type) {
            case Type.TensorLike t -> {
                all(t.shape());
                all(t.view().stride());
                all(t.view().valid());
            }
            case Type.Tile t -> {
                all(t.shape());
                all(t.valid());
            }
            case Type.Tuple t -> t.items().forEach(this::visit);
            default -> {}
        }
    }

    private void all(List<Expr> expressions) {
        expressions.forEach(e -> Walk.expressions(e, visitor));
    }
}

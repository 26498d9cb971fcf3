package org.crosstile.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Op;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;

/** Naming memory is no access to it, whatever the operator. */
class ViewsTest {
    @Test
    void a_view_does_nothing_to_what_it_is_made_of() {
        List<Op> views = new ArrayList<>();
        for (Op op : Catalogue.standard().all()) {
            List<Slot> named =
                    switch (op) {
                        case Capability.Views view -> List.of(view.source());
                        case Capability.ViewsWindow view -> List.of(view.buffer());
                        case Capability.GivesContext context -> List.of(context.window());
                        default -> List.of();
                    };
            for (Slot slot : named) {
                views.add(op);
                List<Expr> operands =
                        op.slots().stream().<Expr>map(s -> new Expr.None(Span.NONE)).toList();
                Expr.Call call = new Expr.Call(op, operands, Type.Opaque.UNKNOWN, Span.NONE);
                assertThat(op.effect(call, slot)).as("%s, %s", op, slot).isEqualTo(Effect.NONE);
            }
        }
        assertThat(views).contains(Slice.OP, ViewAs.OP, Window.OP, GetCommCtx.OP);
    }
}

package org.crosstile.operators;

import java.util.List;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Slot;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Checks of a collective with an input and a target. */
record Exchange(
        Expr.Call call, Slot inputSlot, Slot targetSlot, ExchangeRules rules, Problems problems) {
    Type.TensorLike input() {
        return (Type.TensorLike) call.get(inputSlot).type();
    }

    Type.TensorLike target() {
        return (Type.TensorLike) call.get(targetSlot).type();
    }

    /** Starts a problem that shows an operand's shape. */
    Problem.Builder report(Rule rule, Slot slot) {
        Type.TensorLike type = (Type.TensorLike) call.get(slot).type();
        return Problem.error(rule, call.get(slot).span(), "this is " + type.describe());
    }

    /**
     * Reports an input that is the target, and operands that are no matrices of one element type.
     */
    boolean checkMatrices() {
        int before = problems.errors();
        if (Structure.same(call.get(inputSlot), call.get(targetSlot))) {
            Problem.error(
                            rules.same(),
                            call.get(inputSlot).span(),
                            Apart.same(call, inputSlot, targetSlot))
                    .see(call.get(targetSlot).span(), "the target")
                    .hint("give the input memory of its own")
                    .to(problems);
        }
        for (Slot slot : List.of(inputSlot, targetSlot)) {
            if (((Type.TensorLike) call.get(slot).type()).rank() != 2) {
                report(rules.matrix(), slot).hint("view it as [rows, columns]").to(problems);
            }
        }
        if (input().dtype() != target().dtype()) {
            report(rules.dtype(), inputSlot)
                    .see(call.get(targetSlot).span(), "the target is " + target().describe())
                    .hint("make both " + target().dtype())
                    .to(problems);
        }
        return problems.errors() == before;
    }

    void checkColumns() {
        checkExtents(rules.columns(), 1);
    }

    void checkExtents(Rule rule, int dimension) {
        if (Extents.differ(input().shape().get(dimension), target().shape().get(dimension))) {
            report(rule, inputSlot)
                    .see(
                            call.get(targetSlot).span(),
                            "the target has shape " + Describe.shape(target().shape()))
                    .to(problems);
        }
    }

    /** Reports a signal for another number of ranks than the target has rows. */
    void checkSignalRows(Slot signal) {
        Type.Window type = (Type.Window) call.get(signal).type();
        if (Extents.differ(type.shape().get(0), target().shape().get(0))) {
            report(rules.signalRows(), signal)
                    .see(
                            call.get(targetSlot).span(),
                            "the target has shape " + Describe.shape(target().shape()))
                    .to(problems);
        }
    }

    /** Reports an operand that is not a window. */
    void checkWindow(Slot slot) {
        if (!(call.get(slot).type() instanceof Type.Window)) {
            Collective.about(rules.hostWindow(), call, slot)
                    .hint("allocate a window for it, and let a device write it there")
                    .to(problems);
        }
    }
}

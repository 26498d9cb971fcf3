package org.crosstile.operators;

import java.util.Optional;
import org.crosstile.abi.AtomicType;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Atomic additions to a peer's memory. */
final class Atomics {
    private Atomics() {}

    static Slot slot() {
        return Slot.oneOf(
                        "atomic",
                        AtomicType.class,
                        "replace the elements, or add to them atomically")
                .orElse(AtomicType.None);
    }

    static boolean adds(Expr.Call call, Slot slot) {
        return call.code(slot, AtomicType.class) == AtomicType.Add;
    }

    /** The type of the elements that a call adds to those behind {@code destination}. */
    static Optional<DType> added(Expr.Call call, Slot slot, Slot destination) {
        return adds(call, slot)
                ? Optional.of(((Type.TensorLike) call.get(destination).type()).dtype())
                : Optional.empty();
    }

    /** Reports an atomic addition to elements that the store unit cannot add. */
    static void check(
            Rule rule,
            Expr.Call call,
            Slot slot,
            DType dtype,
            Expr destination,
            Problems problems) {
        if (adds(call, slot) && !Store.ADDABLE.contains(dtype)) {
            Problem.error(rule, call.get(slot).span(), "the destination holds " + dtype)
                    .see(destination.span(), "this is " + destination.type().describe())
                    .hint("add FP32, FP16, BF16, INT32, INT16 or INT8; or use pld.AtomicType.None_")
                    .to(problems);
        }
    }
}

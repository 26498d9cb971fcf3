package org.crosstile.operators;

import java.util.List;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.memory.Elements;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.write}: one element of a tensor or of this rank's slice of a window. */
public final class ElementWrite extends LocalPrimitive
        implements Capability.Stores, Capability.WritesElements {
    private static final Slot TENSOR =
            Slot.of(
                    "tensor",
                    new Kind.TensorLike(),
                    "where the element is; of a window, this rank's slice");
    private static final Slot INDICES = Slot.indices("indices", TENSOR, "which element");
    private static final Slot VALUE =
            Slot.of("value", new Kind.Scalar(DType.INDEX), "a scalar of the tensor's element type");

    public static final ElementWrite OP = new ElementWrite();

    private final Rule bounds =
            declare(
                    Rule.of(id("bounds"), "an index must lie inside the extents")
                            .explained(
                                    "What lies behind a tensor belongs to somebody else.",
                                    "kernel",
                                    "pl.write(y, [8, 0], 1.0)",
                                    "pl.write(y, [7, 0], 1.0)"));
    private final Rule dtype =
            declare(
                    Rule.of(id("value-dtype"), "the value must have the tensor's element type")
                            .explained(
                                    "A write copies a value as it is; integer literals are INDEX.",
                                    "kernel",
                                    "pl.write(sig, [0, 0], 5)",
                                    "pl.write(sig, [0, 0], pl.const(5, pl.INT32))"));

    private ElementWrite() {
        super(
                "pl.tensor.write",
                "Writes one element of a tensor, or of this rank's own slice of a window.",
                DEVICE,
                List.of("pl.write"),
                TENSOR,
                INDICES,
                VALUE);
    }

    @Override
    public Slot destination() {
        return TENSOR;
    }

    @Override
    public Optional<Slot> resultAliases() {
        return Optional.of(TENSOR);
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return slot == TENSOR ? Effect.WRITE : Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.TensorLike tensor = (Type.TensorLike) call.get(TENSOR).type();
        DType found = Exprs.dtype(call.get(VALUE));
        if (found != tensor.dtype()) {
            Problem.error(dtype, call.get(VALUE).span(), "this is " + found)
                    .headline("the value that " + this + " writes must be " + tensor.dtype())
                    .see(call.get(TENSOR).span(), "this holds " + tensor.dtype())
                    .hint(hint(call.get(VALUE), tensor.dtype()))
                    .to(problems);
        }
        new Bounds(bounds, "writes", problems)
                .checkIndex(
                        call.tuple(INDICES),
                        tensor.shape(),
                        call.get(TENSOR),
                        call.get(INDICES).span());
        return tensor;
    }

    private static String hint(Expr value, DType wanted) {
        return value instanceof Expr.Const
                ? "write pl.const(" + Describe.constant(value) + ", pl." + wanted + ")"
                : "write pl.cast(..., pl." + wanted + "), or compute with typed scalars";
    }

    @Override
    public Run run(Expr.Call call) {
        DType dtype = ((Type.TensorLike) call.get(TENSOR).type()).dtype();
        return Run.of(
                ElementWrite.class,
                "write",
                View.class,
                Run.arg(TENSOR, View.class),
                Run.arg(INDICES, long[].class),
                Run.arg(VALUE, Scalars.type(dtype)));
    }

    /** Writes an element of BOOL, INT8, INT16 or INT32. */
    public static View write(View tensor, long[] indices, int value) {
        Elements.write(tensor, indices, value);
        return tensor;
    }

    /** Writes an element of INT64 or INDEX. */
    public static View write(View tensor, long[] indices, long value) {
        Elements.write(tensor, indices, value);
        return tensor;
    }

    /** Writes an element of FP16, BF16 or FP32. */
    public static View write(View tensor, long[] indices, float value) {
        Elements.write(tensor, indices, value);
        return tensor;
    }
}

package org.crosstile.operators;

import java.util.List;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.memory.CreatesTensors;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.create_tensor}: an intermediate tensor; its elements are not defined. */
public final class TensorCreate extends LocalPrimitive implements Capability.CreatesTensor {
    private static final Slot SHAPE = Slot.indices("shape", "extents");
    private static final Slot DTYPE = Slot.of("dtype", new Kind.Element(), "the element type");

    /** Extents that are constant must be positive. */
    static final Rule EXTENT =
            Rule.of("tensor-extent", "the extents of a tensor must be positive")
                    .explained(
                            "A tensor without elements is mostly a mistake about an extent.",
                            "kernel",
                            "t = pl.create_tensor([0, 64], dtype=pl.FP32)",
                            "t = pl.create_tensor([1, 64], dtype=pl.FP32)");

    static final Rule ELEMENT =
            Rule.of("tensor-dtype", "a tensor must hold elements that can be computed with")
                    .explained(
                            "This toolchain computes with BOOL, INT8, INT16, INT32, INT64, FP16, BF16 and FP32.",
                            "kernel",
                            "t = pl.create_tensor([1, 64], dtype=pl.FP64)",
                            "t = pl.create_tensor([1, 64], dtype=pl.FP32)");

    public static final TensorCreate OP = new TensorCreate();

    private TensorCreate() {
        super(
                "pl.tensor.create",
                "Makes an intermediate tensor; its elements are not defined.",
                EVERYWHERE,
                List.of("pl.create_tensor"),
                SHAPE,
                DTYPE);
    }

    @Override
    public Slot shape() {
        return SHAPE;
    }

    @Override
    public Slot dtype() {
        return DTYPE;
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(EXTENT, ELEMENT, Extents.BYTES);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        checkNew(call, SHAPE, call.element(DTYPE), call.get(DTYPE), problems);
        return new Type.Tensor(call.tuple(SHAPE), call.element(DTYPE));
    }

    /** Checks shape and element type of a new tensor. */
    static void checkNew(Expr.Call call, Slot shape, DType dtype, Expr named, Problems problems) {
        if (call.tuple(shape).isEmpty()) {
            Problem.error(EXTENT, call.get(shape).span(), "there are no extents").to(problems);
        }
        for (Expr e : call.tuple(shape)) {
            OptionalLong value = Exprs.constant(e);
            if (value.isPresent() && value.getAsLong() <= 0) {
                Problem.error(EXTENT, e.span(), "this is " + value.getAsLong()).to(problems);
            }
        }
        Extents.countable(dtype, call.tuple(shape), call.get(shape).span(), problems);
        if (!dtype.isStorable()) {
            Problem.error(ELEMENT, named.span(), "this is " + dtype)
                    .hint("use BOOL, INT8, INT16, INT32, INT64, FP16, BF16 or FP32")
                    .to(problems);
        }
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TensorCreate.class,
                "create",
                View.class,
                Run.env(CreatesTensors.class),
                Run.arg(SHAPE, long[].class),
                Run.literal(call.element(DTYPE), DType.class),
                Run.site());
    }

    /** A tensor in the memory of who asks. */
    public static View create(CreatesTensors env, long[] shape, DType dtype, int site) {
        return env.createTensor(shape, dtype, site);
    }
}

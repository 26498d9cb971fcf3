package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.memory.ValidExtents;
import org.crosstile.memory.View;
import org.crosstile.model.Binding;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pl.tensor.view(tensor, shape[, valid_shape])}: the same elements in the same order under
 * other extents. Lowering views a window as one long row with it.
 */
public final class ViewAs extends Primitive implements Capability.Views {
    private static final Slot TENSOR = Slot.of("tensor", new Kind.TensorLike(), "packed memory");
    private static final Slot SHAPE = Slot.indices("shape", "the new extents");
    private static final Slot VALID =
            Slot.indices("valid_shape", "the extents that hold data, if not all").optional();

    private static final Rule ELEMENTS =
            Rule.of(
                            "tensor-view-elements",
                            "the new shape must have as many elements as the old one")
                    .explained(
                            "A view names the same elements by other indices.",
                            "kernel",
                            "v = pl.tensor.view(x, [1, 500])",
                            "v = pl.tensor.view(x, [1, 512])");
    private static final Rule RANK =
            Rule.of(
                            "tensor-view-valid-rank",
                            "`valid_shape` must have one entry per entry of `shape`")
                    .explained(
                            "The valid region is given in the new extents.",
                            "kernel",
                            "v = pl.tensor.view(x, [1, 512], [500])",
                            "v = pl.tensor.view(x, [1, 512], [1, 500])");

    private static final Rule EXTENT =
            Rule.of(
                            "tensor-view-valid-extent",
                            "a valid extent must lie between 0 and the extent of its dimension")
                    .explained(
                            "Only elements of the view can be valid.",
                            "kernel",
                            "v = pl.tensor.view(x, [1, 512], [1, 513])",
                            "v = pl.tensor.view(x, [1, 512], [1, 512])");

    public static final ViewAs OP = new ViewAs();

    private ViewAs() {
        super("pl.tensor.view", TENSOR, SHAPE, VALID);
    }

    @Override
    public String doc() {
        return "Views packed memory under other extents.";
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.CHIP, Place.KERNEL);
    }

    @Override
    public List<Rule> rules() {
        return List.of(ELEMENTS, RANK, EXTENT, Extents.BYTES);
    }

    @Override
    public Slot source() {
        return TENSOR;
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.TensorLike type = (Type.TensorLike) call.get(TENSOR).type();
        List<Expr> shape = call.tuple(SHAPE);
        Extents.countable(type.dtype(), shape, call.get(SHAPE).span(), problems);
        Extents.valid(EXTENT, call.tuple(VALID), shape, call.get(SHAPE).span(), problems);
        if (Extents.differ(Exprs.product(shape), Exprs.product(type.shape()))) {
            Problem.error(
                            ELEMENTS,
                            call.get(SHAPE).span(),
                            Binding.found(Exprs.product(shape)) + " elements")
                    .see(call.get(TENSOR).span(), "this has shape " + Describe.shape(type.shape()))
                    .to(problems);
        }
        if (call.has(VALID) && call.tuple(VALID).size() != shape.size()) {
            Problem.error(RANK, call.get(VALID).span(), "this has " + call.tuple(VALID).size())
                    .see(call.get(SHAPE).span(), "this has " + shape.size())
                    .to(problems);
        }
        return type.withShape(shape, TensorView.PACKED.withValid(call.tuple(VALID)));
    }

    @Override
    public Run run(Expr.Call call) {
        Run.Operand tensor = Run.arg(TENSOR, View.class);
        Run.Operand shape = Run.arg(SHAPE, long[].class);
        return call.has(VALID)
                ? Run.of(
                        ViewAs.class,
                        "run",
                        View.class,
                        tensor,
                        shape,
                        Run.arg(VALID, long[].class))
                : Run.of(ViewAs.class, "run", View.class, tensor, shape);
    }

    public static View run(View tensor, long[] shape) {
        return tensor.withShape(shape);
    }

    /** Checks what is said to be valid; views do not know it. */
    public static View run(View tensor, long[] shape, long[] valid) {
        ValidExtents.check(EXTENT.id(), EXTENT.id(), valid, shape);
        return tensor.withShape(shape);
    }

    /** All of a tensor as one row; the tensor itself if it is one. */
    static Expr asRow(Expr tensor, Expr elements, Builder body) {
        Type.TensorLike type = (Type.TensorLike) tensor.type();
        return type.rank() == 2
                        && Exprs.isConstant(type.shape().get(0), 1)
                        && type.view().valid().isEmpty()
                ? tensor
                : body.let("view", OP, tensor, Chunks.row(elements));
    }
}

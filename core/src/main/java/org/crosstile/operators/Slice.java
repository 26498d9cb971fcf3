package org.crosstile.operators;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Structure;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pl.slice}, and what {@code x[r]} and {@code x[a:b, c:d]} mean: a view of a box. A slice of
 * a window is a window view. Strides are those of the tensor; they are spelled out where they
 * differ from packed ones.
 */
public final class Slice extends LocalPrimitive implements Capability.Views {
    private static final Slot TENSOR = Slot.of("tensor", new Kind.TensorLike(), "what to view");
    private static final Slot SHAPE = Slot.indices("shape", TENSOR, "extents of the box");
    private static final Slot OFFSET = Slot.indices("offset", TENSOR, "where the box begins");
    private static final Slot VALID =
            Slot.indices("valid_shape", "how much of the box is valid; empty means all").optional();
    private static final Slot DROP =
            Slot.indices("drop_dims", "dimensions of extent 1 that the view does not have")
                    .optional();

    public static final Slice OP = new Slice();

    private final Rule bounds =
            declare(
                    Rule.of(Transfer.SLICE_BOUNDS, "a slice must stay inside its tensor")
                            .explained(
                                    "A view names elements of its tensor.",
                                    "kernel",
                                    "v = pl.slice(x, [2, 64], [7, 0])",
                                    "v = pl.slice(x, [2, 64], [6, 0])"));
    private final Rule extent =
            declare(
                    Rule.of(Transfer.SLICE_EXTENT, "the extents of a slice must be positive")
                            .explained(
                                    "A view without elements is mostly a mistake about an extent.",
                                    "kernel",
                                    "v = pl.slice(x, [0, 64], [7, 0])",
                                    "v = pl.slice(x, [1, 64], [7, 0])"));
    private final Rule valid =
            declare(
                    Rule.of(
                                    id("valid"),
                                    "`valid_shape` must have one entry per dimension of the box")
                            .explained(
                                    "The valid region is given per dimension.",
                                    "kernel",
                                    "v = pl.slice(x, [2, 64], [0, 0], valid_shape=[1])",
                                    "v = pl.slice(x, [2, 64], [0, 0], valid_shape=[1, 64])"));
    private final Rule validExtent =
            declare(
                    Rule.of(
                                    Transfer.SLICE_VALID,
                                    "a valid extent must lie between 0 and the extent of its dimension")
                            .explained(
                                    "Only elements of the box can be valid.",
                                    "kernel",
                                    "v = pl.slice(x, [2, 64], [0, 0], valid_shape=[3, 64])",
                                    "v = pl.slice(x, [2, 64], [0, 0], valid_shape=[2, 64])"));
    private final Rule drop =
            declare(
                    Rule.of(
                                    id("drop"),
                                    "a dropped dimension must be one of the box and have extent 1")
                            .explained(
                                    "Only a dimension of one index can be left out without losing elements.",
                                    "kernel",
                                    "v = pl.slice(x, [2, 64], [0, 0], drop_dims=[0])",
                                    "v = pl.slice(x, [1, 64], [0, 0], drop_dims=[0])"));
    private final Rule all =
            declare(
                    Rule.of(id("drop-all"), "a slice must keep a dimension")
                            .explained(
                                    "One element is a scalar, and pl.read gives it.",
                                    "kernel",
                                    "v = line[3]",
                                    "v = pl.read(line, [3])"));

    private Slice() {
        super(
                "pl.tensor.slice",
                "Views a box of a tensor or of a window.",
                EVERYWHERE,
                List.of("pl.slice"),
                TENSOR,
                SHAPE,
                OFFSET,
                VALID,
                DROP);
    }

    @Override
    public Slot source() {
        return TENSOR;
    }

    @Override
    public Optional<Slot> offsets() {
        return Optional.of(OFFSET);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.TensorLike source = (Type.TensorLike) call.get(TENSOR).type();
        List<Expr> shape = call.tuple(SHAPE);
        Extents.positive(extent, "shape", shape, problems);
        new Bounds(bounds, "reaches", problems)
                .check(
                        call.tuple(OFFSET),
                        shape,
                        source.shape(),
                        call.get(TENSOR),
                        call.get(OFFSET).span());
        Set<Integer> dropped = dropped(call, shape, problems);
        List<Expr> valid = valid(call, source, shape, problems);
        List<Expr> kept = without(shape, dropped);
        List<Expr> keptValid = valid.isEmpty() ? valid : without(valid, dropped);
        List<Expr> stride = without(strides(source), dropped);
        TensorView view =
                new TensorView(
                        isPacked(kept, stride) ? List.of() : stride,
                        source.view().layout(),
                        Structure.same(keptValid, kept) ? List.of() : keptValid);
        return source.withShape(kept, view);
    }

    private Set<Integer> dropped(Expr.Call call, List<Expr> shape, Problems problems) {
        Set<Integer> dropped = new HashSet<>();
        for (Expr e : call.tuple(DROP)) {
            OptionalLong dim = Exprs.constant(e);
            if (dim.isEmpty()
                    || dim.getAsLong() < 0
                    || dim.getAsLong() >= shape.size()
                    || !Exprs.isConstant(shape.get((int) dim.getAsLong()), 1)) {
                Problem.error(drop, e.span(), "this is " + Describe.expr(e))
                        .see(call.get(SHAPE).span(), "the box is " + Describe.shape(shape))
                        .to(problems);
            } else if (!dropped.add((int) dim.getAsLong())) {
                Problem.error(drop, e.span(), "dimension " + dim.getAsLong() + " again")
                        .headline("a dimension must be dropped once")
                        .hint("name every dimension once in drop_dims")
                        .to(problems);
            }
        }
        if (dropped.size() == shape.size()) {
            Problem.error(all, call.span(), "every dimension is dropped")
                    .hint("pl.read gives one element")
                    .to(problems);
        }
        return dropped;
    }

    private List<Expr> valid(
            Expr.Call call, Type.TensorLike source, List<Expr> shape, Problems problems) {
        List<Expr> wanted = call.tuple(VALID).isEmpty() ? shape : call.tuple(VALID);
        if (wanted.size() != shape.size()) {
            Problem.error(valid, call.get(VALID).span(), "these are " + wanted.size() + " entries")
                    .see(call.get(SHAPE).span(), "the box is " + Describe.shape(shape))
                    .to(problems);
            return List.of();
        }
        Extents.valid(validExtent, wanted, shape, call.get(SHAPE).span(), problems);
        return source.view().valid().isEmpty()
                ? wanted
                : TileShape.cut(wanted, source.view().valid(), call.tuple(OFFSET));
    }

    private static List<Expr> without(List<Expr> entries, Set<Integer> dropped) {
        List<Expr> kept = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            if (!dropped.contains(i)) {
                kept.add(entries.get(i));
            }
        }
        return kept;
    }

    /** Elements between neighbours, per dimension, spelled out. */
    private static List<Expr> strides(Type.TensorLike type) {
        if (!type.view().stride().isEmpty()) {
            return type.view().stride();
        }
        List<Expr> strides = new ArrayList<>();
        for (int i = 0; i < type.rank(); i++) {
            strides.add(Exprs.product(type.shape().subList(i + 1, type.rank())));
        }
        return strides;
    }

    /** Whether strides are row-major ones; the stride of an extent of 1 does not matter. */
    private static boolean isPacked(List<Expr> shape, List<Expr> stride) {
        for (int i = 0; i < shape.size(); i++) {
            Expr packed = Exprs.product(shape.subList(i + 1, shape.size()));
            if (!Exprs.isConstant(shape.get(i), 1) && !Structure.same(packed, stride.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Run run(Expr.Call call) {
        Run.Operand tensor = Run.arg(TENSOR, View.class);
        Run.Operand shape = Run.arg(SHAPE, long[].class);
        Run.Operand offset = Run.arg(OFFSET, long[].class);
        return call.tuple(DROP).isEmpty() && call.tuple(VALID).isEmpty()
                ? Run.of(Transfer.class, "slice", View.class, tensor, shape, offset)
                : Run.of(
                        Transfer.class,
                        "slice",
                        View.class,
                        tensor,
                        shape,
                        offset,
                        listed(call, VALID),
                        listed(call, DROP));
    }

    private static Run.Operand listed(Expr.Call call, Slot slot) {
        return call.has(slot)
                ? Run.arg(slot, long[].class)
                : Run.literal(new long[0], long[].class);
    }
}

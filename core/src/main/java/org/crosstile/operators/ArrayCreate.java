package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.Elements;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.array.create}: a private array of integers, all zero. */
public final class ArrayCreate extends LocalPrimitive {
    private static final Slot EXTENT = Slot.of("extent", new Kind.StaticInt(), "how many elements");
    private static final Slot DTYPE = Slot.of("dtype", new Kind.Element(), "the element type");

    public static final ArrayCreate OP = new ArrayCreate();

    private final Rule extent =
            declare(
                    Rule.of(id("extent"), "an array must have at least one element")
                            .explained(
                                    "An array without elements holds nothing.",
                                    "kernel",
                                    "a = pl.array.create(0, pl.INT32)",
                                    "a = pl.array.create(8, pl.INT32)"));
    private final Rule dtype =
            declare(
                    Rule.of(id("dtype"), "an array holds integers or truth values")
                            .explained(
                                    "Arrays live in scalar memory, which counts and decides.",
                                    "kernel",
                                    "a = pl.array.create(8, pl.FP32)",
                                    "a = pl.array.create(8, pl.INT32)"));

    private ArrayCreate() {
        super(
                "pl.array.create",
                "Makes a private array of integers in scalar memory, all zero.",
                DEVICE,
                List.of(),
                EXTENT,
                DTYPE);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        long count = call.number(EXTENT);
        if (count <= 0 || count > Integer.MAX_VALUE) {
            Problem.error(extent, call.get(EXTENT).span(), "this is " + count).to(problems);
            return Type.Opaque.UNKNOWN;
        }
        DType element = call.element(DTYPE);
        boolean holds = element == DType.BOOL || element.kind() == DType.Kind.INT;
        if (!holds) {
            Problem.error(dtype, call.get(DTYPE).span(), "this is " + element)
                    .hint("use pl.INT32")
                    .to(problems);
        }
        return new Type.Array((int) count, element);
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                Elements.class,
                "array",
                long[].class,
                Run.literal(Math.toIntExact(call.number(EXTENT)), int.class));
    }
}

package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.Elements;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code arr[i]}: one element of a private array. */
public final class ArrayRead extends LocalPrimitive {
    private static final Slot ARRAY = Slot.of("array", new Kind.Array(), "the array");
    private static final Slot INDEX =
            Slot.of("index", new Kind.Integer(DType.INDEX), "which element, from 0");

    public static final ArrayRead OP = new ArrayRead();

    /** The rule of both array operators. */
    static final Rule BOUNDS =
            Rule.of(Elements.ARRAY_BOUNDS, "an index must lie inside the array")
                    .explained(
                            "An array has as many elements as it was made with, from 0 on.",
                            "kernel",
                            "a = pl.array.create(4, pl.INT32)\nv = a[4]",
                            "a = pl.array.create(4, pl.INT32)\nv = a[3]");

    private ArrayRead() {
        super(
                "pl.array.read",
                "Reads one element of a private array.",
                DEVICE,
                List.of("pl.array.get_element"),
                ARRAY,
                INDEX);
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(BOUNDS);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Array array = (Type.Array) call.get(ARRAY).type();
        checkIndex(call.get(ARRAY), array, call.get(INDEX), problems);
        return new Type.Scalar(array.dtype());
    }

    static void checkIndex(Expr array, Type.Array type, Expr index, Problems problems) {
        new Bounds(BOUNDS, "reaches", problems)
                .checkIndex(
                        List.of(index), List.of(Exprs.index(type.extent())), array, index.span());
    }

    @Override
    public Run run(Expr.Call call) {
        DType dtype = ((Type.Array) call.get(ARRAY).type()).dtype();
        return Run.of(
                Elements.class,
                "read" + Scalars.suffix(dtype),
                Scalars.type(dtype),
                Run.arg(ARRAY, long[].class),
                Run.arg(INDEX, long.class));
    }
}

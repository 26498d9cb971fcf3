package org.crosstile.operators;

import java.util.List;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.memory.Elements;
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

/**
 * {@code arr[i] = v}: changes one element of a private array; the value is narrowed to its type.
 */
public final class ArrayUpdate extends LocalPrimitive {
    private static final Slot ARRAY = Slot.of("array", new Kind.Array(), "the array");
    private static final Slot INDEX =
            Slot.of("index", new Kind.Integer(DType.INDEX), "which element, from 0");
    private static final Slot VALUE =
            Slot.of("value", new Kind.Scalar(DType.INDEX), "an integer or a truth value");

    public static final ArrayUpdate OP = new ArrayUpdate();

    private final Rule value =
            declare(
                    Rule.of(id("value"), "an array holds integers or truth values")
                            .explained(
                                    "Arrays live in scalar memory, which counts and decides.",
                                    "kernel",
                                    "a = pl.array.create(4, pl.INT32)\na[0] = 1.5",
                                    "a = pl.array.create(4, pl.INT32)\na[0] = 1"));

    private ArrayUpdate() {
        super(
                "pl.array.update",
                "Changes one element of a private array.",
                DEVICE,
                List.of("pl.array.update_element"),
                ARRAY,
                INDEX,
                VALUE);
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(ArrayRead.BOUNDS);
    }

    @Override
    public Optional<Slot> resultAliases() {
        return Optional.of(ARRAY);
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return slot == ARRAY ? Effect.WRITE : Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Array array = (Type.Array) call.get(ARRAY).type();
        ArrayRead.checkIndex(call.get(ARRAY), array, call.get(INDEX), problems);
        if (Exprs.dtype(call.get(VALUE)).isFloat()) {
            Problem.error(value, call.get(VALUE).span(), "this is a float")
                    .hint("pl.cast it to pl." + array.dtype())
                    .to(problems);
        }
        return array;
    }

    @Override
    public Run run(Expr.Call call) {
        DType dtype = ((Type.Array) call.get(ARRAY).type()).dtype();
        return Run.of(
                Elements.class,
                "update",
                long[].class,
                Run.arg(ARRAY, long[].class),
                Run.arg(INDEX, long.class),
                Run.arg(VALUE, long.class),
                Run.literal(dtype, DType.class));
    }
}

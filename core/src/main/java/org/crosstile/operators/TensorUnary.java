package org.crosstile.operators;

import java.util.List;
import org.crosstile.memory.TensorMath;
import org.crosstile.memory.View;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Functions of the elements of a whole tensor; inside a kernel they are carried out on tiles. */
public final class TensorUnary extends LocalPrimitive implements Capability.HasTileForm {
    private static final Slot TENSOR = Slot.of("tensor", new Kind.TensorLike(), "the operand");

    public static final TensorUnary EXP =
            new TensorUnary(
                    "exp",
                    TileUnary.EXP,
                    true,
                    "Raises e to the power of each element of a tensor.");
    public static final TensorUnary NEG =
            new TensorUnary("neg", TileUnary.NEG, false, "Negates each element of a tensor.");

    private final String method;
    private final TileUnary onTiles;
    private final boolean floatsOnly;
    private final Rule dtype;

    private TensorUnary(String word, TileUnary onTiles, boolean floatsOnly, String doc) {
        super("pl.tensor." + word, doc, KERNEL, List.of("pl." + word), TENSOR);
        this.method = word;
        this.onTiles = onTiles;
        this.floatsOnly = floatsOnly;
        this.dtype =
                declare(
                        Rule.of(
                                        id("dtype"),
                                        floatsOnly
                                                ? "the tensor must hold floats"
                                                : "the tensor must hold numbers")
                                .explained(
                                        floatsOnly
                                                ? "The result is no integer."
                                                : "A truth value has no sign.",
                                        "kernel",
                                        "t = " + name() + (floatsOnly ? "(sig)" : "(flags)"),
                                        "t = " + name() + "(x)"));
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.TensorLike tensor = (Type.TensorLike) call.get(TENSOR).type();
        if (floatsOnly ? !tensor.dtype().isFloat() : !Elementwise.isNumber(tensor.dtype())) {
            Problem.error(dtype, call.get(TENSOR).span(), "this holds " + tensor.dtype())
                    .hint("pl.cast the tensor to pl.FP32 first")
                    .to(problems);
        }
        return new Type.Tensor(
                tensor.shape(), tensor.dtype(), TensorView.PACKED.withValid(tensor.view().valid()));
    }

    @Override
    public List<Slot> inTiles() {
        return List.of(TENSOR);
    }

    @Override
    public Expr onTiles(Expr.Call call, List<Expr> operands, Builder body) {
        return onTiles.call(call.span(), operands.get(indexOf(TENSOR)));
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(TensorMath.class, method, View.class, Run.arg(TENSOR, View.class));
    }
}

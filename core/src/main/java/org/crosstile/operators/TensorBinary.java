package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.Arith;
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
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Arithmetic on whole tensors; inside a kernel it is carried out on tiles. */
public final class TensorBinary extends LocalPrimitive implements Capability.HasTileForm {
    private static final Slot LHS = Slot.of("lhs", new Kind.TensorLike(), "the first operand");
    private static final Slot RHS =
            Slot.of(
                    "rhs",
                    Elementwise.TENSOR_OR_SCALAR,
                    "the second operand: a tensor, or a scalar for all");

    public static final TensorBinary ADD =
            new TensorBinary("add", Arith.ADD, TileBinary.ADD, "Adds");
    public static final TensorBinary SUB =
            new TensorBinary("sub", Arith.SUB, TileBinary.SUB, "Subtracts");
    public static final TensorBinary MUL =
            new TensorBinary("mul", Arith.MUL, TileBinary.MUL, "Multiplies");
    public static final TensorBinary DIV =
            new TensorBinary("div", Arith.DIV, TileBinary.DIV, "Divides");
    public static final TensorBinary MAXIMUM =
            new TensorBinary("maximum", Arith.MAX, TileBinary.MAXIMUM, "Takes the larger of");
    public static final TensorBinary MINIMUM =
            new TensorBinary("minimum", Arith.MIN, TileBinary.MINIMUM, "Takes the smaller of");

    private final Arith arith;
    private final TileBinary onTiles;
    private final Elementwise.Rules rules;
    private final Rule division;

    private TensorBinary(String word, Arith arith, TileBinary onTiles, String does) {
        super(
                "pl.tensor." + word,
                does + " the elements of two tensors, or of a tensor and a scalar.",
                KERNEL,
                List.of("pl." + word, "pl.tensor." + word + "s"),
                LHS,
                RHS);
        this.arith = arith;
        this.onTiles = onTiles;
        this.rules = Elementwise.Rules.of(rulePrefix(), name(), Elementwise.Examples.TENSORS);
        rules.all().forEach(this::declare);
        this.division =
                Elementwise.division(id("zero"), name(), Elementwise.Examples.TENSORS.integers());
        if (arith == Arith.DIV) {
            declare(division);
        }
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        return found.type() instanceof Type.Tile
                ? "operands are two tensors or two tiles: pl.load the tensor into a tile first"
                : "";
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        if (arith == Arith.DIV) {
            DType dtype = Elementwise.Form.of(call.get(LHS)).dtype();
            Elementwise.checkDivisor(division, call, RHS, dtype, problems);
        }
        return Elementwise.check(call, LHS, RHS, rules, problems)
                .<Type>map(f ->
                        new Type.Tensor(
                                f.shape(),
                                f.dtype(),
                                TensorView.PACKED.withValid(
                                        f.valid().equals(f.shape()) ? List.of() : f.valid())))
                .orElse(call.get(LHS).type());
    }

    @Override
    public Expr build(Expr.Call call) {
        DType dtype = ((Type.Tensor) call.type()).dtype();
        List<Expr> args = new ArrayList<>();
        for (Expr arg : call.args()) {
            args.add(
                    arg.type() instanceof Type.TensorLike t && t.dtype() != dtype
                            ? TensorCast.to(arg, dtype)
                            : arg);
        }
        return call.with(args, call.type());
    }

    @Override
    public List<Slot> inTiles() {
        return List.of(LHS, RHS);
    }

    @Override
    public Expr onTiles(Expr.Call call, List<Expr> operands, Builder body) {
        return onTiles.call(call.span(), operands.get(indexOf(LHS)), operands.get(indexOf(RHS)));
    }

    @Override
    public Run run(Expr.Call call) {
        Class<?> rhs =
                Elementwise.isScalar(call.get(RHS))
                        ? (((Type.Tensor) call.type()).dtype().isFloat() ? float.class : long.class)
                        : View.class;
        return Run.of(
                TensorMath.class,
                "binary",
                View.class,
                Run.literal(arith, Arith.class),
                Run.arg(LHS, View.class),
                Run.arg(RHS, rhs));
    }
}

package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.Arith;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Arithmetic on the elements of a tile and those of another tile, or one scalar. Element types meet
 * as in {@link Elementwise#promote}; a scalar is narrowed to the tile's type.
 */
public final class TileBinary extends LocalPrimitive {
    private static final Slot LHS = Slot.of("lhs", new Kind.Tile(), "the first operand");
    private static final Slot RHS =
            Slot.of(
                    "rhs",
                    Elementwise.TILE_OR_SCALAR,
                    "the second operand: a tile, or a scalar for all");

    public static final TileBinary ADD = new TileBinary("add", Arith.ADD, "Adds");
    public static final TileBinary SUB = new TileBinary("sub", Arith.SUB, "Subtracts");
    public static final TileBinary MUL = new TileBinary("mul", Arith.MUL, "Multiplies");
    public static final TileBinary DIV = new TileBinary("div", Arith.DIV, "Divides");
    public static final TileBinary MAXIMUM =
            new TileBinary("maximum", Arith.MAX, "Takes the larger of");
    public static final TileBinary MINIMUM =
            new TileBinary("minimum", Arith.MIN, "Takes the smaller of");

    private final Arith arith;
    private final Elementwise.Rules rules;
    private final Rule division;

    private TileBinary(String word, Arith arith, String does) {
        super(
                "pl.tile." + word,
                does + " the elements of two tiles, or of a tile and a scalar.",
                KERNEL,
                List.of("pl." + word, "pl.tile." + word + "s"),
                LHS,
                RHS);
        this.arith = arith;
        this.rules = Elementwise.Rules.of(rulePrefix(), name(), Elementwise.Examples.TILES);
        rules.all().forEach(this::declare);
        this.division =
                Elementwise.division(id("zero"), name(), Elementwise.Examples.TILES.integers());
        if (arith == Arith.DIV) {
            declare(division);
        }
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(TileShape.TOO_LARGE);
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        return found.type() instanceof Type.TensorLike
                ? "pl.load the tensor into a tile first"
                : "";
    }

    @Override
    public boolean isInPlaceSafe() {
        return true;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        if (arith == Arith.DIV) {
            DType dtype = Elementwise.Form.of(call.get(LHS)).dtype();
            Elementwise.checkDivisor(division, call, RHS, dtype, problems);
        }
        Type.Tile left = (Type.Tile) call.get(LHS).type();
        return Elementwise.check(call, LHS, RHS, rules, problems)
                .<Type>map(form -> result(form, call, problems))
                .orElse(left);
    }

    private static Type result(Elementwise.Form form, Expr.Call call, Problems problems) {
        Type.Tile type = new Type.Tile(form.shape(), form.dtype()).withValid(form.valid());
        TileShape.fits(type, call.span(), problems);
        return type;
    }

    /** Brings operands of different element types together by explicit casts. */
    @Override
    public Expr build(Expr.Call call) {
        DType dtype = ((Type.Tile) call.type()).dtype();
        List<Expr> args = new ArrayList<>();
        for (Expr arg : call.args()) {
            args.add(
                    arg.type() instanceof Type.Tile t && t.dtype() != dtype
                            ? TileCast.to(arg, dtype)
                            : arg);
        }
        return call.with(args, call.type());
    }

    @Override
    public Run run(Expr.Call call) {
        Class<?> rhs =
                Elementwise.isScalar(call.get(RHS))
                        ? (((Type.Tile) call.type()).dtype().isFloat() ? float.class : long.class)
                        : Tile.class;
        return Run.of(
                TileMath.class,
                "binary",
                void.class,
                Run.literal(arith, Arith.class),
                Run.arg(LHS, Tile.class),
                Run.arg(RHS, rhs),
                Run.result(Tile.class));
    }
}

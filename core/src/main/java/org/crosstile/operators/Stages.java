package org.crosstile.operators;

import java.util.List;
import java.util.function.UnaryOperator;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Slot;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** The staging tiles as operands of the tile-level put and get. */
record Stages(Slot first, Slot second) {
    static Stages slots() {
        return new Stages(
                Slot.of("stage", new Kind.Tile(), "the tile that the data slides through"),
                Slot.of("stage2", new Kind.Tile(), "a second one, for a pipeline").optional());
    }

    /** The rules about them. */
    record Rules(Rule stage, Rule second) {
        /**
         * @param call writes an example around a stage and what follows it
         */
        static Rules of(String prefix, UnaryOperator<String> call) {
            String one = "s = pl.tile.create([1, 64], dtype=pl.FP32)\n";
            return new Rules(
                    Rule.of(
                                    prefix + "-stage",
                                    "the stage must be a 2-D tile of the element type, within the transfer")
                            .explained(
                                    "The transfer slides through the stage chunk by chunk.",
                                    "kernel",
                                    "s = pl.tile.create([16, 64], dtype=pl.FP32)\n"
                                            + call.apply("s"),
                                    one + call.apply("s")),
                    Rule.of(
                                    prefix + "-stage2",
                                    "both stages must have the same shape and element type")
                            .explained(
                                    "The two tiles of a pipeline take turns.",
                                    "kernel",
                                    one
                                            + "u = pl.tile.create([1, 32], dtype=pl.FP32)\n"
                                            + call.apply("s, u"),
                                    one
                                            + "u = pl.tile.create([1, 64], dtype=pl.FP32)\n"
                                            + call.apply("s, u")));
        }

        List<Rule> all() {
            return List.of(stage, second);
        }
    }

    /** The slot of the tile that takes turns with the first: the second, or the only one. */
    Slot last(Expr.Call call) {
        return call.has(second) ? second : first;
    }

    void check(
            Expr.Call call,
            Type.TensorLike data,
            List<Expr> extents,
            Rules rules,
            Problems problems) {
        Type.Tile stage = (Type.Tile) call.get(first).type();
        Expr rows = Exprs.product(extents.subList(0, Math.max(0, extents.size() - 1)));
        boolean fits =
                stage.shape().size() == 2
                        && stage.dtype() == data.dtype()
                        && !isLarger(stage.shape().get(0), rows)
                        && !isLarger(stage.shape().get(1), extents.getLast());
        if (!fits) {
            Problem.error(rules.stage(), call.get(first).span(), "this is " + stage.describe())
                    .note(
                            "the transfer has the extents "
                                    + Describe.shape(extents)
                                    + " of "
                                    + data.dtype())
                    .to(problems);
        }
        if (call.has(second)) {
            Type.Tile other = (Type.Tile) call.get(second).type();
            if (other.dtype() != stage.dtype() || !Structure.same(other.shape(), stage.shape())) {
                Problem.error(
                                rules.second(),
                                call.get(second).span(),
                                "this is " + other.describe())
                        .see(call.get(first).span(), "the first is " + stage.describe())
                        .to(problems);
            }
        }
    }

    private static boolean isLarger(Expr extent, Expr limit) {
        return Exprs.constant(limit).isPresent()
                && Exprs.constant(extent).orElse(0) > Exprs.constant(limit).getAsLong();
    }
}

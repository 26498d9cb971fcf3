package org.crosstile.check;

import java.util.List;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Outputs are written, not renamed. */
final class Outputs {
    /** The name of an output is given to something else. */
    static final Rule REBOUND =
            Rule.of("out-rebound", "the name of an output must stay with the caller's tensor")
                    .explained(
                            "Assigning to the name of an Out parameter writes nothing: the caller's tensor keeps its"
                                    + " contents. pl.store, pl.assemble, pl.write and slice assignment write.",
                            "chip",
                            "y = self.kernel(x, z)",
                            "y = self.kernel(x, y)");

    static final List<Rule> RULES = List.of(REBOUND);

    private Outputs() {}

    static void check(Function f, Problems problems) {
        Aliases aliases = new Aliases(f.body());
        Walk.statements(
                f.body(),
                s -> {
                    if (s instanceof Stmt.Assign x
                            && isOutput(f, x.target())
                            && isRebound(x, aliases)) {
                        Var output = x.target();
                        Problem.warning(
                                        REBOUND,
                                        x.span(),
                                        "from here on `" + output.name() + "` is something else")
                                .headline(
                                        "assigning to `"
                                                + output.name()
                                                + "` does not write the caller's tensor")
                                .see(output.span(), "the output")
                                .hint(
                                        "store into it: "
                                                + output.name()
                                                + " = pl.store(tile, offsets, "
                                                + output.name()
                                                + ")")
                                .to(problems);
                    }
                });
    }

    private static boolean isOutput(Function f, Var v) {
        int i = f.paramIndex(v);
        return i >= 0
                && f.params().get(i).direction() != Direction.IN
                && v.type() instanceof Type.TensorLike;
    }

    private static boolean isRebound(Stmt.Assign x, Aliases aliases) {
        Expr value = x.value();
        return value.type() instanceof Type.TensorLike && !aliases.of(value).contains(x.target());
    }
}

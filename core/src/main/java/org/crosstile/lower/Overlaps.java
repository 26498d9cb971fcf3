package org.crosstile.lower;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problems;

/**
 * Finds calls whose operands are parts of the same memory and must not be, as far as it is known
 * where they begin. For functions in SSA form; the host's calls want different allocations anyhow.
 */
final class Overlaps {
    private final Map<Var, Expr> values;

    /** Where a value begins in the memory that it is a part of, in elements. */
    private record Origin(Var root, OptionalLong at) {
        Origin plus(OptionalLong more) {
            return new Origin(
                    root,
                    at.isPresent() && more.isPresent()
                            ? OptionalLong.of(at.getAsLong() + more.getAsLong())
                            : OptionalLong.empty());
        }
    }

    private Overlaps(Function f) {
        this.values = Variables.values(f.body());
    }

    static void check(Function f, Problems problems) {
        if (f.isSubWorker() || f.place() == Place.HOST) {
            return;
        }
        Overlaps overlaps = new Overlaps(f);
        Walk.calls(
                f.body(),
                call -> {
                    if (call.op() instanceof Capability.KeepsApart op) {
                        overlaps.check(call, op, problems);
                    }
                });
    }

    private void check(Expr.Call call, Capability.KeepsApart op, Problems problems) {
        Optional<Origin> reads = origin(call.get(op.reads()));
        Optional<Origin> writes = origin(call.get(op.writes()));
        if (reads.isPresent()
                && writes.isPresent()
                && reads.get().root() == writes.get().root()
                && reads.get().at().isPresent()
                && writes.get().at().isPresent()) {
            op.checkApart(
                    call,
                    reads.get().root(),
                    reads.get().at().getAsLong(),
                    writes.get().at().getAsLong(),
                    problems);
        }
    }

    private Optional<Origin> origin(Expr e) {
        if (e instanceof Var v && !(values.get(v) instanceof Expr.Call)) {
            Expr value = values.get(v);
            return value instanceof Var
                    ? origin(value)
                    : Optional.of(new Origin(v, OptionalLong.of(0)));
        }
        Expr value = e instanceof Var v ? values.get(v) : e;
        if (!(value instanceof Expr.Call call)) {
            return Optional.empty();
        }
        if (call.op() instanceof Capability.Views views) {
            Expr source = call.get(views.source());
            OptionalLong begin =
                    views.offsets()
                            .map(slot -> distance(call, slot, source))
                            .orElse(OptionalLong.of(0));
            return origin(source).map(origin -> origin.plus(begin));
        }
        return call.op().resultAliases().flatMap(slot -> origin(call.get(slot)));
    }

    /** How many elements of the source lie before the part that begins at some offsets. */
    private static OptionalLong distance(Expr.Call call, Slot offsets, Expr source) {
        if (!(source.type() instanceof Type.TensorLike type) || !call.has(offsets)) {
            return OptionalLong.empty();
        }
        List<Expr> given = type.view().stride();
        List<Expr> at = call.tuple(offsets);
        Expr sum = Exprs.index(0);
        Expr step = Exprs.index(1);
        for (int d = type.rank() - 1; d >= 0; d--) {
            sum = Exprs.add(sum, Exprs.mul(at.get(d), given.isEmpty() ? step : given.get(d)));
            step = Exprs.mul(step, type.shape().get(d));
        }
        return Exprs.constant(sum);
    }
}

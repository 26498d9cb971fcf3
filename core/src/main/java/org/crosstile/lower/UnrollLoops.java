package org.crosstile.lower;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.crosstile.model.Block;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Writes the body of {@code pl.unroll} once for each index. */
public final class UnrollLoops implements Pass {
    private static final int LIMIT = 10_000;

    public static final Rule TOO_LARGE =
            Rule.of("unroll-limit", "an unrolled loop must have at most " + LIMIT + " statements")
                    .explained(
                            "pl.unroll writes its body once for each index. That is meant for a handful of"
                                    + " iterations; pl.range runs any number of them.",
                            "kernel",
                            "for i in pl.unroll(1000000):\n    pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)",
                            "for i in pl.range(1000000):\n    pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)");

    @Override
    public Stage needs() {
        return Stage.PARSED;
    }

    @Override
    public Stage gives() {
        return Stage.STRUCTURED;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(f -> f.isSubWorker() ? f : new Unroller(f, problems).function(f));
    }

    private static final class Unroller extends Rewriter {
        private final NameSource names;
        private final Problems problems;

        Unroller(Function f, Problems problems) {
            this.names = Variables.names(f);
            this.problems = problems;
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            return s instanceof Stmt.For x && x.kind() == Stmt.LoopKind.UNROLL
                    ? unroll(x)
                    : super.statement(s);
        }

        private List<Stmt> unroll(Stmt.For x) {
            OptionalLong start = Exprs.constant(x.start());
            OptionalLong stop = Exprs.constant(x.stop());
            OptionalLong step = Exprs.constant(x.step());
            if (start.isEmpty() || stop.isEmpty() || step.isEmpty() || step.getAsLong() == 0) {
                return List.of(descend(asRange(x)));
            }
            long by = step.getAsLong();
            long count = rounds(start.getAsLong(), stop.getAsLong(), by);
            if (count == 0 && Signalling.in(x.body())) {
                return List.of(descend(asRange(x)));
            }
            List<Stmt> body = Carrying.body(x.carried(), block(x.body()).statements(), names);
            int[] size = {0};
            body.forEach(s -> Walk.statements(new Block(List.of(s)), inner -> size[0]++));
            if (count > LIMIT / Math.max(1, size[0])) {
                Problem.error(
                                TOO_LARGE,
                                x.span(),
                                count + " iterations of " + size[0] + " statements")
                        .hint("use pl.range")
                        .to(problems);
                return List.of();
            }
            List<Stmt> out = new ArrayList<>(Carrying.before(x.carried(), x.span()));
            for (long i = 0; i < count; i++) {
                Expr index =
                        new Expr.Int(
                                start.getAsLong() + i * by,
                                Exprs.dtype(x.index()),
                                x.start().span());
                out.add(new Stmt.Assign(x.index(), index, x.span()));
                out.addAll(body);
            }
            out.addAll(Carrying.after(x.carried(), x.results(), x.span()));
            return out;
        }

        /** How many rounds a range has; {@link Long#MAX_VALUE} if they do not fit. */
        private static long rounds(long start, long stop, long by) {
            boolean none = by > 0 ? start >= stop : start <= stop;
            if (none) {
                return 0;
            }
            BigInteger distance =
                    BigInteger.valueOf(stop).subtract(BigInteger.valueOf(start)).abs();
            BigInteger step = BigInteger.valueOf(by).abs();
            BigInteger rounds = distance.add(step).subtract(BigInteger.ONE).divide(step);
            return rounds.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
        }

        private static Stmt.For asRange(Stmt.For x) {
            return new Stmt.For(
                    x.index(),
                    x.start(),
                    x.stop(),
                    x.step(),
                    Stmt.LoopKind.RANGE,
                    x.carried(),
                    x.body(),
                    x.results(),
                    x.attrs(),
                    x.span());
        }
    }
}

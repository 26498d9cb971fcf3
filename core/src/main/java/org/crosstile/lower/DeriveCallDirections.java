package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.ArgDirection;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problems;

/**
 * Tells for every call what it does to each argument, so that tasks can be ordered by what they
 * touch.
 *
 * <pre>
 * for i in range(n):        for i in range(n):
 *     k(a, win)                 k(a, win)   attrs={"arg_directions": [input, inout]}
 * </pre>
 *
 * <p>An output of the callee is {@code inout} where somebody has written the same memory before: in
 * an earlier iteration, by an earlier statement, or because the caller's own parameter is InOut.
 * Directions that a call has already are kept.
 */
public final class DeriveCallDirections implements Pass {
    @Override
    public Stage needs() {
        return Stage.PLACED;
    }

    @Override
    public Stage gives() {
        return Stage.DIRECTED;
    }

    @Override
    public Program run(Program program, Problems problems) {
        Lineage.Of lineages = new Lineage.Of(program);
        return program.map(f ->
                f.isSubWorker()
                        ? f
                        : lineages.function(f.name())
                                .map(lineage -> new Derivation(program, f, lineage).function(f))
                                .orElse(f));
    }

    private static final class Derivation extends Rewriter {
        private final Program program;
        private final Lineage lineage;
        private final Map<Var, Direction> own = new HashMap<>();
        private final Set<Var> written = new HashSet<>();
        private int loops;

        Derivation(Program program, Function f, Lineage lineage) {
            this.program = program;
            this.lineage = lineage;
            f.params().forEach(p -> own.put(p.var(), p.direction()));
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            boolean repeats =
                    s instanceof Stmt.While
                            || s instanceof Stmt.For x && x.kind() != Stmt.LoopKind.PARALLEL;
            loops += repeats ? 1 : 0;
            List<Stmt> image = super.statement(s);
            loops -= repeats ? 1 : 0;
            return image;
        }

        @Override
        protected Expr expr(Expr e) {
            if (!(e instanceof Expr.FnCall call)) {
                return super.expr(e);
            }
            Optional<Function> callee = program.find(call.callee());
            if (callee.isEmpty() || call.attrs().containsKey(ArgDirection.ATTRIBUTE)) {
                return call;
            }
            List<Expr> directions = new ArrayList<>();
            for (int i = 0; i < call.args().size(); i++) {
                ArgDirection direction =
                        direction(call.args().get(i), callee.get().params().get(i).direction());
                directions.add(new Expr.Code(direction, call.span()));
            }
            for (int i = 0; i < call.args().size(); i++) {
                if (callee.get().params().get(i).direction() != Direction.IN) {
                    written.addAll(lineage.roots(call.args().get(i)));
                }
            }
            Map<String, Expr> attrs = new HashMap<>(call.attrs());
            attrs.put(ArgDirection.ATTRIBUTE, new Expr.Tuple(directions, call.span()));
            return new Expr.FnCall(call.callee(), call.args(), attrs, call.type(), call.span());
        }

        private ArgDirection direction(Expr argument, Direction callee) {
            if (!(argument.type() instanceof Type.TensorLike)) {
                return ArgDirection.Scalar;
            }
            return switch (callee) {
                case IN -> ArgDirection.Input;
                case INOUT -> ArgDirection.InOut;
                case OUT ->
                        isWrittenBefore(argument)
                                ? ArgDirection.InOut
                                : ArgDirection.OutputExisting;
            };
        }

        private boolean isWrittenBefore(Expr argument) {
            return loops > 0
                    || lineage.roots(argument).stream()
                            .anyMatch(root ->
                                    written.contains(root) || own.get(root) == Direction.INOUT);
        }
    }
}

package org.crosstile.lower;

import java.util.List;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Resolves {@code with} scopes. The statements of a {@code pl.manual_scope} run in the order of the
 * text, which every set of task dependences allows. Scopes that make a task or a launch of their
 * own are not supported by this build.
 */
public final class OutlineScopes implements Pass {
    /** A scope that this build cannot run. */
    public static final Rule UNSUPPORTED =
            Rule.of("scope-unsupported", "a scope must be one that this build supports")
                    .explained(
                            "Task scopes inside a function are not turned into functions yet. A kernel function that"
                                    + " is called does the same.",
                            "chip",
                            "with pl.at(level=pl.Level.CORE_GROUP):\n    y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)",
                            "y = self.kernel(x, y)");

    @Override
    public Stage needs() {
        return Stage.SSA;
    }

    @Override
    public Stage gives() {
        return Stage.SSA;
    }

    @Override
    public Program run(Program program, Problems problems) {
        Rewriter resolving =
                new Rewriter() {
                    @Override
                    protected List<Stmt> statement(Stmt s) {
                        if (!(s instanceof Stmt.Scope x)) {
                            return super.statement(s);
                        }
                        if (x.kind() != Stmt.ScopeKind.MANUAL) {
                            Problem.error(
                                            UNSUPPORTED,
                                            x.span(),
                                            "`"
                                                    + x.kind().spelling()
                                                    + "` is not supported by this build")
                                    .hint("write the body as a function of its own, and call it")
                                    .to(problems);
                        }
                        return block(x.body()).statements();
                    }
                };
        return program.map(f -> f.isSubWorker() ? f : resolving.function(f));
    }
}

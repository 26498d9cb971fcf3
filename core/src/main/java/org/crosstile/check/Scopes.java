package org.crosstile.check;

import java.util.List;
import java.util.Optional;
import org.crosstile.model.Block;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Level;
import org.crosstile.model.Function.Role;
import org.crosstile.model.Place;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.at} scopes nest as the machine does. */
final class Scopes {
    /** A scope does not belong where it stands. */
    static final Rule NESTING =
            Rule.of("scope-nesting", "a scope must lie inside the level above its own")
                    .explained(
                            "A chip scope belongs into a host function and drives the chip, so its role is"
                                    + " Orchestrator; a core group scope belongs into a chip.",
                            "host_calls",
                            "with pl.at(level=pl.Level.CORE_GROUP):\n    t = pl.load(row, [0, 0], [1, 64])",
                            "with pl.at(level=pl.Level.CHIP, role=pl.Role.Orchestrator):\n"
                                    + "    with pl.at(level=pl.Level.CORE_GROUP):\n"
                                    + "        t = pl.load(row, [0, 0], [1, 64])");

    /** Something that is no task is waited for. */
    static final Rule DEPS =
            Rule.of("scope-deps", "`deps=` must list tasks that were bound by `as` before")
                    .explained(
                            "A task starts when the tasks of its deps= have completed.",
                            "chip",
                            "with pl.at(level=pl.Level.CORE_GROUP, deps=[n]):\n    t = pl.load(x, [0, 0], [1, 64])",
                            "with pl.at(level=pl.Level.CORE_GROUP) as first:\n    t = pl.load(x, [0, 0], [1, 64])\n"
                                    + "with pl.at(level=pl.Level.CORE_GROUP, deps=[first]):\n"
                                    + "    t = pl.load(x, [0, 0], [1, 64])");

    static final List<Rule> RULES = List.of(NESTING, DEPS);

    private Scopes() {}

    static void check(Function f, Problems problems) {
        block(f.body(), f.place(), problems);
    }

    private static void block(Block block, Place place, Problems problems) {
        for (Stmt s : block.statements()) {
            Place inner = place;
            if (s instanceof Stmt.Scope scope) {
                switch (scope.kind()) {
                    case AT -> nesting(scope, place, problems);
                    case SPMD, CLUSTER, MANUAL -> launches(scope, place, problems);
                    case SPLIT_AIV -> {}
                }
                deps(scope, problems);
                inner = PlaceWalk.inside(scope, place);
            }
            for (Block below : Walk.blocks(s)) {
                block(below, inner, problems);
            }
        }
    }

    private static void nesting(Stmt.Scope scope, Place place, Problems problems) {
        Optional<Level> level = PlaceWalk.level(scope);
        if (level.isEmpty()) {
            return;
        }
        boolean orchestrates =
                scope.attrs().get("role") instanceof Expr.Code c && c.value() == Role.Orchestrator;
        boolean chip = level.get() == Level.CHIP;
        boolean core =
                level.get() == Level.CORE_GROUP
                        || level.get() == Level.AIV
                        || level.get() == Level.AIC;
        if (chip && (place != Place.HOST || !orchestrates)) {
            Problem.error(
                            NESTING,
                            scope.span(),
                            place != Place.HOST
                                    ? "this is " + place.phrase()
                                    : "the role is missing")
                    .headline(
                            "a chip scope must stand in a host orchestrator and have the role Orchestrator")
                    .hint(
                            place == Place.HOST
                                    ? "add role=pl.Role.Orchestrator"
                                    : "leave this scope out")
                    .to(problems);
        } else if (core && place != Place.CHIP) {
            Problem.error(NESTING, scope.span(), "this is " + place.phrase())
                    .headline("a core group scope must stand in a chip orchestration")
                    .hint(
                            place == Place.HOST
                                    ? "open pl.at(level=pl.Level.CHIP, role=pl.Role.Orchestrator) around it"
                                    : "leave this scope out: the code is in a kernel already")
                    .to(problems);
        }
    }

    /** Scopes that say how kernels are started: only a chip orchestration starts kernels. */
    private static void launches(Stmt.Scope scope, Place place, Problems problems) {
        if (place != Place.CHIP) {
            String what = scope.kind().spelling();
            Problem.error(NESTING, scope.span(), "this is " + place.phrase())
                    .headline(what + " must stand in a chip orchestration")
                    .hint(
                            place == Place.HOST
                                    ? "open pl.at(level=pl.Level.CHIP, role=pl.Role.Orchestrator) around it"
                                    : "write " + what + " around the call of the kernel")
                    .to(problems);
        }
    }

    private static void deps(Stmt.Scope scope, Problems problems) {
        if (!(scope.attrs().get("deps") instanceof Expr.Tuple deps)) {
            return;
        }
        for (Expr dep : deps.items()) {
            if (!dep.type().equals(Type.TASK_ID)) {
                Problem.error(
                                DEPS,
                                scope.span(),
                                "`" + Describe.expr(dep) + "` is " + dep.type().describe())
                        .hint("name a task: with pl.at(...) as task:")
                        .to(problems);
            }
        }
    }
}

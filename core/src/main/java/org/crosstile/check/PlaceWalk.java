package org.crosstile.check;

import java.util.Optional;
import java.util.function.BiConsumer;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Level;
import org.crosstile.model.Place;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Walk;

/** Visits the expressions of a function together with the place where they run. */
final class PlaceWalk {
    private PlaceWalk() {}

    /** Visits every expression; inside a {@code pl.at} the place is that of the scope. */
    static void expressions(Function f, BiConsumer<Expr, Place> visitor) {
        block(f.body(), f.place(), visitor);
    }

    private static void block(Block block, Place place, BiConsumer<Expr, Place> visitor) {
        for (Stmt s : block.statements()) {
            Walk.own(s).forEach(e -> Walk.expressions(e, x -> visitor.accept(x, place)));
            Place inner = s instanceof Stmt.Scope scope ? inside(scope, place) : place;
            Walk.blocks(s).forEach(b -> block(b, inner, visitor));
        }
    }

    /** The place of a scope's body. */
    static Place inside(Stmt.Scope scope, Place around) {
        return switch (scope.kind()) {
            case MANUAL, CLUSTER -> around;
            case SPMD -> launchesOne(scope) ? around : Place.KERNEL;
            case SPLIT_AIV -> Place.KERNEL;
            case AT ->
                    level(scope)
                            .map(level ->
                                    switch (level) {
                                        case HOST, CLUSTER_0, CLUSTER_1, CLUSTER_2, GLOBAL ->
                                                Place.HOST;
                                        case CHIP -> Place.CHIP;
                                        case AIV, AIC, CORE_GROUP, CHIP_DIE -> Place.KERNEL;
                                    })
                            .orElse(around);
        };
    }

    /** Whether a scope over several cores is the launch of one kernel, and no kernel itself. */
    private static boolean launchesOne(Stmt.Scope scope) {
        boolean counts = scope.bound().filter(v -> v.type().equals(Type.INDEX)).isPresent();
        return !counts
                && scope.body().statements().size() == 1
                && Walk.own(scope.body().statements().getFirst()).stream()
                        .allMatch(Expr.FnCall.class::isInstance);
    }

    /** The {@code level=} of a scope. */
    static Optional<Level> level(Stmt.Scope scope) {
        return scope.attrs().get("level") instanceof Expr.Code c && c.value() instanceof Level level
                ? Optional.of(level)
                : Optional.empty();
    }
}

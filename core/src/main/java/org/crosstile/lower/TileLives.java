package org.crosstile.lower;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Primitive;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * At which points of a kernel in SSA form each tile holds a value that is still needed. A statement
 * has two points: at the first it reads, at the second it writes. Entering a loop reads the initial
 * values and writes the carried variables; a yield reads its values and writes what they are
 * yielded to.
 */
final class TileLives {
    private final Map<Stmt, Integer> points = new IdentityHashMap<>();
    private final List<Stmt> statements = new ArrayList<>();
    private final Map<Var, BitSet> lives = new HashMap<>();

    TileLives(Block body) {
        Walk.statements(
                body,
                s -> {
                    points.put(s, 2 * statements.size());
                    statements.add(s);
                });
        before(body, Set.of(), List.of());
    }

    /** The point at which a statement reads; it writes at the next. */
    int point(Stmt s) {
        return points.getOrDefault(s, 0);
    }

    Stmt statement(int point) {
        return statements.get(point / 2);
    }

    int size() {
        return 2 * statements.size();
    }

    /** The points at which a tile is alive. */
    BitSet of(Var tile) {
        return lives.computeIfAbsent(tile, v -> new BitSet());
    }

    /** Every tile of the kernel. */
    Set<Var> tiles() {
        return lives.keySet();
    }

    /**
     * What is alive before a block.
     *
     * @param after what is alive after it
     * @param targets the variables that the block's last statement yields to
     */
    private Set<Var> before(Block block, Set<Var> after, List<Var> targets) {
        Set<Var> live = new HashSet<>(after);
        for (int i = block.statements().size() - 1; i >= 0; i--) {
            step(block.statements().get(i), live, targets);
        }
        return live;
    }

    private void step(Stmt s, Set<Var> live, List<Var> targets) {
        switch (s) {
            case Stmt.Assign x when isTile(x.target()) -> {
                record(point(s) + 1, live);
                of(x.target()).set(point(s) + 1);
                if (!mayOverwriteOperands(x.value())) {
                    of(x.target()).set(point(s));
                }
                live.remove(x.target());
            }
            case Stmt.If x -> branch(x, live);
            case Stmt.For x -> loop(x, x.body(), x.carried(), x.results(), live);
            case Stmt.While x -> loop(x, x.body(), x.carried(), x.results(), live);
            case Stmt.Scope x -> {
                Set<Var> inner = before(x.body(), live, List.of());
                live.clear();
                live.addAll(inner);
            }
            case Stmt.Yield x -> {
                targets.forEach(t -> addTile(t, live));
                record(point(s) + 1, live);
                targets.forEach(live::remove);
            }
            default -> record(point(s) + 1, live);
        }
        Walk.own(s).forEach(e -> Variables.used(e, v -> addTile(v, live)));
        record(point(s), live);
    }

    private void branch(Stmt.If x, Set<Var> live) {
        x.results().forEach(live::remove);
        Set<Var> after = new HashSet<>(live);
        live.addAll(before(x.then(), after, x.results()));
        live.addAll(before(x.otherwise(), after, x.results()));
    }

    private void loop(
            Stmt s, Block body, List<Stmt.Carried> carried, List<Var> results, Set<Var> live) {
        List<Var> vars = Stmt.Carried.vars(carried);
        results.forEach(live::remove);
        live.addAll(comingFromOutside(body, vars));
        before(body, live, vars);
        vars.forEach(v -> addTile(v, live));
        record(point(s) + 1, live);
        vars.forEach(live::remove);
    }

    /** The tiles that every iteration of a loop needs: each is defined once, so outside of it. */
    private static Set<Var> comingFromOutside(Block body, List<Var> carried) {
        Set<Var> needed = new HashSet<>();
        Walk.expressions(
                body,
                e -> {
                    if (e instanceof Var v) {
                        addTile(v, needed);
                    }
                });
        needed.removeAll(Variables.defined(body));
        carried.forEach(needed::remove);
        return needed;
    }

    private static boolean mayOverwriteOperands(Expr value) {
        return value instanceof Expr.Call c
                && c.op() instanceof Primitive p
                && (p.isInPlaceSafe() || p.sharesBufferOf().isPresent() || TileCopies.isCopy(c));
    }

    private void record(int point, Set<Var> live) {
        live.forEach(v -> of(v).set(point));
    }

    private static void addTile(Var v, Set<Var> live) {
        if (isTile(v)) {
            live.add(v);
        }
    }

    static boolean isTile(Var v) {
        return v.type() instanceof Type.Tile;
    }
}

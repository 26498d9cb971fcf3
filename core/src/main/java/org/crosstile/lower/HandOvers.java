package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Lane;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Where the cube core stores to global memory what the vector cores load afterwards, in the same
 * block or deeper: there the vector cores wait for the cube core. The other direction, and what
 * passes between sibling blocks, is the author's to order.
 */
final class HandOvers {
    private final Lineage lineage;
    private final Set<Stmt> producers = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Stmt, Integer> waits = new IdentityHashMap<>();

    HandOvers(Function f, Lineage lineage) {
        this.lineage = lineage;
        block(f.body());
    }

    /** Whether the cube core sets the flag after a statement. */
    boolean isProducer(Stmt s) {
        return producers.contains(s);
    }

    /** How many flags the vector cores wait for before a statement. */
    int before(Stmt s) {
        return waits.getOrDefault(s, 0);
    }

    private void block(Block block) {
        List<Stmt> open = new ArrayList<>();
        List<Stmt> all = block.statements();
        for (int i = 0; i < all.size(); i++) {
            Stmt s = all.get(i);
            Walk.blocks(s).forEach(this::block);
            int last = -1;
            for (int k = 0; k < open.size(); k++) {
                last = loads(s, roots(open.get(k))) ? k : last;
            }
            if (last >= 0) {
                waits.put(s, last + 1);
                open.subList(0, last + 1).clear();
            }
            if (isCubeStore(s) && isLoadedBehind(all, i)) {
                producers.add(s);
                open.add(s);
            }
        }
    }

    private boolean isLoadedBehind(List<Stmt> all, int at) {
        Set<Var> roots = roots(all.get(at));
        return all.subList(at + 1, all.size()).stream().anyMatch(s -> loads(s, roots));
    }

    private static boolean isCubeStore(Stmt s) {
        return store(s) instanceof Expr.Call c
                && c.op() instanceof Capability.Stores
                && Affinity.of(c) == Lane.CUBE;
    }

    private static Expr store(Stmt s) {
        return switch (s) {
            case Stmt.Assign x -> x.value();
            case Stmt.Eval x -> x.value();
            default -> new Expr.None(s.span());
        };
    }

    private Set<Var> roots(Stmt s) {
        Expr.Call c = (Expr.Call) store(s);
        return lineage.roots(c.get(((Capability.Stores) c.op()).destination()));
    }

    /** Whether the vector cores load from one of some tensors in a statement, or below it. */
    private boolean loads(Stmt s, Set<Var> roots) {
        boolean[] found = new boolean[1];
        Walk.expressions(
                new Block(List.of(s)),
                e -> {
                    if (e instanceof Expr.Call c
                            && c.op() instanceof Capability.LoadsTile load
                            && Affinity.of(c) == Lane.VECTOR) {
                        Set<Var> read = new HashSet<>(lineage.roots(c.get(load.source())));
                        read.retainAll(roots);
                        found[0] |= !read.isEmpty();
                    }
                });
        return found[0];
    }
}

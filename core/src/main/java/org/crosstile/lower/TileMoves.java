package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * The copies that loops and branches need because a value lies in another buffer than the variable
 * that receives it. All copies of one yield happen at once as far as the program knows; they are
 * put into an order in which none overwrites what a later one reads.
 */
final class TileMoves {
    /**
     * A value that becomes another variable's.
     *
     * @param at the yield, or the loop that is entered
     * @param index position among the values
     */
    record Flow(Var from, Var to, Stmt at, int index) {}

    private final TileBuffers buffers;
    private final TileCopies copies;
    private final Map<Stmt, List<Flow>> ordered = new IdentityHashMap<>();
    private Optional<Flow> cycle = Optional.empty();

    TileMoves(Block body, TileBuffers buffers, TileCopies copies) {
        this.buffers = buffers;
        this.copies = copies;
        Walk.statements(
                body,
                s -> {
                    for (Flow flow : flows(s)) {
                        if (!buffers.together(flow.from(), flow.to())) {
                            ordered.computeIfAbsent(flow.at(), x -> new ArrayList<>()).add(flow);
                        }
                    }
                });
        ordered.replaceAll((at, moves) -> order(moves));
    }

    /** What flows into the results of a branch, or into the carried variables of a loop. */
    static List<Flow> flows(Stmt s) {
        List<Flow> flows = new ArrayList<>();
        switch (s) {
            case Stmt.If x -> {
                yields(x.then(), x.results(), flows);
                yields(x.otherwise(), x.results(), flows);
            }
            case Stmt.For x -> loop(x, x.body(), x.carried(), flows);
            case Stmt.While x -> loop(x, x.body(), x.carried(), flows);
            default -> {}
        }
        return flows;
    }

    private static void loop(Stmt s, Block body, List<Stmt.Carried> carried, List<Flow> flows) {
        List<Var> vars = Stmt.Carried.vars(carried);
        yields(body, vars, flows);
        add(TileCopies.values(s), vars, s, flows);
    }

    private static void yields(Block block, List<Var> targets, List<Flow> flows) {
        if (!block.isEmpty() && block.statements().getLast() instanceof Stmt.Yield y) {
            add(y.values(), targets, y, flows);
        }
    }

    private static void add(List<Expr> values, List<Var> targets, Stmt at, List<Flow> flows) {
        for (int i = 0; i < targets.size(); i++) {
            if (values.get(i) instanceof Var from
                    && TileLives.isTile(from)
                    && from != targets.get(i)) {
                flows.add(new Flow(from, targets.get(i), at, i));
            }
        }
    }

    /** A copy of a circle of copies, each of which would overwrite what another one reads. */
    Optional<Flow> cycle() {
        return cycle;
    }

    private List<Flow> order(List<Flow> moves) {
        List<Flow> pending = new ArrayList<>(moves);
        List<Flow> done = new ArrayList<>();
        while (!pending.isEmpty()) {
            Optional<Flow> next = pending.stream().filter(m -> isFree(m, pending)).findFirst();
            if (next.isEmpty()) {
                cycle = Optional.of(pending.getFirst());
                return moves;
            }
            pending.remove(next.get());
            done.add(next.get());
        }
        return done;
    }

    private boolean isFree(Flow move, List<Flow> pending) {
        return pending.stream()
                .allMatch(other -> other == move || !buffers.together(other.from(), move.to()));
    }

    /** Keeps everything apart that takes part in several copies at one place. */
    void occupy(TileLives lives) {
        ordered.forEach((at, moves) -> {
            if (moves.size() > 1) {
                for (Flow move : moves) {
                    buffers.of(move.from()).occupy(lives.point(at) + 1);
                    buffers.of(move.to()).occupy(lives.point(at));
                }
            }
        });
    }

    /** The block with the copies in it. */
    Block written(Block block) {
        return new Rewriter() {
            @Override
            protected List<Stmt> statement(Stmt s) {
                List<Stmt> out = new ArrayList<>();
                Map<Integer, Var> images = new HashMap<>();
                for (Flow move : ordered.getOrDefault(s, List.of())) {
                    Stmt.Assign copy = copies.copy(move.from(), s);
                    buffers.place(copy.target(), move.to());
                    images.put(move.index(), copy.target());
                    out.add(copy);
                }
                out.add(descend(TileCopies.taking(s, images)));
                return out;
            }
        }.block(block);
    }
}

package org.crosstile.lower;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.MemorySpace;
import org.crosstile.lower.TileBuffers.Buffer;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Primitive;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problems;

/** {@link AllocateUb} of one kernel. */
final class TileAllocation {
    private final Function f;
    private final Problems problems;
    private final TileCopies copies;

    TileAllocation(Function f, Toolbox toolbox, Problems problems) {
        this.f = f;
        this.problems = problems;
        this.copies = new TileCopies(toolbox, Variables.names(f));
    }

    Function function() {
        Block body = copies.isolated(f.body());
        Set<Var> tiles = tiles(body);
        if (tiles.isEmpty()) {
            return f;
        }
        while (true) {
            TileLives lives = new TileLives(body);
            TileBuffers buffers = new TileBuffers(lives, tiles(body));
            Map<Stmt, Slot> changed = shareInPlace(body, buffers);
            if (!changed.isEmpty()) {
                body = copies.sparing(body, changed);
                continue;
            }
            shareFlows(body, buffers);
            shareCopies(body, buffers);
            TileMoves moves = new TileMoves(body, buffers, copies);
            if (moves.cycle().isPresent()) {
                TileMoves.Flow move = moves.cycle().get();
                body = copies.detour(body, move.at(), move.index());
                continue;
            }
            moves.occupy(lives);
            return f.withBody(placed(moves.written(body), lives, buffers, body));
        }
    }

    private static Set<Var> tiles(Block body) {
        Set<Var> tiles = new LinkedHashSet<>();
        for (Var v : Variables.defined(body)) {
            if (TileLives.isTile(v)) {
                tiles.add(v);
            }
        }
        return tiles;
    }

    /**
     * Puts results that work in place where their operand is; gives the calls whose operand lives
     * on.
     */
    private static Map<Stmt, Slot> shareInPlace(Block body, TileBuffers buffers) {
        Map<Stmt, Slot> changed = new IdentityHashMap<>();
        Walk.statements(
                body,
                s -> {
                    if (s instanceof Stmt.For x) {
                        joinResults(x.carried(), x.results(), buffers);
                    } else if (s instanceof Stmt.While x) {
                        joinResults(x.carried(), x.results(), buffers);
                    }
                });
        Walk.statements(
                body,
                s -> {
                    if (s instanceof Stmt.Assign x
                            && x.value() instanceof Expr.Call c
                            && TileLives.isTile(x.target())) {
                        Optional<Slot> shared =
                                c.op() instanceof Primitive p
                                        ? p.sharesBufferOf()
                                        : Optional.empty();
                        boolean apart =
                                shared.isPresent()
                                        && c.get(shared.get()) instanceof Var operand
                                        && TileLives.isTile(operand)
                                        && buffers.of(operand).space()
                                                == buffers.of(x.target()).space()
                                        && !buffers.join(operand, x.target());
                        if (apart) {
                            changed.put(s, shared.get());
                        }
                    }
                });
        return changed;
    }

    private static void joinResults(
            List<Stmt.Carried> carried, List<Var> results, TileBuffers buffers) {
        for (int i = 0; i < results.size(); i++) {
            if (TileLives.isTile(results.get(i))) {
                buffers.join(carried.get(i).var(), results.get(i));
            }
        }
    }

    /** Puts values that flow into each other into one buffer where possible, inner loops first. */
    private static void shareFlows(Block block, TileBuffers buffers) {
        for (Stmt s : block.statements()) {
            Walk.blocks(s).forEach(inner -> shareFlows(inner, buffers));
        }
        for (Stmt s : block.statements()) {
            for (TileMoves.Flow flow : TileMoves.flows(s)) {
                buffers.joinAlike(flow.to(), flow.from());
            }
        }
    }

    /** Puts copies where their sources are, if nobody then misses one of the two. */
    private void shareCopies(Block body, TileBuffers buffers) {
        Walk.statements(
                body,
                s -> {
                    if (s instanceof Stmt.Assign x) {
                        copies.source(x).ifPresent(from -> buffers.joinAlike(x.target(), from));
                    }
                });
    }

    private Block placed(Block written, TileLives lives, TileBuffers buffers, Block analysed) {
        handOvers(analysed, buffers);
        Map<Var, Integer> addresses = new HashMap<>();
        for (MemorySpace space : MemorySpace.values()) {
            Set<Buffer> here = new LinkedHashSet<>(buffers.all());
            here.removeIf(b -> b.space() != space);
            int ring = MemoryBudget.ring(written, space);
            int budget = MemoryBudget.of(space) - ring;
            TilePlacement placement = TilePlacement.of(here, budget);
            if (placement.top() > budget) {
                int needed = placement.top() + ring;
                MemoryBudget.overflow(f, space, here, lives, needed, ring, problems);
            }
            here.forEach(
                    b -> b.tiles().forEach(v -> addresses.put(v, ring + placement.address(b))));
        }
        return new TileAddresses(addresses, buffers).block(written);
    }

    /** Notes which buffers are written by a call that reads another one for the last time. */
    private static void handOvers(Block body, TileBuffers buffers) {
        Walk.statements(
                body,
                s -> {
                    if (s instanceof Stmt.Assign x && TileLives.isTile(x.target())) {
                        Variables.used(
                                x.value(),
                                v -> {
                                    if (TileLives.isTile(v)) {
                                        buffers.of(v).handOver(buffers.of(x.target()));
                                    }
                                });
                    }
                    for (TileMoves.Flow flow : TileMoves.flows(s)) {
                        buffers.of(flow.from()).handOver(buffers.of(flow.to()));
                    }
                });
    }
}

package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.WaitCmp;
import org.crosstile.record.Trace;

/**
 * Finds what depends on who comes first in a signal cell: waits for equality that a deposit can
 * carry past their value, and reads that may or may not see a deposit. It does not matter what
 * happened in this run: it is asked which values the cell can have by guarantee.
 *
 * <p>It listens to a walk in guaranteed order and answers after it, when it is known which deposits
 * come after a wait or read.
 */
final class CellChances implements Ordering.Visitor {
    /**
     * A wait or read and a deposit that it is in no order with.
     *
     * @param low the least value that the cell can have there
     * @param high the greatest
     */
    record Chance(int event, int deposit, CellLog cell, long low, long high) {}

    /** A look at a cell, and what its agent knew of all agents then. */
    private record Look(int event, CellLog cell, int[] clock, long atLeast) {}

    private final Trace trace;
    private final Ordering order;
    private final List<Look> exact = new ArrayList<>();
    private final List<Look> reads = new ArrayList<>();

    /** What an agent has last waited for at a cell. */
    private final List<Map<CellLog, Long>> awaited = new ArrayList<>();

    CellChances(Trace trace, Ordering order) {
        this.trace = trace;
        this.order = order;
        trace.agents().forEach(agent -> awaited.add(new HashMap<>()));
    }

    @Override
    public void visit(int e) {
        int agent = trace.agent(e);
        switch (trace.kind(e)) {
            case READ, READ_ELEMENT -> {
                for (CellLog cell : order.reads(e)) {
                    long atLeast = awaited.get(agent).getOrDefault(cell, Long.MIN_VALUE);
                    reads.add(new Look(e, cell, order.clock(agent), atLeast));
                }
            }
            case NOTIFY -> awaited.get(agent).remove(order.cell(e));
            case WRITE, WRITE_ELEMENT, ADD ->
                    order.stores(e).forEach(d -> awaited.get(agent).remove(d.cell()));
            default -> {}
        }
    }

    @Override
    public void passed(int wait) {
        int agent = trace.agent(wait);
        CellLog cell = order.cell(wait);
        awaited.get(agent).put(cell, trace.value(wait));
        if (trace.cmp(wait) == WaitCmp.Eq) {
            exact.add(new Look(wait, cell, order.clock(agent), trace.value(wait)));
        }
    }

    /** Waits for equality that may never hold, or not when it is looked; one per place. */
    List<Chance> overtaken() {
        Map<Integer, Chance> found = new LinkedHashMap<>();
        for (Look look : exact) {
            int site = trace.site(look.event);
            if (!look.cell.hasGuesses() && !found.containsKey(site)) {
                overtaking(look).ifPresent(chance -> found.put(site, chance));
            }
        }
        return List.copyOf(found.values());
    }

    /** Reads whose value depends on who comes first; one per place. */
    List<Chance> unordered() {
        Map<Integer, Chance> found = new LinkedHashMap<>();
        for (Look look : reads) {
            int site = trace.site(look.event);
            if (!found.containsKey(site)) {
                undecided(look).ifPresent(chance -> found.put(site, chance));
            }
        }
        return List.copyOf(found.values());
    }

    private CellRange range(Look look) {
        int agent = trace.agent(look.event);
        return new CellRange(look.cell, agent, order.position(look.event), look.clock);
    }

    /** If all deposits that do not come after the wait can leave another value, it may hang. */
    private Optional<Chance> overtaking(Look look) {
        CellRange range = range(look);
        CellRange.Values last = range.last();
        if (last.isOnly(look.atLeast)) {
            return Optional.empty();
        }
        return range.open(look.atLeast)
                .map(event -> new Chance(look.event, event, look.cell, last.low(), last.high()));
    }

    private Optional<Chance> undecided(Look look) {
        CellRange range = range(look);
        CellRange.Values seen = range.seen(look.atLeast);
        if (seen.low() >= seen.high()) {
            return Optional.empty();
        }
        return range.open(seen.low())
                .map(event -> new Chance(look.event, event, look.cell, seen.low(), seen.high()));
    }
}

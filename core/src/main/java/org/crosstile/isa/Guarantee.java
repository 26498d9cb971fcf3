package org.crosstile.isa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.crosstile.diagnose.CellOrder;

/**
 * What is ordered by guarantee between ranks in a run: by what each agent does in turn, and by
 * waits, as far as the release rule of {@link CellOrder} goes. Which deposits a wait needs may
 * depend on what was sent later, and on whether that came after the wait: the run is walked through
 * until nothing is learnt any more.
 */
final class Guarantee {
    private static final int CELL_BYTES = 4;

    private final int ranks;
    private final List<Crossings.Step> steps;
    private final Map<Crossings.SignalCell, CellOrder> cells = new HashMap<>();
    private final int[] deposits;

    /** Per agent how far it knows every other one, in deposits and waits of that one. */
    private final int[][] clocks;

    /** Per rank its deposits, and how far it knew its own pipes at each. */
    private final List<List<Crossings.Deposit>> told = new ArrayList<>();

    /** Per rank and pipe the accesses so far, in order of their positions. */
    private final List<List<GmAccess>> accesses = new ArrayList<>();

    Guarantee(int ranks, List<Crossings.Step> steps, List<Crossings.SignalCell> signals) {
        this.ranks = ranks;
        this.steps = steps;
        this.deposits = new int[steps.size()];
        this.clocks = new int[2 * ranks + 1][2 * ranks + 1];
        for (int r = 0; r < ranks; r++) {
            told.add(new ArrayList<>());
        }
        for (int i = 0; i < ranks * Pipes.COUNT; i++) {
            accesses.add(new ArrayList<>());
        }
        signals.forEach(cell -> cells.put(cell, new CellOrder(cell.initial(), before())));
        collect();
    }

    /** The agent of what was there before the run. */
    private int before() {
        return 2 * ranks;
    }

    private void collect() {
        for (int i = 0; i < steps.size(); i++) {
            switch (steps.get(i)) {
                case Crossings.Deposit d -> {
                    deposits[i] =
                            rule(d.cell()).add(d.agent(), i, d.position(), d.value(), d.sets());
                    told.get(d.agent()).add(d);
                }
                case Crossings.Wait w -> w.cells().forEach(cell -> rule(cell).addWaiter(w.agent()));
                default -> {}
            }
        }
        findStores();
        cells.values().forEach(CellOrder::close);
    }

    private CellOrder rule(Crossings.SignalCell cell) {
        return Optional.ofNullable(cells.get(cell)).orElseThrow();
    }

    /** Of a cell that is stored to as data it is not known what it held when. */
    private void findStores() {
        Map<Object, TreeMap<Long, CellOrder>> bySpace = new HashMap<>();
        cells.forEach((cell, rule) ->
                bySpace.computeIfAbsent(cell.place().space(), space -> new TreeMap<>())
                        .put(cell.place().address(), rule));
        for (Crossings.Step step : steps) {
            if (step instanceof Crossings.Touch(int _, GmAccess access)
                    && access.how() != GmAccess.How.READS) {
                Patch patch = access.patch();
                bySpace.getOrDefault(patch.memory(), new TreeMap<>())
                        .subMap(patch.first() - CELL_BYTES + 1, patch.end())
                        .forEach((address, rule) -> {
                            if (patch.touches(patch.memory(), address, address + CELL_BYTES)) {
                                rule.isStored();
                            }
                        });
            }
        }
    }

    /** The first race in the order of the run. */
    Optional<Race> race() {
        boolean news = true;
        while (news) {
            news = false;
            begin();
            for (int i = 0; i < steps.size(); i++) {
                news |= step(i);
            }
        }
        begin();
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Crossings.Touch touch) {
                Optional<Race> race = race(touch);
                if (race.isPresent()) {
                    return race;
                }
            }
            boolean _ = step(i);
        }
        return Optional.empty();
    }

    private void begin() {
        for (int[] clock : clocks) {
            Arrays.fill(clock, 0);
            clock[before()] = 1;
        }
        cells.values().forEach(rule -> rule.reopen(clocks.length));
    }

    /** One step; true if something was learnt about a deposit. */
    private boolean step(int i) {
        switch (steps.get(i)) {
            case Crossings.Deposit d -> {
                return rule(d.cell())
                        .learn(d.agent(), deposits[i], d.position(), clocks[d.agent()]);
            }
            case Crossings.Wait w -> {
                for (Crossings.SignalCell cell : w.cells()) {
                    rule(cell)
                            .release(w.agent(), i, w.position(), conditions(w), clocks[w.agent()]);
                }
            }
            case Crossings.Join j -> CellOrder.join(clocks[j.agent()], clocks[j.from()]);
            case Crossings.Touch _ -> {}
        }
        return false;
    }

    /** What must hold for a wait to end: one of these. */
    private static List<CellOrder.Condition> conditions(Crossings.Wait wait) {
        long value = wait.value();
        return switch (wait.cmp()) {
            case EQ -> List.of(CellOrder.Condition.is(value));
            case GE -> List.of(CellOrder.Condition.atLeast(value));
            case GT -> List.of(CellOrder.Condition.atLeast(value + 1));
            case LE -> List.of(CellOrder.Condition.atMost(value));
            case LT -> List.of(CellOrder.Condition.atMost(value - 1));
            case NE ->
                    List.of(
                            CellOrder.Condition.atLeast(value + 1),
                            CellOrder.Condition.atMost(value - 1));
        };
    }

    private Optional<Race> race(Crossings.Touch touch) {
        GmAccess access = touch.access();
        for (int r = 0; r < ranks; r++) {
            int[] known = r == access.rank() ? new int[0] : known(r, clocks[touch.agent()][r]);
            for (int p = 0; p < known.length; p++) {
                List<GmAccess> earlier = accesses.get(r * Pipes.COUNT + p);
                for (int k = earlier.size() - 1; k >= 0; k--) {
                    if (earlier.get(k).position() <= known[p]) {
                        break;
                    }
                    Optional<Race> race = GmAccess.race(earlier.get(k), access);
                    if (race.isPresent()) {
                        return race;
                    }
                }
            }
        }
        accesses.get(access.rank() * Pipes.COUNT + access.pipe().ordinal()).add(access);
        return Optional.empty();
    }

    /** How far the pipes of a rank are known to whoever knows so much of what the rank did. */
    private int[] known(int rank, int position) {
        List<Crossings.Deposit> list = told.get(rank);
        int low = 0;
        int high = list.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (list.get(middle).position() <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? new int[Pipes.COUNT] : list.get(low - 1).known();
    }
}

package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Area;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.Trace;

/**
 * What is ordered by guarantee in a run: by what each agent does in turn, by launches and joins,
 * and by waits, as far as the {@linkplain Release release rule} goes.
 *
 * <p>The order is kept as clocks: per agent, how many steps of every other agent come before. Which
 * deposits a wait needs may depend on what was sent later and on whether that came after the wait.
 * So the run is walked through again until nothing is learnt any more: the smallest order that the
 * rule supports. Cells that one agent notifies and another waits for, which is what collectives
 * use, are settled by the first walk.
 */
final class Ordering {
    /** Walks along; the clocks are those at the event, before what it teaches. */
    interface Visitor {
        void visit(int event);

        /** A wait has been passed; the clocks are those after what it teaches. */
        default void passed(int wait) {}
    }

    /** The deposit of an event. */
    record Deposit(CellLog cell, CellLog.Source source, int index) {}

    private record Key(int epoch, int device, long offset) {}

    private final Trace trace;
    private final int[] positions;
    private final CellLog[] cells;
    private final int[] deposits;
    private final Map<Integer, List<Deposit>> stores = new HashMap<>();
    private final Map<Integer, List<CellLog>> reads = new HashMap<>();
    private final WindowIndex windows;
    private final Map<Key, CellLog> byPlace = new HashMap<>();
    private final Map<Key, TreeMap<Long, CellLog>> byWindow = new HashMap<>();
    private final List<CellLog> all = new ArrayList<>();
    private final int[][] clocks;
    private final boolean[] shared;
    private final int[] now;
    private boolean news;

    Ordering(Trace trace) {
        this.trace = trace;
        this.windows = new WindowIndex(trace.windows());
        int n = trace.size();
        this.positions = new int[n];
        this.cells = new CellLog[n];
        this.deposits = new int[n];
        int agents = trace.agents().size();
        this.clocks = new int[agents][agents];
        this.shared = new boolean[agents];
        this.now = new int[agents];
        collect();
    }

    /** Finds the order, and then walks through the run with it. */
    void solve(Visitor visitor) {
        boolean learns = !all.stream().allMatch(CellLog::isSimple);
        while (learns) {
            learns = walk(event -> {});
        }
        again(visitor);
    }

    /** Walks through the run once more. */
    void again(Visitor visitor) {
        boolean _ = walk(visitor);
    }

    /** The place of an event among what its agent does, from 1. */
    int position(int event) {
        return positions[event];
    }

    /** The cell of a notify or wait. */
    CellLog cell(int event) {
        return cells[event];
    }

    /** The place of a notify among its agent's deposits to the cell. */
    int deposit(int event) {
        return deposits[event];
    }

    /** What an event brings to cells by plain writes or additions. */
    List<Deposit> stores(int event) {
        return stores.getOrDefault(event, List.of());
    }

    /** The cells that an event reads without waiting for them. */
    List<CellLog> reads(int event) {
        return reads.getOrDefault(event, List.of());
    }

    /** All cells that were notified or waited for. */
    List<CellLog> cells() {
        return all;
    }

    /** Whether an agent, where it is now, comes after a step of another. */
    boolean knows(int agent, int other, int position) {
        return agent == other ? now[agent] >= position : clocks[agent][other] >= position;
    }

    /** The clock of an agent as it is now; it will not change. */
    int[] clock(int agent) {
        shared[agent] = true;
        return clocks[agent];
    }

    private void collect() {
        findCells();
        int epoch = 0;
        int[] counts = new int[trace.agents().size()];
        byPlace.forEach((key, cell) ->
                byWindow.computeIfAbsent(
                                new Key(key.epoch, key.device, base(key.offset)),
                                k -> new TreeMap<>())
                        .put(key.offset, cell));
        for (int e = 0; e < trace.size(); e++) {
            Trace.Kind kind = trace.kind(e);
            int agent = trace.agent(e);
            if (kind != Trace.Kind.LANDING) {
                positions[e] = ++counts[agent];
            }
            switch (kind) {
                case RUN -> epoch += trace.value(e) == 0 ? 1 : 0;
                case NOTIFY -> {
                    CellLog cell = cellAt(epoch, trace.device(e), trace.offset(e));
                    cells[e] = cell;
                    boolean set = trace.notifyOp(e) == NotifyOp.Set;
                    deposits[e] = cell.add(agent, e, positions[e], (int) trace.value(e), set);
                }
                case WAIT -> {
                    cells[e] = cellAt(epoch, trace.device(e), trace.offset(e));
                    cells[e].addWaiter(agent);
                }
                case WRITE, WRITE_ELEMENT, ADD -> store(e, epoch);
                case READ, READ_ELEMENT -> read(e, epoch);
                default -> {}
            }
        }
        all.forEach(CellLog::close);
    }

    private void findCells() {
        int epoch = 0;
        for (int e = 0; e < trace.size(); e++) {
            switch (trace.kind(e)) {
                case RUN -> epoch += trace.value(e) == 0 ? 1 : 0;
                case NOTIFY, WAIT -> {
                    CellLog _ = cellAt(epoch, trace.device(e), trace.offset(e));
                }
                default -> {}
            }
        }
    }

    private CellLog cellAt(int epoch, int device, long offset) {
        return byPlace.computeIfAbsent(
                new Key(epoch, device, offset),
                key -> {
                    CellLog cell = new CellLog(device, offset);
                    all.add(cell);
                    return cell;
                });
    }

    /** The cells that an access touches. */
    private List<CellLog> touched(int event, int epoch) {
        Area area = trace.area(event);
        TreeMap<Long, CellLog> inWindow =
                byWindow.get(new Key(epoch, trace.device(event), base(area.offset())));
        if (inWindow == null) {
            return List.of();
        }
        List<CellLog> found = new ArrayList<>();
        for (CellLog cell : inWindow.subMap(area.offset() - 3, area.end()).values()) {
            if (area.intersects(Area.run(cell.offset, 4))) {
                found.add(cell);
            }
        }
        return found;
    }

    /** Where the window begins that a byte lies in; -1 if in none. */
    private long base(long offset) {
        return windows.find(offset).map(WindowBuffer::offset).orElse(-1L);
    }

    private void read(int e, int epoch) {
        List<CellLog> found = touched(e, epoch);
        if (!found.isEmpty()) {
            found.forEach(cell -> cell.addReader(trace.agent(e)));
            reads.put(e, found);
        }
    }

    /** A plain write to a cell is like a Set by whoever writes, an addition like a notify. */
    private void store(int e, int epoch) {
        boolean set = trace.kind(e) != Trace.Kind.ADD;
        int agent = trace.agent(e);
        List<Deposit> found = new ArrayList<>();
        for (CellLog cell : touched(e, epoch)) {
            OptionalInt value = trace.word(e, cell.offset);
            int index =
                    value.isPresent()
                            ? cell.add(agent, e, positions[e], value.getAsInt(), set)
                            : cell.addGuess(agent, e, positions[e], set);
            found.add(new Deposit(cell, cell.source(agent), index));
        }
        if (!found.isEmpty()) {
            stores.put(e, found);
        }
    }

    /** One walk through the run; true if something was learnt about deposits. */
    private boolean walk(Visitor visitor) {
        news = false;
        Map<Long, int[]> tokens = new HashMap<>();
        int agents = clocks.length;
        for (int a = 0; a < agents; a++) {
            clocks[a] = new int[agents];
            shared[a] = false;
            now[a] = 0;
        }
        all.forEach(CellLog::reopen);
        for (int e = 0; e < trace.size(); e++) {
            Trace.Kind kind = trace.kind(e);
            if (kind == Trace.Kind.LANDING) {
                continue;
            }
            now[trace.agent(e)] = positions[e];
            visitor.visit(e);
            step(e, kind, tokens);
            if (kind == Trace.Kind.WAIT) {
                visitor.passed(e);
            }
        }
        return news;
    }

    private void step(int e, Trace.Kind kind, Map<Long, int[]> tokens) {
        int agent = trace.agent(e);
        switch (kind) {
            case NOTIFY -> {
                CellLog cell = cells[e];
                news |=
                        cell.learn(
                                cell.source(agent), deposits[e], clock(agent), agent, now[agent]);
            }
            case WRITE, WRITE_ELEMENT, ADD -> {
                for (Deposit d : stores(e)) {
                    news |= d.cell.learn(d.source, d.index, clock(agent), agent, now[agent]);
                }
            }
            case WAIT -> release(e, agent);
            case SEND -> {
                int[] sent = clocks[agent].clone();
                sent[agent] = now[agent];
                tokens.merge(trace.value(e), sent, Ordering::later);
            }
            case RECEIVE -> {
                int[] sent = tokens.get(trace.value(e));
                if (sent != null) {
                    join(agent, sent, agent, 0);
                }
            }
            default -> {}
        }
    }

    private static int[] later(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = Math.max(a[i], b[i]);
        }
        return a;
    }

    private void release(int e, int agent) {
        CellLog cell = cells[e];
        Release release = releaseOf(e);
        for (int s = 0; s < cell.sources.size(); s++) {
            CellLog.Source source = cell.sources.get(s);
            int needed = release.lastNeeded(s);
            if (needed >= 0 && source.clocks[needed] != null) {
                join(agent, source.clocks[needed], source.agent, source.positions[needed]);
            }
            if (cell.waiterCount() == 1) {
                source.drop(Math.max(needed + 1, release.sure(s)));
            }
        }
    }

    /** The rule for a wait, with what its agent knows now. */
    Release releaseOf(int wait) {
        int agent = trace.agent(wait);
        return new Release(
                cells[wait],
                agent,
                positions[wait],
                clocks[agent],
                (int) trace.value(wait),
                trace.cmp(wait));
    }

    private void join(int agent, int[] clock, int source, int position) {
        if (shared[agent]) {
            clocks[agent] = clocks[agent].clone();
            shared[agent] = false;
        }
        int[] mine = clocks[agent];
        for (int i = 0; i < mine.length; i++) {
            mine[i] = Math.max(mine[i], clock[i]);
        }
        mine[source] = Math.max(mine[source], position);
    }
}

package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Area;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.Trace;

/**
 * Walks along a run in its guaranteed order, and finds accesses to the same bytes without an order
 * between them, and deposits that may wipe each other.
 */
final class Races implements Ordering.Visitor {
    private static final int LINE = 64;

    /** Pairs of ranks that are named for one pair of places. */
    static final int MAX_PAIRS = 8;

    /** Two places between which there is no order, with the first pair of accesses found. */
    static final class Race {
        final Access first;
        final Access second;

        /** What the second one's agent knew when it was done. */
        final int[] known;

        final int device;
        final long offset;
        final long bytes;
        final boolean neighbours;
        final List<String> pairs = new ArrayList<>();
        int count;

        Race(
                Access first,
                Access second,
                int[] known,
                int device,
                Area common,
                boolean neighbours) {
            this.first = first;
            this.second = second;
            this.known = known;
            this.device = device;
            this.offset = common.offset();
            this.bytes = common.bytes();
            this.neighbours = neighbours;
        }

        /** Whether two deposits may wipe each other. */
        boolean isWipe() {
            return first.kind == Access.Kind.SIGNAL && second.kind == Access.Kind.SIGNAL;
        }
    }

    /** Two places and what is done there, in no order. */
    private record Places(int first, Access.Kind a, int second, Access.Kind b) {
        static Places of(int first, Access.Kind a, int second, Access.Kind b) {
            return first <= second
                    ? new Places(first, a, second, b)
                    : new Places(second, b, first, a);
        }
    }

    private record Line(int device, long line) {}

    private final Trace trace;
    private final Ordering order;
    private final boolean lines;
    private final Map<Places, Race> races = new LinkedHashMap<>();
    private final Map<Long, AccessHistory> histories = new HashMap<>();
    private final List<Map<Line, int[]>> cached = new ArrayList<>();
    private final List<List<Access>> open = new ArrayList<>();
    private final BitSet writtenWindows = new BitSet();
    private final WindowIndex windows;

    /**
     * @param lines whether elements are written as whole cache lines, which may be stale
     */
    Races(Trace trace, Ordering order, boolean lines) {
        this.trace = trace;
        this.order = order;
        this.lines = lines;
        this.windows = new WindowIndex(trace.windows());
        for (int a = 0; a < trace.agents().size(); a++) {
            cached.add(new HashMap<>());
            open.add(new ArrayList<>());
        }
        findWrites();
    }

    /** Signals race with writes and other additions only: not kept where there are none. */
    private void findWrites() {
        for (int e = 0; e < trace.size(); e++) {
            switch (trace.kind(e)) {
                case WRITE, WRITE_ELEMENT, ADD -> {
                    int window = windows.number(trace.offset(e));
                    if (window >= 0) {
                        writtenWindows.set(window);
                    }
                }
                default -> {}
            }
        }
    }

    List<Race> races() {
        return List.copyOf(races.values());
    }

    @Override
    public void visit(int e) {
        int agent = trace.agent(e);
        switch (trace.kind(e)) {
            case READ -> touch(e, Access.Kind.READ, trace.area(e), order.clock(agent));
            case READ_ELEMENT -> {
                Area area = trace.area(e);
                touch(e, Access.Kind.READ, area, fetched(agent, trace.device(e), area));
            }
            case WRITE -> write(e, Access.Kind.WRITE);
            case ADD -> {
                for (Ordering.Deposit added : order.stores(e)) {
                    wipes(e, added.cell(), false);
                }
                write(e, Access.Kind.ADD);
            }
            case WRITE_ELEMENT -> {
                int[] _ = fetched(agent, trace.device(e), trace.area(e));
                write(e, Access.Kind.WRITE);
            }
            case NOTIFY -> {
                wipes(e, order.cell(e), trace.notifyOp(e) == NotifyOp.Set);
                touch(e, Access.Kind.SIGNAL, Area.run(trace.offset(e), 4), order.clock(agent));
            }
            case FENCE -> complete(agent, order.position(e));
            case TASK_END -> {
                complete(agent, order.position(e));
                cached.get(agent).clear();
            }
            case INVALIDATE -> invalidate(e, agent);
            case RUN -> {
                if (trace.value(e) == 0) {
                    histories.clear();
                }
            }
            default -> {}
        }
    }

    private void write(int e, Access.Kind kind) {
        touch(e, kind, trace.area(e), order.clock(trace.agent(e)));
    }

    private void complete(int agent, int position) {
        open.get(agent).forEach(access -> access.end = position);
        open.get(agent).clear();
    }

    /** When a line was fetched that an element is read from. */
    private int[] fetched(int agent, int device, Area area) {
        Line line = new Line(device, area.offset() / LINE);
        return cached.get(agent).computeIfAbsent(line, l -> order.clock(agent));
    }

    private void invalidate(int e, int agent) {
        Map<Line, int[]> lineMap = cached.get(agent);
        if (!trace.hasArea(e)) {
            lineMap.clear();
            return;
        }
        Area area = trace.area(e);
        lineMap.keySet()
                .removeIf(line ->
                        line.device == trace.device(e)
                                && area.offset() < (line.line + 1) * LINE
                                && area.end() > line.line * LINE);
    }

    private void touch(int e, Access.Kind kind, Area area, int[] start) {
        int agent = trace.agent(e);
        Access access = new Access(e, agent, order.position(e), kind, area, grain(e, kind), start);
        int window = windows.number(area.offset());
        if (window < 0 || (kind == Access.Kind.SIGNAL && !writtenWindows.get(window))) {
            return;
        }
        history(trace.device(e), window)
                .add(access, old -> race(old, access, trace.device(e), false));
        if (access.end == 0) {
            open.get(agent).add(access);
        }
        if (lines && trace.kind(e) == Trace.Kind.WRITE_ELEMENT) {
            wipesNeighbours(e, window, start);
        }
    }

    private Access.Grain grain(int e, Access.Kind kind) {
        return switch (kind) {
            case READ, WRITE -> Access.Grain.NONE;
            case ADD -> Access.Grain.of(trace.elementType(e), trace.offset(e));
            case SIGNAL -> Access.Grain.of(DType.INT32, trace.offset(e));
        };
    }

    /** An element goes back as a whole line: what others write beside it may be undone. */
    private void wipesNeighbours(int e, int window, int[] start) {
        Area area = trace.area(e);
        long from = area.offset() / LINE * LINE;
        Access whole =
                new Access(
                        -1 - e,
                        trace.agent(e),
                        order.position(e),
                        Access.Kind.READ,
                        Area.run(from, LINE),
                        start);
        history(trace.device(e), window)
                .peek(whole, old -> race(old, whole, trace.device(e), true));
    }

    private void race(Access old, Access access, int device, boolean neighbours) {
        int event = access.event < 0 ? -1 - access.event : access.event;
        Places places = Places.of(trace.site(old.event), old.kind, trace.site(event), access.kind);
        Race race =
                races.computeIfAbsent(
                        places,
                        p ->
                                new Race(
                                        old,
                                        access,
                                        order.clock(access.agent),
                                        device,
                                        old.area.common(access.area),
                                        neighbours));
        race.count++;
        String pair =
                trace.agents().get(old.agent).describe()
                        + " and "
                        + trace.agents().get(access.agent).describe();
        if (race.pairs.size() < MAX_PAIRS && !race.pairs.contains(pair)) {
            race.pairs.add(pair);
        }
    }

    /**
     * A Set and another deposit, unordered: one of them may be lost. Plain writes are not looked
     * at: they conflict with everything.
     */
    private void wipes(int e, CellLog cell, boolean set) {
        int agent = trace.agent(e);
        for (CellLog.Source source : cell.sources) {
            if (source.agent == agent) {
                continue;
            }
            int sent = sentBefore(source, e);
            int i = set ? sent - 1 : source.lastSet[sent];
            while (i >= 0 && !order.knows(agent, source.agent, source.positions[i])) {
                boolean same = set && source.sets[i] && source.values[i] == trace.value(e);
                if (!same && isDeposit(source.events[i])) {
                    deposits(source, i, e, cell.offset);
                    break;
                }
                i = set ? i - 1 : source.lastSet[i];
            }
        }
    }

    private boolean isDeposit(int event) {
        return trace.kind(event) == Trace.Kind.NOTIFY || trace.kind(event) == Trace.Kind.ADD;
    }

    /** How many deposits of a source are earlier in the run than an event. */
    private static int sentBefore(CellLog.Source source, int event) {
        int low = 0;
        int high = source.count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (source.events[middle] < event) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void deposits(CellLog.Source source, int index, int e, long offset) {
        Access first =
                Access.deposit(source.events[index], source.agent, source.positions[index], offset);
        Access second = Access.deposit(e, trace.agent(e), order.position(e), offset);
        race(first, second, trace.device(e), false);
    }

    private AccessHistory history(int device, int window) {
        return histories.computeIfAbsent(
                (long) device << 32 | window,
                k -> {
                    WindowBuffer buffer = windows.get(window);
                    return new AccessHistory(buffer.offset(), buffer.bytes());
                });
    }
}

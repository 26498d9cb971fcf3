package org.crosstile.ranks.tasks;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.crosstile.memory.Area;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.ranks.Code;

/**
 * Which bytes the tasks of an orchestration touch, and so which of two tasks comes first. Views and
 * reshapes of one buffer meet by their bytes. What a kernel writes to peers counts as a write to
 * the device's own slice of the window.
 */
final class Accesses {
    /** Beyond this, what completed tasks did is forgotten if nobody wants to see the graph. */
    private static final int KEPT = 2048;

    /** Memory is the same if its base is. */
    private record Base(int identity, boolean isNative) {}

    private record Access(
            KernelTask task, List<Area> areas, long first, long end, boolean writes, int argument) {
        boolean isWithin(Access other) {
            return other.areas.size() == 1
                    && other.areas.getFirst().runs() == 1
                    && other.first <= first
                    && end <= other.end;
        }

        long firstCommon(Access other) {
            if (first >= other.end || other.first >= end) {
                return -1;
            }
            for (Area mine : areas) {
                for (Area theirs : other.areas) {
                    long common = mine.firstCommon(theirs);
                    if (common >= 0) {
                        return common;
                    }
                }
            }
            return -1;
        }
    }

    private final Code code;
    private final boolean keepsAll;
    private final Map<Base, List<Access>> known = new HashMap<>();

    Accesses(Code code, boolean keepsAll) {
        this.code = code;
        this.keepsAll = keepsAll;
    }

    /**
     * Adds what a task does to its arguments.
     *
     * @param access a letter per argument, as {@code Rank.submit} takes them
     * @param derive whether it comes after those that touch the same bytes; edges are then added
     */
    void add(KernelTask task, String access, boolean derive) {
        Object[] args = task.args();
        List<Access> mine = new ArrayList<>();
        List<Base> bases = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            char letter = access.charAt(i);
            if (args[i] instanceof View view && letter != '-' && view.elements() > 0) {
                mine.add(access(task, view, letter != 'r', i));
                bases.add(base(view));
            }
        }
        if (derive) {
            for (int i = 0; i < mine.size(); i++) {
                edges(task, mine.get(i), known.getOrDefault(bases.get(i), List.of()));
            }
            for (int i = 0; i < mine.size(); i++) {
                supersede(mine.get(i), known.getOrDefault(bases.get(i), List.of()));
            }
        }
        for (int i = 0; i < mine.size(); i++) {
            List<Access> all = known.computeIfAbsent(bases.get(i), b -> new ArrayList<>());
            if (all.size() >= KEPT && !keepsAll) {
                all.removeIf(a -> a.task.state() == KernelTask.State.COMPLETE);
            }
            all.add(mine.get(i));
        }
    }

    private static Access access(KernelTask task, View view, boolean writes, int argument) {
        MemorySegment segment = view.segment();
        long base = segment.address();
        long first = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        List<Area> areas = new ArrayList<>();
        for (Area area : view.areas()) {
            Area there = new Area(base + area.offset(), area.bytes(), area.stride(), area.runs());
            areas.add(there);
            first = Math.min(first, there.offset());
            end = Math.max(end, there.end());
        }
        return new Access(task, areas, first, end, writes, argument);
    }

    private static Base base(View view) {
        return view.segment()
                .heapBase()
                .map(array -> new Base(System.identityHashCode(array), false))
                .orElseGet(() -> new Base(0, view.segment().isNative()));
    }

    private void edges(KernelTask task, Access mine, List<Access> all) {
        for (Access other : all) {
            if (other.task == task || !mine.writes && !other.writes) {
                continue;
            }
            long common = mine.firstCommon(other);
            if (common >= 0) {
                TaskEdge.Reason reason =
                        !mine.writes
                                ? TaskEdge.Reason.READS_WRITTEN
                                : other.writes
                                        ? TaskEdge.Reason.WRITES_WRITTEN
                                        : TaskEdge.Reason.WRITES_READ;
                task.edges.add(
                        new TaskEdge(
                                other.task.number(), reason, name(mine), common - mine.first));
                task.before.putIfAbsent(other.task.number(), other.task);
            }
        }
    }

    private String name(Access access) {
        KernelTask task = access.task;
        return ((View) task.args()[access.argument])
                .window()
                .map(WindowBuffer::name)
                .orElseGet(() -> code.parameter(task.function(), access.argument));
    }

    /** What comes before a task that overwrites all of it comes before everything after that. */
    private static void supersede(Access mine, List<Access> all) {
        if (mine.writes) {
            for (Iterator<Access> i = all.iterator(); i.hasNext(); ) {
                Access other = i.next();
                if (other.task != mine.task && other.isWithin(mine)) {
                    i.remove();
                }
            }
        }
    }

    /** The tasks that touch bytes of a view and have not completed. */
    List<KernelTask> touching(View view, boolean writes) {
        List<KernelTask> found = new ArrayList<>();
        if (view.elements() > 0) {
            KernelTask nobody =
                    new KernelTask(-1, -1, "", CoreKind.VECTOR, new Object[0], 1, 0, -1);
            Access mine = access(nobody, view, writes, 0);
            for (Access other : known.getOrDefault(base(view), List.of())) {
                if ((writes || other.writes)
                        && other.task.state() != KernelTask.State.COMPLETE
                        && mine.firstCommon(other) >= 0) {
                    found.add(other.task);
                }
            }
        }
        return found;
    }
}

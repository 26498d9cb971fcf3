package org.crosstile.ranks.tasks;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        boolean isGapless() {
            return areas.size() == 1 && areas.getFirst().runs() == 1;
        }

        boolean meets(Access other) {
            return common(other).isPresent();
        }

        /** The first bytes in a row that both touch. */
        Optional<Area> common(Access other) {
            if (first < other.end && other.first < end) {
                for (Area mine : areas) {
                    for (Area theirs : other.areas) {
                        if (mine.intersects(theirs)) {
                            return Optional.of(mine.common(theirs));
                        }
                    }
                }
            }
            return Optional.empty();
        }

        /** Whether both touch some byte from {@code at} on. */
        boolean meetsFrom(long at, Access other) {
            return areas.stream()
                    .anyMatch(mine ->
                            other.areas.stream()
                                    .anyMatch(theirs -> mine.intersectsFrom(at, theirs)));
        }
    }

    private final Code code;
    private final boolean keepsAll;
    private final Map<Base, Known> known = new HashMap<>();

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
                known(bases.get(i)).order(task, mine.get(i));
            }
            for (int i = 0; i < mine.size(); i++) {
                known(bases.get(i)).supersede(mine.get(i));
            }
        }
        for (int i = 0; i < mine.size(); i++) {
            known(bases.get(i)).add(mine.get(i));
        }
    }

    private Known known(Base base) {
        return known.computeIfAbsent(base, b -> new Known());
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

    private String name(Access access) {
        KernelTask task = access.task;
        return ((View) task.args()[access.argument])
                .window()
                .map(WindowBuffer::name)
                .orElseGet(() -> code.parameter(task.function(), access.argument));
    }

    private TaskEdge edge(Access from, Access to, TaskEdge.Reason reason, Area common) {
        View view = (View) to.task.args()[to.argument];
        long base =
                view.window()
                        .map(window -> view.segment().address() + window.offset())
                        .orElse(to.first);
        return new TaskEdge(
                from.task.number(),
                reason,
                name(to),
                common.offset() - base,
                common.bytes(),
                to.meetsFrom(common.end(), from));
    }

    /** The tasks that touch bytes of a view and have not completed. */
    List<KernelTask> touching(View view, boolean writes) {
        List<KernelTask> found = new ArrayList<>();
        if (view.elements() > 0) {
            KernelTask nobody =
                    new KernelTask(-1, -1, "", CoreKind.VECTOR, new Object[0], 1, 0, -1);
            Access mine = access(nobody, view, writes, 0);
            for (Access other : known(base(view)).against(mine)) {
                if (other.task.state() != KernelTask.State.COMPLETE && mine.meets(other)) {
                    found.add(other.task);
                }
            }
        }
        return found;
    }

    /** What tasks did to one memory, as far as it still matters. */
    private final class Known {
        private final AddressIndex<Access> reads = new AddressIndex<>();
        private final AddressIndex<Access> writes = new AddressIndex<>();
        private int limit = KEPT;

        /** The accesses that conflict with another one, the oldest first. */
        List<Access> against(Access mine) {
            List<Access> found = writes.meeting(mine.first, mine.end);
            if (mine.writes) {
                found.addAll(reads.meeting(mine.first, mine.end));
            }
            found.removeIf(other -> !mine.meets(other));
            found.sort(
                    Comparator.comparing((Access other) -> !other.writes)
                            .thenComparingInt(other -> other.task.number())
                            .thenComparingInt(Access::argument));
            return found;
        }

        /** Adds the edges that an access is the reason of. */
        void order(KernelTask task, Access mine) {
            for (Access other : against(mine)) {
                if (other.task != task) {
                    TaskEdge.Reason reason =
                            !mine.writes
                                    ? TaskEdge.Reason.READS_WRITTEN
                                    : other.writes
                                            ? TaskEdge.Reason.WRITES_WRITTEN
                                            : TaskEdge.Reason.WRITES_READ;
                    task.edges.add(edge(other, mine, reason, mine.common(other).orElseThrow()));
                    task.before.putIfAbsent(other.task.number(), other.task);
                }
            }
        }

        /** What comes before a task that overwrites all of it comes before all after that. */
        void supersede(Access mine) {
            if (mine.writes && mine.isGapless()) {
                reads.removeWithin(mine.first, mine.end, other -> other.task != mine.task);
                writes.removeWithin(mine.first, mine.end, other -> other.task != mine.task);
            }
        }

        void add(Access mine) {
            (mine.writes ? writes : reads).add(mine.first, mine.end, mine);
            if (reads.size() + writes.size() > limit && !keepsAll) {
                reads.removeIf(a -> a.task.state() == KernelTask.State.COMPLETE);
                writes.removeIf(a -> a.task.state() == KernelTask.State.COMPLETE);
                limit = Math.max(KEPT, 2 * (reads.size() + writes.size()));
            }
        }
    }
}

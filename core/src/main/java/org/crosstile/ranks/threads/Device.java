package org.crosstile.ranks.threads;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.crosstile.memory.Fault;
import org.crosstile.ranks.Code;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.Task;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.Event;
import org.crosstile.record.RankState;
import org.crosstile.record.TaskRecord;
import org.crosstile.record.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * A device: its queue, its thread, its cores and what it is doing. All fields but the volatile ones
 * are guarded by the lock of {@link Progress}.
 */
final class Device {
    /** The index of the first core that works in core groups. */
    private static final int FIRST_LANE = 64;

    final int number;
    final Thread thread;
    final Core first;
    final ArrayDeque<Task> queue = new ArrayDeque<>();

    /**
     * The cores that run the current task. A core is among them before it can wait for anything.
     */
    volatile Core[] cores;

    /** How many cores have not ended the current task; counts for tasks of several cores only. */
    volatile int unfinished;

    /**
     * The cores that work in core groups, beside those that have started them; some may rest. A
     * core is among them before it can wait for anything.
     */
    volatile Core[] lanes = {};

    private final List<Core> resting = new ArrayList<>();
    private final List<Core> all = new ArrayList<>();

    /** Whether the thread has been started. */
    boolean started;

    /** True while the device has nothing to do. */
    volatile boolean idle = true;

    @Nullable Task current;

    /** The tasks of the current launch. */
    volatile @Nullable DeviceTasks tasks;

    int finished;

    /** The memory of the ring of events. */
    final MemorySegment records;

    Device(int number, MemorySegment records, java.util.function.Consumer<Device> body) {
        this.number = number;
        this.records = records;
        this.thread = new Thread(() -> body.accept(this), "rank " + number);
        this.thread.setDaemon(true);
        this.first = new Core(this, 0);
        this.first.thread = thread;
        this.cores = new Core[] {first};
        this.all.add(first);
    }

    /** Makes {@code count} cores ready for a task. */
    Core[] engage(int count) {
        while (all.size() < count) {
            all.add(new Core(this, all.size()));
        }
        cores = all.subList(0, count).toArray(new Core[0]);
        return cores;
    }

    /** One more core for the current launch. */
    Core another() {
        return engage(cores.length + 1)[cores.length - 1];
    }

    /** Lets more cores work in core groups; they are idle ones, or new. */
    List<Core> hire(int count) {
        List<Core> hired = new ArrayList<>();
        while (hired.size() < count) {
            if (resting.isEmpty()) {
                Core core = new Core(this, FIRST_LANE + lanes.length);
                Core[] more = Arrays.copyOf(lanes, lanes.length + 1);
                more[lanes.length] = core;
                lanes = more;
                resting.add(core);
            }
            hired.add(resting.removeLast());
        }
        return hired;
    }

    /** Lets cores of core groups rest again. */
    void dismiss(List<Core> cores) {
        resting.addAll(cores);
    }

    private List<Core> everyCore() {
        List<Core> every = new ArrayList<>(all);
        every.addAll(List.of(lanes));
        return every;
    }

    /** Every thread that may run on the device. */
    List<Thread> threads() {
        List<Thread> threads = new ArrayList<>();
        for (Core core : everyCore()) {
            if (core.thread != null) {
                threads.add(core.thread);
            }
        }
        return threads;
    }

    /** Where the code of one of its cores was when a time limit ended it. */
    Optional<List<Fault.Frame>> stoppedAt() {
        return everyCore().stream()
                .map(core -> core.stoppedAt)
                .filter(frames -> !frames.isEmpty())
                .findFirst();
    }

    /** What the device is doing, as reports speak of it. */
    RankState state(Code code) {
        Optional<BlockedWait> blocked = Optional.empty();
        for (Core core : everyCore()) {
            PendingWait wait = core.pending;
            if (wait != null && blocked.isEmpty()) {
                blocked = Optional.of(wait.record(number));
            }
        }
        List<Event> events = first.events.events();
        boolean complete = first.events.isComplete();
        List<TaskRecord> waiting = new ArrayList<>();
        for (Task task : queue) {
            waiting.add(task.record(code));
        }
        DeviceTasks own = tasks;
        List<TaskState> states = own == null ? List.of() : own.states();
        for (TaskState state : states) {
            if (blocked.isEmpty() && !state.waits().isEmpty()) {
                blocked = Optional.of(state.waits().getFirst());
            }
        }
        return new RankState(
                number, task(code), blocked, waiting, finished, events, complete, states);
    }

    /** What the device is executing. */
    Optional<TaskRecord> task(Code code) {
        Task task = current;
        return task == null ? Optional.empty() : Optional.of(task.record(code));
    }
}

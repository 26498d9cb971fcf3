package org.crosstile.ranks.simulated;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.ranks.Code;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.Task;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.Event;
import org.crosstile.record.EventRing;
import org.crosstile.record.RankState;
import org.crosstile.record.TaskRecord;
import org.crosstile.record.TaskState;
import org.jspecify.annotations.Nullable;

/** A device: its queue, its cores and what it is doing. */
final class Device {
    /** A launch, and the token that tells it from others in a trace. */
    record Launched(Task task, long token) {}

    final int number;
    final ArrayDeque<Launched> queue = new ArrayDeque<>();
    final List<Agent> cores = new ArrayList<>();

    /** The cores that work in core groups, beside those that have started them; some may rest. */
    final List<Agent> lanes = new ArrayList<>();

    final List<Agent> resting = new ArrayList<>();

    /** Writes to the own windows that other devices do not see yet. */
    final Outbox local;

    @Nullable Task current;

    /** The tasks of the current launch. */
    @Nullable SimulatedTasks tasks;

    int finished;

    /** How many cores have not ended the current task. */
    int unfinished;

    /** What its ended tasks are sent with in a trace. */
    final long done;

    Device(int number, long done) {
        this.number = number;
        this.done = done;
        this.local = new Outbox(-1 - number);
    }

    /** All cores of whatever kind. */
    List<Agent> everyCore() {
        if (lanes.isEmpty()) {
            return cores;
        }
        List<Agent> every = new ArrayList<>(cores);
        every.addAll(lanes);
        return every;
    }

    /** The lane of writes to the own windows. */
    Flight.Lane localLane() {
        return local.lane(number, false);
    }

    /** What the device is doing while somebody still moves: without what that one may change. */
    RankState outline(Code code) {
        EventRing events = cores.getFirst().events;
        Optional<BlockedWait> blocked =
                Optional.ofNullable(cores.getFirst().pending).map(wait -> wait.record(number));
        return new RankState(
                number,
                task(code),
                blocked,
                List.of(),
                finished,
                events.events(),
                events.isComplete());
    }

    /** What the device is doing, as reports speak of it. */
    RankState state(Code code) {
        Optional<BlockedWait> blocked = Optional.empty();
        for (Agent core : everyCore()) {
            PendingWait wait = core.pending;
            if (wait != null && blocked.isEmpty()) {
                blocked = Optional.of(wait.record(number));
            }
        }
        List<Event> events = cores.getFirst().events.events();
        boolean complete = cores.getFirst().events.isComplete();
        List<TaskRecord> waiting = new ArrayList<>();
        for (Launched launched : queue) {
            waiting.add(launched.task().record(code));
        }
        SimulatedTasks own = tasks;
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

package org.crosstile.ranks.simulated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Area;
import org.crosstile.memory.Watch;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.memory.Written;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.tasks.DeferredWait;
import org.crosstile.record.Trace;

/** Writes what agents do into a trace, if somebody wants one. */
final class Log {
    private final Optional<Trace> trace;

    /** The numbers of agents in the trace, by those of this run. */
    private final List<Integer> numbers = new ArrayList<>();

    /** What has been written of each device's windows since they were zeroed. */
    private final Map<Integer, Written> written = new HashMap<>();

    private long tokens;
    private boolean keepsWindows;

    Log(Optional<Trace> trace) {
        this.trace = trace;
    }

    /**
     * A new run begins.
     *
     * @param keeps whether it finds the windows as the one before has left them
     */
    void begins(Iterable<WindowBuffer> windows, boolean keeps) {
        numbers.clear();
        if (!keeps) {
            written.clear();
        }
        trace.ifPresent(t -> t.windows(windows));
        keepsWindows = keeps;
    }

    /** Who keeps what nobody has written in a run; absent if nobody wants to know. */
    Optional<Unset> unset(Turns turns) {
        return trace.map(t -> new Unset(this, turns, t));
    }

    /** What has been written of a device's windows since they were zeroed. */
    Written written(int device) {
        return written.computeIfAbsent(device, d -> new Written());
    }

    /** Announces an agent; the next run may have the same ones. */
    void agent(Agent agent) {
        trace.ifPresent(t -> {
            Trace.Agent wanted = new Trace.Agent(agent.deviceNumber(), agent.core);
            int known = t.agents().indexOf(wanted);
            numbers.add(known >= 0 ? known : t.agent(wanted.device(), wanted.core()));
            if (agent.number == 0) {
                t.did(Trace.Kind.RUN, numbers.getFirst(), -1, keepsWindows ? 1 : 0);
            }
        });
    }

    /** A token that nobody has used. */
    long token() {
        return ++tokens;
    }

    /** How many events there are. */
    int size() {
        return trace.map(Trace::size).orElse(0);
    }

    /** The number of an agent in the trace. */
    int number(Agent agent) {
        return numbers.get(agent.number);
    }

    /** A deposit was sent; gives the number of the event. */
    int notified(
            Agent agent, int site, int device, long offset, NotifyOp op, int value, int result) {
        if (trace.isEmpty()) {
            return -1;
        }
        Trace t = trace.get();
        t.notified(number(agent), site, device, offset, op, value, result);
        return t.size() - 1;
    }

    /** A deposit is data that nobody has to wait for. */
    void isData(int event) {
        trace.ifPresent(t -> t.isData(event));
    }

    void landed(int event, int result) {
        trace.ifPresent(t -> t.landed(event, result));
    }

    void waited(Agent agent, PendingWait wait) {
        trace.ifPresent(t ->
                t.waited(
                        number(agent),
                        wait.site(),
                        agent.deviceNumber(),
                        wait.offset(),
                        wait.cmp(),
                        wait.expected(),
                        wait.value()));
    }

    /** What the agent does from now on comes after a condition of a task that has completed. */
    void deferred(Agent agent, DeferredWait wait) {
        trace.ifPresent(t ->
                t.waited(
                        number(agent),
                        wait.site(),
                        agent.deviceNumber(),
                        wait.offset(),
                        WaitCmp.Ge,
                        wait.expected(),
                        wait.value()));
    }

    void fenced(Agent agent) {
        trace.ifPresent(t -> t.fenced(number(agent), agent.site));
    }

    void invalidated(Agent agent) {
        trace.ifPresent(t -> t.invalidated(number(agent), agent.site));
    }

    void touched(Trace.Kind kind, Agent agent, int device, List<Area> areas) {
        trace.ifPresent(t -> {
            for (Area area : areas) {
                t.touched(kind, number(agent), agent.site, device, area);
            }
        });
    }

    void wrote(
            Trace.Kind kind,
            Agent agent,
            int device,
            DType type,
            List<Area> areas,
            Watch.Write write) {
        trace.ifPresent(t -> {
            for (Area area : areas) {
                t.wrote(kind, number(agent), agent.site, device, area, type, write.words(area));
            }
        });
    }

    void did(Trace.Kind kind, Agent agent, int site, long value) {
        trace.ifPresent(t -> t.did(kind, number(agent), site, value));
    }
}

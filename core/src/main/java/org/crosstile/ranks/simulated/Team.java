package org.crosstile.ranks.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.crosstile.ranks.CoreGroup;
import org.crosstile.ranks.Seat;
import org.crosstile.record.Trace;

/**
 * The cores of a core group at work: the one that starts it, which is the first, and others beside
 * it.
 */
final class Team {
    /** What a core does; may throw anything. */
    interface Part {
        void run(Agent core, Seat seat, int function) throws Throwable;
    }

    private final Turns turns;
    private final Log log;
    private final Agent first;
    private final Seat seat;
    private final long[] functions;
    private final int site;
    private final CoreGroup group;
    private final List<Agent> others = new ArrayList<>();
    private int unfinished;

    Team(Turns turns, Log log, Agent first, Seat seat, int cubes, long[] functions, int site) {
        this.turns = turns;
        this.log = log;
        this.first = first;
        this.seat = seat;
        this.functions = functions.clone();
        this.site = site;
        this.group = new CoreGroup(cubes, functions.length - cubes);
        this.unfinished = functions.length;
    }

    /** Runs all lanes to their ends. */
    void run(Lanes lanes, Part part) {
        Device device = first.device;
        if (device == null) {
            throw new IllegalStateException("the host has no cores");
        }
        long begun = log.token();
        long done = log.token();
        log.did(Trace.Kind.SEND, first, site, begun);
        for (int i = 1; i < functions.length; i++) {
            int lane = i;
            Agent core = lanes.hire(device);
            others.add(core);
            lanes.start(
                    core,
                    () -> {
                        log.did(Trace.Kind.RECEIVE, core, site, begun);
                        part.run(core, seat.in(group, lane, gate(core)), (int) functions[lane]);
                        log.did(Trace.Kind.SEND, core, site, done);
                        ended();
                        turns.leave(core);
                    });
        }
        try {
            part.run(first, seat.in(group, 0, gate(first)), (int) functions[0]);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("code threw what it cannot declare", e);
        }
        ended();
        while (unfinished > 0) {
            turns.rest(first);
        }
        log.did(Trace.Kind.RECEIVE, first, site, done);
        device.resting.addAll(others);
    }

    private void ended() {
        unfinished--;
        if (unfinished == 0) {
            turns.ready(first);
        }
    }

    private CoreGroup.Gate gate(Agent core) {
        return new CoreGroup.Gate() {
            @Override
            public void pass(BooleanSupplier condition, Runnable action, int at) {
                core.site = at;
                turns.step(core);
                while (!condition.getAsBoolean()) {
                    core.held = condition;
                    turns.rest(core);
                    core.held = null;
                    if (core.stuck) {
                        throw CoreGroup.stuck();
                    }
                }
                action.run();
                wake(first);
                others.forEach(this::wake);
            }

            private void wake(Agent other) {
                BooleanSupplier held = other.held;
                if (held != null && held.getAsBoolean()) {
                    turns.ready(other);
                }
            }

            @Override
            public long sends(int at) {
                long token = log.token();
                log.did(Trace.Kind.SEND, core, at, token);
                return token;
            }

            @Override
            public void receives(long token, int at) {
                log.did(Trace.Kind.RECEIVE, core, at, token);
            }
        };
    }
}

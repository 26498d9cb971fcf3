package org.crosstile.ranks.simulated;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.crosstile.memory.Fault;
import org.crosstile.ranks.Unwind;
import org.jspecify.annotations.Nullable;

/**
 * Lets one agent move at a time. Each has a thread of its own, which rests unless it is the agent's
 * turn; whoever has the turn decides by the {@link Picker} who gets it next, and hands it over.
 * Everything that agents share is touched only by the one that has the turn: handing it over is a
 * volatile write, which the next one has read.
 */
final class Turns {
    /** How a run ends. */
    sealed interface End {
        record Finished() implements End {}

        record Stuck() implements End {}

        record Mismatched() implements End {}

        record Failed(Agent who, Throwable cause) implements End {}

        record Interrupted() implements End {}

        record Expired() implements End {}
    }

    /** Says what to do when nobody can move and nothing is in flight. */
    interface Standstill {
        /**
         * Lets somebody move again.
         *
         * @return how the run ends if that is impossible
         */
        @Nullable End resolve();
    }

    /** A virtual millisecond. */
    private static final long STEPS_PER_MILLI = 1000;

    private record Sleeper(Agent agent, long until) {}

    /** The supervisor looks through them while one that still moves may add to them. */
    private final List<Agent> agents = new CopyOnWriteArrayList<>();

    private final Ready ready = new Ready();
    private final Flight flight;
    private final Picker picker;
    private final Standstill standstill;
    private final Thread supervisor = Thread.currentThread();
    private final PriorityQueue<Sleeper> sleepers =
            new PriorityQueue<>(
                    Comparator.comparingLong(Sleeper::until)
                            .thenComparingInt(sleeper -> sleeper.agent().number));
    private long steps;
    private volatile @Nullable Agent turn;
    private volatile @Nullable End end;

    /** The calling thread is the one that will {@link #awaitEnd}. */
    Turns(Picker picker, Flight flight, Standstill standstill) {
        this.picker = picker;
        this.flight = flight;
        this.standstill = standstill;
    }

    /** Takes part from now on, but cannot move yet. */
    void join(Agent agent) {
        agents.add(agent);
    }

    /** All agents by number. */
    List<Agent> agents() {
        return agents;
    }

    /** Who has the turn. */
    Agent current() {
        Agent agent = turn;
        if (agent == null) {
            throw new IllegalStateException("nobody moves yet");
        }
        return agent;
    }

    /** Leaves the caller's code if the run is over; it could have gone on. */
    void check() {
        End how = end;
        if (how != null) {
            throw how instanceof End.Expired ? Unwind.here() : Unwind.NOW;
        }
    }

    /** An agent can move. */
    void ready(Agent agent) {
        ready.add(agent.number);
    }

    /** An agent cannot move, for the time being. */
    void unready(Agent agent) {
        ready.remove(agent.number);
    }

    /** Begins with an agent, which can move. */
    void start(Agent first) {
        ready(first);
        give(first);
    }

    /** Before a step that others can observe: perhaps others move first. */
    void step(Agent me) {
        step(me, () -> {});
    }

    /**
     * Before a step that others can observe.
     *
     * @param beforeOthers done if others move first
     */
    void step(Agent me, Runnable beforeOthers) {
        Agent next = choose(me);
        if (next != me) {
            beforeOthers.run();
            give(next);
            await(me, true);
        }
    }

    /** Others move; returns when the agent has been made ready and it is its turn. */
    void rest(Agent me) {
        unready(me);
        Agent next = choose(me);
        if (next != me) {
            give(next);
            await(me, false);
        }
    }

    /** The agent is slow: others move for so many virtual milliseconds, if they can. */
    void sleep(Agent me, long millis) {
        if (millis > 0) {
            sleepers.add(new Sleeper(me, steps + millis * STEPS_PER_MILLI));
            rest(me);
        }
    }

    /** The agent's thread ends here; the agent may get another one. */
    void leave(Agent me) {
        unready(me);
        me.started = false;
        give(choose(me));
    }

    private Agent choose(Agent current) {
        check();
        while (true) {
            steps++;
            wake(false);
            if (ready.size() == 0 && flight.isEmpty() && !sleepers.isEmpty()) {
                wake(true);
            }
            if (ready.size() == 0 && flight.isEmpty()) {
                End how = standstill.resolve();
                if (how != null) {
                    end(how);
                    throw Unwind.NOW;
                }
                picker.barrier();
                continue;
            }
            switch (picker.next(current, agents, ready, flight)) {
                case Agent agent -> {
                    return agent;
                }
                case Flight.Lane lane -> {
                    flight.deliver(lane);
                    if (!picker.drainsAtOnce()) {
                        releaseDrained();
                    }
                }
            }
        }
    }

    /** Those can move who waited for something of theirs to arrive. */
    private void releaseDrained() {
        for (Agent agent : agents) {
            BooleanSupplier until = agent.until;
            if (until != null && until.getAsBoolean()) {
                agent.until = null;
                ready(agent);
            }
        }
    }

    private void wake(boolean first) {
        while (!sleepers.isEmpty() && (first || sleepers.peek().until() <= steps)) {
            Sleeper sleeper = sleepers.remove();
            steps = Math.max(steps, sleeper.until());
            ready(sleeper.agent());
            first = false;
        }
    }

    private void give(Agent next) {
        turn = next;
        Thread thread = next.thread;
        if (thread == null) {
            throw new IllegalStateException("an agent without a thread: " + next.number);
        }
        if (next.started) {
            LockSupport.unpark(thread);
        } else {
            next.started = true;
            thread.start();
        }
    }

    private void await(Agent me, boolean canMove) {
        while (turn != me) {
            if (end != null && !canMove) {
                throw Unwind.NOW;
            }
            check();
            LockSupport.park(this);
        }
        check();
    }

    /** The first one that is told counts. */
    synchronized void end(End how) {
        if (end == null) {
            end = how;
            LockSupport.unpark(supervisor);
        }
    }

    /** Where the code of those was that could have gone on, by device; after a time limit. */
    Map<Integer, List<Fault.Frame>> stoppedAt() {
        Map<Integer, List<Fault.Frame>> places = new HashMap<>();
        for (Agent agent : agents) {
            if (!agent.stoppedAt.isEmpty()) {
                places.putIfAbsent(agent.deviceNumber(), agent.stoppedAt);
            }
        }
        return places;
    }

    /** Lets all threads notice that the run is over. */
    void dismiss() {
        for (Agent agent : agents) {
            Thread thread = agent.thread;
            if (thread != null) {
                LockSupport.unpark(thread);
            }
        }
    }

    /**
     * Returns when the run is over. If the calling thread is interrupted, the run ends.
     *
     * @param limitNanos when to end it from outside; Long.MAX_VALUE for never
     */
    End awaitEnd(long limitNanos) {
        long start = System.nanoTime();
        boolean interrupted = false;
        End how = end;
        while (how == null) {
            long left = limitNanos - (System.nanoTime() - start);
            if (Thread.interrupted()) {
                interrupted = true;
                end(new End.Interrupted());
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                end(new End.Expired());
            }
            how = end;
        }
        if (interrupted) {
            supervisor.interrupt();
        }
        return how;
    }
}

package org.crosstile.ranks.simulated;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.abi.WaitCmp;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.Outcome;
import org.crosstile.ranks.Rounds;
import org.crosstile.ranks.World;
import org.crosstile.record.Trace;

/**
 * Every distinguishable interleaving of a program, one per run. Two interleavings are the same if
 * they differ only in the order of steps that do not touch the same bytes, or only read them, or
 * only add to the same cell.
 *
 * <p>Dynamic partial-order reduction with source sets and sleep sets: after each run, for each two
 * steps whose order matters and that nothing else orders, the state before the earlier one gets a
 * mover that leads to the other order, unless it has one. A mover that has been tried at a state
 * sleeps in what follows its siblings until a step comes that its own step depends on.
 */
public final class Interleavings implements World {
    /** A state of the current run, and what has been or will be tried there. */
    private static final class State {
        final Set<Object> movable;
        final Map<Object, Step> sleeping;
        final Set<Object> wanted = new LinkedHashSet<>();
        final Map<Object, Step> tried = new LinkedHashMap<>();
        Object next;

        State(Set<Object> movable, Map<Object, Step> sleeping, Object next) {
            this.movable = movable;
            this.sleeping = sleeping;
            this.next = next;
            wanted.add(next);
        }
    }

    private final MemoryModel memory;
    private final List<State> states = new ArrayList<>();
    private int fixed;
    private long complete;
    private boolean done;
    private boolean redundant;

    /**
     * @param memory sequential or in-flight
     */
    public Interleavings(MemoryModel memory) {
        if (memory == MemoryModel.LINE) {
            throw new IllegalArgumentException("caches displace lines by chance");
        }
        this.memory = memory;
    }

    /** Whether all have been run. */
    public boolean isDone() {
        return done;
    }

    /** Whether the last run turned out to be one that has been seen before. */
    public boolean isRedundant() {
        return redundant;
    }

    /** How many different ones have been run. */
    public long complete() {
        return complete;
    }

    /** Runs the next one. The launch must have a trace. */
    @Override
    public Outcome run(Launch launch) {
        Trace trace = launch.trace().orElseThrow();
        Guide guide = new Guide(trace);
        Log log = new Log(launch.trace());
        Schedule schedule = new Schedule(Strategy.ROUND_ROBIN, memory, 0);
        Outcome outcome =
                Rounds.of(
                        launch,
                        (orchestration, before) ->
                                new Simulation(
                                        launch, orchestration, before, schedule, guide, log));
        guide.finish();
        redundant = guide.blocked >= 0;
        if (!redundant) {
            complete++;
        }
        if (outcome instanceof Outcome.Expired) {
            done = true;
            return outcome;
        }
        learn(trace, guide);
        wantDisabled();
        advance(guide);
        return outcome;
    }

    /** Wants other orders of steps whose order matters. */
    private void learn(Trace trace, Guide guide) {
        List<Step> steps = guide.blocked < 0 ? guide.steps : guide.steps.subList(0, guide.blocked);
        Causes causes = new Causes(trace, memory != MemoryModel.SEQUENTIAL, steps);
        List<int[]> races = new ArrayList<>();
        causes.solve((i, j) -> {
            if (j >= fixed) {
                races.add(new int[] {i, j});
            }
        });
        for (int[] race : races) {
            if (!needs(trace, causes, steps, race[0], race[1])) {
                want(causes, steps, race[0], race[1]);
            }
        }
    }

    /** A wait that could be passed before a step and not after it wants to be passed before it. */
    private void wantDisabled() {
        int end = redundant ? states.size() - 1 : states.size();
        for (int i = Math.max(0, fixed - 1); i < end; i++) {
            State state = states.get(i);
            Set<Object> after = i + 1 < states.size() ? states.get(i + 1).movable : Set.of();
            for (Object mover : state.movable) {
                if (!mover.equals(state.next) && !after.contains(mover)) {
                    state.wanted.add(mover);
                }
            }
        }
    }

    /** Whether step {@code j} is a wait that could not have been passed without step {@code i}. */
    private static boolean needs(Trace trace, Causes causes, List<Step> steps, int i, int j) {
        for (Step.Access wait : steps.get(j).accesses) {
            if (wait.mode() != Step.Mode.AWAIT) {
                continue;
            }
            int value = 0;
            for (int k = 0; k < j; k++) {
                if (k == i || k > i && causes.isBefore(i, k)) {
                    continue;
                }
                if (steps.get(k).endsZeroed) {
                    value = 0;
                    continue;
                }
                for (Step.Access access : steps.get(k).accesses) {
                    if (access.device() == wait.device() && access.area().intersects(wait.area())) {
                        switch (access.mode()) {
                            case COUNT -> value += (int) trace.value(access.event());
                            case SET -> value = (int) trace.value(access.event());
                            case WRITE, ADD -> {
                                return false; // unknown; trying costs one run
                            }
                            default -> {}
                        }
                    }
                }
            }
            WaitCmp cmp = trace.cmp(wait.event());
            return !cmp.holds(value, (int) trace.value(wait.event()));
        }
        return false;
    }

    /** Leads from the state before step {@code i} to step {@code j} without it. */
    private void want(Causes causes, List<Step> steps, int i, int j) {
        State state = states.get(i);
        List<Integer> rest = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        Set<Object> first = new LinkedHashSet<>();
        for (int k = i + 1; k <= j; k++) {
            int step = k;
            if (k == j || !causes.isBefore(i, k)) {
                if (seen.add(steps.get(k).mover)
                        && rest.stream().noneMatch(r -> causes.isBefore(r, step))) {
                    first.add(steps.get(k).mover);
                }
                rest.add(k);
            }
        }
        for (Object mover : first) {
            if (state.wanted.contains(mover)) {
                return;
            }
        }
        first.stream().filter(state.movable::contains).findFirst().ifPresent(state.wanted::add);
    }

    /** Turns to the last state where something else is wanted. */
    private void advance(Guide guide) {
        while (states.size() > guide.steps.size()) {
            states.removeLast();
        }
        while (!states.isEmpty()) {
            State state = states.getLast();
            state.tried.put(state.next, guide.steps.get(states.size() - 1));
            for (Object mover : state.wanted) {
                if (!state.tried.containsKey(mover) && !state.sleeping.containsKey(mover)) {
                    state.next = mover;
                    fixed = states.size() - 1;
                    return;
                }
            }
            states.removeLast();
        }
        done = true;
    }

    /** Makes the moves of the states that are fixed, and then any that do not sleep. */
    private final class Guide implements Picker {
        final List<Step> steps = new ArrayList<>();
        private final Trace trace;
        private boolean barrier = true;

        /** The first step that only leads to what has been seen; -1 if there is none. */
        int blocked = -1;

        Guide(Trace trace) {
            this.trace = trace;
        }

        @Override
        public boolean drainsAtOnce() {
            return false;
        }

        @Override
        public void barrier() {
            barrier = true;
        }

        void finish() {
            if (!steps.isEmpty()) {
                Step last = steps.getLast();
                for (int event = Math.max(last.from, last.to); event < trace.size(); event++) {
                    last.endsZeroed |=
                            trace.kind(event) == Trace.Kind.RUN && trace.value(event) == 0;
                }
                last.to = trace.size();
            }
        }

        @Override
        public Mover next(Agent current, List<Agent> agents, Ready ready, Flight flight) {
            finish();
            Map<Object, Mover> movable = new LinkedHashMap<>();
            if (ready.contains(current.number)) {
                movable.put(current.identity(), current);
            }
            for (int agent = ready.after(-1), n = 0; n < ready.size(); n++) {
                movable.put(agents.get(agent).identity(), agents.get(agent));
                agent = ready.after(agent);
            }
            flight.data().forEach(lane -> movable.put(lane.identity(), lane));
            flight.signals().forEach(lane -> movable.put(lane.identity(), lane));
            Object chosen = choose(movable.keySet());
            Mover mover = movable.get(chosen);
            if (mover == null) {
                throw new IllegalStateException("a run does not repeat itself: " + chosen);
            }
            int from = trace.size();
            steps.add(
                    mover instanceof Flight.Lane lane
                            ? new Step(
                                    chosen,
                                    barrier,
                                    from,
                                    lane.first().firstEvent(),
                                    lane.first().lastEvent())
                            : new Step(chosen, barrier, from, 0, 0));
            barrier = false;
            return mover;
        }

        private Object choose(Set<Object> movable) {
            int depth = steps.size();
            if (depth < states.size() && blocked < 0) {
                return states.get(depth).next;
            }
            if (blocked >= 0) {
                return movable.iterator().next();
            }
            Map<Object, Step> sleeping = sleeping();
            for (Object mover : movable) {
                if (!sleeping.containsKey(mover)) {
                    states.add(new State(Set.copyOf(movable), sleeping, mover));
                    return mover;
                }
            }
            blocked = depth;
            return movable.iterator().next();
        }

        /** Who sleeps in the state that the last step led to. */
        private Map<Object, Step> sleeping() {
            Map<Object, Step> sleeping = new LinkedHashMap<>();
            if (states.isEmpty()) {
                return sleeping;
            }
            State before = states.getLast();
            Step step = steps.getLast();
            new Causes(trace, memory != MemoryModel.SEQUENTIAL, List.of(step)).touch(step);
            add(sleeping, before.sleeping, step);
            add(sleeping, before.tried, step);
            return sleeping;
        }

        private void add(Map<Object, Step> sleeping, Map<Object, Step> others, Step step) {
            others.forEach((mover, own) -> {
                if (!mover.equals(step.mover) && !own.conflictsWith(step)) {
                    sleeping.put(mover, own);
                }
            });
        }
    }
}

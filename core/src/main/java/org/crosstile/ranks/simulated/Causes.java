package org.crosstile.ranks.simulated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Area;
import org.crosstile.record.Trace;

/**
 * What the steps of one run touched and what each comes after: the steps of its mover before, what
 * it received, what had to arrive first, and whatever touched the same bytes before, if the order
 * matters.
 */
final class Causes {
    private static final int CELL_BYTES = 4;

    /** Takes the numbers of two steps. */
    interface Race {
        void between(int earlier, int later);
    }

    private final Trace trace;
    private final boolean holds;
    private final List<Step> steps;
    private final List<Object> movers = new ArrayList<>();
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<Integer> last = new ArrayList<>();
    private final Map<Long, int[]> sent = new HashMap<>();
    private final Map<Integer, int[]> bySite = new HashMap<>();

    /**
     * @param holds whether writes and deposits to other devices take effect later
     */
    Causes(Trace trace, boolean holds, List<Step> steps) {
        this.trace = trace;
        this.holds = holds;
        this.steps = steps;
        for (Step step : steps) {
            numbers.computeIfAbsent(
                    step.mover,
                    mover -> {
                        movers.add(mover);
                        last.add(-1);
                        return movers.size() - 1;
                    });
        }
    }

    int number(Step step) {
        return numbers.getOrDefault(step.mover, -1);
    }

    /** Whether step {@code i} comes before step {@code j}. */
    boolean isBefore(int i, int j) {
        return steps.get(j).clock[number(steps.get(i))] >= i;
    }

    /**
     * Fills accesses and clocks of all steps.
     *
     * @param race told of each two steps that nothing else orders
     */
    void solve(Race race) {
        for (int j = 0; j < steps.size(); j++) {
            Step step = steps.get(j);
            step.clock = new int[movers.size()];
            Arrays.fill(step.clock, -1);
            touch(step);
            follow(step, j);
            ownWrites(step, j);
            for (int i = j - 1; i >= 0; i--) {
                Step before = steps.get(i);
                boolean covered = step.clock[number(before)] >= i;
                if (!covered && !before.mover.equals(step.mover) && before.conflictsWith(step)) {
                    race.between(i, j);
                    join(step.clock, before.clock);
                }
            }
            step.clock[number(step)] = j;
            last.set(number(step), j);
            for (int event = step.from; event < step.to; event++) {
                bySite.put(event, step.clock);
                if (trace.kind(event) == Trace.Kind.SEND) {
                    int[] all =
                            sent.computeIfAbsent(
                                    trace.value(event),
                                    t -> {
                                        int[] none = new int[movers.size()];
                                        Arrays.fill(none, -1);
                                        return none;
                                    });
                    join(all, step.clock);
                }
            }
        }
    }

    private static void join(int[] clock, int[] other) {
        for (int m = 0; m < clock.length; m++) {
            clock[m] = Math.max(clock[m], other[m]);
        }
    }

    /** What a step comes after without having touched the same bytes. */
    private void follow(Step step, int j) {
        int before = last.get(number(step));
        if (before >= 0) {
            join(step.clock, steps.get(before).clock);
        }
        if (step.barrier) {
            for (int i = 0; i < j; i++) {
                join(step.clock, steps.get(i).clock);
            }
        }
        for (int event = step.sentFrom; event < step.sentTo; event++) {
            int[] sender = bySite.get(event);
            if (sender != null) {
                join(step.clock, sender);
            }
        }
        for (int event = step.from; event < step.to; event++) {
            if (trace.kind(event) == Trace.Kind.RECEIVE) {
                int[] all = sent.get(trace.value(event));
                if (all != null) {
                    join(step.clock, all);
                }
            }
            arrivals(step, event);
        }
    }

    /** What an agent had to see arrive before it could go on. */
    private void arrivals(Step step, int event) {
        if (!holds || !(step.mover instanceof Long agent)) {
            return;
        }
        int own = trace.agents().get(trace.agent(event)).device();
        for (Object mover : movers) {
            if (mover instanceof Flight.Lane.Identity lane) {
                boolean mine = lane.sender() == agent || lane.sender() == -1 - own;
                boolean needed =
                        switch (trace.kind(event)) {
                            case FENCE -> !lane.carriesSignals();
                            case TASK_END -> true;
                            default -> false;
                        };
                int arrived = last.get(numbers.getOrDefault(mover, 0));
                if (mine && needed && arrived >= 0) {
                    join(step.clock, steps.get(arrived).clock);
                }
            }
        }
    }

    /** What an agent itself wrote to the bytes that a step reads was there before. */
    private void ownWrites(Step step, int j) {
        if (!holds || !(step.mover instanceof Long agent) || step.from == step.to) {
            return;
        }
        int own = trace.agents().get(trace.agent(step.from)).device();
        for (int i = 0; i < j; i++) {
            Step before = steps.get(i);
            if (before.mover instanceof Flight.Lane.Identity lane
                    && (lane.sender() == agent || lane.sender() == -1 - own)
                    && before.conflictsWith(step)) {
                join(step.clock, before.clock);
            }
        }
    }

    /** Fills the accesses of one step. */
    void touch(Step step) {
        step.accesses.clear();
        boolean arrives = step.mover instanceof Flight.Lane.Identity;
        for (int event = step.sentFrom; event < step.sentTo; event++) {
            switch (trace.kind(event)) {
                case WRITE, WRITE_ELEMENT -> touch(step, Step.Mode.WRITE, event);
                case ADD -> touch(step, Step.Mode.ADD, event);
                case NOTIFY -> cell(step, deposit(event), event);
                default -> {}
            }
        }
        for (int event = step.from; event < step.to && !arrives; event++) {
            switch (trace.kind(event)) {
                case READ, READ_ELEMENT -> touch(step, Step.Mode.READ, event);
                case WRITE, WRITE_ELEMENT -> {
                    if (!holds) {
                        touch(step, Step.Mode.WRITE, event);
                    }
                }
                case ADD -> {
                    if (!holds) {
                        touch(step, Step.Mode.ADD, event);
                    }
                }
                case WAIT -> cell(step, Step.Mode.AWAIT, event);
                case NOTIFY -> {
                    int own = trace.agents().get(trace.agent(event)).device();
                    if (!holds || trace.device(event) == own) {
                        cell(step, deposit(event), event);
                    }
                }
                default -> {}
            }
        }
    }

    private Step.Mode deposit(int event) {
        return trace.notifyOp(event) == NotifyOp.Set ? Step.Mode.SET : Step.Mode.COUNT;
    }

    private void touch(Step step, Step.Mode mode, int event) {
        step.accesses.add(new Step.Access(mode, trace.device(event), trace.area(event), event));
    }

    private void cell(Step step, Step.Mode mode, int event) {
        Area area = Area.run(trace.offset(event), CELL_BYTES);
        step.accesses.add(new Step.Access(mode, trace.device(event), area, event));
    }
}

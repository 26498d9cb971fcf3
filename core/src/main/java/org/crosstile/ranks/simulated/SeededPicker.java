package org.crosstile.ranks.simulated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides by a seed. */
final class SeededPicker implements Picker {
    /** How lazily things arrive: in one of so many steps. */
    private static final int[] LAZINESS = {2, 2, 8, 32};

    /** Whoever moves alone for so long, while others could, waits for something that they do. */
    private static final int ALONE = 2000;

    private static final int CHANGE_POINTS = 3;
    private static final int LONGEST = 14;
    private static final int SLOW_ONCE_IN = 1024;

    private final Schedule schedule;
    private final Choices choices;
    private final int laziness;

    /** Whether writes stay in flight as long as nothing forces them to arrive. */
    private final boolean holdsData;

    private final int slowest;
    private final List<Long> importance = new ArrayList<>();
    private final long[] changes = new long[CHANGE_POINTS];
    private long steps;
    private long least = -1;
    private int switches;
    private int alone;

    SeededPicker(Schedule schedule, long seed, int ranks) {
        this.schedule = schedule;
        this.choices = new Choices(seed);
        this.laziness = LAZINESS[choices.below(LAZINESS.length)];
        this.holdsData = choices.oneIn(3);
        this.slowest = choices.below(ranks);
        for (int i = 0; i < changes.length; i++) {
            changes[i] = choices.below(1 << (2 + choices.below(LONGEST)));
        }
        Arrays.sort(changes);
    }

    @Override
    public Mover next(Agent current, List<Agent> agents, Ready ready, Flight flight) {
        steps++;
        boolean calm = switches >= schedule.switches();
        if (!flight.isEmpty() && (ready.size() == 0 || calm || choices.oneIn(laziness))) {
            Mover lane = lane(flight, calm, ready.size() == 0);
            if (lane != null) {
                return lane;
            }
        }
        boolean canGoOn = ready.contains(current.number);
        if (calm) {
            return canGoOn && !isAlone(ready) ? current : agents.get(ready.after(current.number));
        }
        Agent next = agents.get(agent(current, agents, ready));
        if (next == current) {
            alone++;
        } else {
            alone = 0;
            if (canGoOn) {
                switches++;
            }
        }
        return next;
    }

    private boolean isAlone(Ready ready) {
        if (ready.size() > 1 && ++alone > ALONE) {
            alone = 0;
            return true;
        }
        return false;
    }

    private @Nullable Mover lane(Flight flight, boolean calm, boolean forced) {
        List<Flight.Lane> data = flight.data();
        List<Flight.Lane> signals = flight.signals();
        if (calm) {
            return data.isEmpty() ? signals.getFirst() : data.getFirst();
        }
        if (holdsData && !signals.isEmpty()) {
            return signals.get(choices.below(signals.size()));
        }
        if (holdsData && !forced) {
            return null;
        }
        int i = choices.below(data.size() + signals.size());
        return i < data.size() ? data.get(i) : signals.get(i - data.size());
    }

    private int agent(Agent current, List<Agent> agents, Ready ready) {
        return switch (schedule.strategy()) {
            case UNIFORM -> ready.at(choices.below(ready.size()));
            case ROUND_ROBIN -> ready.after(current.number);
            case PRIORITY -> mostImportant(current, agents, ready);
            case SLOWEST_RANK -> notSlowest(agents, ready);
        };
    }

    private int mostImportant(Agent current, List<Agent> agents, Ready ready) {
        while (importance.size() < agents.size()) {
            importance.add(choices.next() >>> 1);
        }
        if (Arrays.binarySearch(changes, steps) >= 0 || alone > ALONE) {
            importance.set(current.number, least--);
            alone = 0;
        }
        int best = ready.at(0);
        for (int i = 1; i < ready.size(); i++) {
            if (importance.get(ready.at(i)) > importance.get(best)) {
                best = ready.at(i);
            }
        }
        return best;
    }

    private int notSlowest(List<Agent> agents, Ready ready) {
        int first = choices.below(ready.size());
        if (choices.oneIn(SLOW_ONCE_IN)) {
            return ready.at(first);
        }
        for (int i = 0; i < ready.size(); i++) {
            int agent = ready.at((first + i) % ready.size());
            if (agents.get(agent).deviceNumber() != slowest) {
                return agent;
            }
        }
        return ready.at(first);
    }
}

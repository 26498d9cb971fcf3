package org.crosstile.diagnose;

import java.util.List;
import org.crosstile.abi.WaitCmp;

/**
 * The {@linkplain Release release rule} for one signal cell of a run that is no trace: a deposit is
 * ordered before a wait if the wait could not have become true without it.
 *
 * <p>Agents are numbers. Of each it is counted what it does with cells, from 1 on; how far an agent
 * knows the others is a clock, with an entry for each agent. All deposits and waiters are added
 * first, then the cell is closed. After that the run is walked through, deposits and waits in turn,
 * until no walk brings any news.
 */
public final class CellOrder {
    /**
     * A condition of a wait.
     *
     * @param negative whether it is about the negative of what the cell holds
     * @param exactly whether the value is wanted, and not at least the value
     */
    public record Condition(boolean negative, long value, boolean exactly) {
        /** The cell holds a value. */
        public static Condition is(long value) {
            return new Condition(false, value, true);
        }

        /** The cell holds a value or more. */
        public static Condition atLeast(long value) {
            return new Condition(false, value, false);
        }

        /** The cell holds a value or less: its negative holds that of the value or more. */
        public static Condition atMost(long value) {
            return new Condition(true, -value, false);
        }
    }

    private static final int BEGINNING = -1;

    /** The deposits as they are, and with their signs changed. */
    private final CellLog plain = new CellLog(0, 0);

    private final CellLog negative = new CellLog(0, 0);
    private final boolean wasSet;
    private final int before;
    private boolean stored;

    /**
     * @param initial what the cell holds at first
     * @param before the agent of what was there at first; everybody knows its first step
     */
    public CellOrder(int initial, int before) {
        this.before = before;
        this.wasSet = initial != 0;
        if (wasSet) {
            int _ = add(before, BEGINNING, 1, initial, true);
        }
    }

    private static int minus(int value) {
        return value == Integer.MIN_VALUE ? Integer.MAX_VALUE : -value;
    }

    /**
     * Adds a deposit.
     *
     * @param step of the run
     * @param position of the deposit among what its agent does
     * @return its number among those of its agent
     */
    public int add(int agent, int step, int position, int value, boolean sets) {
        int _ = negative.add(agent, step, position, minus(value), sets);
        return plain.add(agent, step, position, value, sets);
    }

    public void addWaiter(int agent) {
        plain.addWaiter(agent);
        negative.addWaiter(agent);
    }

    /**
     * Says that the cell is stored to as data, too, so that nobody knows what it held when: waits
     * are then ordered as they were in the run.
     */
    public void isStored() {
        stored = true;
    }

    /** Nothing is added any more. */
    public void close() {
        plain.close();
        negative.close();
    }

    /** A walk through the run begins. */
    public void reopen(int agents) {
        for (CellLog log : List.of(plain, negative)) {
            log.reopen();
            if (wasSet) {
                boolean _ = log.learn(log.source(before), 0, new int[agents], before, 1);
            }
        }
    }

    /**
     * Learns what a depositor knew; true if that is news.
     *
     * @param number of the deposit, as {@link #add} gave it
     */
    public boolean learn(int agent, int number, int position, int[] clock) {
        int[] now = clock.clone();
        boolean news = plain.learn(plain.source(agent), number, now, agent, position);
        boolean _ = negative.learn(negative.source(agent), number, now, agent, position);
        return news; // both know the same
    }

    /**
     * A wait has ended: its clock learns what those knew whose deposits it surely needed.
     *
     * @param step of the run
     * @param position of the wait among what the agent does
     * @param one conditions of which one must hold
     */
    public void release(int agent, int step, int position, List<Condition> one, int[] clock) {
        int[] then = clock.clone();
        List<Release> rules =
                one.stream().map(condition -> rule(condition, agent, position, then)).toList();
        for (int s = 0; s < plain.sources.size(); s++) {
            CellLog.Source source = plain.sources.get(s);
            int needed = stored ? last(source, step) : Integer.MAX_VALUE;
            for (int i = 0; i < rules.size() && !stored; i++) {
                needed = Math.min(needed, rules.get(i).lastNeeded(s));
            }
            if (needed >= 0 && needed < source.count && source.clocks[needed] != null) {
                join(clock, source.clocks[needed]);
                clock[source.agent] = Math.max(clock[source.agent], source.positions[needed]);
            }
        }
    }

    private Release rule(Condition condition, int agent, int position, int[] clock) {
        CellLog log = condition.negative ? negative : plain;
        int expected =
                (int) Math.clamp(condition.value, Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
        WaitCmp cmp = condition.exactly ? WaitCmp.Eq : WaitCmp.Ge;
        return new Release(log, agent, position, clock, expected, cmp);
    }

    /** The last deposit of a source before a step of the run; -1 if there is none. */
    private static int last(CellLog.Source source, int step) {
        int n = 0;
        while (n < source.count && source.events[n] < step) {
            n++;
        }
        return n - 1;
    }

    /** Both clocks in the first. */
    public static void join(int[] to, int[] from) {
        for (int i = 0; i < to.length; i++) {
            to[i] = Math.max(to[i], from[i]);
        }
    }
}

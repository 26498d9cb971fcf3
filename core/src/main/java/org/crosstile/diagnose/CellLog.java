package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All deposits that were ever sent to one cell, by the agents that sent them. Of each deposit it is
 * kept how far the agents that use the cell had been heard of when it was sent.
 */
final class CellLog {
    final int device;
    final long offset;
    final List<Source> sources = new ArrayList<>();
    private int[] waiters = new int[0];
    private int[] readers = new int[0];
    private int[] users = new int[0];
    private boolean hasSets;
    private boolean hasGuesses;

    CellLog(int device, long offset) {
        this.device = device;
        this.offset = offset;
    }

    /** The deposits of one agent, in the order in which it sent them. */
    static final class Source {
        final int agent;
        int count;
        int[] events = new int[4];
        int[] positions = new int[4];
        int[] values = new int[4];
        boolean[] sets = new boolean[4];

        /** Whether what a plain write or addition brought is not known. */
        boolean[] guesses = new boolean[4];

        /** Per deposit, how far each user of the cell was known when it was sent. */
        int[] known = new int[0];

        /** Per deposit the clock of its agent; dropped when nobody needs it any more. */
        int[][] clocks = new int[0][];

        /** Sum of the additions before a deposit, and of those among them that add. */
        long[] sums = new long[0];

        long[] gains = new long[0];

        /** The last Set before a deposit; -1 if none. */
        int[] lastSet = new int[0];

        private int dropped;

        Source(int agent) {
            this.agent = agent;
        }

        int add(int event, int position, int value, boolean set, boolean guess) {
            if (count == events.length) {
                events = Arrays.copyOf(events, 2 * count);
                positions = Arrays.copyOf(positions, 2 * count);
                values = Arrays.copyOf(values, 2 * count);
                sets = Arrays.copyOf(sets, 2 * count);
                guesses = Arrays.copyOf(guesses, 2 * count);
            }
            events[count] = event;
            positions[count] = position;
            values[count] = value;
            sets[count] = set;
            guesses[count] = guess;
            return count++;
        }

        /** How many deposits were sent up to a position of the agent. */
        int upTo(int position) {
            int found = Arrays.binarySearch(positions, 0, count, position);
            return found >= 0 ? found + 1 : -found - 1;
        }

        /** Forgets the clocks of the first deposits. */
        void drop(int n) {
            while (dropped < n) {
                clocks[dropped++] = null;
            }
        }

        private void close(int users) {
            known = new int[count * users];
            clocks = new int[count][];
            sums = new long[count + 1];
            gains = new long[count + 1];
            lastSet = new int[count + 1];
            lastSet[0] = -1;
            for (int i = 0; i < count; i++) {
                long value = sets[i] ? 0 : values[i];
                sums[i + 1] = sums[i] + value;
                gains[i + 1] = gains[i] + Math.max(0, value);
                lastSet[i + 1] = sets[i] ? i : lastSet[i];
            }
        }

        private void reopen() {
            dropped = 0;
        }
    }

    Source source(int agent) {
        for (Source source : sources) {
            if (source.agent == agent) {
                return source;
            }
        }
        Source source = new Source(agent);
        sources.add(source);
        return source;
    }

    int add(int agent, int event, int position, int value, boolean set) {
        hasSets |= set;
        return source(agent).add(event, position, value, set, false);
    }

    /** A deposit of which it is not known what it brought. */
    int addGuess(int agent, int event, int position, boolean set) {
        hasSets |= set;
        hasGuesses = true;
        return source(agent).add(event, position, 0, set, true);
    }

    void addWaiter(int agent) {
        waiters = with(waiters, agent);
    }

    /** An agent that reads the cell without waiting for it. */
    void addReader(int agent) {
        readers = with(readers, agent);
    }

    private static int[] with(int[] agents, int agent) {
        if (contains(agents, agent)) {
            return agents;
        }
        int[] more = Arrays.copyOf(agents, agents.length + 1);
        more[agents.length] = agent;
        return more;
    }

    private static boolean contains(int[] agents, int agent) {
        for (int a : agents) {
            if (a == agent) {
                return true;
            }
        }
        return false;
    }

    /** Nothing is added any more. */
    void close() {
        users = waiters;
        for (int reader : readers) {
            users = with(users, reader);
        }
        for (Source source : sources) {
            users = with(users, source.agent);
        }
        for (Source source : sources) {
            source.close(users.length);
            int own = column(source.agent);
            for (int i = 0; i < source.count; i++) {
                // what an agent does itself is in the order of its program from the beginning
                source.known[i * users.length + own] = source.positions[i];
            }
        }
    }

    /** A new pass over the run begins. */
    void reopen() {
        sources.forEach(Source::reopen);
    }

    /** Whether what orders a wait never depends on what is sent later: one agent notifies one. */
    boolean isSimple() {
        int foreign = 0;
        for (Source source : sources) {
            foreign += contains(waiters, source.agent) ? 0 : 1;
        }
        return waiters.length <= 1 && foreign <= 1;
    }

    boolean hasSets() {
        return hasSets;
    }

    /** Whether it is not known of some deposit what it brought. */
    boolean hasGuesses() {
        return hasGuesses;
    }

    int waiterCount() {
        return waiters.length;
    }

    /** The agents that wait for the cell, read it or notify it. */
    int[] users() {
        return users;
    }

    /** The column of an agent in what is known. */
    int column(int agent) {
        for (int i = 0; i < users.length; i++) {
            if (users[i] == agent) {
                return i;
            }
        }
        throw new IllegalArgumentException("agent " + agent + " does not use the cell");
    }

    /** How far an agent was known when a deposit was sent. */
    int known(Source source, int deposit, int column) {
        return source.known[deposit * users.length + column];
    }

    /** The first deposit in a range that was sent after an agent's position; else the end. */
    int firstAfter(Source source, int from, int to, int column, int position) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (known(source, middle, column) >= position) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Learns what an agent knew when it sent a deposit; true if that is news. */
    boolean learn(Source source, int deposit, int[] clock, int agent, int position) {
        boolean news = false;
        int at = deposit * users.length;
        for (int user : users) {
            int now = user == agent ? position : clock[user];
            if (now > source.known[at]) {
                source.known[at] = now;
                news = true;
            }
            at++;
        }
        source.clocks[deposit] = clock;
        return news;
    }
}

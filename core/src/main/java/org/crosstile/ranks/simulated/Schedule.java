package org.crosstile.ranks.simulated;

/**
 * What decides a simulated run: with the same program and inputs, all that happens follows from it.
 *
 * @param switches how often an agent that could go on makes room for another; after that, agents
 *     move until they cannot, and what is in flight arrives at once. Fewer make a run easier to
 *     follow
 */
public record Schedule(Strategy strategy, MemoryModel memory, long seed, int switches) {
    public Schedule {
        if (switches < 0) {
            throw new IllegalArgumentException("switches must not be negative: " + switches);
        }
    }

    /** Any number of switches. */
    public Schedule(Strategy strategy, MemoryModel memory, long seed) {
        this(strategy, memory, seed, Integer.MAX_VALUE);
    }

    /** The same with another seed. */
    public Schedule seeded(long other) {
        return new Schedule(strategy, memory, other, switches);
    }

    /** The same with at most so many switches. */
    public Schedule switching(int most) {
        return new Schedule(strategy, memory, seed, most);
    }

    /** Every agent is as likely as any other, every effect is at once. */
    public static Schedule uniform(long seed) {
        return new Schedule(Strategy.UNIFORM, MemoryModel.SEQUENTIAL, seed);
    }
}

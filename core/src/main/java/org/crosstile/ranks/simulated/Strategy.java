package org.crosstile.ranks.simulated;

import java.util.Optional;

/** Who moves next. */
public enum Strategy {
    /** Each agent that can move is as likely as any other. */
    UNIFORM("uniform"),
    /**
     * Agents have ranks of importance by the seed, and the first of those that can move does; at a
     * few moments the one that moves becomes the last. Finds what needs few switches, but those at
     * the right moments.
     */
    PRIORITY("priority"),
    /** One step each, in turn. */
    ROUND_ROBIN("round-robin"),
    /** One device, chosen by the seed, moves only when no other can. */
    SLOWEST_RANK("slowest-rank");

    private final String word;

    Strategy(String word) {
        this.word = word;
    }

    /** How it is written. */
    public String word() {
        return word;
    }

    /** The strategy that is written so. */
    public static Optional<Strategy> named(String word) {
        for (Strategy strategy : values()) {
            if (strategy.word.equals(word)) {
                return Optional.of(strategy);
            }
        }
        return Optional.empty();
    }
}

package org.crosstile.abi;

import java.util.Optional;

/** The chips that a program may be for. */
public enum Chip {
    ASCEND_910B("910B", 48),
    ASCEND_950("950", 36);

    private final String spelling;
    private final int vectorCores;

    Chip(String spelling, int vectorCores) {
        this.spelling = spelling;
        this.vectorCores = vectorCores;
    }

    /** As the command line names it. */
    public String spelling() {
        return spelling;
    }

    /** How many vector cores (AIV) one device has. */
    public int vectorCores() {
        return vectorCores;
    }

    /** How many cube cores (AIC) one device has: one beside every two vector cores. */
    public int cubeCores() {
        return vectorCores / 2;
    }

    /** The chip of a name. */
    public static Optional<Chip> named(String name) {
        for (Chip chip : values()) {
            if (chip.spelling.equals(name)) {
                return Optional.of(chip);
            }
        }
        return Optional.empty();
    }
}

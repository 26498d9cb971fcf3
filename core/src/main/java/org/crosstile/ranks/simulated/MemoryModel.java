package org.crosstile.ranks.simulated;

import java.util.Optional;

/** When what an agent writes becomes visible to others. */
public enum MemoryModel {
    /** Every effect at once. */
    SEQUENTIAL("sequential"),
    /**
     * Writes and signals to another device wait in a queue each; so do writes to the own device, as
     * far as other devices see. Each queue keeps its order, and nothing else has one, except that a
     * fence and the end of a task empty the queues.
     */
    IN_FLIGHT("in-flight"),
    /**
     * As {@link #IN_FLIGHT}, and single elements are read and written through a cache of the core:
     * lines of 64 bytes, possibly old ones until the core invalidates them, and written back as a
     * whole.
     */
    LINE("line");

    private final String word;

    MemoryModel(String word) {
        this.word = word;
    }

    /** How it is written. */
    public String word() {
        return word;
    }

    /** The model that is written so. */
    public static Optional<MemoryModel> named(String word) {
        for (MemoryModel model : values()) {
            if (model.word.equals(word)) {
                return Optional.of(model);
            }
        }
        return Optional.empty();
    }
}

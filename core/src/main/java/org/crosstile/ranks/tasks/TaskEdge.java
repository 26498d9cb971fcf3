package org.crosstile.ranks.tasks;

/**
 * Why a task comes after another one.
 *
 * @param from the number of the other task
 * @param memory which memory both touch, in words; empty for an explicit dependence
 * @param first the first byte that both touch, counted in that memory; 0 for an explicit dependence
 */
public record TaskEdge(int from, Reason reason, String memory, long first) {
    /** The kinds of dependences. */
    public enum Reason {
        /** {@code deps=[...]}. */
        DEPS("it is in deps="),
        READS_WRITTEN("reads what it writes"),
        WRITES_READ("writes what it reads"),
        WRITES_WRITTEN("writes what it writes");

        private final String words;

        Reason(String words) {
            this.words = words;
        }

        /** What the later task does to the memory of the earlier one. */
        public String words() {
            return words;
        }
    }

    /** As reports say it: {@code reads what it writes: data from byte 64 on}. */
    public String describe() {
        return reason == Reason.DEPS
                ? reason.words()
                : reason.words() + ": " + memory + " from byte " + first + " on";
    }
}

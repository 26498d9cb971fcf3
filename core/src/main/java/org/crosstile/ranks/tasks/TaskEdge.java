package org.crosstile.ranks.tasks;

/**
 * Why a task comes after another one.
 *
 * @param from the number of the other task
 * @param memory which memory both touch, in words; empty for an explicit dependence
 * @param first the first byte that both touch, counted in that memory; 0 for an explicit dependence
 * @param bytes how many in a row both touch from there on; 0 for an explicit dependence
 * @param more whether both touch other bytes behind these as well
 */
public record TaskEdge(
        int from, Reason reason, String memory, long first, long bytes, boolean more) {
    /** The edge of an explicit dependence. */
    static TaskEdge explicit(int from) {
        return new TaskEdge(from, Reason.DEPS, "", 0, 0, false);
    }

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

    /** As reports say it: {@code reads what it writes: bytes 64 to 127 of data}. */
    public String describe() {
        if (reason == Reason.DEPS) {
            return reason.words();
        }
        String range =
                bytes == 1 ? "byte " + first : "bytes " + first + " to " + (first + bytes - 1);
        return reason.words() + ": " + range + (more ? " and more" : "") + " of " + memory;
    }
}

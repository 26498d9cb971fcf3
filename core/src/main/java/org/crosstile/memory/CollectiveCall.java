package org.crosstile.memory;

import org.crosstile.abi.DType;

/**
 * What one rank asks of a collective. All members of a group must ask for the same: whatever
 * differs, they would wait for, read or overwrite something else than their peers mean.
 *
 * @param group the domain of the windows
 * @param operator {@code allreduce}
 * @param reduce {@code Sum}; empty if nothing is reduced
 * @param mode {@code ring}; empty if there is one way only
 * @param count elements of the data that take part
 * @param columns elements of a row, where it matters how the data is divided; otherwise 0
 * @param root the rank whose data all get; -1 if there is none
 * @param data where the data lies
 * @param signal where the signal cells lie
 * @param cells extent of the signal's first dimension
 * @param site number of the call site
 */
public record CollectiveCall(
        Domain group,
        String operator,
        String reduce,
        String mode,
        DType dtype,
        long count,
        long columns,
        int root,
        Location data,
        Location signal,
        long cells,
        int site) {
    /**
     * Where a view begins, the same on every rank.
     *
     * @param window name of the allocation
     * @param offset byte offset in it
     */
    public record Location(String window, long offset) {
        static Location of(View view) {
            WindowBuffer buffer = buffer(view);
            return new Location(buffer.name(), view.offset() - buffer.offset());
        }

        /** As messages name it. */
        @Override
        public String toString() {
            return offset == 0 ? window : window + " + " + offset + " bytes";
        }
    }

    /** The static part of a call: what its text alone says. */
    public record Form(String operator, String reduce, String mode, int root) {}

    /**
     * A call on views of windows.
     *
     * @throws Fault if they are no windows
     */
    public static CollectiveCall of(
            Form form, View data, View signal, long count, long columns, int site) {
        return new CollectiveCall(
                buffer(data).domain(),
                form.operator(),
                form.reduce(),
                form.mode(),
                data.dtype(),
                count,
                columns,
                form.root(),
                Location.of(data),
                Location.of(signal),
                signal.rank() == 0 ? 1 : signal.dim(0),
                site);
    }

    private static WindowBuffer buffer(View view) {
        return view.window()
                .orElseThrow(() ->
                        new Fault(
                                "peer-window",
                                "only windows exist on other ranks",
                                "a tensor that is not a window",
                                "pass a view of a window"));
    }

    /** Whether the signal has a row per round, and not a row per rank. */
    public boolean hasRounds() {
        return mode.equals("ring");
    }

    /**
     * A number that is the same for calls that fit each other, and most likely another one for
     * those that do not. The call site does not matter.
     */
    public long fingerprint() {
        long h = operator.hashCode();
        h = mix(h, reduce.hashCode());
        h = mix(h, mode.hashCode());
        h = mix(h, dtype.ordinal());
        h = mix(h, count);
        h = mix(h, columns);
        h = mix(h, root);
        h = mix(h, data.window().hashCode());
        h = mix(h, data.offset());
        h = mix(h, signal.window().hashCode());
        return mix(h, signal.offset());
    }

    private static long mix(long h, long value) {
        long x = (h ^ value) * 0x9E3779B97F4A7C15L;
        return x ^ x >>> 29;
    }
}

package org.crosstile.isa;

import java.util.List;
import java.util.Optional;

/**
 * An access to global memory.
 *
 * @param position how many instructions the pipe had begun
 * @param instruction accesses of one instruction have one number
 * @param tensor what messages call it, and whose memory it is in
 * @param isAlone whether there is one rank, which messages need not name then
 */
record GmAccess(
        Patch patch,
        How how,
        int rank,
        Pipe pipe,
        int position,
        long instruction,
        Work what,
        Tensor tensor,
        boolean isAlone) {
    /** Atomic additions of the same elements need no order among themselves. */
    enum How {
        READS("reads"),
        WRITES("writes"),
        ADDS("adds to");

        private final String verb;

        How(String verb) {
            this.verb = verb;
        }
    }

    /** A tensor as messages name it. */
    record Tensor(String name, int rank) {}

    boolean conflictsWith(GmAccess other) {
        return how != other.how || how == How.WRITES;
    }

    /** Whether both differ at most in their boxes and positions. */
    boolean isLike(GmAccess other) {
        return rank == other.rank
                && pipe == other.pipe
                && how == other.how
                && instruction == other.instruction
                && patch.isOfTensorOf(other.patch);
    }

    /** The same access with another box and position. */
    GmAccess with(Patch box, int at) {
        return new GmAccess(box, how, rank, pipe, at, instruction, what, tensor, isAlone);
    }

    /** What makes the same access again no other one, as long as nobody has waited or notified. */
    List<Object> key() {
        return List.of(
                pipe,
                how,
                patch.memory(),
                patch.origin(),
                patch.size(),
                longs(patch.stride()),
                longs(patch.from()),
                longs(patch.to()));
    }

    private static List<Long> longs(long[] values) {
        return java.util.Arrays.stream(values).boxed().toList();
    }

    /** Two accesses of the same bytes, of which nothing orders the second behind the first. */
    static Optional<Race> race(GmAccess before, GmAccess access) {
        if (!access.conflictsWith(before)) {
            return Optional.empty();
        }
        return access.patch.common(before.patch).map(bytes -> race(before, access, bytes));
    }

    private static Race race(GmAccess before, GmAccess access, Patch.Range bytes) {
        String found =
                access.side()
                        + " "
                        + access.how.verb
                        + " `"
                        + access.tensor.name
                        + "` of rank "
                        + access.tensor.rank
                        + " while "
                        + before.side()
                        + " "
                        + before.how.verb
                        + " it ("
                        + bytes
                        + ")";
        String hint =
                access.rank == before.rank
                        ? "let "
                                + access.what.name()
                                + " wait for the event that "
                                + before.what.name()
                                + " returns"
                        : "let rank "
                                + before.rank
                                + " TNOTIFY behind the event of "
                                + before.what.name()
                                + " or a barrier, and rank "
                                + access.rank
                                + " TWAIT for what only that TNOTIFY brings";
        return new Race(found, hint, before.what.site(), access.what.site(), access.rank);
    }

    private String side() {
        String unit = what.name() + " on " + pipe;
        return isAlone ? unit : unit + " of rank " + rank;
    }
}

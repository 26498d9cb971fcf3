package org.crosstile.isa;

import java.util.ArrayList;
import java.util.List;

/**
 * Who touched which bytes of global memory, in all ranks. Two accesses of which one writes must be
 * ordered: by the own pipe, events and barriers of a rank, and between ranks by a TNOTIFY that a
 * TWAIT has seen.
 *
 * <p>An instruction that slides makes thousands of accesses. Those that all pipes of their rank
 * know of can no longer be told apart, so neighbouring ones become one: memory does not grow with
 * the size of the tensors.
 */
final class GmAccesses {
    private static final int SETTLE_AT = 24;

    /** The pipes of a core that touch memory. */
    private static final List<Pipe> CORE = List.of(Pipe.V, Pipe.MTE2, Pipe.MTE3);

    /** Beyond this the oldest are forgotten: races may be missed then, never invented. */
    private static final int MOST = 4096;

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

    /**
     * @param component which pipe of which rank
     * @param position how many instructions that pipe had begun
     * @param instruction accesses of different instructions stay apart
     */
    private record Access(
            Patch patch,
            How how,
            int component,
            int position,
            long instruction,
            Work what,
            String tensor) {
        boolean conflictsWith(Access other) {
            return how != other.how || how == How.WRITES;
        }
    }

    /** Accesses that do not conflict with each other, or those that do. */
    private static final class History {
        final List<Access> settled = new ArrayList<>();
        final List<Access> recent = new ArrayList<>();
    }

    private final History reads = new History();
    private final History changes = new History();
    private final int ranks;
    private long instructions;

    GmAccesses(int ranks) {
        this.ranks = ranks;
    }

    /** Begins an instruction: its accesses may be put together. */
    void nextInstruction() {
        instructions++;
    }

    /** Forgets everything: what comes is ordered behind it. */
    void clear() {
        for (History history : List.of(reads, changes)) {
            history.settled.clear();
            history.recent.clear();
        }
    }

    /** How many accesses are remembered. */
    int size() {
        return reads.settled.size()
                + reads.recent.size()
                + changes.settled.size()
                + changes.recent.size();
    }

    /** Checks and notes that the running instruction of a pipe touches a box. */
    void touch(
            Pipes[] all,
            int rank,
            Pipe pipe,
            GlobalTensor tensor,
            long[] offsets,
            long[] shape,
            How how,
            Work what) {
        Patch patch = tensor.patch(offsets, shape);
        if (patch.isEmpty()) {
            return;
        }
        Access access =
                new Access(
                        patch,
                        how,
                        Pipes.component(rank, pipe),
                        all[rank].position(pipe),
                        instructions,
                        what,
                        tensor.name());
        int[] known = all[rank].known(pipe);
        check(changes, access, known, tensor);
        if (how != How.READS) {
            check(reads, access, known, tensor);
        }
        History own = how == How.READS ? reads : changes;
        own.recent.add(access);
        if (own.recent.size() > SETTLE_AT) {
            settle(all, own);
        }
    }

    private void check(History history, Access access, int[] known, GlobalTensor tensor) {
        check(history.recent, access, known, tensor);
        check(history.settled, access, known, tensor);
    }

    private void check(List<Access> earlier, Access access, int[] known, GlobalTensor tensor) {
        for (int i = 0; i < earlier.size(); i++) {
            Access before = earlier.get(i);
            if (access.conflictsWith(before)
                    && known[before.component] < before.position
                    && access.patch.overlaps(before.patch)) {
                throw race(access, before, tensor);
            }
        }
    }

    private static void settle(Pipes[] all, History history) {
        int open = 0;
        for (int i = 0; i < history.recent.size(); i++) {
            Access access = history.recent.get(i);
            if (isKnownToAll(all[access.component / Pipes.COUNT], access)) {
                put(history.settled, access);
            } else {
                history.recent.set(open++, access);
            }
        }
        history.recent.subList(open, history.recent.size()).clear();
        forgetOldest(history.recent);
        forgetOldest(history.settled);
    }

    private static void forgetOldest(List<Access> accesses) {
        if (accesses.size() > MOST) {
            accesses.subList(0, accesses.size() - MOST).clear();
        }
    }

    private static boolean isKnownToAll(Pipes pipes, Access access) {
        for (Pipe pipe : CORE) {
            if (pipes.known(pipe)[access.component] < access.position) {
                return false;
            }
        }
        return true;
    }

    private static void put(List<Access> settled, Access added) {
        Access access = added;
        for (int i = settled.size() - 1; i >= 0; i--) {
            Access before = settled.get(i);
            if (!isAlike(before, access)) {
                continue;
            }
            if (access.patch.covers(before.patch)) {
                settled.remove(i);
            } else if (before.instruction == access.instruction
                    && before.patch.continuedBy(access.patch) >= 0) {
                settled.remove(i);
                access = merged(before, access);
            }
        }
        settled.add(access);
    }

    private static boolean isAlike(Access before, Access access) {
        return before.component == access.component
                && before.how == access.how
                && before.patch.isOfTensorOf(access.patch);
    }

    private static Access merged(Access before, Access access) {
        return new Access(
                before.patch.with(access.patch),
                access.how,
                access.component,
                Math.max(before.position, access.position),
                access.instruction,
                access.what,
                access.tensor);
    }

    private Race race(Access access, Access before, GlobalTensor tensor) {
        String found =
                side(access)
                        + " "
                        + access.how.verb
                        + " `"
                        + access.tensor
                        + "` of rank "
                        + tensor.rank()
                        + " while "
                        + side(before)
                        + " "
                        + before.how.verb
                        + " it";
        boolean sameRank = access.component / Pipes.COUNT == before.component / Pipes.COUNT;
        String hint =
                sameRank
                        ? "let "
                                + access.what.name()
                                + " wait for the event that "
                                + before.what.name()
                                + " returns"
                        : "let rank "
                                + before.component / Pipes.COUNT
                                + " TNOTIFY behind the event of "
                                + before.what.name()
                                + " or a barrier, and rank "
                                + access.component / Pipes.COUNT
                                + " TWAIT for that";
        return new Race(found, hint, before.what.site());
    }

    private String side(Access access) {
        String pipe = access.what.name() + " on " + Pipe.values()[access.component % Pipes.COUNT];
        return ranks == 1 ? pipe : pipe + " of rank " + access.component / Pipes.COUNT;
    }
}

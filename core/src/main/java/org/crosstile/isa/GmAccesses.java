package org.crosstile.isa;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Who touched which bytes of global memory. Two accesses of which one writes must be ordered: by
 * the own pipe, events and barriers of a rank, which is checked here at once, and between ranks by
 * a TNOTIFY that a TWAIT surely needs, which {@link Crossings} checks when the run is over.
 *
 * <p>What all pipes of a rank know of cannot conflict with anything that they begin, and is
 * dropped. In an order of positions, what one pipe knows of another is everything up to some place:
 * only what lies behind it is looked at.
 */
final class GmAccesses {
    /** The pipes of a core that touch memory; the CCU knows what MTE3 knows. */
    private static final List<Pipe> CORE = List.of(Pipe.V, Pipe.MTE2, Pipe.MTE3);

    private static final int TIDY_AT = 32;

    /** The accesses of the pipes of one rank that some of them may not know of. */
    private static final class Own {
        private final Map<Pipe, List<GmAccess>> accesses = new EnumMap<>(Pipe.class);
        private int tidyAt = TIDY_AT;

        List<GmAccess> of(Pipe pipe) {
            return accesses.computeIfAbsent(pipe, p -> new ArrayList<>());
        }

        void check(GmAccess access, int[] known) {
            accesses.forEach((pipe, earlier) -> {
                for (int i = earlier.size() - 1; i >= 0; i--) {
                    GmAccess before = earlier.get(i);
                    if (before.position() <= known[pipe.ordinal()]) {
                        return;
                    }
                    GmAccess.race(before, access)
                            .ifPresent(race -> {
                                throw race;
                            });
                }
            });
        }

        /** Drops what all pipes know of. */
        void tidy(Pipes pipes) {
            if (size() < tidyAt) {
                return;
            }
            accesses.forEach((pipe, earlier) -> {
                int known = Integer.MAX_VALUE;
                for (Pipe each : CORE) {
                    known = Math.min(known, pipes.known(each)[pipe.ordinal()]);
                }
                int n = 0;
                while (n < earlier.size() && earlier.get(n).position() <= known) {
                    n++;
                }
                earlier.subList(0, n).clear();
            });
            tidyAt = Math.max(TIDY_AT, 2 * size());
        }

        int size() {
            return accesses.values().stream().mapToInt(List::size).sum();
        }
    }

    private final List<Own> ranks = new ArrayList<>();
    private final Crossings crossings;
    private long instructions;

    GmAccesses(int ranks, Crossings crossings) {
        for (int r = 0; r < ranks; r++) {
            this.ranks.add(new Own());
        }
        this.crossings = crossings;
    }

    /** Begins an instruction: its accesses may be put together. */
    void nextInstruction() {
        instructions++;
    }

    /** How many accesses are remembered to be checked at once. */
    int size() {
        return ranks.stream().mapToInt(Own::size).sum();
    }

    /** Checks and notes that the running instruction of a pipe touches a box. */
    void touch(
            Pipes[] all,
            int rank,
            Pipe pipe,
            GlobalTensor tensor,
            long[] offsets,
            long[] shape,
            GmAccess.How how,
            Work what) {
        Patch patch = tensor.patch(offsets, shape);
        if (patch.isEmpty()) {
            return;
        }
        GmAccess access =
                new GmAccess(
                        patch,
                        how,
                        rank,
                        pipe,
                        all[rank].position(pipe),
                        instructions,
                        what,
                        new GmAccess.Tensor(tensor.name(), tensor.rank()),
                        ranks.size() == 1);
        Own own = ranks.get(rank);
        own.check(access, all[rank].known(pipe));
        own.of(pipe).add(access);
        own.tidy(all[rank]);
        crossings.touch(access);
    }
}

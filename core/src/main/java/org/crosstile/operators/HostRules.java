package org.crosstile.operators;

import java.util.List;
import org.crosstile.source.Rule;

/**
 * Rules that only show when a collective is lowered: of the host on a known set of devices, of any
 * with operands that are parts of the same memory.
 */
public final class HostRules {
    static final Rule CAPACITY =
            Rule.of(
                            "host-collective-capacity",
                            "the signal must have a cell for every device of the domain")
                    .explained(
                            "Every rank counts in a cell of its own what each other has sent.",
                            "host_pair",
                            "pld.tensor.barrier(one_cell)",
                            "pld.tensor.barrier(cells)");

    static final Rule ROOM =
            Rule.of("collective-rows", "the operands of a collective must have a row for each rank")
                    .explained(
                            "Every rank has a cell of its own in the signal, and a row in what it gathers, exchanges or"
                                    + " scatters. Extents that a program leaves open are known when the number of ranks is:"
                                    + " from --ranks.",
                            "run-exchange",
                            "few = pl.slice(sig, [1, 1], [0, 0])\npld.tensor.barrier(few)",
                            "pld.tensor.barrier(sig)");

    static final Rule ROOT =
            Rule.of("broadcast-root-range", "`root` must be a rank of the domain")
                    .explained(
                            "Ranks of a domain are counted from 0, whatever the numbers of its devices are.",
                            "host_pair",
                            "pld.tensor.broadcast(data, cells, root=2)",
                            "pld.tensor.broadcast(data, cells, root=1)");

    static final Rule RING_RANKS =
            Rule.of("allreduce-ring-ranks", "a ring of the host must have at most 16 ranks")
                    .explained(
                            "The builtin kernel keeps one row of cells for each of its rounds, and has room for those of"
                                    + " 16 ranks.",
                            "host_many",
                            "pld.tensor.allreduce(data, rounds, mode='ring')",
                            "pld.tensor.allreduce(data, cells)");

    private HostRules() {}

    /** All of them. */
    public static List<Rule> all() {
        return List.of(CAPACITY, ROOT, RING_RANKS, Apart.OVERLAP);
    }

    /** Those that only the number of ranks of a run decides. */
    public static List<Rule> ofRanks() {
        return List.of(ROOM);
    }
}

package org.crosstile.operators;

import java.util.List;
import org.crosstile.source.Rule;

/** The rules of {@link AllReduce} besides those about its signal's cells. */
record AllReduceRules(
        Rule dtype,
        Rule coreNum,
        Rule coreNumKernel,
        Rule coreNumRing,
        Rule signalNeeded,
        Rule signalNone,
        Rule ringSignal,
        Rule ringShape,
        Rule packed,
        Rule partial) {

    private static final Rule SIGNAL_NEEDED =
            Rule.of("allreduce-signal-needed", "in a kernel a signal must be given")
                    .explained(
                            "Only a host orchestrator can allocate one for the call.",
                            "kernel",
                            "pld.tensor.allreduce(data)",
                            "pld.tensor.allreduce(data, sig)");

    private static final Rule SIGNAL_NONE =
            Rule.of("allreduce-signal-none", "a signal that is left out must not be written")
                    .explained(
                            "None is no signal. Leaving the operand out says plainly that the host allocates one"
                                    + " for the call.",
                            "host",
                            "pld.tensor.allreduce(data, None)",
                            "pld.tensor.allreduce(data)");

    private static final Rule RING_SIGNAL =
            Rule.of("allreduce-ring-signal", "a ring must be given its signal")
                    .explained(
                            "Only the signal of a mesh is allocated for a call that leaves it out.",
                            "host",
                            "pld.tensor.allreduce(data, mode='ring')",
                            "pld.tensor.allreduce(data, rounds, mode='ring')");

    private static final Rule RING_SHAPE =
            Rule.of("allreduce-ring-signal-shape", "a ring signal has a row per round")
                    .explained(
                            "Each of the 2 * (ranks - 1) rounds synchronises on a row of its own.",
                            "kernel",
                            "pld.tensor.allreduce(data, sig, mode='ring')",
                            "pld.tensor.allreduce(data, ring, mode='ring')");

    static AllReduceRules of() {
        return new AllReduceRules(
                Rule.of("allreduce-dtype", "the data must be FP32 or FP16")
                        .explained(
                                "The vector core reduces in these types.",
                                "kernel",
                                "pld.tensor.allreduce(longs, sig)",
                                "pld.tensor.allreduce(data, sig)"),
                Rule.of("allreduce-core-num", "`core_num` must be positive")
                        .explained(
                                "It is the number of vector cores that share the work on each rank.",
                                "host",
                                "pld.tensor.allreduce(data, cells, core_num=0)",
                                "pld.tensor.allreduce(data, cells, core_num=1)"),
                Rule.of("allreduce-core-num-kernel", "in a kernel `core_num` must be 1")
                        .explained(
                                "A kernel is one core's program; pl.spmd(...) runs it on several.",
                                "kernel",
                                "pld.tensor.allreduce(data, sig, core_num=2)",
                                "pld.tensor.allreduce(data, sig)"),
                Rule.of("allreduce-core-num-ring", "a ring must have core_num=1")
                        .explained(
                                "The rounds of a ring follow one another on one core.",
                                "host",
                                "pld.tensor.allreduce(data, rounds, mode='ring', core_num=2)",
                                "pld.tensor.allreduce(data, rounds, mode='ring')"),
                SIGNAL_NEEDED,
                SIGNAL_NONE,
                RING_SIGNAL,
                RING_SHAPE,
                Rule.of("allreduce-packed", "the data must lie packed in row-major order")
                        .explained(
                                "The window goes through the UB as one stream of elements.",
                                "kernel",
                                "pld.tensor.allreduce(strided, sig)",
                                "pld.tensor.allreduce(data, sig)"),
                Rule.of("allreduce-partial", "a partly valid window must be one rectangle")
                        .explained(
                                "Rows with gaps between them are not one stream; a ring needs a row-major prefix.",
                                "kernel",
                                "pld.tensor.allreduce(partial, sig)",
                                "pld.tensor.allreduce(data, sig)"));
    }

    List<Rule> all() {
        return List.of(
                dtype,
                coreNum,
                coreNumKernel,
                coreNumRing,
                signalNeeded,
                signalNone,
                ringSignal,
                ringShape,
                packed,
                partial);
    }
}

package org.crosstile.operators;

import java.util.List;
import org.crosstile.source.Rule;

/** The rules that {@link AllToAllV} adds to those of an exchange. */
record AllToAllVRules(
        Rule rows,
        Rule packed,
        Rule sendCounts,
        Rule recvCounts,
        Rule staticRanks,
        Rule coreNum,
        Rule taskDtype) {

    /** An example in either fixture. */
    static String example(String input, String target, String signal) {
        return example(input, target, signal, "counts", "recv");
    }

    static String example(
            String input, String target, String signal, String sendCounts, String recvCounts) {
        return "pld.tensor.all_to_all_v("
                + input
                + ", "
                + target
                + ", "
                + signal
                + ", "
                + sendCounts
                + ", "
                + recvCounts
                + ")";
    }

    static AllToAllVRules of() {
        String good = example("blocks", "data", "sig", "counts", "recv");
        return new AllToAllVRules(
                Rule.of("all-to-all-v-rows", "`input` and `target` must have as many rows")
                        .explained(
                                "There is one block for every rank on both sides.",
                                "kernel",
                                example("row", "data", "sig", "counts", "recv"),
                                good),
                Rule.of(
                                "all-to-all-v-packed",
                                "`input` and `target` must be packed, row-major and fully valid")
                        .explained(
                                "Blocks are found by counting elements from the beginning.",
                                "kernel",
                                example("blocks", "strided", "sig", "counts", "recv"),
                                good),
                Rule.of(
                                "all-to-all-v-send-counts",
                                "`send_counts` must be INT32 with one count per rank")
                        .explained(
                                "Its shape is [ranks] or [ranks, 1].",
                                "kernel",
                                example("blocks", "data", "sig", "row", "recv"),
                                good),
                Rule.of("all-to-all-v-recv-counts", "`recv_counts` must be [ranks, 1]")
                        .explained(
                                "Peers write their counts there, each into its own cell.",
                                "kernel",
                                example("blocks", "data", "sig", "counts", "ring"),
                                good),
                Rule.of(
                                "all-to-all-v-static-ranks",
                                "in a kernel the number of ranks must be known")
                        .explained(
                                "The first extent of the signal says how large a block is.",
                                "kernel",
                                example("blocks", "data", "any_sig", "any_counts", "any_recv"),
                                good),
                Rule.of("all-to-all-v-core-num", "`core_num` must be 1")
                        .explained(
                                "So far every form runs on one core.",
                                "kernel",
                                good.substring(0, good.length() - 1) + ", core_num=2)",
                                good),
                Rule.of(
                                "all-to-all-v-chip-dtype",
                                "in an orchestration of a chip the data must be FP32")
                        .explained(
                                "That is what the builtin kernel moves.",
                                "chip",
                                example("half_blocks", "half_data", "sig", "counts", "recv"),
                                good));
    }

    List<Rule> all() {
        return List.of(rows, packed, sendCounts, recvCounts, staticRanks, coreNum, taskDtype);
    }
}

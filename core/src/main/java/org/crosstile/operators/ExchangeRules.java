package org.crosstile.operators;

import java.util.List;
import java.util.function.BinaryOperator;
import org.crosstile.source.Rule;

/** The rules that the collectives with an input and a target share. */
record ExchangeRules(
        Rule same, Rule matrix, Rule dtype, Rule columns, Rule signalRows, Rule hostDtype, Rule hostWindow) {
    /**
     * @param input name of the input operand
     * @param good the name of a good input in the fixtures' kernels
     * @param call writes an example of an input and a target
     */
    static ExchangeRules of(String prefix, String input, String good, BinaryOperator<String> call) {
        String fine = call.apply(good, "data");
        String fineHost = call.apply("stage", "data").replace("sig)", "cells)");
        return new ExchangeRules(
                Rule.of(prefix + "-same-operand", "`" + input + "` and `target` must be different")
                        .explained(
                                "Peers write the target while this rank still reads its " + input + ".",
                                "kernel",
                                call.apply("data", "data"),
                                fine),
                Rule.of(prefix + "-two-dimensions", "`" + input + "` and `target` must have two dimensions")
                        .explained(
                                "Rows are what ranks exchange.",
                                "kernel",
                                call.apply("line", "data"),
                                fine),
                Rule.of(prefix + "-dtype", "`" + input + "` and `target` must have the same element type")
                        .explained(
                                "Rows are copied as bytes: nothing converts them on the way.",
                                "kernel",
                                call.apply(good, "half_data"),
                                fine),
                Rule.of(prefix + "-columns", "`" + input + "` and `target` must have rows of the same length")
                        .explained(
                                "Whole rows are copied.",
                                "kernel",
                                call.apply(good, "narrow"),
                                fine),
                Rule.of(prefix + "-signal-rows", "`signal` and `target` must be for the same number of ranks")
                        .explained(
                                "There is one cell, and one block of rows, for each rank.",
                                "kernel",
                                call.apply(good, "data").replace("sig)", "two_cells)"),
                                fine),
                Rule.of(prefix + "-host-dtype", "in a host orchestrator the data must be FP32")
                        .explained(
                                "That is what the builtin kernel moves.",
                                "host",
                                call.apply("half", "half_data").replace("sig)", "cells)"),
                                fineHost),
                Rule.of(prefix + "-host-window", "in a host orchestrator `" + input + "` must be a window view")
                        .explained(
                                "The host's tensors are not on the devices; windows are.",
                                "host",
                                call.apply("x", "data").replace("sig)", "cells)"),
                                fineHost));
    }

    List<Rule> all() {
        return List.of(same, matrix, dtype, columns, signalRows, hostDtype, hostWindow);
    }
}

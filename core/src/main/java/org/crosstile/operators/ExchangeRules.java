package org.crosstile.operators;

import java.util.List;
import org.crosstile.source.Rule;

/** The rules that the collectives with an input and a target share. */
record ExchangeRules(
        Rule same,
        Rule matrix,
        Rule dtype,
        Rule columns,
        Rule signalRows,
        Rule hostDtype,
        Rule hostWindow) {
    /** Writes an example of a call. */
    interface Form {
        String call(String input, String target, String signal);
    }

    /**
     * Operands that the fixtures have.
     *
     * @param good a good input in the kernel fixture
     * @param host a good input in the host fixture
     * @param hostHalf the same of FP16
     * @param hostPlain the same as a plain tensor
     * @param otherRanks a call in the kernel fixture that is for two numbers of ranks
     */
    record Examples(
            String good, String host, String hostHalf, String hostPlain, String otherRanks) {}

    /**
     * @param input name of the input operand
     */
    static ExchangeRules of(String prefix, String input, Examples examples, Form form) {
        String fine = form.call(examples.good(), "data", "sig");
        String fineHost = form.call(examples.host(), "data", "cells");
        return new ExchangeRules(
                Rule.of(prefix + "-same-operand", "`" + input + "` and `target` must be different")
                        .explained(
                                "Peers write the target while this rank still reads its "
                                        + input
                                        + ".",
                                "kernel",
                                form.call("data", "data", "sig"),
                                fine),
                Rule.of(
                                prefix + "-two-dimensions",
                                "`" + input + "` and `target` must have two dimensions")
                        .explained(
                                "Rows are what ranks exchange.",
                                "kernel",
                                form.call("line", "data", "sig"),
                                fine),
                Rule.of(
                                prefix + "-dtype",
                                "`" + input + "` and `target` must have the same element type")
                        .explained(
                                "Rows are copied as bytes: nothing converts them on the way.",
                                "kernel",
                                form.call(examples.good(), "half_data", "sig"),
                                fine),
                Rule.of(
                                prefix + "-columns",
                                "`" + input + "` and `target` must have rows of the same length")
                        .explained(
                                "Whole rows are copied.",
                                "kernel",
                                form.call(examples.good(), "narrow", "sig"),
                                fine),
                Rule.of(
                                prefix + "-signal-rows",
                                "`signal` and `target` must be for the same number of ranks")
                        .explained(
                                "There is one cell, and one block of rows, for each rank.",
                                "kernel",
                                examples.otherRanks(),
                                fine),
                Rule.of(prefix + "-host-dtype", "in a host orchestrator the data must be FP32")
                        .explained(
                                "That is what the builtin kernel moves.",
                                "host",
                                form.call(examples.hostHalf(), "half_data", "cells"),
                                fineHost),
                Rule.of(
                                prefix + "-host-window",
                                "in a host orchestrator `" + input + "` must be a window view")
                        .explained(
                                "The host's tensors are not on the devices; windows are.",
                                "host",
                                form.call(examples.hostPlain(), "data", "cells"),
                                fineHost));
    }

    List<Rule> all() {
        return List.of(same, matrix, dtype, columns, signalRows, hostDtype, hostWindow);
    }
}

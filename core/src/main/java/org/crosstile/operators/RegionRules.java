package org.crosstile.operators;

import java.util.List;
import org.crosstile.memory.Limits;
import org.crosstile.source.Rule;

/** The rules of one direction of region copies: put or get. */
record RegionRules(
        Rule dtype, Rule dimensions, Rule positive, Rule sameShape, Rule bounds, Rule peer) {
    private static final String FIXTURE = "kernel";

    /** Writes an example of a call between a window and a local tensor. */
    interface Form {
        /**
         * The text of a call.
         *
         * @param window the window operand
         * @param peer the rank at the other end
         * @param local the operand in this rank's memory
         * @param more further operands, from the comma on
         */
        String call(String window, String peer, String local, String more);
    }

    private interface Page {
        Rule rule(String id, String headline, String why, String bad, String good);
    }

    private static Page pages(String prefix) {
        return (id, headline, why, bad, good) ->
                Rule.of(prefix + id, headline).explained(why, FIXTURE, bad, good);
    }

    private static String region(String dstOffsets, String shape) {
        return ", dst_offsets=" + dstOffsets + ", src_offsets=[0, 0], shape=" + shape;
    }

    static RegionRules of(String prefix, Form form) {
        Page page = pages(prefix);
        String good = form.call("win", "peer", "x", "");
        return new RegionRules(
                page.rule(
                        "-dtype",
                        "dst and src must have the same element type",
                        "The transfer copies bytes: nothing converts them on the way.",
                        form.call("half", "peer", "x", ""),
                        good),
                page.rule(
                        "-dimensions",
                        "dst and src must have the same number of dimensions, at least one",
                        "Offsets and extents are given once per dimension, for both sides.",
                        form.call("flat", "peer", "x", ""),
                        form.call("flat", "peer", "line", "")),
                page.rule(
                        "-extent-positive",
                        "extents must be positive",
                        "A transfer without elements is a mistake in the extents.",
                        form.call("win", "peer", "x", region("[0, 0]", "[0, 64]")),
                        form.call("win", "peer", "x", region("[0, 0]", "[1, 64]"))),
                page.rule(
                        "-same-shape",
                        "without a region, dst and src must have the same shape",
                        "The whole of the one is copied to the whole of the other.",
                        form.call("win", "peer", "row", ""),
                        form.call("win", "peer", "row", region("[0, 0]", "[1, 64]"))),
                page.rule(
                        "-region-bounds",
                        "the region must lie inside dst and src",
                        "Elements past the end of a view belong to another window or to nobody.",
                        form.call("win", "peer", "x", region("[8, 0]", "[1, 64]")),
                        form.call("win", "peer", "x", region("[7, 0]", "[1, 64]"))),
                page.rule(
                        "-peer-negative",
                        "`peer` must not be negative",
                        "Ranks of a domain are numbered from 0.",
                        form.call("win", "-1", "x", ""),
                        form.call("win", "1", "x", "")));
    }

    List<Rule> all() {
        return List.of(
                dtype,
                dimensions,
                positive,
                sameShape,
                bounds,
                peer,
                SignalCells.PEER_HUGE,
                Extents.BYTES);
    }

    /** What a run asks of the two boxes, by the same rules. */
    Limits limits() {
        return new Limits(bounds.id(), bounds.headline(), positive.id());
    }

    /** The rules about the staging tiles that a program asks for. */
    record Chunks(Rule negative, Rule rows, Rule columns, Rule pipeline, Rule size, Rule elements) {
        static Chunks of(String prefix, Form form) {
            Page page = pages(prefix);
            return new Chunks(
                    page.rule(
                            "-chunk-negative",
                            "chunk sizes must not be negative",
                            "0 stages the whole extent at once; a positive number that many rows or columns.",
                            form.call("win", "peer", "x", ", chunk_rows=-1"),
                            form.call("win", "peer", "x", ", chunk_rows=4")),
                    page.rule(
                            "-chunk-rows-needed",
                            "a transfer with a leading extent that varies must say chunk_rows=",
                            "The staging tile gets its place in the UB at compile time.",
                            form.call("win", "peer", "x", region("[0, 0]", "[n, 64]")),
                            form.call(
                                    "win",
                                    "peer",
                                    "x",
                                    region("[0, 0]", "[n, 64]") + ", chunk_rows=4")),
                    page.rule(
                            "-chunk-cols-needed",
                            "a transfer with a last extent that varies must say chunk_cols=",
                            "The staging tile gets its place in the UB at compile time.",
                            form.call("win", "peer", "x", region("[0, 0]", "[1, n]")),
                            form.call(
                                    "win",
                                    "peer",
                                    "x",
                                    region("[0, 0]", "[1, n]") + ", chunk_cols=64")),
                    page.rule(
                            "-pipeline-chunks",
                            "pipeline=True must come with chunk_rows= and chunk_cols=",
                            "Two staging tiles only help where one chunk is loaded while another is stored.",
                            form.call("win", "peer", "x", ", pipeline=True"),
                            form.call(
                                    "win",
                                    "peer",
                                    "x",
                                    ", chunk_rows=4, chunk_cols=64, pipeline=True")),
                    page.rule(
                            "-stage-size",
                            "the staging tile must fit the UB of 192 KiB",
                            "All of a transfer is staged at once unless chunk_rows= and chunk_cols= say less.",
                            form.call("any_win", "peer", "any_x", region("[0, 0]", "[4096, 64]")),
                            form.call(
                                    "any_win",
                                    "peer",
                                    "any_x",
                                    region("[0, 0]", "[4096, 64]") + ", chunk_rows=64")),
                    Rule.of(
                            prefix + "-stage-dtype",
                            "the elements must be of a type that tiles have"));
        }

        List<Rule> all() {
            return List.of(negative, rows, columns, pipeline, size, elements);
        }
    }
}

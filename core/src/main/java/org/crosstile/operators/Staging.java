package org.crosstile.operators;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Ub;
import org.crosstile.model.Builder;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Slot;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** The staging tiles through which put and get move data, and the operands that ask for them. */
record Staging(Slot chunkRows, Slot chunkCols, Slot pipeline) {
    static Staging slots() {
        return new Staging(
                Slot.of("chunk_rows", new Kind.StaticInt(), "rows to stage at a time; 0 for all")
                        .orElse(0)
                        .keywordOnly(),
                Slot.of("chunk_cols", new Kind.StaticInt(), "columns to stage at a time; 0 for all")
                        .orElse(0)
                        .keywordOnly(),
                Slot.of("pipeline", new Kind.Flag(), "stage through two tiles in turn")
                        .orElse(false)
                        .keywordOnly());
    }

    /** Checks that the staging tiles have constant extents, and that each fits the UB. */
    void check(
            Expr.Call call,
            List<Expr> extents,
            DType dtype,
            RegionRules.Chunks rules,
            Problems problems) {
        for (Slot chunk : List.of(chunkRows, chunkCols)) {
            if (call.number(chunk) < 0) {
                Problem.error(
                                rules.negative(),
                                call.get(chunk).span(),
                                "this is " + call.number(chunk))
                        .hint("write a positive number, or 0 for the whole extent")
                        .to(problems);
            }
        }
        if (extents.isEmpty()) {
            return;
        }
        Expr rows = Exprs.product(extents.subList(0, extents.size() - 1));
        if (Exprs.constant(rows).isEmpty() && call.number(chunkRows) == 0) {
            Problem.error(
                            rules.rows(),
                            call.span(),
                            "the transfer has " + Describe.expr(rows) + " rows")
                    .hint("add chunk_rows=, the number of rows to stage at a time")
                    .to(problems);
        }
        if (Exprs.constant(extents.getLast()).isEmpty() && call.number(chunkCols) == 0) {
            String columns = Describe.expr(extents.getLast());
            Problem.error(rules.columns(), call.span(), "the transfer has " + columns + " columns")
                    .hint("add chunk_cols=, the number of columns to stage at a time")
                    .to(problems);
        }
        if (call.flag(pipeline) && (call.number(chunkRows) <= 0 || call.number(chunkCols) <= 0)) {
            Problem.error(rules.pipeline(), call.get(pipeline).span(), "without both chunk sizes")
                    .hint("add chunk_rows= and chunk_cols=, or leave pipeline= out")
                    .to(problems);
        }
        checkStage(call, extents, dtype, rules, problems);
    }

    private void checkStage(
            Expr.Call call,
            List<Expr> extents,
            DType dtype,
            RegionRules.Chunks rules,
            Problems problems) {
        if (!dtype.isStorable()) {
            Problem.error(rules.elements(), call.span(), "the elements are " + dtype)
                    .note("what is put or got slides through a tile of the vector core")
                    .hint("use BOOL, INT8, INT16, INT32, INT64, FP16, BF16 or FP32")
                    .to(problems);
            return;
        }
        long[] shape = shape(call, extents);
        if (shape[0] > 0 && shape[1] > 0 && shape[0] > Ub.BYTES / dtype.bytes() / shape[1]) {
            long fit = Ub.BYTES / dtype.bytes() / shape[1];
            String most =
                    fit > 0
                            ? "chunk_rows=" + fit
                            : "chunk_rows=1, chunk_cols=" + Ub.BYTES / dtype.bytes();
            Problem.error(
                            rules.size(),
                            call.span(),
                            "this one has the extents " + Arrays.toString(shape))
                    .note(
                            "at "
                                    + dtype.bytes()
                                    + " bytes per element that is more than the "
                                    + Ub.BYTES
                                    + " bytes of the UB")
                    .hint("stage less at a time: at most " + most)
                    .to(problems);
        }
    }

    private long[] shape(Expr.Call call, List<Expr> extents) {
        Expr rows = Exprs.product(extents.subList(0, extents.size() - 1));
        return new long[] {
            staged(rows, call.number(chunkRows)), staged(extents.getLast(), call.number(chunkCols))
        };
    }

    /**
     * Creates the stage of a transfer: a tile of all its rows and columns, or of a chunk where that
     * is smaller or the extent varies; two of them for a pipeline.
     *
     * @return one tile and {@code None}, or two tiles
     */
    List<Expr> create(Expr.Call call, List<Expr> extents, DType dtype, String name, Builder body) {
        long[] shape = shape(call, extents);
        List<Expr> stages = new ArrayList<>();
        if (call.flag(pipeline)) {
            stages.add(tile(body, name + "_ping", dtype, shape));
            stages.add(tile(body, name + "_pong", dtype, shape));
        } else {
            stages.add(tile(body, name, dtype, shape));
            stages.add(new Expr.None(body.span()));
        }
        return stages;
    }

    private static long staged(Expr extent, long chunk) {
        OptionalLong whole = Exprs.constant(extent);
        if (whole.isEmpty()) {
            return chunk;
        }
        // an extent that has become a constant on the way is refused by the transfer, not by its
        // stage
        long rows = Math.max(1, whole.getAsLong());
        return chunk > 0 ? Math.min(chunk, rows) : rows;
    }

    /** A tile in the UB whose contents do not matter yet. */
    static Expr tile(Builder body, String name, DType dtype, long... shape) {
        if (!dtype.isStorable()) {
            throw body.fail(
                    Problem.error(TileShape.DTYPE, body.span(), "the elements are " + dtype)
                            .note("what is moved slides through a tile")
                            .hint("use BOOL, INT8, INT16, INT32, INT64, FP16, BF16 or FP32")
                            .build());
        }
        return body.let(
                name,
                TileCreate.OP,
                Exprs.tuple(Exprs.indices(shape)),
                new Expr.Element(dtype, body.span()),
                new Expr.Code(MemorySpace.Vec, body.span()));
    }
}

package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Ub;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Slot;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** What every tile must be, whoever makes it. */
final class TileShape {
    static final Rule STATIC =
            Rule.of("tile-shape-static", "the extents of a tile must be positive constants")
                    .explained(
                            "Where tiles lie is decided when a program is compiled; `valid_shape` says how much of one is used.",
                            "kernel",
                            "t = pl.load(x, [0, 0], [n, 64])",
                            "t = pl.load(x, [0, 0], [8, 64], valid_shape=[n, 64])");

    static final Rule DTYPE =
            Rule.of("tile-dtype", "a tile must hold elements that the vector core computes with")
                    .explained(
                            "The vector core computes with BOOL, INT8, INT16, INT32, INT64, FP16, BF16 and FP32.",
                            "kernel",
                            "t = pl.tile.create([1, 64], dtype=pl.FP64)",
                            "t = pl.tile.create([1, 64], dtype=pl.FP32)");

    static final Rule TOO_LARGE =
            Rule.of("tile-too-large", "a tile must fit the UB of 192 KiB")
                    .explained(
                            "The UB is all the memory that a vector core has for its tiles.",
                            "kernel",
                            "t = pl.tile.full([64, 1024], dtype=pl.FP32, value=0)",
                            "t = pl.tile.full([32, 1024], dtype=pl.FP32, value=0)");

    static final Rule RECTANGLE =
            Rule.of(
                            "tile-valid-rectangle",
                            "the valid region of a tile must be one block of its leading rows")
                    .explained(
                            "A tile is stored as rows, so its valid elements are so many leading rows of so many leading columns.",
                            "kernel",
                            "t = pl.load(cube, [0, 0, 0], [2, 8, 64], valid_shape=[2, 5, 64])",
                            "t = pl.load(cube, [0, 0, 0], [2, 8, 64], valid_shape=[1, 5, 64])");

    /** The rules of all tiles. */
    static final List<Rule> RULES = List.of(STATIC, DTYPE, TOO_LARGE, RECTANGLE);

    /** No local memory of a core is larger than L1; those that are smaller are checked later. */
    private static final long LARGEST_MEMORY = 512 * 1024;

    private TileShape() {}

    /**
     * Checks the type of a new tile.
     *
     * @param slot the operand that gives the shape
     * @return whether it may exist
     */
    static boolean check(
            Expr.Call call, Slot slot, DType dtype, MemorySpace space, Problems problems) {
        List<Expr> shape = call.tuple(slot);
        if (!isStatic(call, slot, problems)) {
            return false;
        }
        if (!dtype.isStorable()) {
            Problem.error(DTYPE, call.span(), "the elements are " + dtype)
                    .hint("use BOOL, INT8, INT16, INT32, INT64, FP16, BF16 or FP32")
                    .to(problems);
            return false;
        }
        Type.Tile type = new Type.Tile(shape, dtype, List.of(), space, OptionalInt.empty());
        return fits(type, call.get(slot).span(), problems);
    }

    /** Reports extents that are not positive constants. */
    static boolean isStatic(Expr.Call call, Slot slot, Problems problems) {
        List<Expr> shape = call.tuple(slot);
        if (shape.isEmpty()) {
            Problem.error(STATIC, call.get(slot).span(), "there are no extents").to(problems);
            return false;
        }
        boolean fine = true;
        for (Expr extent : shape) {
            OptionalLong value = Exprs.constant(extent);
            if (value.isEmpty() || value.getAsLong() <= 0) {
                fine = false;
                Problem.error(STATIC, extent.span(), "this is " + Describe.expr(extent))
                        .headline(
                                "the extents of a tile made by "
                                        + call.op()
                                        + " must be positive constants")
                        .hint(
                                value.isPresent()
                                        ? ""
                                        : "load a tile of the largest extent and give `valid_shape`")
                        .to(problems);
            }
        }
        return fine;
    }

    /** Reports a tile that is larger than the UB; other memory spaces have budgets of their own. */
    static boolean fits(Type.Tile type, Span span, Problems problems) {
        OptionalLong bytes = Exprs.bytes(type.dtype().bytes(), type.shape());
        long most = type.space() == MemorySpace.Vec ? Ub.BYTES : LARGEST_MEMORY;
        if (bytes.isPresent() && bytes.getAsLong() <= most) {
            return true;
        }
        String needs = bytes.isPresent() ? bytes.getAsLong() + " bytes" : "2^63 bytes or more";
        Problem.error(TOO_LARGE, span, "this tile needs " + needs)
                .headline(
                        type.space() == MemorySpace.Vec
                                ? TOO_LARGE.headline()
                                : "a tile must fit the local memories of a core")
                .note(
                        Describe.shape(type.shape())
                                + " elements of "
                                + type.dtype()
                                + " at "
                                + type.dtype().bytes()
                                + " bytes")
                .hint(
                        "work on the data in chunks of at most "
                                + most / type.dtype().bytes()
                                + " elements")
                .to(problems);
        return false;
    }

    /**
     * Checks that a valid region covers the first rows of the flattened tile and nothing else: a
     * tile is stored as rows, so a box with gaps between its rows has no name.
     */
    static boolean checkRectangle(
            List<Expr> valid, List<Expr> shape, Span span, Problems problems) {
        int first = 0;
        while (first < valid.size() - 2 && Exprs.isConstant(valid.get(first), 1)) {
            first++;
        }
        for (int i = first + 1; i < valid.size() - 1; i++) {
            if (!Structure.same(valid.get(i), shape.get(i))) {
                Problem.error(RECTANGLE, span, "the valid region is " + Describe.shape(valid))
                        .note("the tile is " + Describe.shape(shape))
                        .hint(
                                "narrow only the first dimension that is longer than 1, and the last one")
                        .to(problems);
                return false;
            }
        }
        return true;
    }

    /**
     * The smaller of two extents, as simple as it can be said: what has been cut is not cut again.
     */
    static Expr least(Expr a, Expr b) {
        boolean already =
                Structure.same(a, b)
                        || (a instanceof Expr.Binary cut
                                && cut.op() == Expr.BinaryOp.MIN
                                && Structure.same(cut.right(), b));
        return already ? a : Exprs.min(a, b);
    }

    /**
     * What is left of {@code extents} behind {@code offsets}, never negative.
     *
     * @param wanted cut to this
     */
    static List<Expr> cut(List<Expr> wanted, List<Expr> extents, List<Expr> offsets) {
        List<Expr> cut = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            Expr rest = Exprs.sub(extents.get(i), offsets.get(i));
            cut.add(least(wanted.get(i), Exprs.max(Exprs.index(0), rest)));
        }
        return cut;
    }
}

package org.crosstile.engine;

import java.math.BigInteger;
import java.util.List;
import java.util.TreeSet;
import org.crosstile.source.SourceText;

/**
 * Lines with two numbers, {@code A} and {@code B}, which a test sets to edge values: as constants,
 * and as scalars that are only known when the lines run.
 *
 * @param lines of a kernel, or of a chip or host function
 * @param ends the extent that each number counts within: its edge values lie around it
 * @param sane values with which the lines run
 * @param constants when constants are accepted
 * @param scalars when scalars are accepted
 * @param late whether a constant that is not accepted may be found out only by the run
 * @param result what element {@code [r, c]} of {@code y} is on a rank after an accepted run
 */
record EdgeCase(
        String name,
        Place place,
        String lines,
        long[] ends,
        long[] sane,
        Accepts constants,
        Accepts scalars,
        boolean late,
        Result result) {
    static final int ROWS = 4;
    static final int COLUMNS = 16;

    enum Place {
        KERNEL,
        CHIP,
        HOST
    }

    interface Accepts {
        boolean test(long a, long b);
    }

    interface Result {
        long at(long a, long b, int rank, int r, int c);
    }

    /** The element of the input at {@code [r, c]}; 0 outside. */
    static long x(long r, long c) {
        return r >= 0 && r < ROWS && c >= 0 && c < COLUMNS ? r * COLUMNS + c + 1 : 0;
    }

    /** Whether {@code offset .. offset + extent} is inside {@code 0 .. limit}. */
    static boolean inside(long offset, long extent, long limit) {
        BigInteger end = BigInteger.valueOf(offset).add(BigInteger.valueOf(extent));
        return offset >= 0 && end.compareTo(BigInteger.valueOf(limit)) <= 0;
    }

    static boolean between(long least, long value, long most) {
        return value >= least && value <= most;
    }

    /** The program with two variables in the places, which hold the numbers. */
    SourceText text(long[] numbers) {
        String held = "p = %d\nq = %d\n".formatted(numbers[0], numbers[1]);
        return new EdgeCase(name, place, held + lines, ends, sane, constants, scalars, late, result)
                .text("p", "q");
    }

    /** The program with the two numbers in their places. */
    SourceText text(String a, String b) {
        String body = lines.replaceAll("\\bA\\b", a).replaceAll("\\bB\\b", b);
        return Programs.text(
                kernel(
                                place == Place.KERNEL
                                        ? body
                                        : "y = pl.store(pl.load(x, [0, 0], [4, 16]), [0, 0], y)")
                        + chip(place == Place.CHIP ? body : "kernel(x, y, w, s, a, b)")
                        + host(
                                place == Place.HOST
                                        ? body
                                        : "chip(x[r], y[r], w, s, a, b, device=r)"));
    }

    private static final String PARAMS =
            """
                x: pl.Tensor[[4, 16], pl.INT32],
                y: pl.Out[pl.Tensor[[4, 16], pl.INT32]],
                w: pl.InOut[pld.DistributedTensor[[4, 16], pl.INT32]],
                s: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                a: pl.Scalar[pl.INDEX],
                b: pl.Scalar[pl.INDEX],
            ):
            """;

    private static String kernel(String body) {
        return "@pl.jit.incore\ndef kernel(\n" + PARAMS + body.indent(4) + "\n\n";
    }

    private static String chip(String body) {
        return "@pl.jit\ndef chip(\n" + PARAMS + body.indent(4) + "\n\n";
    }

    private static String host(String body) {
        return """
        @pl.jit.host
        def host(
            x: pl.Tensor[[NR, 4, 16], pl.INT32],
            y: pl.Out[pl.Tensor[[NR, 4, 16], pl.INT32]],
            a: pl.Scalar[pl.INDEX],
            b: pl.Scalar[pl.INDEX],
        ):
            w_buf = pld.alloc_window_buffer([4, 16], dtype=pl.INT32)
            w = pld.window(w_buf, [4, 16], dtype=pl.INT32)
            s_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
            s = pld.window(s_buf, [pld.world_size(), 1], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
        """
                + body.indent(8);
    }

    /** A kernel whose two numbers are accepted as constants where they are accepted as scalars. */
    static EdgeCase kernel(String name, String lines, long[] ends, Accepts accepts, Result result) {
        return new EdgeCase(
                name,
                Place.KERNEL,
                lines,
                ends,
                new long[] {1, 1},
                accepts,
                accepts,
                false,
                result);
    }

    EdgeCase looseScalars(Accepts accepts) {
        return new EdgeCase(name, place, lines, ends, sane, constants, accepts, late, result);
    }

    EdgeCase constants(Accepts accepts) {
        return new EdgeCase(name, place, lines, ends, sane, accepts, scalars, late, result);
    }

    /** A constant is accepted by {@code check} although the run may refuse it. */
    EdgeCase foundOutLate() {
        return new EdgeCase(name, place, lines, ends, sane, constants, scalars, true, result);
    }

    EdgeCase sane(long... values) {
        return new EdgeCase(name, place, lines, ends, values, constants, scalars, late, result);
    }

    EdgeCase in(Place other) {
        return new EdgeCase(name, other, lines, ends, sane, constants, scalars, late, result);
    }

    /** The edge values of a number. */
    List<Long> edges(int number) {
        long end = ends[number];
        return new TreeSet<>(
                        List.of(
                                Long.MIN_VALUE,
                                -1L,
                                0L,
                                1L,
                                end,
                                end + 1,
                                (long) Integer.MAX_VALUE,
                                Integer.MAX_VALUE + 1L,
                                1L << 32,
                                Long.MAX_VALUE))
                .stream().toList();
    }

    @Override
    public String toString() {
        return name;
    }
}

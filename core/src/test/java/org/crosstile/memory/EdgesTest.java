package org.crosstile.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.crosstile.abi.DType;
import org.junit.jupiter.api.Test;

/** Offsets and extents at the ends of what 64 bits hold, against arithmetic without ends. */
class EdgesTest {
    private static final long SEED = Long.getLong("edges.seed", System.nanoTime());
    private static final int CASES = 4000;
    private static final int ROWS = 4;
    private static final int COLUMNS = 6;

    private static final Tile STAGE = Tile.allocate(DType.INT32, 2, 3);

    /** One access to a view; the tile has the view's extents. */
    private record Access(String name, boolean writes, Call call) {}

    private interface Call {
        void run(View view, Tile tile, long[] offsets, long[] extents);
    }

    private static final List<Access> ACCESSES =
            List.of(
                    new Access(
                            "load",
                            false,
                            (view, tile, at, box) ->
                                    Transfer.load(view, at, tile(ROWS, COLUMNS), box, tile)),
                    new Access(
                            "store",
                            true,
                            (view, tile, at, box) -> {
                                TileMath.setValid(tile, box[0], box[1], tile);
                                Transfer.store(tile, view, at);
                            }),
                    new Access(
                            "add",
                            true,
                            (view, tile, at, box) -> {
                                TileMath.setValid(tile, box[0], box[1], tile);
                                Transfer.storeAdd(tile, view, at);
                            }),
                    new Access(
                            "copy",
                            true,
                            (view, tile, at, box) ->
                                    Transfer.copy(other(), new long[2], view, at, box)),
                    new Access(
                            "copy from",
                            false,
                            (view, tile, at, box) ->
                                    Transfer.copy(view, at, other(), new long[2], box)),
                    new Access(
                            "slide",
                            true,
                            (view, tile, at, box) ->
                                    Slide.move(
                                            other(),
                                            new long[2],
                                            view,
                                            at,
                                            box,
                                            Transfer.COPIED,
                                            STAGE,
                                            STAGE,
                                            false)),
                    new Access(
                            "slide from",
                            false,
                            (view, tile, at, box) ->
                                    Slide.move(
                                            view,
                                            at,
                                            other(),
                                            new long[2],
                                            box,
                                            Transfer.COPIED,
                                            STAGE,
                                            STAGE,
                                            true)),
                    new Access(
                            "slice",
                            true,
                            (view, tile, at, box) -> {
                                View part = Transfer.slice(view, box, at);
                                Transfer.copy(
                                        other(), new long[2], part, new long[2], part.shape());
                            }));

    private static long[] tile(long... extents) {
        return extents;
    }

    private static View other() {
        View view = View.zeros(DType.INT32, ROWS, COLUMNS);
        view.segment().fill((byte) 1);
        return view;
    }

    private static long edge(SplittableRandom random, int extent) {
        long[] edges = {
            Long.MIN_VALUE,
            Long.MIN_VALUE + 1,
            -1,
            0,
            1,
            2,
            extent - 1,
            extent,
            extent + 1,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE + 1L,
            1L << 62,
            Long.MAX_VALUE - 1,
            Long.MAX_VALUE
        };
        return edges[random.nextInt(edges.length)];
    }

    private static boolean isInside(long offset, long extent, int limit) {
        BigInteger end = BigInteger.valueOf(offset).add(BigInteger.valueOf(extent));
        return offset >= 0
                && extent >= 0
                && (extent == 0 || end.compareTo(BigInteger.valueOf(limit)) <= 0);
    }

    @Test
    void an_access_is_inside_or_a_fault_and_touches_nothing_else() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < CASES; i++) {
            long[] at = {edge(random, ROWS), edge(random, COLUMNS)};
            long[] box = {edge(random, ROWS), edge(random, COLUMNS)};
            boolean inside = isInside(at[0], box[0], ROWS) && isInside(at[1], box[1], COLUMNS);
            for (Access access : ACCESSES) {
                String what =
                        "%s %s at %s, -Dedges.seed=%d"
                                .formatted(
                                        access.name(),
                                        Arrays.toString(box),
                                        Arrays.toString(at),
                                        SEED);
                View view = View.zeros(DType.INT32, ROWS, COLUMNS);
                Tile tile = Tile.allocate(DType.INT32, ROWS, COLUMNS);
                TileMath.full(0x01010101L, tile);
                Consumer<Access> run = a -> a.call().run(view, tile, at, box);
                if (!inside) {
                    assertThatThrownBy(() -> run.accept(access)).as(what).isInstanceOf(Fault.class);
                    assertThat(untouched(view.segment())).as(what).isTrue();
                    continue;
                }
                run.accept(access);
                for (int r = 0; r < ROWS; r++) {
                    for (int c = 0; c < COLUMNS; c++) {
                        boolean in =
                                access.writes()
                                        && r >= at[0]
                                        && r < at[0] + box[0]
                                        && c >= at[1]
                                        && c < at[1] + box[1];
                        assertThat(Elements.readInt(view, new long[] {r, c}))
                                .as(what)
                                .isEqualTo(in ? 0x01010101 : 0);
                    }
                }
            }
        }
    }

    private static boolean untouched(MemorySegment segment) {
        for (long i = 0; i < segment.byteSize(); i++) {
            if (segment.get(ValueLayout.JAVA_BYTE, i) != 0) {
                return false;
            }
        }
        return true;
    }

    @Test
    void slices_of_tiles() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < CASES; i++) {
            long[] at = {edge(random, ROWS), edge(random, COLUMNS)};
            Tile from = Numbers.random(DType.INT32, ROWS, COLUMNS, 3);
            Tile to = Tile.allocate(DType.INT32, 2, 3);
            if (isInside(at[0], 2, ROWS) && isInside(at[1], 3, COLUMNS)) {
                TileMath.slice(from, at, to);
                assertThat(to.get(1, 2)).isEqualTo(from.get((int) at[0] + 1, (int) at[1] + 2));
            } else {
                assertThatThrownBy(() -> TileMath.slice(from, at, to))
                        .as("at %s, -Dedges.seed=%d", Arrays.toString(at), SEED)
                        .isInstanceOf(Fault.class);
            }
        }
    }

    @Test
    void sizes_are_exact_or_none() {
        SplittableRandom random = new SplittableRandom(SEED);
        BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
        for (int i = 0; i < CASES; i++) {
            long[] shape = new long[random.nextInt(5)];
            BigInteger exact = BigInteger.ONE;
            boolean negative = false;
            for (int d = 0; d < shape.length; d++) {
                shape[d] = edge(random, 1 << 20);
                negative |= shape[d] < 0;
                exact = exact.multiply(BigInteger.valueOf(shape[d]));
            }
            boolean none = negative || exact.compareTo(most) > 0;
            String what = Arrays.toString(shape) + ", -Dedges.seed=" + SEED;
            assertThat(Sizes.product(shape).isEmpty()).as(what).isEqualTo(none);
            if (!none) {
                assertThat(Sizes.product(shape).getAsLong())
                        .as(what)
                        .isEqualTo(exact.longValueExact());
            }
        }
    }

    @Test
    void tensors_that_cannot_exist_are_faults() {
        List<long[]> shapes =
                List.of(tile(-1, 8), tile(1L << 62, 4), tile(1L << 40, 1L << 40), tile(-8, -8));
        for (long[] shape : shapes) {
            assertThatThrownBy(() -> View.zeros(DType.FP32, shape))
                    .isInstanceOfSatisfying(
                            Fault.class, f -> assertThat(f.rule()).isEqualTo(Sizes.TENSOR_EXTENTS));
            assertThatThrownBy(() -> TensorMath.full(shape, DType.FP32, 1f))
                    .isInstanceOfSatisfying(
                            Fault.class, f -> assertThat(f.rule()).isEqualTo(Sizes.TENSOR_EXTENTS));
            assertThatThrownBy(() -> View.zeros(DType.FP32, 8, 8).withShape(shape))
                    .isInstanceOf(Fault.class);
        }
    }
}

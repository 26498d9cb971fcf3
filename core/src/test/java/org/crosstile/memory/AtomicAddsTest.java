package org.crosstile.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.crosstile.abi.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Adders that run at once lose nothing, in any element and in its neighbours. */
@Timeout(60)
class AtomicAddsTest {
    private static final int THREADS = 4;

    private static void atOnce(Callable<?> body) throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<Future<?>> done = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                done.add(
                        pool.submit(() -> {
                            start.await();
                            return body.call();
                        }));
            }
            for (Future<?> f : done) {
                f.get(50, TimeUnit.SECONDS);
            }
        }
    }

    /** At most 4 x 25 additions of 1, which every type holds exactly. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"FP32", "FP16", "BF16", "INT8", "INT16", "INT32"})
    void elements(DType dtype) throws Exception {
        int additions = dtype == DType.BF16 ? 20 : 25;
        View sum = View.zeros(dtype, 3, 7);
        Tile one = Tile.allocate(dtype, 3, 7);
        if (dtype.isFloat()) {
            TileMath.full(1f, one);
        } else {
            TileMath.full(1L, one);
        }
        for (int round = 0; round < 20; round++) {
            sum.segment().fill((byte) 0);
            atOnce(() -> {
                for (int i = 0; i < additions; i++) {
                    Transfer.storeAdd(one, sum, new long[] {0, 0});
                }
                return null;
            });
            for (long r = 0; r < 3; r++) {
                for (long c = 0; c < 7; c++) {
                    double found =
                            dtype.isFloat()
                                    ? Elements.readFloat(sum, new long[] {r, c})
                                    : Elements.readLong(sum, new long[] {r, c});
                    assertThat(found).isEqualTo(THREADS * additions);
                }
            }
        }
    }

    /** Where the word of an element does not lie in the memory, or nobody may write words. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"FP32", "FP16", "BF16", "INT8", "INT16", "INT32"})
    void memory_of_a_user(DType dtype) throws Exception {
        int bytes = 3 * dtype.bytes();
        try (Arena arena = Arena.ofShared()) {
            for (int shift = 0; shift < 4; shift++) {
                adds(dtype, arena.allocate(bytes + 8, 8).asSlice(shift, bytes));
                adds(dtype, MemorySegment.ofArray(new byte[bytes + 8]).asSlice(shift, bytes));
            }
            adds(dtype, MemorySegment.ofArray(new long[bytes / 8 + 1]).asSlice(0, bytes));
        }
    }

    private static void adds(DType dtype, MemorySegment memory) throws Exception {
        View sum = View.packed(memory, 0, dtype, 1, 3);
        Tile one = Tile.allocate(dtype, 1, 3);
        if (dtype.isFloat()) {
            TileMath.full(1f, one);
        } else {
            TileMath.full(1L, one);
        }
        atOnce(() -> {
            for (int i = 0; i < 20; i++) {
                Transfer.storeAdd(one, sum, new long[] {0, 0});
            }
            return null;
        });
        for (long c = 0; c < 3; c++) {
            double found =
                    dtype.isFloat()
                            ? Elements.readFloat(sum, new long[] {0, c})
                            : Elements.readLong(sum, new long[] {0, c});
            assertThat(found).isEqualTo(THREADS * 20);
        }
    }

    @Test
    void cells() throws Exception {
        MemorySegment region = View.zeros(DType.INT32, 2, 1).segment();
        atOnce(() -> {
            for (int i = 0; i < 10_000; i++) {
                Cells.add(region, 4, 1);
            }
            return null;
        });
        assertThat(Cells.acquire(region, 4)).isEqualTo(THREADS * 10_000);
        assertThat(Cells.add(region, 4, -1)).isEqualTo(THREADS * 10_000 - 1);
        assertThat(Cells.read(region, 0)).isZero();
        Cells.set(region, 0, -1);
        assertThat(Cells.acquire(region, 0)).isEqualTo(-1);
    }
}

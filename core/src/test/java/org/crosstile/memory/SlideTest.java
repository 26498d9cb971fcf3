package org.crosstile.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Random;
import org.crosstile.abi.DType;
import org.junit.jupiter.api.Test;

/** What slides through stages arrives as if it had been copied at once. */
class SlideTest {
    private static final DType[] TYPES = {
        DType.FP32, DType.FP16, DType.BF16, DType.INT32, DType.INT8
    };

    private static View view(DType dtype, Random random, long[] shape) {
        long[] stride = View.packedStride(shape);
        if (random.nextBoolean()) {
            long gap = 1 + random.nextInt(2);
            for (int i = 0; i < stride.length; i++) {
                stride[i] *= gap;
            }
        }
        long bytes = (stride[0] * shape[0] + 8) * dtype.bytes();
        MemorySegment memory = Arena.ofAuto().allocate(bytes, 64);
        View all = View.packed(memory, 0, dtype, bytes / dtype.bytes());
        for (long i = 0; i < all.elements(); i++) {
            if (dtype.isFloat()) {
                Elements.write(all, new long[] {i}, (float) random.nextInt(50));
            } else {
                Elements.write(all, new long[] {i}, random.nextInt(50));
            }
        }
        return new View(memory, 0, dtype, shape, stride, Optional.empty());
    }

    private static View copyOf(View view) {
        MemorySegment memory = Arena.ofAuto().allocate(view.segment().byteSize(), 64);
        memory.copyFrom(view.segment());
        long[] stride = new long[view.rank()];
        for (int i = 0; i < stride.length; i++) {
            stride[i] = view.stride(i);
        }
        return new View(memory, 0, view.dtype(), view.shape(), stride, Optional.empty());
    }

    @Test
    void any_box_through_any_stage_is_a_copy() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            DType dtype = TYPES[random.nextInt(TYPES.length)];
            int rank = 1 + random.nextInt(3);
            long[] from = new long[rank];
            long[] to = new long[rank];
            long[] shape = new long[rank];
            long[] srcOffsets = new long[rank];
            long[] dstOffsets = new long[rank];
            for (int i = 0; i < rank; i++) {
                shape[i] = random.nextInt(7);
                srcOffsets[i] = random.nextInt(3);
                dstOffsets[i] = random.nextInt(3);
                from[i] = srcOffsets[i] + shape[i] + random.nextInt(2) + (shape[i] == 0 ? 1 : 0);
                to[i] = dstOffsets[i] + shape[i] + random.nextInt(2) + (shape[i] == 0 ? 1 : 0);
            }
            View src = view(dtype, random, from);
            View dst = view(dtype, random, to);
            View copied = copyOf(dst);
            int rows = 1 + random.nextInt(5);
            int columns = 1 + random.nextInt(9);
            Tile ping = Tile.allocate(dtype, rows, columns);
            Tile pong = random.nextBoolean() ? ping : Tile.allocate(dtype, rows, columns);
            boolean adds = random.nextBoolean();

            Slide.move(src, srcOffsets, dst, dstOffsets, shape, Transfer.COPIED, ping, pong, adds);

            if (adds) {
                Transfer.copyAdd(src, srcOffsets, copied, dstOffsets, shape);
            } else {
                Transfer.copy(src, srcOffsets, copied, dstOffsets, shape);
            }
            assertThat(dst.segment().mismatch(copied.segment())).as("seed %d", seed).isEqualTo(-1);
        }
    }

    @Test
    void nothing_moves_if_the_box_leaves_a_view() {
        View src = View.zeros(DType.FP32, 4, 4);
        View dst = View.zeros(DType.FP32, 4, 4);
        src.segment().fill((byte) 1);
        Tile stage = Tile.allocate(DType.FP32, 1, 4);

        assertThatThrownBy(() ->
                        Slide.move(
                                src,
                                new long[2],
                                dst,
                                new long[] {1, 0},
                                new long[] {4, 4},
                                Transfer.COPIED,
                                stage,
                                stage,
                                false))
                .isInstanceOf(Fault.class);
        assertThat(dst.segment().mismatch(View.zeros(DType.FP32, 4, 4).segment())).isEqualTo(-1);
    }
}

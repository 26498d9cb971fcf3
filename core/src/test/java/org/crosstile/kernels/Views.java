package org.crosstile.kernels;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;

/** Views on memory of their own. */
final class Views {
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Views() {}

    static View of(DType dtype, long... shape) {
        long n = 1;
        for (long extent : shape) {
            n *= extent;
        }
        return View.packed(
                MemorySegment.ofArray(new byte[(int) n * dtype.bytes()]), 0, dtype, shape);
    }

    static View strided(DType dtype, long[] shape, long[] stride) {
        MemorySegment memory = MemorySegment.ofArray(new byte[4096]);
        return new View(memory, 0, dtype, shape, stride, Optional.empty());
    }

    static float get(View view, long... index) {
        return view.segment().get(FLOAT, view.address(index));
    }

    static void set(View view, float value, long... index) {
        view.segment().set(FLOAT, view.address(index), value);
    }
}

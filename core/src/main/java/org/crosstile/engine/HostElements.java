package org.crosstile.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;

/** Elements of packed host tensors. */
final class HostElements {
    private HostElements() {}

    /** A copy with memory of its own. */
    static View copy(View packed) {
        return copy(packed, Arena.ofAuto());
    }

    /** A copy in memory that ends with an arena. */
    static View copy(View packed, Arena arena) {
        View copy = View.zeros(arena, packed.dtype(), packed.shape());
        copy(packed, copy);
        return copy;
    }

    /** Copies all elements of a tensor to another of the same type and shape. */
    static void copy(View packed, View to) {
        long bytes = packed.elements() * packed.dtype().bytes();
        MemorySegment.copy(packed.segment(), packed.offset(), to.segment(), to.offset(), bytes);
    }

    /**
     * Copies elements that follow each other in row-major order to another tensor of the same type,
     * whatever the strides of both.
     */
    static void copy(View from, long at, View to, long place, long n) {
        int size = from.dtype().bytes();
        if (from.isPacked() && to.isPacked()) {
            MemorySegment.copy(
                    from.segment(),
                    from.offset() + at * size,
                    to.segment(),
                    to.offset() + place * size,
                    n * size);
            return;
        }
        for (long i = 0; i < n; i++) {
            MemorySegment.copy(
                    from.segment(),
                    address(from, at + i),
                    to.segment(),
                    address(to, place + i),
                    size);
        }
    }

    private static long address(View view, long i) {
        long[] index = new long[view.rank()];
        long rest = i;
        for (int d = index.length - 1; d >= 0; d--) {
            index[d] = rest % view.dim(d);
            rest /= view.dim(d);
        }
        return view.address(index);
    }

    static double get(View view, long i) {
        MemorySegment s = view.segment();
        long at = view.offset() + i * view.dtype().bytes();
        return switch (view.dtype()) {
            case FP32 -> s.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
            case FP16 -> Float.float16ToFloat(s.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            case BF16 -> DType.bf16ToFloat(s.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            case FP64 -> s.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
            case INT8, BOOL -> s.get(ValueLayout.JAVA_BYTE, at);
            case UINT8 -> s.get(ValueLayout.JAVA_BYTE, at) & 0xff;
            case INT16 -> s.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case UINT16 -> s.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xffff;
            case INT32 -> s.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            case UINT32 -> s.get(ValueLayout.JAVA_INT_UNALIGNED, at) & 0xffffffffL;
            case INT64, UINT64, INDEX, TASK_ID -> s.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
    }

    /** Stores a value, rounded to the element type. */
    static void set(View view, long i, double value) {
        MemorySegment s = view.segment();
        DType dtype = view.dtype();
        long at = view.offset() + i * dtype.bytes();
        switch (dtype) {
            case FP32 -> s.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
            case FP16 ->
                    s.set(
                            ValueLayout.JAVA_SHORT_UNALIGNED,
                            at,
                            Float.floatToFloat16((float) value));
            case BF16 ->
                    s.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, DType.floatToBf16((float) value));
            case FP64 -> s.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
            case INT8, UINT8 -> s.set(ValueLayout.JAVA_BYTE, at, (byte) (long) value);
            case BOOL -> s.set(ValueLayout.JAVA_BYTE, at, (byte) (value != 0 ? 1 : 0));
            case INT16, UINT16 -> s.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) (long) value);
            case INT32, UINT32 -> s.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) (long) value);
            case INT64, UINT64, INDEX, TASK_ID ->
                    s.set(ValueLayout.JAVA_LONG_UNALIGNED, at, (long) value);
        }
    }

    /** Fills a tensor by a rule. */
    static void fill(View view, Input.Fill fill, long seed) {
        if (fill == Input.Fill.zeros) {
            view.segment()
                    .asSlice(view.offset(), view.elements() * view.dtype().bytes())
                    .fill((byte) 0);
            return;
        }
        SplittableRandom random = new SplittableRandom(seed);
        long n = view.elements();
        boolean real = view.dtype().isFloat();
        for (long i = 0; i < n; i++) {
            double value =
                    switch (fill) {
                        case zeros -> 0;
                        case ones -> 1;
                        case arange -> i;
                        case randn ->
                                real ? random.nextGaussian() : Math.rint(3 * random.nextGaussian());
                        case small -> real ? (random.nextInt(33) - 16) / 8.0 : random.nextInt(10);
                    };
            set(view, i, value);
        }
    }
}

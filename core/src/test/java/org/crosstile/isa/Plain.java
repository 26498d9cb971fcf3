package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.ToDoubleFunction;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;

/** Plain loops over elements to compare the instructions with. */
final class Plain {
    private Plain() {}

    /** A value for an element of a rank's tensor. */
    interface Value {
        double of(int rank, long i);
    }

    /** Element i of rank r is {@code i + 100 * r}, as the acceptance matrix has it. */
    static final Value RISING = (rank, i) -> i + 100 * rank;

    /** Values that sums of floats round, and that wrap in small integers. */
    static final Value UNEVEN =
            (rank, i) -> ((i * 37 + rank * 101L) % 211 - 105) * (1 + rank * 0.3) + 1.0 / (i + 3);

    static void fill(GlobalTensor[] tensors, Value value) {
        for (GlobalTensor tensor : tensors) {
            fill(tensor, i -> value.of(tensor.rank(), (long) i));
        }
    }

    static void fill(GlobalTensor tensor, ToDoubleFunction<Long> value) {
        long n = elements(tensor);
        for (long i = 0; i < n; i++) {
            set(tensor, i, value.applyAsDouble(i));
        }
    }

    static long elements(GlobalTensor tensor) {
        return tensor.type().rows() * tensor.type().cols();
    }

    private static long address(GlobalTensor tensor, long i) {
        if (tensor.view().isPacked()) {
            return tensor.view().offset() + i * tensor.dtype().bytes();
        }
        long[] index = new long[5];
        long rest = i;
        for (int d = 4; d >= 0; d--) {
            index[d] = rest % tensor.shape(d);
            rest /= tensor.shape(d);
        }
        return tensor.view().address(index);
    }

    /** An element by its place in row-major order, whatever the strides. */
    static double get(GlobalTensor tensor, long i) {
        MemorySegment s = tensor.view().segment();
        long at = address(tensor, i);
        return switch (tensor.dtype()) {
            case FP32 -> s.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
            case FP16 -> Float.float16ToFloat(s.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            case BF16 -> DType.bf16ToFloat(s.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            case INT8 -> s.get(ValueLayout.JAVA_BYTE, at);
            case INT16 -> s.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case INT32 -> s.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            default -> s.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
    }

    static void set(GlobalTensor tensor, long i, double value) {
        View view = tensor.view();
        MemorySegment s = view.segment();
        long at = address(tensor, i);
        switch (tensor.dtype()) {
            case FP32 -> s.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
            case FP16 ->
                    s.set(
                            ValueLayout.JAVA_SHORT_UNALIGNED,
                            at,
                            Float.floatToFloat16((float) value));
            case BF16 ->
                    s.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, DType.floatToBf16((float) value));
            case INT8 -> s.set(ValueLayout.JAVA_BYTE, at, (byte) (long) value);
            case INT16 -> s.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) (long) value);
            case INT32 -> s.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) (long) value);
            default -> s.set(ValueLayout.JAVA_LONG_UNALIGNED, at, (long) value);
        }
    }

    /** One step of a reduction, rounded to the element type. */
    static double step(ReduceOp op, DType dtype, double a, double b) {
        return switch (op) {
            case Max -> Math.max(a, b);
            case Min -> Math.min(a, b);
            case Sum ->
                    dtype.isFloat()
                            ? dtype.round((float) a + (float) b)
                            : dtype.wrap((long) (a + b));
        };
    }

    /** What TREDUCE must leave in element i: the root's first, then the others by rank. */
    static double reduced(ReduceOp op, GlobalTensor[] src, int root, long i) {
        double sum = get(src[root], i);
        for (int r = 0; r < src.length; r++) {
            if (r != root) {
                sum = step(op, src[root].dtype(), sum, get(src[r], i));
            }
        }
        return sum;
    }

    static void assertElements(GlobalTensor tensor, ToDoubleFunction<Long> expected) {
        long n = elements(tensor);
        for (long i = 0; i < n; i++) {
            double wanted = expected.applyAsDouble(i);
            double found = get(tensor, i);
            if (Double.doubleToRawLongBits(wanted) != Double.doubleToRawLongBits(found)) {
                assertThat(found).as("element %d of %s", i, tensor).isEqualTo(wanted);
            }
        }
    }
}

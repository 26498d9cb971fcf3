package org.crosstile.acceptance;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;

/** Writes elements of packed tensors that tests pass to programs. */
final class Inputs {
    private Inputs() {}

    /** Stores a value, rounded to the element type, by its position in row-major order. */
    static void set(View view, long index, double value) {
        MemorySegment memory = view.segment();
        DType dtype = view.dtype();
        long at = view.offset() + index * dtype.bytes();
        switch (dtype) {
            case FP32 -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
            case FP16 ->
                    memory.set(
                            ValueLayout.JAVA_SHORT_UNALIGNED,
                            at,
                            Float.floatToFloat16((float) value));
            case BF16 ->
                    memory.set(
                            ValueLayout.JAVA_SHORT_UNALIGNED, at, DType.floatToBf16((float) value));
            case INT8, BOOL -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
            case INT16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
            case INT32 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
            default -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, (long) value);
        }
    }
}

package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.crosstile.abi.DType;

/**
 * Atomic addition to one element: of FP32, BF16, FP16, INT32, INT16 or INT8. The unit is the
 * aligned 32-bit word that holds the element, so neighbours are never lost. All memory of ours is
 * native, aligned and rounded up so that the word lies in the segment. Memory of a user may be none
 * of this: there, one lock makes additions atomic, with respect to each other.
 */
final class AtomicAdds {
    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
    private static final Object LOCK = new Object();

    private AtomicAdds() {}

    /** Adds an element of a tile. */
    static void add(View dst, long to, Tile src, int at) {
        if (src.dtype().isFloat()) {
            addFloat(dst, to, src.real(at));
        } else {
            addInteger(dst, to, (int) src.integer(at));
        }
    }

    /** Adds an element of a view. */
    static void add(View src, long from, View dst, long to) {
        if (src.dtype().isFloat()) {
            addFloat(dst, to, Elements.real(src, from));
        } else {
            addInteger(dst, to, (int) Elements.integer(src, from));
        }
    }

    private static void addInteger(View dst, long to, int value) {
        if (!hasWord(dst, to)) {
            synchronized (LOCK) {
                Elements.put(dst, to, Elements.integer(dst, to) + value);
            }
            return;
        }
        if (dst.dtype() == DType.INT32) {
            int _ = (int) WORD.getAndAdd(dst.segment(), to, value);
            return;
        }
        int bits = 8 * dst.dtype().bytes();
        int mask = (1 << bits) - 1;
        MemorySegment segment = dst.segment();
        long word = word(segment, to);
        int shift = shift(to, word);
        while (true) {
            int old = (int) WORD.getVolatile(segment, word);
            int sum = ((old >>> shift) + value) & mask;
            int changed = (old & ~(mask << shift)) | (sum << shift);
            if (WORD.compareAndSet(segment, word, old, changed)) {
                return;
            }
        }
    }

    private static void addFloat(View dst, long to, float value) {
        if (!hasWord(dst, to)) {
            synchronized (LOCK) {
                Elements.put(dst, to, Elements.real(dst, to) + value);
            }
            return;
        }
        MemorySegment segment = dst.segment();
        if (dst.dtype() == DType.FP32) {
            while (true) {
                int old = (int) WORD.getVolatile(segment, to);
                int sum = Float.floatToRawIntBits(Float.intBitsToFloat(old) + value);
                if (WORD.compareAndSet(segment, to, old, sum)) {
                    return;
                }
            }
        }
        long word = word(segment, to);
        int shift = shift(to, word);
        while (true) {
            int old = (int) WORD.getVolatile(segment, word);
            int sum = add16((short) (old >>> shift), value, dst.dtype()) & 0xffff;
            int changed = (old & ~(0xffff << shift)) | (sum << shift);
            if (WORD.compareAndSet(segment, word, old, changed)) {
                return;
            }
        }
    }

    private static short add16(short old, float value, DType dtype) {
        return dtype == DType.FP16
                ? Float.floatToFloat16(Float.float16ToFloat(old) + value)
                : DType.floatToBf16(DType.bf16ToFloat(old) + value);
    }

    /** Whether an element lies in one aligned word of its memory. */
    private static boolean hasWord(View dst, long at) {
        MemorySegment segment = dst.segment();
        long word = word(segment, at);
        return segment.isNative()
                && word >= 0
                && word + Integer.BYTES <= segment.byteSize()
                && at + dst.dtype().bytes() <= word + Integer.BYTES;
    }

    /**
     * Byte offset of the aligned word that holds a byte; little-endian machines only, as are chips.
     */
    private static long word(MemorySegment segment, long at) {
        return at - ((segment.address() + at) & 3);
    }

    private static int shift(long at, long word) {
        return (int) (at - word) * 8;
    }
}

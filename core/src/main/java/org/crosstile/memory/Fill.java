package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import org.crosstile.abi.DType;

/** What memory holds before it is written. */
public enum Fill {
    /** Zeros. */
    zero,
    /** NaN in floats, the largest value in integers: what is computed from it stands out. */
    nan,
    /** The largest value of every type. */
    max;

    /** Fills a tile. */
    public void in(Tile tile) {
        if (tile.dtype().isFloat()) {
            TileMath.full(real(tile.dtype()), tile);
        } else {
            TileMath.full(integer(tile.dtype()), tile);
        }
    }

    /** Fills a packed tensor; gives it. */
    public View in(View packed) {
        in(
                packed.segment(),
                packed.offset(),
                packed.elements() * packed.dtype().bytes(),
                packed.dtype());
        return packed;
    }

    /** Fills memory with as many elements of a type as it has room for. */
    public void in(MemorySegment memory, long offset, long bytes, DType dtype) {
        if (this == zero) {
            memory.asSlice(offset, bytes).fill((byte) 0);
            return;
        }
        View all = View.packed(memory, offset, dtype, bytes / dtype.bytes());
        for (long at = offset; at <= offset + bytes - dtype.bytes(); at += dtype.bytes()) {
            if (dtype.isFloat()) {
                Elements.put(all, at, real(dtype));
            } else {
                Elements.put(all, at, integer(dtype));
            }
        }
    }

    private float real(DType dtype) {
        return switch (this) {
            case zero -> 0;
            case nan -> Float.NaN;
            case max ->
                    switch (dtype) {
                        case FP16 -> Float.float16ToFloat((short) 0x7bff);
                        case BF16 -> DType.bf16ToFloat((short) 0x7f7f);
                        default -> Float.MAX_VALUE;
                    };
        };
    }

    private long integer(DType dtype) {
        if (this == zero) {
            return 0;
        }
        return dtype == DType.BOOL ? 1 : Long.MAX_VALUE >>> (64 - 8 * dtype.bytes());
    }
}

package org.crosstile.memory;

import org.crosstile.abi.CastMode;
import org.crosstile.abi.DType;

/**
 * Conversions between element types.
 *
 * <ul>
 *   <li>Float to integer: rounded as the mode says ({@code none} and {@code rint} to nearest even,
 *       {@code round} halves away from zero, {@code odd} to the odd neighbour), then limited to the
 *       type's range; NaN becomes 0.
 *   <li>Float to a narrower float: nearest even, for {@code floor}, {@code ceil}, {@code trunc} and
 *       {@code odd} in that direction.
 *   <li>Integer to float: nearest even. Integer to integer: wrapped. To BOOL: whether it is not
 *       zero.
 * </ul>
 */
public final class Convert {
    private Convert() {}

    /** Converts the valid elements of a tile. */
    public static void tile(Tile a, CastMode mode, Tile out) {
        out.setValid(a.validRows(), a.validColumns());
        Holes.elementwise(a, a, out);
        if (a.validColumns() == a.columns()) {
            range(a, mode, out, 0, a.validRows() * a.columns());
            return;
        }
        for (int r = 0; r < a.validRows(); r++) {
            int from = r * a.columns();
            range(a, mode, out, from, from + a.validColumns());
        }
    }

    private static void range(Tile a, CastMode mode, Tile out, int from, int to) {
        boolean nearest = mode == CastMode.none || mode == CastMode.rint || mode == CastMode.round;
        boolean narrows = a.dtype().isFloat() && out.dtype().isFloat() && out.dtype() != DType.FP32;
        if (narrows && !nearest) {
            for (int i = from; i < to; i++) {
                out.setReal(i, narrow(a.real(i), mode, out.dtype()));
            }
        } else if (a.dtype() == DType.FP32 && out.dtype().isFloat()) {
            narrow(a.floats(), out, from, to);
        } else if (a.dtype().isFloat() && out.dtype() == DType.FP32) {
            widen(a, out.floats(), from, to);
        } else if (a.dtype() == DType.INT32 && out.dtype() == DType.FP32) {
            toFloat(a.ints(), out.floats(), from, to);
        } else {
            oneByOne(a, mode, out, from, to);
        }
    }

    private static void narrow(float[] a, Tile out, int from, int to) {
        if (out.dtype() == DType.BF16) {
            BrainLoops.narrow(a, from, out.shorts(), from, to - from);
            return;
        }
        short[] o = out.shorts();
        for (int i = from; i < to; i++) {
            o[i] = Float.floatToFloat16(a[i]);
        }
    }

    private static void widen(Tile a, float[] out, int from, int to) {
        if (a.dtype() == DType.BF16) {
            BrainLoops.widen(a.shorts(), from, out, from, to - from);
            return;
        }
        short[] s = a.shorts();
        for (int i = from; i < to; i++) {
            out[i] = Float.float16ToFloat(s[i]);
        }
    }

    private static void toFloat(int[] a, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i];
        }
    }

    private static void oneByOne(Tile a, CastMode mode, Tile out, int from, int to) {
        for (int i = from; i < to; i++) {
            if (a.dtype().isFloat() && out.dtype().isFloat()) {
                out.setReal(i, a.real(i));
            } else if (a.dtype().isFloat()) {
                out.setInteger(i, toInteger(a.real(i), mode, out.dtype()));
            } else if (out.dtype().isFloat()) {
                out.setReal(i, real(a.integer(i), out.dtype()));
            } else {
                out.setInteger(i, a.integer(i));
            }
        }
    }

    /** A float as an integer of a type, limited to its range. */
    public static long toInteger(float value, CastMode mode, DType to) {
        if (to == DType.BOOL) {
            return value != 0 ? 1 : 0;
        }
        long rounded = (long) rounded(value, mode);
        if (to.bytes() == 8) {
            return rounded;
        }
        long most = (1L << (8 * to.bytes() - 1)) - 1;
        return Math.clamp(rounded, -most - 1, most);
    }

    /** An integer as a float that rounds to the nearest value of a type, ties to even. */
    public static float real(long value, DType to) {
        float nearest = (float) value;
        int bits = Float.floatToRawIntBits(nearest);
        long held = (long) nearest;
        if (to == DType.FP32 || held == value || bits % 2 != 0) {
            return (float) to.round(nearest);
        }
        // Rounding twice is right if the first time rounds to odd: then no tie arises by it.
        boolean outwards = held > value == value > 0;
        return (float) to.round(Float.intBitsToFloat(outwards ? bits - 1 : bits + 1));
    }

    /** A float as an integer by the default mode: nearest, halves away from zero. */
    public static long round(float value) {
        return (long) rounded(value, CastMode.round);
    }

    private static double rounded(double value, CastMode mode) {
        return switch (mode) {
            case none, rint -> Math.rint(value);
            case round -> Math.copySign(Math.floor(Math.abs(value) + 0.5), value);
            case floor -> Math.floor(value);
            case ceil -> Math.ceil(value);
            case trunc -> value < 0 ? Math.ceil(value) : Math.floor(value);
            case odd -> {
                double down = Math.floor(value);
                boolean isOdd = down % 2 != 0;
                yield down == value || isOdd ? down : down + 1;
            }
        };
    }

    /** A float rounded to a narrower type in a direction; the result is held in a float. */
    private static float narrow(float value, CastMode mode, DType to) {
        float nearest = (float) to.round(value);
        if (nearest == value || Float.isNaN(value)) {
            return nearest;
        }
        float below = nearest < value ? nearest : step(nearest, to, false);
        float above = nearest > value ? nearest : step(nearest, to, true);
        return switch (mode) {
            case floor -> below;
            case ceil -> above;
            case trunc -> value < 0 ? above : below;
            default -> isOdd(below, to) ? below : above;
        };
    }

    /** The neighbour of a value of a narrow float type. */
    private static float step(float value, DType dtype, boolean up) {
        if (value == 0) {
            return wide(up ? 1 : 0x8001, dtype);
        }
        boolean away = up == value > 0;
        return wide(bits(value, dtype) + (away ? 1 : -1), dtype);
    }

    private static boolean isOdd(float value, DType dtype) {
        return bits(value, dtype) % 2 != 0;
    }

    private static int bits(float value, DType dtype) {
        short bits = dtype == DType.FP16 ? Float.floatToFloat16(value) : DType.floatToBf16(value);
        return bits & 0xffff;
    }

    private static float wide(int bits, DType dtype) {
        return dtype == DType.FP16
                ? Float.float16ToFloat((short) bits)
                : DType.bf16ToFloat((short) bits);
    }
}

package org.crosstile.abi;

/**
 * Element types of tensors, tiles, windows and scalars.
 *
 * <p>INDEX is a 64-bit integer that is distinct from INT64: it is what loop variables and integer
 * literals have. TASK_ID is opaque.
 */
public enum DType {
    BOOL(1, Kind.BOOL),
    INT8(1, Kind.INT),
    INT16(2, Kind.INT),
    INT32(4, Kind.INT),
    INT64(8, Kind.INT),
    UINT8(1, Kind.UINT),
    UINT16(2, Kind.UINT),
    UINT32(4, Kind.UINT),
    UINT64(8, Kind.UINT),
    INDEX(8, Kind.INT),
    FP16(2, Kind.FLOAT),
    BF16(2, Kind.FLOAT),
    FP32(4, Kind.FLOAT),
    FP64(8, Kind.FLOAT),
    TASK_ID(8, Kind.OPAQUE);

    /** What arithmetic an element type takes part in. */
    public enum Kind {
        BOOL,
        INT,
        UINT,
        FLOAT,
        OPAQUE
    }

    private final int bytes;
    private final Kind kind;

    DType(int bytes, Kind kind) {
        this.bytes = bytes;
        this.kind = kind;
    }

    /** Size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** The arithmetic this type takes part in. */
    public Kind kind() {
        return kind;
    }

    /** True for FP16, BF16, FP32 and FP64. */
    public boolean isFloat() {
        return kind == Kind.FLOAT;
    }

    /** True for signed and unsigned integers and INDEX; not for BOOL. */
    public boolean isInteger() {
        return kind == Kind.INT || kind == Kind.UINT;
    }

    /** True where the first version of the runtime can hold and compute elements of this type. */
    public boolean isStorable() {
        return switch (this) {
            case BOOL, INT8, INT16, INT32, INT64, INDEX, FP16, BF16, FP32 -> true;
            default -> false;
        };
    }

    /**
     * The value that an element of this type holds after {@code value} was stored in it: nearest
     * even for floats, wrap-around for integers.
     */
    public double round(double value) {
        return switch (this) {
            case FP16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
            case BF16 -> bf16ToFloat(floatToBf16((float) value));
            case FP32 -> (float) value;
            case INT8 -> (byte) (long) value;
            case INT16 -> (short) (long) value;
            case INT32 -> (int) (long) value;
            case BOOL -> value != 0 ? 1 : 0;
            default -> value;
        };
    }

    /** The integer that an element of this type holds after {@code value} was stored in it. */
    public long wrap(long value) {
        return switch (this) {
            case INT8 -> (byte) value;
            case INT16 -> (short) value;
            case INT32 -> (int) value;
            case UINT8 -> value & 0xff;
            case UINT16 -> value & 0xffff;
            case UINT32 -> value & 0xffffffffL;
            case BOOL -> value != 0 ? 1 : 0;
            default -> value;
        };
    }

    /** BF16 bits of a float, rounded to nearest even; NaN stays NaN. */
    public static short floatToBf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if ((bits & 0x7fffffff) > 0x7f800000) {
            return (short) ((bits >>> 16) | 0x40);
        }
        return (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
    }

    /** The float with the given BF16 bits. */
    public static float bf16ToFloat(short bits) {
        return Float.intBitsToFloat(bits << 16);
    }
}

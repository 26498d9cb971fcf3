package org.crosstile.isa;

import java.util.Optional;
import org.crosstile.abi.Chip;
import org.crosstile.abi.DType;

/** The generations of chips, as far as the instructions differ. */
public enum Arch {
    A2A3("A2/A3", "a3", 192 * 1024, false),
    A5("A5", "a5", 248 * 1024, true);

    private final String spelling;
    private final String target;
    private final int ubBytes;
    private final boolean ccu;

    Arch(String spelling, String target, int ubBytes, boolean ccu) {
        this.spelling = spelling;
        this.target = target;
        this.ubBytes = ubBytes;
        this.ccu = ccu;
    }

    /** As messages name it. */
    public String spelling() {
        return spelling;
    }

    /** As {@code pto.target_arch} names it, and the sections of the cost model. */
    public String target() {
        return target;
    }

    /** Size of the UB of a vector core. */
    public int ubBytes() {
        return ubBytes;
    }

    /** Whether the chip has a CCU. */
    public boolean hasCcu() {
        return ccu;
    }

    /** The generation of a target; A2 and A3 are one. */
    public static Optional<Arch> ofTarget(String target) {
        return switch (target) {
            case "a2", "a3", "a2a3" -> Optional.of(A2A3);
            case "a5" -> Optional.of(A5);
            default -> Optional.empty();
        };
    }

    /** The generation of a chip. */
    public static Arch of(Chip chip) {
        return chip == Chip.ASCEND_950 ? A5 : A2A3;
    }

    /** Whether the vector unit computes a reduction of elements of a type. */
    public boolean reduces(ReduceOp op, DType dtype) {
        return switch (dtype) {
            case FP32, FP16, INT32, INT16 -> true;
            case INT8 -> this == A5;
            case BF16 -> this == A5 && op == ReduceOp.Sum;
            default -> false;
        };
    }
}

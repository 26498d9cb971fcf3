package org.crosstile.isa;

import java.util.List;
import org.crosstile.memory.Fault;

/**
 * Puts tiles into a UB one behind the other, each rounded up to 1 KiB. Nothing is freed but all at
 * once.
 */
public final class UbAllocator {
    private static final int UNIT = 1024;

    private final Arch arch;
    private long next;

    public UbAllocator(Arch arch) {
        this.arch = arch;
    }

    /**
     * The address of the next tile.
     *
     * @throws Fault if it does not fit any more; the message says what is taken
     */
    public int place(String name, TileType type) {
        long address = next;
        List<Finding> found = OperandRules.place(name, type, address, arch);
        if (!found.isEmpty()) {
            throw found.getFirst().fault();
        }
        next = Math.ceilDiv(address + type.bytes(), (long) UNIT) * UNIT;
        return (int) address;
    }

    /** Frees all tiles. */
    public void reset() {
        next = 0;
    }
}

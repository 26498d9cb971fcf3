package org.crosstile.isa;

import org.crosstile.abi.Coded;

/** An enumeration of the instruction set: its codes are bytes, and constants are only appended. */
public interface OneByte extends Coded {
    /** The code as the binary interface has it. */
    default byte code() {
        return (byte) ordinal();
    }
}

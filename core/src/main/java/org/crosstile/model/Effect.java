package org.crosstile.model;

/** What an operator does to the memory behind an operand. Undeclared is not the same as none. */
public enum Effect {
    UNDECLARED,
    NONE,
    READ,
    WRITE,
    READ_WRITE;

    public boolean writes() {
        return this == WRITE || this == READ_WRITE;
    }

    public boolean reads() {
        return this == READ || this == READ_WRITE;
    }
}

package org.crosstile.memory;

/** Arithmetic on two elements. Integers wrap; floats follow IEEE 754 and round after each step. */
public enum Arith {
    ADD,
    SUB,
    MUL,
    /** Integers divide towards zero. */
    DIV,
    MAX,
    MIN
}

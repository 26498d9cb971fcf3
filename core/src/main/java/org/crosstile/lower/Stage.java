package org.crosstile.lower;

/**
 * What is true of a program between two passes. Each stage keeps what the stages before it gave; {@link
 * StageVerifier} checks it.
 */
public enum Stage {
    /** As read: variables are assigned several times, calls nest, loops are left early. */
    PARSED,
    /** No break, no continue, no unrolled loop; return is the last statement of a function or absent. */
    STRUCTURED,
    /** Calls stand alone: their operands are variables, constants, tuples and scalar arithmetic. */
    FLAT,
    /** Every variable is defined once, and every use lies below its definition. */
    SSA,
    /** Kernels compute on tiles; tensors in kernels are memory to load from and store to. */
    TILE_OPS,
    /** Kernels hold primitives only. */
    PRIMITIVES,
    /** Every tile has an address. */
    PLACED
}

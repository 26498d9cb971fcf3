package org.crosstile.lower;

/**
 * What is true of a program between two passes. Each stage keeps what the stages before it gave;
 * {@link StageVerifier} checks it.
 */
public enum Stage {
    /** As read: variables are assigned several times, calls nest, loops are left early. */
    PARSED,
    /**
     * No break, no continue, no unrolled loop; return is the last statement of a function or
     * absent.
     */
    STRUCTURED,
    /** Calls stand alone: their operands are variables, constants, tuples and scalar arithmetic. */
    FLAT,
    /** Every variable is defined once, and every use lies below its definition. */
    SSA,
    /** Kernels compute on tiles; tensors in kernels are memory to load from and store to. */
    TILE_OPS,
    /** Kernels hold primitives only. */
    PRIMITIVES,
    /** Tiles have at most two dimensions. */
    TILES_2D,
    /** Every operator finds its tiles in memories in which it takes them. */
    SPACES,
    /** No {@code pl.split_aiv} region is left: what it placed says so itself. */
    REGIONS,
    /** Every kernel runs on one kind of core; a group starts those that work together. */
    LANES,
    /** Every tile has an address. */
    PLACED,
    /** Orchestrations of chips hold no collectives: those are kernels of their own. */
    TASKS,
    /** Every call says what it does to each argument. */
    DIRECTED,
    /**
     * Only the host asks for communication contexts; functions of devices get them as parameters.
     */
    CONTEXTS,
    /**
     * In kernels, what keeps memory in order stands behind every write to a window and every wait.
     */
    FENCED,
    /** Extents that only a valid region names are parameters. */
    BOUND
}

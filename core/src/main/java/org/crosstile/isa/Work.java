package org.crosstile.isa;

/**
 * What touches memory.
 *
 * @param name of the instruction of a pipe: {@code TLOAD}
 * @param site where the author issued it
 */
record Work(String name, Object site) {
    static final Work NONE = new Work("", "");
}

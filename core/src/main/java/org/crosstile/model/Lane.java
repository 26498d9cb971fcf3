package org.crosstile.model;

/** Which core of a core group an operator occupies; SHARED work appears on both lanes. */
public enum Lane {
    CUBE,
    VECTOR,
    SHARED,
    MIXED,
    /** Derived from the memory spaces of operands and result. */
    DERIVED
}

package org.crosstile.isa;

/** Whether TPUT replaces the elements or adds to them. */
public enum AtomicType implements OneByte {
    AtomicNone,
    AtomicAdd
}

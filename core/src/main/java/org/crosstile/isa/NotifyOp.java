package org.crosstile.isa;

/** How TNOTIFY changes the signal cell. */
public enum NotifyOp implements OneByte {
    AtomicAdd,
    Set
}

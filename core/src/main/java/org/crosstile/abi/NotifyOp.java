package org.crosstile.abi;

/** How a notify changes the peer's signal cell. */
public enum NotifyOp implements Coded {
    AtomicAdd,
    Set
}

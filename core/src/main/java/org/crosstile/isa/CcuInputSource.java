package org.crosstile.isa;

/** Where the CCU finds a rank's input when its gate is rung. */
public enum CcuInputSource implements OneByte {
    /** In the registered buffer, which the host has filled. */
    HostManaged,
    /** In the accumulator tile: the trigger stores it to the registered buffer first. */
    AivStored
}

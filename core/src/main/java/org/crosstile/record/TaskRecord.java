package org.crosstile.record;

/**
 * A launch of a chip function on a device.
 *
 * @param function name of the function
 * @param site the call site in the host orchestrator; -1 if no call launched it
 */
public record TaskRecord(String function, int site) {}

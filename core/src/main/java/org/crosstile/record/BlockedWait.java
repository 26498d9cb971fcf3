package org.crosstile.record;

import org.crosstile.abi.WaitCmp;

/**
 * A wait that its rank cannot get past.
 *
 * @param value what the cell holds
 * @param site the call site that waits
 */
public record BlockedWait(SignalCell cell, int value, int expected, WaitCmp cmp, int site) {
    /** As messages say it: {@code >= 3}. */
    public String condition() {
        return (cmp == WaitCmp.Eq ? "== " : ">= ") + expected;
    }
}

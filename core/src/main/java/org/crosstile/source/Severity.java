package org.crosstile.source;

/** How bad a problem is. Only errors stop a stage. */
public enum Severity {
    ERROR,
    WARNING;

    /** As printed. */
    public String word() {
        return this == ERROR ? "error" : "warning";
    }
}

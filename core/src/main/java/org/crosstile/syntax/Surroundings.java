package org.crosstile.syntax;

import java.util.HashMap;
import java.util.Map;
import org.crosstile.source.Span;

/** Where in a program a body stands, as far as single calls depend on it. */
final class Surroundings {
    private final Map<String, Span> allocations;
    private final boolean host;
    private int deviceScopes;

    /** A body whose program has made some allocations already. */
    Surroundings(Map<String, Span> allocations, boolean host) {
        this.allocations = allocations;
        this.host = host;
    }

    /** For expressions that stand in no body. */
    static Surroundings none() {
        return new Surroundings(new HashMap<>(), false);
    }

    void enterDeviceScope() {
        deviceScopes++;
    }

    void leaveDeviceScope() {
        deviceScopes--;
    }

    /** Whether the text at hand is run by the host itself. */
    boolean isHost() {
        return host && deviceScopes == 0;
    }

    /** The allocations of the program so far, by name. */
    Map<String, Span> allocations() {
        return allocations;
    }
}

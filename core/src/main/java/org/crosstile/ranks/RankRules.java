package org.crosstile.ranks;

import java.util.List;
import org.crosstile.memory.Fault;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/** What a run is held to by the ranks themselves. */
public final class RankRules {
    public static final Rule ALLOC_BYTES = rule("alloc-bytes", "a window must have at least one byte");
    public static final Rule ALLOC_TWICE = rule("alloc-twice", "a window is allocated once, with one size");
    public static final Rule ALLOC_DATA =
            rule("alloc-data-dependent", "window sizes must not depend on what devices compute");
    public static final Rule WINDOW_SIZE =
            rule("window-exceeds-allocation", "a view must fit the window that it views");
    public static final Rule TENSOR_SIZE = rule("tensor-extents", "a tensor's extents must not be negative or huge");
    public static final Rule DEVICE = rule("dispatch-device-range", "`device` must be one of the run's devices");
    public static final Rule PEER = rule("peer-range", "`peer` must be a rank of the window's domain");
    public static final Rule WINDOW = rule("peer-window", "only windows exist on other ranks");
    public static final Rule SIGNAL_DTYPE = rule("signal-dtype", "signal cells are INT32");
    public static final Rule SIGNAL_RANK =
            rule("signal-offsets-rank", "offsets must name one cell of the signal window");
    public static final Rule SIGNAL_BOUNDS =
            rule("signal-offsets-bounds", "offsets must lie inside the signal window");

    private RankRules() {}

    private static Rule rule(String id, String headline) {
        return Rule.of(id, Verdict.PEER_LOST, headline);
    }

    /** All of them. */
    public static List<Rule> all() {
        return List.of(
                ALLOC_BYTES, ALLOC_TWICE, ALLOC_DATA, WINDOW_SIZE, TENSOR_SIZE, DEVICE, PEER, WINDOW,
                SIGNAL_DTYPE, SIGNAL_RANK, SIGNAL_BOUNDS);
    }

    /** The fault of breaking a rule. */
    public static Fault broken(Rule rule, String found, String hint) {
        return new Fault(rule.id(), rule.headline(), found, hint);
    }
}

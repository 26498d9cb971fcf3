package org.crosstile.diagnose;

import java.util.List;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/** What a run is held to by the order of its accesses and signals. */
public final class TraceRules {
    public static final Rule RACE =
            Rule.of(
                            "race",
                            Verdict.RACE,
                            "accesses to the same bytes of a window must have a guaranteed order")
                    .explained(
                            "Two accesses are ordered if one rank does both, or if a wait between them could not have"
                                    + " become true without a notify sent after the first. A wait that earlier credit"
                                    + " satisfies orders nothing. No luck is needed to find this: it does not matter"
                                    + " in which order things really happened.",
                            "run-kernel",
                            "tile = pl.load(x, [0, 0], [8, 64])\n"
                                    + "pld.tile.remote_store(tile, data, peer=next, offsets=[0, 0])\n"
                                    + "mine = pl.load(data, [0, 0], [8, 64])",
                            "tile = pl.load(x, [0, 0], [8, 64])\n"
                                    + "pld.tile.remote_store(tile, data, peer=next, offsets=[0, 0])\n"
                                    + "pld.system.notify(sig, peer=next, offsets=[0, 0], value=1,"
                                    + " op=pld.NotifyOp.AtomicAdd)\n"
                                    + "pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)\n"
                                    + "mine = pl.load(data, [0, 0], [8, 64])");

    public static final Rule WIPED =
            Rule.of(
                    "signal-wiped",
                    Verdict.RACE,
                    "a Set must have a guaranteed order with other deposits to its cell");

    public static final Rule UNINIT =
            Rule.of(
                    "window-uninit",
                    Verdict.UNINIT,
                    "bytes of a window must be written before they are read");

    public static final Rule LEAK =
            Rule.of(
                    "signal-leak",
                    Verdict.LEAK,
                    "every signal must be waited for, and credit that is taken must have been given");

    private TraceRules() {}

    /** All of them. */
    public static List<Rule> rules() {
        return List.of(RACE, WIPED, UNINIT, LEAK);
    }
}

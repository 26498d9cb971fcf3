package org.crosstile.diagnose;

import java.util.List;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/** What a run is held to by the order of its accesses and signals. */
public final class TraceRules {
    private static final String FIXTURE = "run-simulated";
    private static final String TAKE = "y = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)";

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
                            FIXTURE,
                            "pld.tile.remote_store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), data, peer=next,"
                                    + " offsets=[0, 0])\n"
                                    + TAKE,
                            "pld.tile.remote_store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), data, peer=next,"
                                    + " offsets=[0, 0])\n"
                                    + "pld.system.notify(sig, peer=next, offsets=[0, 0], value=1,"
                                    + " op=pld.NotifyOp.AtomicAdd)\n"
                                    + "pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)\n"
                                    + TAKE);

    public static final Rule WIPED =
            Rule.of(
                            "signal-wiped",
                            Verdict.RACE,
                            "a Set must have a guaranteed order with other deposits to its cell")
                    .explained(
                            "A Set replaces what a cell holds: whatever arrived shortly before is lost. Two ranks that"
                                    + " share a cell may only add to it, or take turns.",
                            FIXTURE,
                            "pld.system.notify(sig, peer=0, offsets=[0, 0], value=pl.cast(next, pl.INT32) + 1,"
                                    + " op=pld.NotifyOp.Set)\n"
                                    + "if next == 1:\n"
                                    + "    pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)",
                            "pld.system.notify(sig, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)\n"
                                    + "if next == 1:\n"
                                    + "    pld.system.wait(sig, offsets=[0, 0], expected=2, cmp=pld.WaitCmp.Ge)");

    private static final String SEND =
            "pld.system.notify(sig, peer=next, offsets=[0, 0], value=1,"
                    + " op=pld.NotifyOp.AtomicAdd)\n";
    private static final String AWAIT =
            "pld.system.wait(sig, offsets=[0, 0], expected=%d, cmp=pld.WaitCmp.%s)\n";

    public static final Rule OVERTAKEN =
            Rule.of(
                            "signal-overtaken",
                            Verdict.RACE,
                            "no deposit may carry a cell past the value that a wait for equality needs")
                    .explained(
                            "A wait for equality looks at the cell from time to time. What arrives meanwhile can"
                                    + " carry it past the value that it waits for, and then it never ends. Every"
                                    + " deposit must come before the wait or after it by guarantee; a wait for at"
                                    + " least so much does not care.",
                            FIXTURE,
                            SEND
                                    + AWAIT.formatted(1, "Eq")
                                    + SEND
                                    + AWAIT.formatted(2, "Ge").strip(),
                            SEND + SEND + AWAIT.formatted(2, "Eq").strip());

    public static final Rule READ =
            Rule.of(
                            "signal-read",
                            Verdict.RACE,
                            "what is read from a signal cell must be in a guaranteed order with its notifies")
                    .explained(
                            "A plain read does not wait: whether it sees a notify depends on who comes first, and so does"
                                    + " every branch on it. A wait in between makes it certain. A program that means to"
                                    + " poll says so: --allow signal-read makes a warning of it. Even then a read orders"
                                    + " nothing: data that was written before the notify may not be there yet.",
                            FIXTURE,
                            SEND
                                    + "if pl.read(sig, [0, 0]) == 1:\n"
                                    + "    pl.write(y, [0, 0], pl.const(1.0, pl.FP32))\n"
                                    + AWAIT.formatted(1, "Ge").strip(),
                            SEND
                                    + AWAIT.formatted(1, "Ge")
                                    + "if pl.read(sig, [0, 0]) == 1:\n"
                                    + "    pl.write(y, [0, 0], pl.const(1.0, pl.FP32))")
                    .allowable();

    public static final Rule UNINIT =
            Rule.of(
                            "window-uninit",
                            Verdict.UNINIT,
                            "bytes of a window must be written before something comes of them")
                    .explained(
                            "Windows begin zero-filled here. On a chip they hold whatever was there before: a program"
                                    + " that reads what nobody sent works by luck.",
                            FIXTURE,
                            TAKE,
                            "data = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), [0, 0], data)\n"
                                    + TAKE);

    public static final Rule UNINIT_TENSOR =
            Rule.of(
                            "tensor-uninit",
                            Verdict.UNINIT,
                            "elements of a tensor must be written before they are read or added to")
                    .explained(
                            "An output, and what pl.create_tensor makes, holds nothing until it is written: here it"
                                    + " begins as zeros, on a chip it holds whatever was there before. Elements that"
                                    + " are read and of which nothing comes are no use of them.",
                            FIXTURE,
                            "y = pl.store(pl.load(y, [0, 0], [1, 8]), [0, 0], y)",
                            "y = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), [0, 0], y)\n"
                                    + "y = pl.store(pl.load(y, [0, 0], [1, 8]), [0, 0], y)");

    public static final Rule UNINIT_TILE =
            Rule.of(
                            "tile-uninit",
                            Verdict.UNINIT,
                            "elements of a tile must be written before they are stored or sent")
                    .explained(
                            "pl.create_tile reserves memory and does not fill it. What is computed from such elements"
                                    + " is as undefined as they are; what is outside of the valid part of a tile is"
                                    + " never stored, and no use of it.",
                            FIXTURE,
                            "t = pl.create_tile([1, 8], dtype=pl.FP32)\n"
                                    + "y = pl.store(pl.add(t, 1.0), [0, 0], y)",
                            "t = pl.tile.full([1, 8], dtype=pl.FP32, value=0.0)\n"
                                    + "y = pl.store(pl.add(t, 1.0), [0, 0], y)");

    public static final Rule LEAK =
            Rule.of(
                            "signal-leak",
                            Verdict.LEAK,
                            "every signal must be waited for, and credit that is taken must have been given")
                    .explained(
                            "Credit that is left in a cell satisfies the next wait for it too early: in the next launch,"
                                    + " or in the next run over kept windows.",
                            FIXTURE,
                            "pld.system.notify(sig, peer=next, offsets=[0, 0], value=1,"
                                    + " op=pld.NotifyOp.AtomicAdd)",
                            "pld.system.notify(sig, peer=next, offsets=[0, 0], value=1,"
                                    + " op=pld.NotifyOp.AtomicAdd)\n"
                                    + "pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)");

    private TraceRules() {}

    /** All of them. */
    public static List<Rule> rules() {
        return List.of(RACE, WIPED, OVERTAKEN, READ, UNINIT, UNINIT_TENSOR, UNINIT_TILE, LEAK);
    }
}

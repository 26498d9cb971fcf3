package org.crosstile.ranks;

import java.util.List;
import org.crosstile.memory.CollectiveCall;
import org.crosstile.memory.Domain;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Sizes;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/** What a run is held to by the ranks themselves. */
public final class RankRules {
    public static final Rule ALLOC_BYTES =
            rule("alloc-bytes", "a window must have at least one byte");
    public static final Rule ALLOC_TOTAL =
            rule("alloc-total", "the windows of a rank must have fewer than 2^56 bytes")
                    .explained(
                            "No machine has more. The number of ranks may decide how large a window is.",
                            "run-host",
                            "size = pld.world_size() * 36028797018963968\n"
                                    + "buf = pld.alloc_window_buffer(size)\n"
                                    + "w = pld.window(buf, [64, 1], dtype=pl.INT32)",
                            "size = pld.world_size() * 256\n"
                                    + "buf = pld.alloc_window_buffer(size)\n"
                                    + "w = pld.window(buf, [64, 1], dtype=pl.INT32)");
    public static final Rule ALLOC_TWICE =
            rule("alloc-twice", "a window is allocated once, with one size");
    public static final Rule ALLOC_DATA =
            rule("alloc-data-dependent", "window sizes must not depend on what devices compute");
    public static final Rule MEMORY =
            rule("window-memory", "all windows must fit the memory of this machine");
    public static final Rule WINDOW_SIZE =
            rule("window-exceeds-allocation", "a view must fit the window that it views")
                    .explained(
                            "What lies behind a window belongs to another one. The number of ranks may decide"
                                    + " whether a view fits.",
                            "run-host",
                            "buf = pld.alloc_window_buffer(pld.world_size() * pl.INT32.get_byte())\n"
                                    + "w = pld.window(buf, [64, 1], dtype=pl.INT32)",
                            "buf = pld.alloc_window_buffer([64, 1], dtype=pl.INT32)\n"
                                    + "w = pld.window(buf, [64, 1], dtype=pl.INT32)");
    public static final Rule TENSOR_SIZE =
            rule(Sizes.TENSOR_EXTENTS, "a tensor's extents must not be negative or huge");
    public static final Rule DEVICE =
            rule("dispatch-device-range", "`device` must be one of the run's devices");
    public static final Rule PEER =
            rule("peer-range", "`peer` must be a rank of the window's domain")
                    .explained(
                            "Ranks count from 0 in the domain of the window, which is the list of devices that it is"
                                    + " passed to. The last rank's right neighbour is rank 0.",
                            "run-kernel",
                            "me = pld.rank(pld.get_comm_ctx(sig))\n"
                                    + "pld.system.notify(sig, peer=me + 1, offsets=[0, 0], value=1,"
                                    + " op=pld.NotifyOp.Set)",
                            "ctx = pld.get_comm_ctx(sig)\n"
                                    + "right = (pld.rank(ctx) + 1) % pld.nranks(ctx)\n"
                                    + "pld.system.notify(sig, peer=right, offsets=[0, 0], value=1,"
                                    + " op=pld.NotifyOp.Set)");
    public static final Rule WINDOW = rule("peer-window", "only windows exist on other ranks");
    public static final Rule SIGNAL_DTYPE = rule("signal-dtype", "signal cells are INT32");
    public static final Rule SIGNAL_RANK =
            rule("signal-offsets-rank", "offsets must name one cell of the signal window");
    public static final Rule SIGNAL_BOUNDS =
            rule("signal-offsets-bounds", "offsets must lie inside the signal window");

    public static final Rule MEMBER =
            rule("collective-member", "only the members of a group may take part in it");
    public static final Rule ROOT =
            rule("collective-root", "`root` must be a rank of the group")
                    .explained(
                            "Ranks count from 0 within the group that the windows exist on, whatever the numbers of"
                                    + " its devices are.",
                            "run-kernel",
                            "pld.tensor.broadcast(data, sig, root=5)",
                            "pld.tensor.broadcast(data, sig, root=1)");
    public static final Rule CELLS =
            rule("collective-cells", "the signal must have a cell for every rank of the group");

    public static final Rule SUB_WORKER =
            rule(
                    "sub-worker-python",
                    "a sub-worker is Python, which is not executed: a function in Java stands for it");
    public static final Rule SUB_WORKER_FAILED =
            rule("sub-worker-failed", "what is bound to a sub-worker must return normally");

    public static final Rule RECORD =
            rule("record-file", "the record of a run must be written to a file that can hold it");

    private RankRules() {}

    /**
     * Throws a fault if a context is passed to a device that has no part in it.
     *
     * @param domain the domain of the context's window
     */
    static void checkMember(int device, Domain domain) {
        if (domain.rankOf(device) < 0) {
            throw broken(
                    MEMBER,
                    "device "
                            + device
                            + " gets a context of the group of devices "
                            + domain.devices(),
                    "pass it the context of a window that exists there");
        }
    }

    /** The fault of a call in a group that a device does not belong to. */
    static Fault notMember(int device, CollectiveCall call) {
        return broken(
                MEMBER,
                "device " + device + " calls " + call.operator() + " in the " + group(call),
                "dispatch the group's windows to its members only");
    }

    /** Throws a fault if nobody may make a call in its group. */
    static void checkCall(CollectiveCall call) {
        int ranks = call.group().size();
        if (call.root() >= ranks) {
            int inGroup = call.group().rankOf(call.root());
            throw broken(
                    ROOT,
                    call.operator()
                            + " has root "
                            + call.root()
                            + ", and the "
                            + group(call)
                            + " has "
                            + ranks
                            + (ranks == 1 ? " rank" : " ranks"),
                    "ranks count from 0 to "
                            + (ranks - 1)
                            + " in their group"
                            + (inGroup < 0
                                    ? ""
                                    : ": device " + call.root() + " is rank " + inGroup));
        }
        if (!call.hasRounds() && call.cells() < ranks) {
            throw broken(
                    CELLS,
                    call.signal()
                            + " has "
                            + call.cells()
                            + (call.cells() == 1 ? " cell" : " cells")
                            + ", and the "
                            + group(call)
                            + " has "
                            + ranks
                            + " ranks",
                    "view it with " + ranks + " rows, or dispatch the windows to fewer devices");
        }
    }

    private static String group(CollectiveCall call) {
        return "group of devices " + call.group().devices();
    }

    private static Rule rule(String id, String headline) {
        return Rule.of(id, Verdict.FAULT, headline);
    }

    /** All of them. */
    public static List<Rule> all() {
        return List.of(
                ALLOC_BYTES,
                ALLOC_TOTAL,
                ALLOC_TWICE,
                ALLOC_DATA,
                MEMORY,
                WINDOW_SIZE,
                TENSOR_SIZE,
                DEVICE,
                PEER,
                WINDOW,
                SIGNAL_DTYPE,
                SIGNAL_RANK,
                SIGNAL_BOUNDS,
                MEMBER,
                ROOT,
                CELLS,
                SUB_WORKER,
                SUB_WORKER_FAILED,
                RECORD,
                CoreGroup.STUCK,
                CoreGroup.ALONE);
    }

    /** The fault of breaking a rule. */
    public static Fault broken(Rule rule, String found, String hint) {
        return new Fault(rule.id(), rule.headline(), found, hint);
    }
}

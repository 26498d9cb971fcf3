package org.crosstile.memory;

import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;

/** What a kernel or chip function sees of the rank that it runs on. Each world implements it. */
public interface Rank extends CreatesTensors {
    /** The device number of this rank, from 0. */
    int device();

    /** The UB of the core that this task runs on. */
    Ub ub();

    /** Which of the cores that run this task together this one is. */
    default int block() {
        return 0;
    }

    /** How many cores run this task together. */
    default int blocks() {
        return 1;
    }

    /** Which of the vector cores of its core group this is; 0 on a cube core. */
    default int subBlock() {
        return 0;
    }

    /** Whether this is the first core of its group: what is counted once per task is done there. */
    default boolean leads() {
        return true;
    }

    /** The way to the other side of this core's group. */
    default CoreLink link() {
        return CoreLink.NONE;
    }

    /**
     * Runs functions at once, each on a core of one core group; returns when all have ended. The
     * cube core's function comes first, if there is one.
     *
     * @param cube how many of the functions are for cube cores: 0 or 1
     * @param functions their indices in the compiled program; all take the same arguments
     */
    default void together(int cube, long[] functions, Object[] args, int site) {
        throw new IllegalStateException("this rank has no core groups");
    }

    /**
     * The next access to windows comes from this call site. Said before every call that gets a
     * window and does not name its site itself.
     */
    default void at(int site) {}

    /** A tile was made whose elements are not defined yet. */
    default void made(Tile tile, int site) {}

    /** Said in every round of a loop: leaves the caller's code if the run is over. */
    default void poll() {}

    /** This core reads all of global memory anew from now on; what it changed is written back. */
    default void invalidate() {}

    /** This core reads a window's bytes anew from now on; what it changed there is written back. */
    default void invalidate(View region) {}

    /** Position of this rank in the domain of a window. */
    CommContext context(View window);

    /**
     * The same view in a peer's memory.
     *
     * @param peer rank in the window's domain
     * @throws Fault if there is no such peer
     */
    View peer(View window, long peer);

    /**
     * Deposits a value in one cell of a peer's slice of a window: after everything that this rank
     * wrote before.
     */
    void notify(View target, long peer, long[] offsets, int value, NotifyOp op, int site);

    /**
     * Sets one cell of a peer's slice to a number that is data: ordered like a {@link #notify}, but
     * nobody has to wait for it.
     */
    default void publish(View target, long peer, long[] offsets, int value, int site) {
        notify(target, peer, offsets, value, NotifyOp.Set, site);
    }

    /** Returns when one cell of this rank's own slice satisfies the condition. Does not consume. */
    void await(View signal, long[] offsets, int expected, WaitCmp cmp, int site);

    /** Orders this rank's earlier writes before its later signals. */
    void fence();

    /**
     * A call on this rank sends counted rows to a peer.
     *
     * @param asked how many the count says
     * @param sent how many are sent: the count, cut to what fits
     */
    default void rowsSent(View target, long peer, long asked, long sent, int site) {}

    /**
     * This rank enters a collective; it has touched nothing of it yet. Called by the first of the
     * cores that run a task together only.
     *
     * @throws Fault if this rank may not make the call
     */
    default void enter(CollectiveCall call) {}

    /** Whether {@link #submit} may be called; otherwise tasks are carried out on the spot. */
    default boolean takesTasks() {
        return false;
    }

    /**
     * Starts a kernel on this device as soon as what it depends on has completed.
     *
     * @param function index of the kernel in the compiled program
     * @param access one letter per argument: {@code r} read, {@code w} written, {@code b} both,
     *     {@code -} neither
     * @param deps TaskIds that must complete before; negative ones name no task
     * @param cores how many cores run it, at least 1
     * @param flags bits of {@link TaskFlags}
     * @return its TaskId
     */
    default long submit(
            int function,
            Object[] args,
            String access,
            long[] deps,
            int cores,
            int flags,
            int site) {
        throw new IllegalStateException("this rank takes no tasks");
    }

    /** Returns when the submitted tasks that touch the same bytes have completed. */
    default void settle(View view, boolean writes) {}

    /** Returns when all submitted tasks have completed. */
    default void finishTasks() {}

    /**
     * The task that runs does not complete before one cell of this rank's own slice is at least
     * {@code expected}, both as unsigned numbers. Returns at once.
     */
    default void defer(View signal, long[] offsets, int expected, int site) {
        await(signal, offsets, expected, WaitCmp.Ge, site);
    }
}

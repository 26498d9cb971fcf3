package org.crosstile.dsl;

import org.crosstile.abi.DType;
import org.crosstile.abi.WaitCmp;

/** Operators about windows and who shares them. Generated from the catalogue by FacadeWriter. */
abstract class Windows extends Allocations {
    Windows() {}

    /**
     * Views an allocation as a tensor that exists at the same offset on every rank.
     *
     * <p>{@code pld.tensor.window}, in a host orchestrator.
     *
     * @param buf the handle that pld.alloc_window_buffer gave
     * @param shape extents of the view
     * @param dtype element type of the view
     */
    public static Window window(Buffer buf, Shape shape, DType dtype) {
        return new Window(
                Operation.of("pld.tensor.window")
                        .with(buf)
                        .with(shape)
                        .named("dtype", Operation.literal(dtype))
                        .note());
    }

    /**
     * Gives the number of devices that the program runs on.
     *
     * <p>{@code pld.system.world_size}, in a host orchestrator.
     */
    public static Scalar worldSize() {
        return new Scalar(Operation.of("pld.system.world_size").note());
    }

    /**
     * Gives this rank's communication context in the domain of a window.
     *
     * <p>{@code pld.system.get_comm_ctx}, in a chip orchestration, an InCore kernel.
     *
     * @param distTensor a window of the domain
     */
    public static Context getCommCtx(Window distTensor) {
        return new Context(Operation.of("pld.system.get_comm_ctx").with(distTensor).note());
    }

    /**
     * Gives this rank's index in the domain of a context.
     *
     * <p>{@code pld.system.rank}, in a chip orchestration, an InCore kernel.
     *
     * @param ctx a context from pld.get_comm_ctx
     */
    public static Scalar rank(Context ctx) {
        return new Scalar(Operation.of("pld.system.rank").with(ctx).note());
    }

    /**
     * Gives the number of ranks in the domain of a context.
     *
     * <p>{@code pld.system.nranks}, in a chip orchestration, an InCore kernel.
     *
     * @param ctx a context from pld.get_comm_ctx
     */
    public static Scalar nranks(Context ctx) {
        return new Scalar(Operation.of("pld.system.nranks").with(ctx).note());
    }

    /**
     * Blocks until a signal cell of this rank satisfies a condition; does not consume it.
     *
     * <p>{@code pld.system.wait}, in an InCore kernel.
     *
     * @param signal the window that holds the signal cells
     * @param offsets which cell
     * @param expected what the cell is compared with
     * @param cmp equal, or at least
     */
    public static void wait(Window signal, At offsets, Scalar expected, WaitCmp cmp) {
        Operation.of("pld.system.wait")
                .with(signal)
                .with(offsets)
                .with(expected)
                .named("cmp", Operation.literal(cmp))
                .note();
    }

    /** {@code pld.system.wait} with Java's own numbers. */
    public static void wait(Window signal, At offsets, long expected, WaitCmp cmp) {
        Operation.of("pld.system.wait")
                .with(signal)
                .with(offsets)
                .with(expected)
                .named("cmp", Operation.literal(cmp))
                .note();
    }

    /**
     * Makes the completion of the enclosing task wait for a signal cell.
     *
     * <p>{@code pld.system.defer_wait}, in a chip orchestration.
     *
     * @param signal the window that holds the signal cells
     * @param offsets which cell
     * @param expected what the cell must reach
     * @param cmp Ge: at least
     */
    public static void deferWait(Window signal, At offsets, Scalar expected, WaitCmp cmp) {
        Operation.of("pld.system.defer_wait")
                .with(signal)
                .with(offsets)
                .with(expected)
                .named("cmp", Operation.literal(cmp))
                .note();
    }

    /** {@code pld.system.defer_wait} with Java's own numbers. */
    public static void deferWait(Window signal, At offsets, long expected, WaitCmp cmp) {
        Operation.of("pld.system.defer_wait")
                .with(signal)
                .with(offsets)
                .with(expected)
                .named("cmp", Operation.literal(cmp))
                .note();
    }
}

package org.crosstile.dsl;

/**
 * The operators that see other ranks, {@code pld} in the text form: windows, transfers, signals and
 * collectives. Generated from the catalogue by FacadeWriter.
 */
public final class Pld extends Transfers {
    private Pld() {}

    /**
     * Lets no rank of the domain go on before all have arrived.
     *
     * <p>{@code pld.tensor.barrier}, in a host orchestrator, an InCore kernel.
     *
     * @param signal INT32 cells for synchronisation, zero before and after the call
     */
    public static Window barrier(Window signal) {
        return new Window(Operation.of("pld.tensor.barrier").with(signal).note());
    }

    /**
     * Reduces the windows of all ranks element by element, in place on every rank.
     *
     * <p>{@code pld.tensor.allreduce}, in a host orchestrator, an InCore kernel.
     *
     * @param target the data, reduced in place
     * @param options {@link Options#op}, how elements are combined, by default {@code Sum}; {@link
     *     Options#mode}, who reads from whom, by default {@code 'mesh'}; {@link Options#coreNum},
     *     vector cores per rank, in a host orchestrator, by default {@code 1}
     */
    public static Window allreduce(Window target, Options.OfAllreduce... options) {
        return new Window(
                Operation.of("pld.tensor.allreduce")
                        .with(target)
                        .options((Object[]) options)
                        .note());
    }

    /** {@code pld.tensor.allreduce}. */
    public static Window allreduce(Window target, Window signal, Options.OfAllreduce... options) {
        return new Window(
                Operation.of("pld.tensor.allreduce")
                        .with(target)
                        .with(signal)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Copies the root's window to all ranks.
     *
     * <p>{@code pld.tensor.broadcast}, in a host orchestrator, an InCore kernel.
     *
     * @param target the data, replaced on all ranks but the root
     * @param signal INT32 cells for synchronisation, zero before and after the call
     * @param root the rank whose data all get
     */
    public static Window broadcast(Window target, Window signal, long root) {
        return new Window(
                Operation.of("pld.tensor.broadcast")
                        .with(target)
                        .with(signal)
                        .named("root", Operation.literal(root))
                        .note());
    }

    /**
     * Reduces row r of all ranks' windows into row r of rank r's.
     *
     * <p>{@code pld.tensor.reduce_scatter}, in a host orchestrator, an InCore kernel.
     *
     * @param target one row per rank, [ranks, columns]
     * @param signal INT32 cells for synchronisation, zero before and after the call
     * @param options {@link Options#op}, how elements are combined, by default {@code Sum}
     */
    public static Window reduceScatter(
            Window target, Window signal, Options.OfReduceScatter... options) {
        return new Window(
                Operation.of("pld.tensor.reduce_scatter")
                        .with(target)
                        .with(signal)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Collects one row from every rank into the windows of all.
     *
     * <p>{@code pld.tensor.allgather}, in a host orchestrator, an InCore kernel.
     *
     * @param local this rank's row, of shape [1, columns]
     * @param target the rows of all ranks, [ranks, columns]
     * @param signal INT32 cells for synchronisation, zero before and after the call
     */
    public static Window allgather(TensorLike local, Window target, Window signal) {
        return new Window(
                Operation.of("pld.tensor.allgather").with(local).with(target).with(signal).note());
    }

    /**
     * Sends one row to every rank and receives one from each.
     *
     * <p>{@code pld.tensor.all_to_all}, in a host orchestrator, an InCore kernel.
     *
     * @param input one row for every rank, [ranks, columns]
     * @param target one row from every rank, [ranks, columns]
     * @param signal INT32 cells for synchronisation, zero before and after the call
     */
    public static Window allToAll(TensorLike input, Window target, Window signal) {
        return new Window(
                Operation.of("pld.tensor.all_to_all").with(input).with(target).with(signal).note());
    }

    /**
     * Sends a varying number of rows to every rank and receives some from each.
     *
     * <p>{@code pld.tensor.all_to_all_v}, in a host orchestrator, a chip orchestration, an InCore
     * kernel.
     *
     * @param input a block of rows for every rank, [ranks * most, columns]
     * @param target a block of rows from every rank, [ranks * most, columns]
     * @param signal INT32 cells for synchronisation, zero before and after the call
     * @param sendCounts INT32: how many rows go to each rank
     * @param recvCounts how many rows came from each rank, [ranks, 1]
     * @param options {@link Options#coreNum}, vector cores; only 1 so far, by default {@code 1}
     */
    public static Window allToAllV(
            TensorLike input,
            Window target,
            Window signal,
            TensorLike sendCounts,
            Window recvCounts,
            Options.OfAllToAllV... options) {
        return new Window(
                Operation.of("pld.tensor.all_to_all_v")
                        .with(input)
                        .with(target)
                        .with(signal)
                        .with(sendCounts)
                        .with(recvCounts)
                        .options((Object[]) options)
                        .note());
    }
}

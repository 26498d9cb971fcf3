package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Context;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Tile;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** The sum over all ranks, written out: stage, barrier, add up what the peers have, store. */
final class AllreduceByHand {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 256;

    private AllreduceByHand() {}

    static Program build() {
        return program(
                "allreduce_by_hand",
                () -> {
                    Fn addUp = kernel("add_up", AllreduceByHand::addUp);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(addUp));
                    host("allreduce_by_hand", () -> allreduceByHand(onEachChip));
                });
    }

    private static void addUp() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window.Var data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        Tile.Var acc = let("acc", Pl.load(x, at(0, 0), shape(1, SIZE)));
        data.set(Pl.store(acc, at(0, 0), data));
        Context ctx = let("ctx", Pld.getCommCtx(data));
        Scalar me = let("me", Pld.rank(ctx));
        range(Pld.nranks(ctx))
                .each(peer ->
                        when(peer.ne(me))
                                .then(() ->
                                        Pld.notify(
                                                signal, peer, at(me, 0), 1, NotifyOp.AtomicAdd)));
        range(Pld.nranks(ctx))
                .each(peer -> {
                    when(peer.ne(me))
                            .then(() -> {
                                Pld.wait(signal, at(peer, 0), 1, WaitCmp.Ge);
                                acc.set(
                                        Pl.add(
                                                acc,
                                                Pld.remoteLoad(
                                                        data, peer, at(0, 0), shape(1, SIZE))));
                            });
                });
        returns(Pl.store(acc, at(0, 0), y));
    }

    private static void onEachChip(Fn addUp) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        returns(addUp.call(x, y, data, signal));
    }

    private static void allreduceByHand(Fn onEachChip) {
        Tensor x = in("x", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, 1, SIZE)));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(1, SIZE), FP32);
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), 1), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window data = let("data", Pld.window(dataBuf, shape(1, SIZE), FP32));
                    Window signal =
                            let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), 1), INT32));
                    onEachChip.on(r).call(x.get(r), y.get(r), data, signal);
                });
    }
}

package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** Every rank gets the slice of rank 0: y[r] = x[0]. */
final class Broadcast {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 64;

    private Broadcast() {}

    static Program build() {
        return program(
                "broadcast",
                () -> {
                    Fn receive = kernel("receive", Broadcast::receive);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(receive));
                    host("broadcast", () -> broadcast(onEachChip));
                });
    }

    private static void receive() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor.Var y = out("y", tensor(FP32, 1, SIZE));
        Window.Var data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        data.set(Pl.store(Pl.load(x, at(0, 0), shape(1, SIZE)), at(0, 0), data));
        data.set(Pld.broadcast(data, signal, 0));
        y.set(Pl.store(Pl.load(data, at(0, 0), shape(1, SIZE)), at(0, 0), y));
        Pld.barrier(signal);
        returns(y);
    }

    private static void onEachChip(Fn receive) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        returns(receive.call(x, y, data, signal));
    }

    private static void broadcast(Fn onEachChip) {
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

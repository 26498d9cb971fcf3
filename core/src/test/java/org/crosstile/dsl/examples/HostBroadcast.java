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

/** The data of rank 0 for everybody. */
final class HostBroadcast {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 1000;

    private HostBroadcast() {}

    static Program build() {
        return program(
                "host_broadcast",
                () -> {
                    Fn copyIn = kernel("copy_in", HostBroadcast::copyIn);
                    Fn fill = chip("fill", () -> fill(copyIn));
                    Fn copyOut = kernel("copy_out", HostBroadcast::copyOut);
                    Fn take = chip("take", () -> take(copyOut));
                    host("host_broadcast", () -> hostBroadcast(fill, take));
                });
    }

    private static void copyIn() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        returns(Pl.store(Pl.load(x, at(0, 0), shape(1, SIZE)), at(0, 0), data));
    }

    private static void fill(Fn copyIn) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        returns(copyIn.call(x, data));
    }

    private static void copyOut() {
        Window data = in("data", window(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        returns(Pl.store(Pl.load(data, at(0, 0), shape(1, SIZE)), at(0, 0), y));
    }

    private static void take(Fn copyOut) {
        Window data = in("data", window(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        returns(copyOut.call(data, y));
    }

    private static void hostBroadcast(Fn fill, Fn take) {
        Tensor x = in("x", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, 1, SIZE)));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(1, SIZE), FP32);
        Window.Var data = let("data", Pld.window(dataBuf, shape(1, SIZE), FP32));
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), 1), INT32);
        Window signal = let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), 1), INT32));
        range(Pld.worldSize()).each(r -> fill.on(r).call(x.get(r), data));
        data.set(Pld.broadcast(data, signal, 0));
        range(Pld.worldSize()).each(r -> take.on(r).call(data, y.get(r)));
    }
}

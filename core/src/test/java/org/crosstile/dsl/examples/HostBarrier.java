package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** Every rank reads from its neighbour, after a barrier of the host. */
final class HostBarrier {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 64;

    private HostBarrier() {}

    static Program build() {
        return program(
                "host_barrier",
                () -> {
                    Fn copyIn = kernel("copy_in", HostBarrier::copyIn);
                    Fn fill = chip("fill", () -> fill(copyIn));
                    Fn read = kernel("read", HostBarrier::read);
                    Fn take = chip("take", () -> take(read));
                    host("host_barrier", () -> hostBarrier(fill, take));
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
        Window signal = in("signal", window(INT32, shape(NR, 1)));
        returns(copyIn.call(x, data));
    }

    private static void read() {
        Window data = in("data", window(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Scalar peer = in("peer", scalar(INT32));
        returns(Pl.store(Pld.remoteLoad(data, peer, at(0, 0), shape(1, SIZE)), at(0, 0), y));
    }

    private static void take(Fn read) {
        Window data = in("data", window(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Scalar peer = in("peer", scalar(INT32));
        returns(read.call(data, y, peer));
    }

    private static void hostBarrier(Fn fill, Fn take) {
        Tensor x = in("x", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, 1, SIZE)));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(1, SIZE), FP32);
        Window data = let("data", Pld.window(dataBuf, shape(1, SIZE), FP32));
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), 1), INT32);
        Window signal = let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), 1), INT32));
        range(Pld.worldSize()).each(r -> fill.on(r).call(x.get(r), data, signal));
        Pld.barrier(signal);
        range(Pld.worldSize())
                .each(r -> take.on(r).call(data, y.get(r), r.plus(1).mod(Pld.worldSize())));
    }
}

package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Context;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** Every rank puts its slice into its right neighbour's window: y[r] = x[(r - 1) % n]. */
final class Put {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 64;

    private Put() {}

    static Program build() {
        return program(
                "put",
                () -> {
                    Fn push = kernel("push", Put::push);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(push));
                    host("put", () -> put(onEachChip));
                });
    }

    private static void push() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        Context ctx = let("ctx", Pld.getCommCtx(data));
        Scalar right = let("right", Pld.rank(ctx).plus(1).mod(Pld.nranks(ctx)));
        Pld.put(data, right, x);
        Pld.barrier(signal);
        returns(Pl.store(Pl.load(data, at(0, 0), shape(1, SIZE)), at(0, 0), y));
    }

    private static void onEachChip(Fn push) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        returns(push.call(x, y, data, signal));
    }

    private static void put(Fn onEachChip) {
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

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

/** Every rank collects the slices of all: y[r] = x, for every r. */
final class Allgather {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 64;

    private Allgather() {}

    static Program build() {
        return program(
                "allgather",
                () -> {
                    Fn collect = kernel("collect", Allgather::collect);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(collect));
                    host("allgather", () -> allgather(onEachChip));
                });
    }

    private static void collect() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor.Var y = out("y", tensor(FP32, shape(NR, SIZE)));
        Window.Var data = inOut("data", window(FP32, shape(NR, SIZE)));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        data.set(Pld.allgather(x, data, signal));
        range(Pld.nranks(Pld.getCommCtx(data)))
                .each(k -> y.set(Pl.store(Pl.load(data, at(k, 0), shape(1, SIZE)), at(k, 0), y)));
        returns(y);
    }

    private static void onEachChip(Fn collect) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, shape(NR, SIZE)));
        Window data = inOut("data", window(FP32, shape(NR, SIZE)));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        returns(collect.call(x, y, data, signal));
    }

    private static void allgather(Fn onEachChip) {
        Tensor x = in("x", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, NR, SIZE)));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(Pld.worldSize(), SIZE), FP32);
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), 1), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window data =
                            let("data", Pld.window(dataBuf, shape(Pld.worldSize(), SIZE), FP32));
                    Window signal =
                            let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), 1), INT32));
                    onEachChip.on(r).call(x.get(r), y.get(r), data, signal);
                });
    }
}

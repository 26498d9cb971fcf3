package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;
import static org.crosstile.dsl.Options.*;

import org.crosstile.abi.ReduceOp;
import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** Row r of the sum for rank r. */
final class HostReduceScatter {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 256;

    private HostReduceScatter() {}

    static Program build() {
        return program(
                "host_reduce_scatter",
                () -> {
                    Fn copyIn = kernel("copy_in", HostReduceScatter::copyIn);
                    Fn fill = chip("fill", () -> fill(copyIn));
                    Fn copyOut = kernel("copy_out", HostReduceScatter::copyOut);
                    Fn take = chip("take", () -> take(copyOut));
                    host("host_reduce_scatter", () -> hostReduceScatter(fill, take));
                });
    }

    private static void copyIn() {
        Tensor x = in("x", tensor(FP32, shape(NR, SIZE)));
        Window.Var data = inOut("data", window(FP32, shape(NR, SIZE)));
        range(NR)
                .each(i ->
                        data.set(Pl.store(Pl.load(x, at(i, 0), shape(1, SIZE)), at(i, 0), data)));
        returns(data);
    }

    private static void fill(Fn copyIn) {
        Tensor x = in("x", tensor(FP32, shape(NR, SIZE)));
        Window data = inOut("data", window(FP32, shape(NR, SIZE)));
        returns(copyIn.call(x, data));
    }

    private static void copyOut() {
        Window data = in("data", window(FP32, shape(NR, SIZE)));
        Tensor.Var y = out("y", tensor(FP32, shape(NR, SIZE)));
        range(NR).each(i -> y.set(Pl.store(Pl.load(data, at(i, 0), shape(1, SIZE)), at(i, 0), y)));
        returns(y);
    }

    private static void take(Fn copyOut) {
        Window data = in("data", window(FP32, shape(NR, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, SIZE)));
        returns(copyOut.call(data, y));
    }

    private static void hostReduceScatter(Fn fill, Fn take) {
        Tensor x = in("x", tensor(FP32, shape(NR, NR, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, NR, SIZE)));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(Pld.worldSize(), SIZE), FP32);
        Window.Var data = let("data", Pld.window(dataBuf, shape(Pld.worldSize(), SIZE), FP32));
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), 1), INT32);
        Window signal = let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), 1), INT32));
        range(Pld.worldSize()).each(r -> fill.on(r).call(x.get(r), data));
        data.set(Pld.reduceScatter(data, signal, op(ReduceOp.Sum)));
        range(Pld.worldSize()).each(r -> take.on(r).call(data, y.get(r)));
    }
}

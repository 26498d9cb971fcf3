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
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** Row r of the sum over all ranks goes to rank r: y[r] = x[0][r] + x[1][r] + ... */
final class ReduceScatter {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 64;

    private ReduceScatter() {}

    static Program build() {
        return program(
                "reduce_scatter",
                () -> {
                    Fn reduce = kernel("reduce", ReduceScatter::reduce);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(reduce));
                    host("reduce_scatter", () -> reduceScatter(onEachChip));
                });
    }

    private static void reduce() {
        Tensor x = in("x", tensor(FP32, shape(NR, SIZE)));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window.Var data = inOut("data", window(FP32, shape(NR, SIZE)));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        Scalar me = let("me", Pld.rank(Pld.getCommCtx(data)));
        range(Pld.nranks(Pld.getCommCtx(data)))
                .each(k ->
                        data.set(Pl.store(Pl.load(x, at(k, 0), shape(1, SIZE)), at(k, 0), data)));
        data.set(Pld.reduceScatter(data, signal, op(ReduceOp.Sum)));
        returns(Pl.store(Pl.load(data, at(me, 0), shape(1, SIZE)), at(0, 0), y));
    }

    private static void onEachChip(Fn reduce) {
        Tensor x = in("x", tensor(FP32, shape(NR, SIZE)));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, shape(NR, SIZE)));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        returns(reduce.call(x, y, data, signal));
    }

    private static void reduceScatter(Fn onEachChip) {
        Tensor x = in("x", tensor(FP32, shape(NR, NR, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, 1, SIZE)));
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

package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;
import static org.crosstile.dsl.Options.*;

import org.crosstile.abi.ReduceOp;
import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** The sum over all ranks, passed around a ring. */
final class AllreduceRing {
    private static final int SIZE = 1000;

    private AllreduceRing() {}

    static Program build(int nRanks) {
        int steps = 2 * (nRanks - 1);
        return program(
                "AllReduceRing",
                () -> {
                    Fn reduce = kernel("reduce", () -> reduce(nRanks, steps));
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(nRanks, steps, reduce));
                    host("allreduce_ring", () -> allreduceRing(nRanks, steps, onEachChip));
                });
    }

    private static void reduce(int nRanks, int steps) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window.Var data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, steps, nRanks));
        data.set(Pl.store(Pl.load(x, at(0, 0), shape(1, SIZE)), at(0, 0), data));
        data.set(Pld.allreduce(data, signal, op(ReduceOp.Sum), mode("ring")));
        returns(Pl.store(Pl.load(data, at(0, 0), shape(1, SIZE)), at(0, 0), y));
    }

    private static void onEachChip(int nRanks, int steps, Fn reduce) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, steps, nRanks));
        reduce.call(x, y, data, signal);
    }

    private static void allreduceRing(int nRanks, int steps, Fn onEachChip) {
        Tensor x = in("x", tensor(FP32, nRanks, 1, SIZE));
        Tensor y = out("y", tensor(FP32, nRanks, 1, SIZE));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(1, SIZE), FP32);
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(steps, nRanks), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window data = let("data", Pld.window(dataBuf, shape(1, SIZE), FP32));
                    Window signal =
                            let("signal", Pld.window(signalBuf, shape(steps, nRanks), INT32));
                    onEachChip.on(r).call(x.get(r), y.get(r), data, signal);
                });
    }
}

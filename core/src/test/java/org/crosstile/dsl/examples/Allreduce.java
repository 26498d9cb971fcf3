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
import org.crosstile.dsl.Tile;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/**
 * The sum over all ranks by the built-in collective: one call between staging in and staging out.
 */
final class Allreduce {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 4096;
    private static final int CHUNK = 4096;

    private Allreduce() {}

    static Program build() {
        return program(
                "allreduce",
                () -> {
                    Fn reduce = kernel("reduce", Allreduce::reduce);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(reduce));
                    host("allreduce", () -> allreduce(onEachChip));
                });
    }

    private static void reduce() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor.Var y = out("y", tensor(FP32, 1, SIZE));
        Window.Var data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        range(0, SIZE, CHUNK)
                .each(at -> {
                    Tile tile =
                            let(
                                    "tile",
                                    Pl.load(
                                            x,
                                            at(0, at),
                                            shape(1, CHUNK),
                                            validShape(
                                                    shape(
                                                            1,
                                                            Pl.min(
                                                                    CHUNK,
                                                                    index(SIZE).minus(at))))));
                    data.set(Pl.store(tile, at(0, at), data));
                });
        data.set(Pld.allreduce(data, signal, op(ReduceOp.Sum)));
        range(0, SIZE, CHUNK)
                .each(at -> {
                    Tile tile =
                            let(
                                    "tile",
                                    Pl.load(
                                            data,
                                            at(0, at),
                                            shape(1, CHUNK),
                                            validShape(
                                                    shape(
                                                            1,
                                                            Pl.min(
                                                                    CHUNK,
                                                                    index(SIZE).minus(at))))));
                    y.set(Pl.store(tile, at(0, at), y));
                });
        returns(y);
    }

    private static void onEachChip(Fn reduce) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        returns(reduce.call(x, y, data, signal));
    }

    private static void allreduce(Fn onEachChip) {
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

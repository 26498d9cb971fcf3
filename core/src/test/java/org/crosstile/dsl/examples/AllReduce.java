package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;
import static org.crosstile.dsl.Options.*;

import org.crosstile.abi.DType;
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

/** The sum over all ranks by the built-in collective. */
final class AllReduce {
    private static final Dim NR = dynamic("NR");

    private AllReduce() {}

    static Program program() {
        return program("allreduce", FP32, 4096, 4096, ReduceOp.Sum);
    }

    static Program fp16() {
        return program("allreduce_fp16", DType.FP16, 10_000, 8192, ReduceOp.Max);
    }

    static Program oddSize() {
        return program("allreduce_odd_size", FP32, 8193, 4096, ReduceOp.Sum);
    }

    private static Program program(String name, DType dtype, int size, int chunk, ReduceOp op) {
        return org.crosstile.dsl.Dsl.program(name, () -> {
            Fn reduce = kernel("reduce", () -> {
                Tensor x = in("x", tensor(dtype, 1, size));
                Tensor.Var y = out("y", tensor(dtype, 1, size));
                Window.Var data = inOut("data", window(dtype, 1, size));
                Window signal = inOut("signal", window(INT32, shape(NR, 1)));
                range(0, size, chunk, c -> {
                    Tile tile = let("tile", Pl.load(x, at(0, c), shape(1, chunk), validShape(shape(1, Pl.min(chunk, index(size).minus(c))))));
                    data.set(Pl.store(tile, at(0, c), data));
                });
                data.set(Pld.allreduce(data, signal, op(op)));
                range(0, size, chunk, c -> {
                    Tile tile = let("tile", Pl.load(data, at(0, c), shape(1, chunk), validShape(shape(1, Pl.min(chunk, index(size).minus(c))))));
                    y.set(Pl.store(tile, at(0, c), y));
                });
                returns(y);
            });
            Fn chip = chip("on_each_chip", () -> {
                Tensor x = in("x", tensor(dtype, 1, size));
                Tensor y = out("y", tensor(dtype, 1, size));
                Window data = inOut("data", window(dtype, 1, size));
                Window signal = inOut("signal", window(INT32, shape(NR, 1)));
                returns(reduce.call(x, y, data, signal));
            });
            host(name, () -> {
                Tensor x = in("x", tensor(dtype, shape(NR, 1, size)));
                Tensor y = out("y", tensor(dtype, shape(NR, 1, size)));
                Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(1, size), dtype);
                Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), 1), INT32);
                range(Pld.worldSize(), r -> {
                    Window data = let("data", Pld.window(dataBuf, shape(1, size), dtype));
                    Window signal = let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), 1), INT32));
                    chip.on(r).call(x.get(r), y.get(r), data, signal);
                });
            });
        });
    }
}

package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;
import static org.crosstile.dsl.Options.*;

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

/** A put that is larger than the local memory of a core: y[r] = x[(r - 1) % n]. */
final class PutInChunks {
    private static final Dim NR = dynamic("NR");
    private static final int ROWS = 100;
    private static final int COLS = 600;
    private static final int STEP = 20;

    private PutInChunks() {}

    static Program build() {
        return program(
                "put_in_chunks",
                () -> {
                    Fn push = kernel("push", PutInChunks::push);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(push));
                    host("put_in_chunks", () -> putInChunks(onEachChip));
                });
    }

    private static void push() {
        Tensor x = in("x", tensor(FP32, ROWS, COLS));
        Tensor.Var y = out("y", tensor(FP32, ROWS, COLS));
        Window data = inOut("data", window(FP32, ROWS, COLS));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        Context ctx = let("ctx", Pld.getCommCtx(data));
        Scalar right = let("right", Pld.rank(ctx).plus(1).mod(Pld.nranks(ctx)));
        Pld.put(data, right, x, chunkRows(16), chunkCols(256), pipeline(true));
        Pld.barrier(signal);
        range(0, ROWS, STEP)
                .each(row ->
                        y.set(
                                Pl.store(
                                        Pl.load(data, at(row, 0), shape(STEP, COLS)),
                                        at(row, 0),
                                        y)));
        returns(y);
    }

    private static void onEachChip(Fn push) {
        Tensor x = in("x", tensor(FP32, ROWS, COLS));
        Tensor y = out("y", tensor(FP32, ROWS, COLS));
        Window data = inOut("data", window(FP32, ROWS, COLS));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        returns(push.call(x, y, data, signal));
    }

    private static void putInChunks(Fn onEachChip) {
        Tensor x = in("x", tensor(FP32, shape(NR, ROWS, COLS)));
        Tensor y = out("y", tensor(FP32, shape(NR, ROWS, COLS)));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(ROWS, COLS), FP32);
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), 1), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window data = let("data", Pld.window(dataBuf, shape(ROWS, COLS), FP32));
                    Window signal =
                            let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), 1), INT32));
                    onEachChip.on(r).call(x.get(r), y.get(r), data, signal);
                });
    }
}

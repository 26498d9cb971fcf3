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

/** Row s of rank r becomes row r of rank s. */
final class HostAllToAll {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 256;

    private HostAllToAll() {}

    static Program build() {
        return program(
                "host_all_to_all",
                () -> {
                    Fn copyIn = kernel("copy_in", HostAllToAll::copyIn);
                    Fn fill = chip("fill", () -> fill(copyIn));
                    Fn copyOut = kernel("copy_out", HostAllToAll::copyOut);
                    Fn take = chip("take", () -> take(copyOut));
                    host("host_all_to_all", () -> hostAllToAll(fill, take));
                });
    }

    private static void copyIn() {
        Tensor x = in("x", tensor(FP32, shape(NR, SIZE)));
        Window.Var rows = inOut("rows", window(FP32, shape(NR, SIZE)));
        range(NR)
                .each(i ->
                        rows.set(Pl.store(Pl.load(x, at(i, 0), shape(1, SIZE)), at(i, 0), rows)));
        returns(rows);
    }

    private static void fill(Fn copyIn) {
        Tensor x = in("x", tensor(FP32, shape(NR, SIZE)));
        Window rows = inOut("rows", window(FP32, shape(NR, SIZE)));
        returns(copyIn.call(x, rows));
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

    private static void hostAllToAll(Fn fill, Fn take) {
        Tensor x = in("x", tensor(FP32, shape(NR, NR, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, NR, SIZE)));
        Buffer rowsBuf = Pld.allocWindowBuffer("rows_buf", shape(Pld.worldSize(), SIZE), FP32);
        Window rows = let("rows", Pld.window(rowsBuf, shape(Pld.worldSize(), SIZE), FP32));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(Pld.worldSize(), SIZE), FP32);
        Window.Var data = let("data", Pld.window(dataBuf, shape(Pld.worldSize(), SIZE), FP32));
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), 1), INT32);
        Window signal = let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), 1), INT32));
        range(Pld.worldSize()).each(r -> fill.on(r).call(x.get(r), rows));
        data.set(Pld.allToAll(rows, data, signal));
        range(Pld.worldSize()).each(r -> take.on(r).call(data, y.get(r)));
    }
}

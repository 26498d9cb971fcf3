package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;
import static org.crosstile.dsl.Options.*;

import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** The sum over all ranks, on four vector cores of each. */
final class HostAllreduceCores {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 4127;
    private static final int WHOLE = 4128;
    private static final int CORES = 4;

    private HostAllreduceCores() {}

    static Program build() {
        return program(
                "host_allreduce_cores",
                () -> {
                    Fn copyIn = kernel("copy_in", HostAllreduceCores::copyIn);
                    Fn fill = chip("fill", () -> fill(copyIn));
                    Fn copyOut = kernel("copy_out", HostAllreduceCores::copyOut);
                    Fn take = chip("take", () -> take(copyOut));
                    host("host_allreduce_cores", () -> hostAllreduceCores(fill, take));
                });
    }

    private static void copyIn() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        returns(
                Pl.store(
                        Pl.load(x, at(0, 0), shape(1, WHOLE), validShape(shape(1, SIZE))),
                        at(0, 0),
                        data));
    }

    private static void fill(Fn copyIn) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        returns(copyIn.call(x, data));
    }

    private static void copyOut() {
        Window data = in("data", window(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        returns(
                Pl.store(
                        Pl.load(data, at(0, 0), shape(1, WHOLE), validShape(shape(1, SIZE))),
                        at(0, 0),
                        y));
    }

    private static void take(Fn copyOut) {
        Window data = in("data", window(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        returns(copyOut.call(data, y));
    }

    private static void hostAllreduceCores(Fn fill, Fn take) {
        Tensor x = in("x", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, 1, SIZE)));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(1, SIZE), FP32);
        Window.Var data = let("data", Pld.window(dataBuf, shape(1, SIZE), FP32));
        Buffer signalBuf =
                Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), CORES), INT32);
        Window signal = let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), CORES), INT32));
        range(Pld.worldSize()).each(r -> fill.on(r).call(x.get(r), data));
        data.set(Pld.allreduce(data, signal, coreNum(CORES)));
        range(Pld.worldSize()).each(r -> take.on(r).call(data, y.get(r)));
    }
}

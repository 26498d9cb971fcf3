package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;
import static org.crosstile.dsl.Options.*;

import org.crosstile.abi.AtomicType;
import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** All ranks add their slices up in rank 0's window; then everybody gets the sum. */
final class PutAtomic {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 64;

    private PutAtomic() {}

    static Program build() {
        return program(
                "put_atomic",
                () -> {
                    Fn addUp = kernel("add_up", PutAtomic::addUp);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(addUp));
                    host("put_atomic", () -> putAtomic(onEachChip));
                });
    }

    private static void addUp() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        Pld.put(data, 0, x, atomic(AtomicType.Add));
        Pld.barrier(signal);
        Pld.get(y, 0, data);
        Pld.barrier(signal);
        returns(y);
    }

    private static void onEachChip(Fn addUp) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        Window signal = inOut("signal", window(INT32, shape(NR, 1)));
        returns(addUp.call(x, y, data, signal));
    }

    private static void putAtomic(Fn onEachChip) {
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

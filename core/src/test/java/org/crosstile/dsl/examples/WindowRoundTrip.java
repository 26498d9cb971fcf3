package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** A tensor goes into this rank's slice of a window and comes back. */
final class WindowRoundTrip {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 64;

    private WindowRoundTrip() {}

    static Program build() {
        return program(
                "window_round_trip",
                () -> {
                    Fn thereAndBack = kernel("there_and_back", WindowRoundTrip::thereAndBack);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(thereAndBack));
                    host("window_round_trip", () -> windowRoundTrip(onEachChip));
                });
    }

    private static void thereAndBack() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window.Var win = inOut("win", window(FP32, 1, SIZE));
        win.set(Pl.store(Pl.load(x, at(0, 0), shape(1, SIZE)), at(0, 0), win));
        returns(Pl.store(Pl.load(win, at(0, 0), shape(1, SIZE)), at(0, 0), y));
    }

    private static void onEachChip(Fn thereAndBack) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window win = inOut("win", window(FP32, 1, SIZE));
        returns(thereAndBack.call(x, y, win));
    }

    private static void windowRoundTrip(Fn onEachChip) {
        Tensor x = in("x", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, 1, SIZE)));
        Buffer buf = Pld.allocWindowBuffer("buf", shape(1, SIZE), FP32);
        range(Pld.worldSize())
                .each(r -> {
                    Window win = let("win", Pld.window(buf, shape(1, SIZE), FP32));
                    onEachChip.on(r).call(x.get(r), y.get(r), win);
                });
    }
}

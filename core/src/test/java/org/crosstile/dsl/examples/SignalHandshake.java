package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
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

/** Each rank tells its right neighbour a number and reads what its left neighbour told it. */
final class SignalHandshake {
    private static final Dim NR = dynamic("NR");

    private SignalHandshake() {}

    static Program build() {
        return program(
                "signal_handshake",
                () -> {
                    Fn tell = kernel("tell", SignalHandshake::tell);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(tell));
                    host("signal_handshake", () -> signalHandshake(onEachChip));
                });
    }

    private static void tell() {
        Tensor heard = out("heard", tensor(INT32, 1, 1));
        Window cell = inOut("cell", window(INT32, 1, 1));
        Context ctx = let("ctx", Pld.getCommCtx(cell));
        Scalar me = let("me", Pld.rank(ctx));
        Scalar right = let("right", me.plus(1).mod(Pld.nranks(ctx)));
        Pld.notify(cell, right, at(0, 0), me.plus(10), NotifyOp.AtomicAdd);
        Pld.wait(cell, at(0, 0), 10, WaitCmp.Ge);
        returns(Pl.write(heard, at(0, 0), Pl.read(cell, at(0, 0))));
    }

    private static void onEachChip(Fn tell) {
        Tensor heard = out("heard", tensor(INT32, 1, 1));
        Window cell = inOut("cell", window(INT32, 1, 1));
        returns(tell.call(heard, cell));
    }

    private static void signalHandshake(Fn onEachChip) {
        Tensor heard = out("heard", tensor(INT32, shape(NR, 1, 1)));
        Buffer buf = Pld.allocWindowBuffer("buf", shape(1, 1), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window cell = let("cell", Pld.window(buf, shape(1, 1), INT32));
                    onEachChip.on(r).call(heard.get(r), cell);
                });
    }
}

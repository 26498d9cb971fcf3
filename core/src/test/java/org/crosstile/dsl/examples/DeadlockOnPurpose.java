package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** A program that hangs, and what the tool says about it. */
final class DeadlockOnPurpose {
    private static final Dim NR = dynamic("NR");

    private DeadlockOnPurpose() {}

    static Program build() {
        return program(
                "deadlock_on_purpose",
                () -> {
                    Fn everybodyWaits =
                            kernel("everybody_waits", DeadlockOnPurpose::everybodyWaits);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(everybodyWaits));
                    host("deadlock_on_purpose", () -> deadlockOnPurpose(onEachChip));
                });
    }

    private static void everybodyWaits() {
        Tensor done = out("done", tensor(INT32, 1, 1));
        Window arrived = inOut("arrived", window(INT32, 1, 1));
        Scalar n = let("n", Pld.nranks(Pld.getCommCtx(arrived)));
        Pld.notify(arrived, 0, at(0, 0), 1, NotifyOp.AtomicAdd);
        Pld.wait(arrived, at(0, 0), n, WaitCmp.Ge);
        returns(Pl.write(done, at(0, 0), constant(1, INT32)));
    }

    private static void onEachChip(Fn everybodyWaits) {
        Tensor done = out("done", tensor(INT32, 1, 1));
        Window arrived = inOut("arrived", window(INT32, 1, 1));
        returns(everybodyWaits.call(done, arrived));
    }

    private static void deadlockOnPurpose(Fn onEachChip) {
        Tensor done = out("done", tensor(INT32, shape(NR, 1, 1)));
        Buffer buf = Pld.allocWindowBuffer("buf", shape(1, 1), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window arrived = let("arrived", Pld.window(buf, shape(1, 1), INT32));
                    onEachChip.on(r).call(done.get(r), arrived);
                });
    }
}

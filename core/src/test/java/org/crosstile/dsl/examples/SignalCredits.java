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

/**
 * Rounds of a ring in which every rank takes the credits that it has used back from its own cell.
 */
final class SignalCredits {
    private static final Dim NR = dynamic("NR");
    private static final int ROUNDS = 4;

    private SignalCredits() {}

    static Program build() {
        return program(
                "signal_credits",
                () -> {
                    Fn rounds = kernel("rounds", SignalCredits::rounds);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(rounds));
                    host("signal_credits", () -> signalCredits(onEachChip));
                });
    }

    private static void rounds() {
        Tensor heard = out("heard", tensor(INT32, 1, ROUNDS));
        Tensor leftOver = out("left_over", tensor(INT32, 1, 1));
        Window cell = inOut("cell", window(INT32, 2, 1));
        Context ctx = let("ctx", Pld.getCommCtx(cell));
        Scalar me = let("me", Pld.rank(ctx));
        Scalar n = let("n", Pld.nranks(ctx));
        Scalar right = let("right", me.plus(1).mod(n));
        Scalar left = let("left", me.minus(1).plus(n).mod(n));
        range(ROUNDS)
                .each(i -> {
                    Pld.notify(cell, right, at(0, 0), me.plus(1), NotifyOp.AtomicAdd);
                    Pld.wait(cell, at(0, 0), left.plus(1), WaitCmp.Ge);
                    Pl.write(heard, at(0, i), Pl.read(cell, at(0, 0)));
                    Pld.notify(cell, me, at(0, 0), left.plus(1).negate(), NotifyOp.AtomicAdd);
                    Pld.notify(cell, left, at(1, 0), 1, NotifyOp.AtomicAdd);
                    Pld.wait(cell, at(1, 0), 1, WaitCmp.Ge);
                    Pld.notify(cell, me, at(1, 0), -1, NotifyOp.AtomicAdd);
                });
        Pl.write(leftOver, at(0, 0), Pl.read(cell, at(0, 0)).plus(Pl.read(cell, at(1, 0))));
    }

    private static void onEachChip(Fn rounds) {
        Tensor heard = out("heard", tensor(INT32, 1, ROUNDS));
        Tensor leftOver = out("left_over", tensor(INT32, 1, 1));
        Window cell = inOut("cell", window(INT32, 2, 1));
        rounds.call(heard, leftOver, cell);
    }

    private static void signalCredits(Fn onEachChip) {
        Tensor heard = out("heard", tensor(INT32, shape(NR, 1, ROUNDS)));
        Tensor leftOver = out("left_over", tensor(INT32, shape(NR, 1, 1)));
        Buffer buf = Pld.allocWindowBuffer("buf", shape(2, 1), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window cell = let("cell", Pld.window(buf, shape(2, 1), INT32));
                    onEachChip.on(r).call(heard.get(r), leftOver.get(r), cell);
                });
    }
}

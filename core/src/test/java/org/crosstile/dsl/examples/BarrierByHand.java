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
import org.crosstile.dsl.Tile;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** A barrier made of notify and wait, used three times. */
final class BarrierByHand {
    private static final Dim NR = dynamic("NR");
    private static final int ROUNDS = 3;

    private BarrierByHand() {}

    static Program build() {
        return program(
                "barrier_by_hand",
                () -> {
                    Fn rounds = kernel("rounds", BarrierByHand::rounds);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(rounds));
                    host("barrier_by_hand", () -> barrierByHand(onEachChip));
                });
    }

    private static void rounds() {
        Tensor.Var seen = out("seen", tensor(INT32, 1, ROUNDS));
        Window.Var mine = inOut("mine", window(INT32, 1, ROUNDS));
        Window credits = inOut("credits", window(INT32, shape(NR, 1)));
        Context ctx = let("ctx", Pld.getCommCtx(credits));
        Scalar me = let("me", Pld.rank(ctx));
        Scalar n = let("n", Pld.nranks(ctx));
        range(ROUNDS)
                .each(k -> {
                    mine.set(Pl.write(mine, at(0, k), Pl.cast(k.plus(1), INT32)));
                    range(n).each(peer ->
                            when(peer.ne(me))
                                    .then(() ->
                                            Pld.notify(
                                                    credits,
                                                    peer,
                                                    at(me, 0),
                                                    1,
                                                    NotifyOp.AtomicAdd)));
                    range(n).each(peer ->
                            when(peer.ne(me))
                                    .then(() ->
                                            Pld.wait(credits, at(peer, 0), k.plus(1), WaitCmp.Ge)));
                    Tile right =
                            let(
                                    "right",
                                    Pld.remoteLoad(mine, me.plus(1).mod(n), at(0, k), shape(1, 1)));
                    seen.set(Pl.store(right, at(0, k), seen));
                });
        range(n).each(peer ->
                when(peer.ne(me))
                        .then(() ->
                                Pld.notify(
                                        credits,
                                        me,
                                        at(peer, 0),
                                        constant(-ROUNDS, INT32),
                                        NotifyOp.AtomicAdd)));
        returns(seen);
    }

    private static void onEachChip(Fn rounds) {
        Tensor seen = out("seen", tensor(INT32, 1, ROUNDS));
        Window mine = inOut("mine", window(INT32, 1, ROUNDS));
        Window credits = inOut("credits", window(INT32, shape(NR, 1)));
        returns(rounds.call(seen, mine, credits));
    }

    private static void barrierByHand(Fn onEachChip) {
        Tensor seen = out("seen", tensor(INT32, shape(NR, 1, ROUNDS)));
        Buffer mineBuf = Pld.allocWindowBuffer("mine_buf", shape(1, ROUNDS), INT32);
        Buffer creditBuf = Pld.allocWindowBuffer("credit_buf", shape(Pld.worldSize(), 1), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window mine = let("mine", Pld.window(mineBuf, shape(1, ROUNDS), INT32));
                    Window credits =
                            let("credits", Pld.window(creditBuf, shape(Pld.worldSize(), 1), INT32));
                    onEachChip.on(r).call(seen.get(r), mine, credits);
                });
    }
}

package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INDEX;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;
import static org.crosstile.dsl.Options.*;

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

/** The sum over all ranks, passed around a ring by neighbours only. */
final class RingByHand {
    private static final Dim NR = dynamic("NR");
    private static final int SIZE = 16384;
    private static final int CHUNK = 2048;

    private RingByHand() {}

    static Program build() {
        return program(
                "ring_by_hand",
                () -> {
                    Fn reduce = kernel("reduce", RingByHand::reduce);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(reduce));
                    host("ring_by_hand", () -> ringByHand(onEachChip));
                });
    }

    private static void reduce() {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor.Var y = out("y", tensor(FP32, 1, SIZE));
        Window.Var data = inOut("data", window(FP32, 1, SIZE));
        Window steps = inOut("steps", window(INT32, 1, 1));
        Context ctx = let("ctx", Pld.getCommCtx(data));
        Scalar my = let("my", Pl.cast(Pld.rank(ctx), INDEX));
        Scalar n = let("n", Pl.cast(Pld.nranks(ctx), INDEX));
        Scalar left = let("left", my.plus(n).minus(1).mod(n));
        Scalar right = let("right", my.plus(1).mod(n));
        range(0, SIZE, CHUNK)
                .each(at ->
                        data.set(
                                Pl.store(Pl.load(x, at(0, at), shape(1, CHUNK)), at(0, at), data)));
        when(n.gt(1))
                .then(() -> {
                    Pld.notify(steps, right, at(0, 0), 1, NotifyOp.AtomicAdd);
                    range(1, n)
                            .each(s -> {
                                Scalar q = let("q", my.plus(n).minus(s).plus(n).minus(1).mod(n));
                                Scalar end = let("end", q.plus(1).times(SIZE).floorDiv(n));
                                Pld.wait(steps, at(0, 0), Pl.cast(s, INT32), WaitCmp.Ge);
                                range(q.times(SIZE).floorDiv(n), end, CHUNK)
                                        .each(at -> {
                                            Scalar valid =
                                                    let("valid", Pl.min(CHUNK, end.minus(at)));
                                            Tile theirs =
                                                    let(
                                                            "theirs",
                                                            Pld.remoteLoad(
                                                                    data,
                                                                    left,
                                                                    at(0, at),
                                                                    shape(1, CHUNK),
                                                                    validShape(shape(1, valid))));
                                            Tile mine =
                                                    let(
                                                            "mine",
                                                            Pl.load(
                                                                    data,
                                                                    at(0, at),
                                                                    shape(1, CHUNK),
                                                                    validShape(shape(1, valid))));
                                            data.set(
                                                    Pl.store(
                                                            Pl.add(mine, theirs), at(0, at), data));
                                        });
                                Pld.notify(steps, right, at(0, 0), 1, NotifyOp.AtomicAdd);
                            });
                    range(1, n)
                            .each(s -> {
                                Scalar q = let("q", my.plus(n).minus(s).mod(n));
                                Scalar end = let("end", q.plus(1).times(SIZE).floorDiv(n));
                                Pld.wait(
                                        steps,
                                        at(0, 0),
                                        Pl.cast(n.minus(1).plus(s), INT32),
                                        WaitCmp.Ge);
                                range(q.times(SIZE).floorDiv(n), end, CHUNK)
                                        .each(at -> {
                                            Scalar valid =
                                                    let("valid", Pl.min(CHUNK, end.minus(at)));
                                            Tile theirs =
                                                    let(
                                                            "theirs",
                                                            Pld.remoteLoad(
                                                                    data,
                                                                    left,
                                                                    at(0, at),
                                                                    shape(1, CHUNK),
                                                                    validShape(shape(1, valid))));
                                            data.set(Pl.store(theirs, at(0, at), data));
                                        });
                                when(s.lt(n.minus(1)))
                                        .then(() ->
                                                Pld.notify(
                                                        steps,
                                                        right,
                                                        at(0, 0),
                                                        1,
                                                        NotifyOp.AtomicAdd));
                            });
                });
        range(0, SIZE, CHUNK)
                .each(at ->
                        y.set(Pl.store(Pl.load(data, at(0, at), shape(1, CHUNK)), at(0, at), y)));
        returns(y);
    }

    private static void onEachChip(Fn reduce) {
        Tensor x = in("x", tensor(FP32, 1, SIZE));
        Tensor y = out("y", tensor(FP32, 1, SIZE));
        Window data = inOut("data", window(FP32, 1, SIZE));
        Window steps = inOut("steps", window(INT32, 1, 1));
        returns(reduce.call(x, y, data, steps));
    }

    private static void ringByHand(Fn onEachChip) {
        Tensor x = in("x", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, 1, SIZE)));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(1, SIZE), FP32);
        Buffer stepsBuf = Pld.allocWindowBuffer("steps_buf", shape(1, 1), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window data = let("data", Pld.window(dataBuf, shape(1, SIZE), FP32));
                    Window steps = let("steps", Pld.window(stepsBuf, shape(1, 1), INT32));
                    onEachChip.on(r).call(x.get(r), y.get(r), data, steps);
                });
    }
}

package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.BF16;
import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.dsl.Array;
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

/** The mixture of experts of moe_dispatch_combine at the size of a large model. */
final class MoeFullSize {
    private static final Dim NR = dynamic("NR");
    private static final Dim ROWS = dynamic("ROWS");
    private static final int TOKENS = 128;
    private static final int TOP = 6;
    private static final int SIZE = 4096;
    private static final int EXPERTS = 16;
    private static final int ROUTES = TOKENS * TOP;

    private MoeFullSize() {}

    static Program build() {
        return program(
                "moe_full_size",
                () -> {
                    Fn dispatch = kernel("dispatch", MoeFullSize::dispatch);
                    Fn runExperts = kernel("run_experts", MoeFullSize::runExperts);
                    Fn combine = kernel("combine", MoeFullSize::combine);
                    Fn onEachChip =
                            chip("on_each_chip", () -> onEachChip(dispatch, runExperts, combine));
                    host("moe_full_size", () -> moeFullSize(onEachChip));
                });
    }

    private static void dispatch() {
        Tensor x = in("x", tensor(BF16, TOKENS, SIZE));
        Tensor choice = in("choice", tensor(INT32, TOKENS, TOP));
        Window counts = inOut("counts", window(INT32, shape(NR, NR, EXPERTS)));
        Window rows = inOut("rows", window(BF16, shape(ROWS, SIZE)));
        Window routes = inOut("routes", window(INT32, shape(ROWS, 1)));
        Window ready = inOut("ready", window(INT32, shape(NR, 3)));
        Context ctx = let("ctx", Pld.getCommCtx(rows));
        Scalar me = let("me", Pld.rank(ctx));
        Scalar n = let("n", Pld.nranks(ctx));
        Array.Var count = let("count", Pl.arrayCreate(EXPERTS, INT32));
        Array.Var first = let("first", Pl.arrayCreate(EXPERTS, INT32));
        range(n).each(owner -> {
            range(EXPERTS).named("e").each(e -> count.set(e, 0));
            range(TOKENS)
                    .each(t -> {
                        range(TOP)
                                .each(k -> {
                                    Scalar expert =
                                            let(
                                                    "expert",
                                                    Pl.read(choice, at(t, k))
                                                            .mod(n.times(EXPERTS)));
                                    when(expert.floorDiv(EXPERTS).eq(owner))
                                            .then(() -> {
                                                Scalar e = let("e", expert.mod(EXPERTS));
                                                count.set(e, count.get(e).plus(1));
                                            });
                                });
                    });
            range(n).each(peer ->
                    range(EXPERTS)
                            .named("e")
                            .each(e ->
                                    Pld.notify(
                                            counts,
                                            peer,
                                            at(me, owner, e),
                                            count.get(e),
                                            NotifyOp.Set)));
        });
        range(n).each(peer -> Pld.notify(ready, peer, at(me, 0), 1, NotifyOp.Set));
        range(n).each(peer -> Pld.wait(ready, at(peer, 0), 1, WaitCmp.Ge));
        range(n).each(owner -> {
            Scalar.Var row = let("row", 0);
            range(EXPERTS)
                    .named("e")
                    .each(e -> {
                        range(n).each(source -> {
                            when(source.eq(me)).then(() -> first.set(e, row));
                            row.set(row.plus(Pl.read(counts, at(source, owner, e))));
                        });
                    });
            range(TOKENS)
                    .each(t -> {
                        range(TOP)
                                .each(k -> {
                                    Scalar expert =
                                            let(
                                                    "expert",
                                                    Pl.read(choice, at(t, k))
                                                            .mod(n.times(EXPERTS)));
                                    when(expert.floorDiv(EXPERTS).eq(owner))
                                            .then(() -> {
                                                Scalar e = let("e", expert.mod(EXPERTS));
                                                Scalar at = let("at", first.get(e));
                                                first.set(e, at.plus(1));
                                                Pld.put(
                                                        rows,
                                                        owner,
                                                        x,
                                                        at(at, 0),
                                                        at(t, 0),
                                                        shape(1, SIZE));
                                                Pld.notify(
                                                        routes,
                                                        owner,
                                                        at(at, 0),
                                                        t.times(TOP).plus(k),
                                                        NotifyOp.Set);
                                            });
                                });
                    });
        });
        range(n).each(peer -> Pld.notify(ready, peer, at(me, 1), 1, NotifyOp.Set));
        range(n).each(peer -> Pld.wait(ready, at(peer, 1), 1, WaitCmp.Ge));
    }

    private static void runExperts() {
        Tensor gain = in("gain", tensor(FP32, EXPERTS, SIZE));
        Window counts = inOut("counts", window(INT32, shape(NR, NR, EXPERTS)));
        Window.Var rows = inOut("rows", window(BF16, shape(ROWS, SIZE)));
        Context ctx = let("ctx", Pld.getCommCtx(rows));
        Scalar me = let("me", Pld.rank(ctx));
        Scalar.Var row = let("row", 0);
        range(EXPERTS)
                .each(e -> {
                    Tile factors = let("factors", Pl.load(gain, at(e, 0), shape(1, SIZE)));
                    range(Pld.nranks(ctx))
                            .each(source -> {
                                range(Pl.read(counts, at(source, me, e)))
                                        .each(i -> {
                                            Tile token =
                                                    let(
                                                            "token",
                                                            Pl.cast(
                                                                    Pl.load(
                                                                            rows,
                                                                            at(row, 0),
                                                                            shape(1, SIZE)),
                                                                    FP32));
                                            Tile answer =
                                                    let(
                                                            "answer",
                                                            Pl.cast(Pl.mul(token, factors), BF16));
                                            rows.set(Pl.store(answer, at(row, 0), rows));
                                            row.set(row.plus(1));
                                        });
                            });
                });
    }

    private static void combine() {
        Tensor weight = in("weight", tensor(FP32, TOKENS, TOP));
        Tensor.Var y = out("y", tensor(FP32, TOKENS, SIZE));
        Window counts = inOut("counts", window(INT32, shape(NR, NR, EXPERTS)));
        Window rows = inOut("rows", window(BF16, shape(ROWS, SIZE)));
        Window routes = inOut("routes", window(INT32, shape(ROWS, 1)));
        Window back = inOut("back", window(BF16, ROUTES, SIZE));
        Window ready = inOut("ready", window(INT32, shape(NR, 3)));
        Context ctx = let("ctx", Pld.getCommCtx(rows));
        Scalar me = let("me", Pld.rank(ctx));
        Scalar n = let("n", Pld.nranks(ctx));
        Scalar.Var row = let("row", 0);
        range(EXPERTS)
                .each(e -> {
                    range(n).each(source -> {
                        range(Pl.read(counts, at(source, me, e)))
                                .each(i -> {
                                    Scalar route = let("route", Pl.read(routes, at(row, 0)));
                                    Pld.put(
                                            back,
                                            source,
                                            rows,
                                            at(route, 0),
                                            at(row, 0),
                                            shape(1, SIZE));
                                    row.set(row.plus(1));
                                });
                    });
                });
        range(n).each(peer -> Pld.notify(ready, peer, at(me, 2), 1, NotifyOp.Set));
        range(n).each(peer -> Pld.wait(ready, at(peer, 2), 1, WaitCmp.Ge));
        range(TOKENS)
                .each(t -> {
                    Tile.Var answer =
                            let(
                                    "answer",
                                    Pl.cast(
                                            Pl.load(back, at(t.times(TOP), 0), shape(1, SIZE)),
                                            FP32));
                    Tile.Var total = let("total", Pl.mul(answer, Pl.read(weight, at(t, 0))));
                    range(1, TOP)
                            .each(k -> {
                                answer.set(
                                        Pl.cast(
                                                Pl.load(
                                                        back,
                                                        at(t.times(TOP).plus(k), 0),
                                                        shape(1, SIZE)),
                                                FP32));
                                total.set(Pl.add(total, Pl.mul(answer, Pl.read(weight, at(t, k)))));
                            });
                    y.set(Pl.store(total, at(t, 0), y));
                });
        returns(y);
    }

    private static void onEachChip(Fn dispatch, Fn runExperts, Fn combine) {
        Tensor x = in("x", tensor(BF16, TOKENS, SIZE));
        Tensor choice = in("choice", tensor(INT32, TOKENS, TOP));
        Tensor weight = in("weight", tensor(FP32, TOKENS, TOP));
        Tensor gain = in("gain", tensor(FP32, EXPERTS, SIZE));
        Tensor y = out("y", tensor(FP32, TOKENS, SIZE));
        Window counts = inOut("counts", window(INT32, shape(NR, NR, EXPERTS)));
        Window rows = inOut("rows", window(BF16, shape(ROWS, SIZE)));
        Window routes = inOut("routes", window(INT32, shape(ROWS, 1)));
        Window back = inOut("back", window(BF16, ROUTES, SIZE));
        Window ready = inOut("ready", window(INT32, shape(NR, 3)));
        dispatch.call(x, choice, counts, rows, routes, ready);
        runExperts.call(gain, counts, rows);
        returns(combine.call(weight, y, counts, rows, routes, back, ready));
    }

    private static void moeFullSize(Fn onEachChip) {
        Tensor x = in("x", tensor(BF16, shape(NR, TOKENS, SIZE)));
        Tensor choice = in("choice", tensor(INT32, shape(NR, TOKENS, TOP)));
        Tensor weight = in("weight", tensor(FP32, shape(NR, TOKENS, TOP)));
        Tensor gain = in("gain", tensor(FP32, shape(NR, EXPERTS, SIZE)));
        Tensor y = out("y", tensor(FP32, shape(NR, TOKENS, SIZE)));
        Scalar n = let("n", Pld.worldSize());
        Buffer countsBuf = Pld.allocWindowBuffer("counts_buf", shape(n, n, EXPERTS), INT32);
        Buffer rowsBuf = Pld.allocWindowBuffer("rows_buf", shape(n.times(ROUTES), SIZE), BF16);
        Buffer routesBuf = Pld.allocWindowBuffer("routes_buf", shape(n.times(ROUTES), 1), INT32);
        Buffer backBuf = Pld.allocWindowBuffer("back_buf", shape(ROUTES, SIZE), BF16);
        Buffer readyBuf = Pld.allocWindowBuffer("ready_buf", shape(n, 3), INT32);
        range(n).each(r -> {
            Window counts = let("counts", Pld.window(countsBuf, shape(n, n, EXPERTS), INT32));
            Window rows = let("rows", Pld.window(rowsBuf, shape(n.times(ROUTES), SIZE), BF16));
            Window routes = let("routes", Pld.window(routesBuf, shape(n.times(ROUTES), 1), INT32));
            Window back = let("back", Pld.window(backBuf, shape(ROUTES, SIZE), BF16));
            Window ready = let("ready", Pld.window(readyBuf, shape(n, 3), INT32));
            onEachChip
                    .on(r)
                    .call(
                            x.get(r),
                            choice.get(r),
                            weight.get(r),
                            gain.get(r),
                            y.get(r),
                            counts,
                            rows,
                            routes,
                            back,
                            ready);
        });
    }
}

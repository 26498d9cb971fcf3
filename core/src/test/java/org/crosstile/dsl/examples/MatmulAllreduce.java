package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;
import static org.crosstile.dsl.Options.*;

import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.SplitMode;
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

/**
 * A tensor-parallel matrix product: every rank multiplies its part of K, and all get the sum, in
 * one kernel.
 */
final class MatmulAllreduce {
    private static final Dim NR = dynamic("NR");
    private static final int M = 64;
    private static final int K = 64;
    private static final int N = 64;
    private static final int ROWS = 16;
    private static final int HALF = 8;
    private static final int BLOCKS = 4;

    private MatmulAllreduce() {}

    static Program build() {
        return program(
                "matmul_allreduce",
                () -> {
                    Fn product = kernel("product", MatmulAllreduce::product);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(product));
                    host("matmul_allreduce", () -> matmulAllreduce(onEachChip));
                });
    }

    private static void product() {
        Tensor a = in("a", tensor(FP32, M, K));
        Tensor b = in("b", tensor(FP32, K, N));
        Tensor.Var y = out("y", tensor(FP32, M, N));
        Window.Var parts = inOut("parts", window(FP32, M, N));
        Window signal = inOut("signal", window(INT32, shape(NR, 2)));
        Context ctx = let("ctx", Pld.getCommCtx(parts));
        Scalar me = let("me", Pld.rank(ctx));
        Scalar ranks = let("ranks", Pld.nranks(ctx));
        Tile whole = Pl.load(b, at(0, 0), shape(K, N), targetMemory(MemorySpace.Mat));
        Tile right = let("right", Pl.move(whole, MemorySpace.Right));
        range(BLOCKS)
                .each(i -> {
                    Tile rows =
                            let(
                                    "rows",
                                    Pl.load(
                                            a,
                                            at(i.times(ROWS), 0),
                                            shape(ROWS, K),
                                            targetMemory(MemorySpace.Mat)));
                    Tile c = let("c", Pl.matmul(Pl.move(rows, MemorySpace.Left), right));
                    splitAiv(2, SplitMode.UP_DOWN)
                            .each(lane -> {
                                Tile half = Pl.aivShard(c, split(SplitMode.UP_DOWN));
                                parts.set(
                                        Pl.store(
                                                half,
                                                at(i.times(ROWS).plus(lane.times(HALF)), 0),
                                                parts));
                                range(ranks)
                                        .each(peer ->
                                                Pld.notify(
                                                        signal,
                                                        peer,
                                                        at(me, lane),
                                                        1,
                                                        NotifyOp.AtomicAdd));
                            });
                });
        splitAiv(2, SplitMode.NONE)
                .each(lane ->
                        range(BLOCKS)
                                .each(i -> {
                                    Scalar at = let("at", i.times(ROWS).plus(lane.times(HALF)));
                                    Tile.Var total =
                                            let("total", Pl.tileFull(shape(HALF, N), FP32, 0.0));
                                    range(ranks)
                                            .each(peer -> {
                                                Pld.wait(
                                                        signal,
                                                        at(peer, lane),
                                                        i.plus(1),
                                                        WaitCmp.Ge);
                                                Tile theirs =
                                                        Pld.remoteLoad(
                                                                parts,
                                                                peer,
                                                                at(at, 0),
                                                                shape(HALF, N));
                                                total.set(Pl.add(total, theirs));
                                            });
                                    y.set(Pl.store(total, at(at, 0), y));
                                }));
        // the cube core waits for the same cells, so they are not taken back before it is here, too
        Pl.syncall("mix");
        splitAiv(2, SplitMode.NONE)
                .each(lane ->
                        range(ranks)
                                .each(peer ->
                                        Pld.notify(
                                                signal,
                                                me,
                                                at(peer, lane),
                                                -BLOCKS,
                                                NotifyOp.AtomicAdd)));
        returns(y);
    }

    private static void onEachChip(Fn product) {
        Tensor a = in("a", tensor(FP32, M, K));
        Tensor b = in("b", tensor(FP32, K, N));
        Tensor y = out("y", tensor(FP32, M, N));
        Window parts = inOut("parts", window(FP32, M, N));
        Window signal = inOut("signal", window(INT32, shape(NR, 2)));
        returns(product.call(a, b, y, parts, signal));
    }

    private static void matmulAllreduce(Fn onEachChip) {
        Tensor a = in("a", tensor(FP32, shape(NR, M, K)));
        Tensor b = in("b", tensor(FP32, shape(NR, K, N)));
        Tensor y = out("y", tensor(FP32, shape(NR, M, N)));
        Buffer partsBuf = Pld.allocWindowBuffer("parts_buf", shape(M, N), FP32);
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(Pld.worldSize(), 2), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window parts = let("parts", Pld.window(partsBuf, shape(M, N), FP32));
                    Window signal =
                            let("signal", Pld.window(signalBuf, shape(Pld.worldSize(), 2), INT32));
                    onEachChip.on(r).call(a.get(r), b.get(r), y.get(r), parts, signal);
                });
    }
}

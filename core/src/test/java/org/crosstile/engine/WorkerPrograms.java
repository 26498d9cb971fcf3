package org.crosstile.engine;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import java.util.function.BinaryOperator;
import org.crosstile.abi.NotifyOp;
import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Tile;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** Small programs for tests of workers. */
final class WorkerPrograms {
    static final int SIZE = 64;
    private static final Dim NR = dynamic("NR");

    private WorkerPrograms() {}

    /** {@code f[r] = a[r] + b[r]} on every rank. */
    static Program add() {
        return program("Add", () -> onEveryRank("add", Pl::add));
    }

    /** Two entries: {@code add} and {@code sub}. */
    static Program addAndSub() {
        return program(
                "AddAndSub",
                () -> {
                    onEveryRank("add", Pl::add);
                    onEveryRank("sub", Pl::sub);
                });
    }

    private static void onEveryRank(String name, BinaryOperator<Tile> combine) {
        Fn kernel = kernel(name + "_tiles", () -> tiles(combine));
        Fn chip = chip(name + "_chip", () -> chipFunction(kernel));
        host(
                name,
                () -> {
                    Tensor a = in("a", tensor(FP32, shape(NR, 1, SIZE)));
                    Tensor b = in("b", tensor(FP32, shape(NR, 1, SIZE)));
                    Tensor f = out("f", tensor(FP32, shape(NR, 1, SIZE)));
                    range(Pld.worldSize()).each(r -> chip.on(r).call(a.get(r), b.get(r), f.get(r)));
                });
    }

    private static void tiles(BinaryOperator<Tile> combine) {
        Tensor a = in("a", tensor(FP32, 1, SIZE));
        Tensor b = in("b", tensor(FP32, 1, SIZE));
        Tensor f = out("f", tensor(FP32, 1, SIZE));
        returns(Pl.store(combine.apply(row(a), row(b)), at(0, 0), f));
    }

    private static Tile row(Tensor of) {
        return Pl.load(of, at(0, 0), shape(1, SIZE));
    }

    private static void chipFunction(Fn kernel) {
        Tensor a = in("a", tensor(FP32, 1, SIZE));
        Tensor b = in("b", tensor(FP32, 1, SIZE));
        Tensor f = out("f", tensor(FP32, 1, SIZE));
        returns(kernel.call(a, b, f));
    }

    /** Every rank adds one to a cell of its own and says what it holds then. */
    static Program counter() {
        return program(
                "Counter",
                () -> {
                    Fn count = kernel("count", WorkerPrograms::count);
                    Fn chip =
                            chip(
                                    "chip",
                                    () -> {
                                        Tensor seen = out("seen", tensor(INT32, 1, 1));
                                        Window cell = inOut("cell", window(INT32, 1, 1));
                                        returns(count.call(seen, cell));
                                    });
                    host(
                            "counter",
                            () -> {
                                Tensor seen = out("seen", tensor(INT32, shape(NR, 1, 1)));
                                Buffer buf = Pld.allocWindowBuffer("buf", shape(1, 1), INT32);
                                range(Pld.worldSize())
                                        .each(r -> {
                                            Window cell = Pld.window(buf, shape(1, 1), INT32);
                                            chip.on(r).call(seen.get(r), cell);
                                        });
                            });
                });
    }

    private static void count() {
        Tensor seen = out("seen", tensor(INT32, 1, 1));
        Window cell = inOut("cell", window(INT32, 1, 1));
        Scalar me = Pld.rank(Pld.getCommCtx(cell));
        Pld.notify(cell, me, at(0, 0), 1, NotifyOp.AtomicAdd);
        returns(Pl.write(seen, at(0, 0), Pl.read(cell, at(0, 0))));
    }

    /** {@code f = a + b}, then the sub-worker {@code change(f, ranks)}, then {@code g = f + b}. */
    static Program withSubWorker() {
        return program(
                "WithSubWorker",
                () -> {
                    Fn kernel = kernel("tiles", () -> tiles(Pl::add));
                    Fn chip = chip("chip", () -> chipFunction(kernel));
                    Fn change =
                            subWorker(
                                    "change",
                                    () -> {
                                        inOut("f", tensor(FP32, shape(NR, 1, SIZE)));
                                        in("n", scalar(INT32));
                                    });
                    host("host", () -> aroundChange(chip, change));
                });
    }

    private static void aroundChange(Fn chip, Fn change) {
        Tensor a = in("a", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor b = in("b", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor f = out("f", tensor(FP32, shape(NR, 1, SIZE)));
        Tensor g = out("g", tensor(FP32, shape(NR, 1, SIZE)));
        range(Pld.worldSize()).each(r -> chip.on(r).call(a.get(r), b.get(r), f.get(r)));
        change.call(f, Pl.cast(Pld.worldSize(), INT32));
        range(Pld.worldSize()).each(r -> chip.on(r).call(f.get(r), b.get(r), g.get(r)));
    }
}

package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Tile;
import org.crosstile.model.Program;

/** Every rank adds its own number to its slice of a tensor. */
final class HelloRank {
    private static final Dim NR = dynamic("NR");
    private static final int ROWS = 8;
    private static final int COLS = 16;

    private HelloRank() {}

    static Program build() {
        return program(
                "hello_rank",
                () -> {
                    Fn addMyNumber = kernel("add_my_number", HelloRank::addMyNumber);
                    Fn onEachChip = chip("on_each_chip", () -> onEachChip(addMyNumber));
                    host("hello_rank", () -> helloRank(onEachChip));
                });
    }

    private static void addMyNumber() {
        Tensor x = in("x", tensor(FP32, ROWS, COLS));
        Tensor y = out("y", tensor(FP32, ROWS, COLS));
        Scalar rank = in("rank", scalar(INT32));
        Tile.Var tile = let("tile", Pl.load(x, at(0, 0), shape(ROWS, COLS)));
        tile.set(Pl.add(tile, Pl.cast(rank, FP32)));
        returns(Pl.store(tile, at(0, 0), y));
    }

    private static void onEachChip(Fn addMyNumber) {
        Tensor x = in("x", tensor(FP32, ROWS, COLS));
        Tensor y = out("y", tensor(FP32, ROWS, COLS));
        Scalar rank = in("rank", scalar(INT32));
        returns(addMyNumber.call(x, y, rank));
    }

    private static void helloRank(Fn onEachChip) {
        Tensor x = in("x", tensor(FP32, shape(NR, ROWS, COLS)));
        Tensor y = out("y", tensor(FP32, shape(NR, ROWS, COLS)));
        range(Pld.worldSize()).each(r -> onEachChip.on(r).call(x.get(r), y.get(r), r));
    }
}

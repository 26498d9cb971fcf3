package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INDEX;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** The program all_to_all_v, with the exchange as a task of its own between the tasks of a chip. */
final class AllToAllVOnChip {
    private static final int MOST = 10;
    private static final int COLS = 8;

    private AllToAllVOnChip() {}

    static Program build(int nRanks) {
        int blockRows = nRanks * MOST;
        return program(
                "AllToAllVOnChip",
                () -> {
                    Fn copyOut = kernel("copy_out", () -> copyOut(nRanks, blockRows));
                    Fn onEachChip =
                            chip("on_each_chip", () -> onEachChip(nRanks, blockRows, copyOut));
                    host(
                            "all_to_all_v_on_chip",
                            () -> allToAllVOnChip(nRanks, blockRows, onEachChip));
                });
    }

    private static void copyOut(int nRanks, int blockRows) {
        Tensor.Var y = out("y", tensor(FP32, blockRows, COLS));
        Tensor counts = out("counts", tensor(INT32, nRanks, 1));
        Window data = in("data", window(FP32, blockRows, COLS));
        Window recv = in("recv", window(INT32, nRanks, 1));
        range(nRanks)
                .each(k -> {
                    Scalar rows = let("rows", Pl.read(recv, at(k, 0)));
                    Pl.write(counts, at(k, 0), rows);
                    range(Pl.cast(rows, INDEX))
                            .each(i ->
                                    y.set(
                                            Pl.store(
                                                    Pl.load(
                                                            data,
                                                            at(k.times(MOST).plus(i), 0),
                                                            shape(1, COLS)),
                                                    at(k.times(MOST).plus(i), 0),
                                                    y)));
                });
        returns(y);
    }

    private static void onEachChip(int nRanks, int blockRows, Fn copyOut) {
        Tensor x = in("x", tensor(FP32, blockRows, COLS));
        Tensor send = in("send", tensor(INT32, nRanks, 1));
        Tensor y = out("y", tensor(FP32, blockRows, COLS));
        Tensor counts = out("counts", tensor(INT32, nRanks, 1));
        Window.Var data = inOut("data", window(FP32, blockRows, COLS));
        Window signal = inOut("signal", window(INT32, nRanks, 1));
        Window recv = inOut("recv", window(INT32, nRanks, 1));
        data.set(Pld.allToAllV(x, data, signal, send, recv));
        copyOut.call(y, counts, data, recv);
    }

    private static void allToAllVOnChip(int nRanks, int blockRows, Fn onEachChip) {
        Tensor x = in("x", tensor(FP32, nRanks, blockRows, COLS));
        Tensor send = in("send", tensor(INT32, nRanks, nRanks, 1));
        Tensor y = out("y", tensor(FP32, nRanks, blockRows, COLS));
        Tensor counts = out("counts", tensor(INT32, nRanks, nRanks, 1));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(blockRows, COLS), FP32);
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(nRanks, 1), INT32);
        Buffer recvBuf = Pld.allocWindowBuffer("recv_buf", shape(nRanks, 1), INT32);
        range(Pld.worldSize())
                .each(r -> {
                    Window data = let("data", Pld.window(dataBuf, shape(blockRows, COLS), FP32));
                    Window signal = let("signal", Pld.window(signalBuf, shape(nRanks, 1), INT32));
                    Window recv = let("recv", Pld.window(recvBuf, shape(nRanks, 1), INT32));
                    onEachChip
                            .on(r)
                            .call(
                                    x.get(r),
                                    send.get(r),
                                    y.get(r),
                                    counts.get(r),
                                    data,
                                    signal,
                                    recv);
                });
    }
}

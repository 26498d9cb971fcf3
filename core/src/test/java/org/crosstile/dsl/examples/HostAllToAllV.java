package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INDEX;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Dim;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** A varying number of rows for every rank: rank r sends as many as counts[r, s] says to rank s. */
final class HostAllToAllV {
    private static final Dim NR = dynamic("NR");
    private static final int MOST = 10;
    private static final int SIZE = 64;

    private HostAllToAllV() {}

    static Program build() {
        return program(
                "host_all_to_all_v",
                () -> {
                    Fn copyIn = kernel("copy_in", HostAllToAllV::copyIn);
                    Fn fill = chip("fill", () -> fill(copyIn));
                    Fn copyOut = kernel("copy_out", HostAllToAllV::copyOut);
                    Fn take = chip("take", () -> take(copyOut));
                    host("host_all_to_all_v", () -> hostAllToAllV(fill, take));
                });
    }

    private static void copyIn() {
        Tensor x = in("x", tensor(FP32, shape(NR.times(MOST), SIZE)));
        Tensor count = in("count", tensor(INT32, shape(NR, 1)));
        Window.Var rows = inOut("rows", window(FP32, shape(NR.times(MOST), SIZE)));
        Window send = inOut("send", window(INT32, shape(NR, 1)));
        range(NR.times(MOST))
                .each(i ->
                        rows.set(Pl.store(Pl.load(x, at(i, 0), shape(1, SIZE)), at(i, 0), rows)));
        range(NR).each(s -> Pl.write(send, at(s, 0), Pl.read(count, at(s, 0))));
    }

    private static void fill(Fn copyIn) {
        Tensor x = in("x", tensor(FP32, shape(NR.times(MOST), SIZE)));
        Tensor count = in("count", tensor(INT32, shape(NR, 1)));
        Window rows = inOut("rows", window(FP32, shape(NR.times(MOST), SIZE)));
        Window send = inOut("send", window(INT32, shape(NR, 1)));
        copyIn.call(x, count, rows, send);
    }

    private static void copyOut() {
        Window data = in("data", window(FP32, shape(NR.times(MOST), SIZE)));
        Window recv = in("recv", window(INT32, shape(NR, 1)));
        Tensor.Var y = out("y", tensor(FP32, shape(NR.times(MOST), SIZE)));
        Tensor arrived = out("arrived", tensor(INT32, shape(NR, 1)));
        range(NR)
                .each(s -> {
                    Scalar count = let("count", Pl.read(recv, at(s, 0)));
                    range(Pl.cast(count, INDEX))
                            .each(i -> {
                                Scalar row = let("row", s.times(MOST).plus(i));
                                y.set(
                                        Pl.store(
                                                Pl.load(data, at(row, 0), shape(1, SIZE)),
                                                at(row, 0),
                                                y));
                            });
                    Pl.write(arrived, at(s, 0), count);
                });
        returns(y);
    }

    private static void take(Fn copyOut) {
        Window data = in("data", window(FP32, shape(NR.times(MOST), SIZE)));
        Window recv = in("recv", window(INT32, shape(NR, 1)));
        Tensor y = out("y", tensor(FP32, shape(NR.times(MOST), SIZE)));
        Tensor arrived = out("arrived", tensor(INT32, shape(NR, 1)));
        returns(copyOut.call(data, recv, y, arrived));
    }

    private static void hostAllToAllV(Fn fill, Fn take) {
        Tensor x = in("x", tensor(FP32, shape(NR, NR.times(MOST), SIZE)));
        Tensor counts = in("counts", tensor(INT32, shape(NR, NR, 1)));
        Tensor y = out("y", tensor(FP32, shape(NR, NR.times(MOST), SIZE)));
        Tensor arrived = out("arrived", tensor(INT32, shape(NR, NR, 1)));
        Buffer rowsBuf = Pld.allocWindowBuffer("rows_buf", shape(NR.times(MOST), SIZE), FP32);
        Window rows = let("rows", Pld.window(rowsBuf, shape(NR.times(MOST), SIZE), FP32));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(NR.times(MOST), SIZE), FP32);
        Window.Var data = let("data", Pld.window(dataBuf, shape(NR.times(MOST), SIZE), FP32));
        Buffer sendBuf = Pld.allocWindowBuffer("send_buf", shape(NR, 1), INT32);
        Window send = let("send", Pld.window(sendBuf, shape(NR, 1), INT32));
        Buffer recvBuf = Pld.allocWindowBuffer("recv_buf", shape(NR, 1), INT32);
        Window recv = let("recv", Pld.window(recvBuf, shape(NR, 1), INT32));
        Buffer signalBuf = Pld.allocWindowBuffer("signal_buf", shape(NR, 1), INT32);
        Window signal = let("signal", Pld.window(signalBuf, shape(NR, 1), INT32));
        range(Pld.worldSize()).each(r -> fill.on(r).call(x.get(r), counts.get(r), rows, send));
        data.set(Pld.allToAllV(rows, data, signal, send, recv));
        range(Pld.worldSize()).each(r -> take.on(r).call(data, recv, y.get(r), arrived.get(r)));
    }
}

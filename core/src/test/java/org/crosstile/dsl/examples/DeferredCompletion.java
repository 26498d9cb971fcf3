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
import org.crosstile.dsl.TaskId;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;

/** Many tasks of each rank wait for a neighbour without occupying a core. */
final class DeferredCompletion {
    private static final Dim NR = dynamic("NR");
    private static final int COUNT = 48;
    private static final int WIDTH = 8;

    private DeferredCompletion() {}

    static Program build() {
        return program(
                "DeferredCompletion",
                () -> {
                    Fn onEachChip = chip("on_each_chip", DeferredCompletion::onEachChip);
                    host("host", () -> onHost(onEachChip));
                });
    }

    private static void onEachChip() {
        Tensor x = in("x", tensor(INT32, 1, WIDTH));
        Tensor.Var y = out("y", tensor(INT32, COUNT, WIDTH));
        Window data = inOut("data", window(INT32, 1, WIDTH));
        Window arrived = inOut("arrived", window(INT32, 1, 1));
        Scalar peer = in("peer", scalar(INT32));
        manualScope(() -> {
            range(COUNT)
                    .each(row -> {
                        TaskId waits =
                                task("waits")
                                        .run(() -> Pld.deferWait(arrived, at(0, 0), 1, WaitCmp.Ge));
                        task("copies")
                                .after(waits)
                                .run(() ->
                                        y.set(
                                                Pl.store(
                                                        Pl.load(data, at(0, 0), shape(1, WIDTH)),
                                                        at(row, 0),
                                                        y)));
                    });
            task("sends")
                    .run(() -> {
                        Pld.remoteStore(
                                Pl.load(x, at(0, 0), shape(1, WIDTH)), data, peer, at(0, 0));
                        Pld.notify(arrived, peer, at(0, 0), 1, NotifyOp.Set);
                    });
        });
        returns(y);
    }

    private static void onHost(Fn onEachChip) {
        Tensor x = in("x", tensor(INT32, shape(NR, 1, WIDTH)));
        Tensor y = out("y", tensor(INT32, shape(NR, COUNT, WIDTH)));
        Buffer dataBuf = Pld.allocWindowBuffer("data_buf", shape(1, WIDTH), INT32);
        Window data = let("data", Pld.window(dataBuf, shape(1, WIDTH), INT32));
        Buffer arrivedBuf = Pld.allocWindowBuffer("arrived_buf", shape(1, 1), INT32);
        Window arrived = let("arrived", Pld.window(arrivedBuf, shape(1, 1), INT32));
        range(Pld.worldSize())
                .each(r ->
                        onEachChip
                                .on(r)
                                .call(
                                        x.get(r),
                                        y.get(r),
                                        data,
                                        arrived,
                                        r.plus(1).mod(Pld.worldSize())));
    }
}

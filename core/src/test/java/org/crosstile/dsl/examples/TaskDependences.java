package org.crosstile.dsl.examples;

import static org.crosstile.abi.DType.FP32;
import static org.crosstile.dsl.Dsl.*;

import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.TaskId;
import org.crosstile.dsl.Tensor;
import org.crosstile.model.Program;

/** Tasks of a chip and what orders them: memory that they share, and {@code deps}. */
final class TaskDependences {
    private static final int N = 64;

    private TaskDependences() {}

    static Program build() {
        return program(
                "TaskDependences",
                () -> {
                    Fn half = kernel("half", TaskDependences::half);
                    Fn onChip = chip("on_chip", () -> onTheChip(half));
                    host("host", () -> onHost(onChip));
                });
    }

    private static void half() {
        Tensor x = in("x", tensor(FP32, 4, N));
        Tensor half = out("half", tensor(FP32, 4, N));
        Scalar factor = in("factor", scalar(FP32));
        returns(Pl.store(Pl.mul(Pl.load(x, at(0, 0), shape(4, N)), factor), at(0, 0), half));
    }

    private static void onTheChip(Fn half) {
        Tensor x = in("x", tensor(FP32, 4, N));
        Tensor.Var y = out("y", tensor(FP32, 8, N));
        Tensor.Var z = out("z", tensor(FP32, 1, N));
        Tensor buffer = let("buffer", Pl.createTensor(shape(8, N), FP32));
        TaskId.Var last = let("last", noTask());
        range(2).each(i -> {
            half.call(x, Pl.slice(buffer, shape(4, N), at(0, 0)), real(2.0));
            half.call(x, Pl.slice(buffer, shape(4, N), at(4, 0)), real(3.0));
            TaskId joined =
                    task("joined")
                            .run(() ->
                                    y.set(
                                            Pl.store(
                                                    Pl.add(
                                                            Pl.load(buffer, at(0, 0), shape(8, N)),
                                                            1.0),
                                                    at(0, 0),
                                                    y)));
            last.set(joined);
        });
        task("done")
                .after(last)
                .run(() -> z.set(Pl.store(Pl.load(x, at(3, 0), shape(1, N)), at(0, 0), z)));
    }

    private static void onHost(Fn onChip) {
        Tensor x = in("x", tensor(FP32, 4, N));
        Tensor y = out("y", tensor(FP32, 8, N));
        Tensor z = out("z", tensor(FP32, 1, N));
        onChip.on(0).call(x, y, z);
    }
}

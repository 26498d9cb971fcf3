package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.crosstile.abi.DType;
import org.crosstile.model.Dim;
import org.crosstile.model.Exprs;
import org.crosstile.model.Program;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Extents, counts and numbers that a Java program gives and that nothing can be made of. */
@Timeout(60)
class GivenNumbersTest {
    private static final SourceText SCALED =
            Programs.text(
                    """
                    @pl.jit.incore
                    def kernel(
                        x: pl.Tensor[[1, 8], pl.INT32],
                        y: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
                        n: pl.Scalar[pl.INT32],
                    ):
                        y = pl.store(pl.mul(pl.load(x, [0, 0], [1, 8]), n), [0, 0], y)


                    @pl.jit
                    def chip(
                        x: pl.Tensor[[1, 8], pl.INT32],
                        y: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
                        n: pl.Scalar[pl.INT32],
                    ):
                        kernel(x, y, n)


                    @pl.jit.host
                    def host(
                        x: pl.Tensor[[NR, 1, 8], pl.INT32],
                        y: pl.Out[pl.Tensor[[NR, 1, 8], pl.INT32]],
                        n: pl.Scalar[pl.INT32],
                    ):
                        for r in pl.range(pld.world_size()):
                            chip(x[r], y[r], n, device=r)
                    """);

    private static void refused(String why, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void extents_of_tensors() {
        String no = "there is no tensor ";
        refused(no + "[-1, 4] of FP32", () -> HostArray.zeros(DType.FP32, -1, 4));
        refused(no, () -> HostArray.zeros(DType.FP32, -2, -4));
        refused(no, () -> HostArray.zeros(DType.FP32, 1L << 62, 4));
        refused(no, () -> HostArray.zeros(DType.FP32, 1L << 61));
        refused(no, () -> HostArray.of(new float[8], -2, -4));
        refused(no, () -> HostArray.of(new int[0], Long.MAX_VALUE, Long.MAX_VALUE));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(64);
            refused(no, () -> HostArray.of(memory, DType.FP32, 1L << 62, 4));
            refused(no, () -> HostArray.of(memory, DType.FP32, -1, -16));
            refused("has 64", () -> HostArray.of(memory, DType.FP32, 17));
        }
        assertThat(HostArray.zeros(DType.FP32, Long.MAX_VALUE, 0).elements()).isZero();
        assertThat(HostArray.zeros(DType.FP32, 0, Long.MAX_VALUE).elements()).isZero();
    }

    @Test
    void numbers_of_ranks() {
        for (int ranks : new int[] {Integer.MIN_VALUE, -1, 0, 4097, Integer.MAX_VALUE}) {
            refused("ranks must be in 1..4096", () -> RunRequest.of(ranks));
            refused("ranks must be in 1..4096", () -> RunRequest.of(2).on(ranks));
            refused("ranks must be in 1..4096", () -> WorkerOptions.of(ranks));
        }
    }

    @Test
    void extents_that_follow_from_others_are_exact() {
        Extents extents = new Extents();
        Dim dim = new Dim("M", Span.NONE);
        extents.define("M", 4);
        OptionalLong none = OptionalLong.empty();

        assertThat(extents.value(Exprs.mul(dim, Exprs.index(3)), none)).hasValue(12);
        assertThat(extents.value(Exprs.mul(dim, Exprs.index(1L << 62)), none)).isEmpty();
        assertThat(extents.value(Exprs.add(dim, Exprs.index(Long.MAX_VALUE)), none)).isEmpty();
        assertThat(extents.value(Exprs.sub(Exprs.index(Long.MIN_VALUE), dim), none)).isEmpty();
    }

    @Test
    void arguments_of_a_dispatch() {
        try (Worker worker = Engine.standard().prepare(program(SCALED), WorkerOptions.of(2))) {
            HostArray x = HostArray.zeros(DType.INT32, 2, 1, 8).fill(3);

            HostTensor y = worker.run(x, Argument.of(-5)).outputs().getFirst();
            assertThat(y.get(0)).isEqualTo(-15);

            refused("`n`", () -> worker.run(x, Argument.of(1L << 31)));
            refused("`n`", () -> worker.run(x, Argument.of(1L << 32)));
            refused("`n`", () -> worker.run(x, Argument.of(Long.MIN_VALUE)));
            refused("`n`", () -> worker.run(x, Argument.of(1.5)));
            refused("`n`", () -> worker.run(x, Argument.of(Double.NaN)));
            refused("`n`", () -> worker.run(x, Argument.of(1e30)));
            refused("devices", () -> worker.allocStacked(HostArray.zeros(DType.FP32, 1L << 40, 0)));
            refused("no tensor", () -> worker.alloc(DType.FP32, -1, 8));
            assertThat(worker.run(x, Argument.of(7)).isOk()).isTrue();
        }
    }

    private static Program program(SourceText text) {
        Problems problems = new Problems();
        return Engine.standard()
                .load(text, new LoadOptions(Map.of(), 2), problems)
                .select("")
                .orElseThrow(() -> new AssertionError(List.copyOf(problems.sorted()).toString()));
    }
}

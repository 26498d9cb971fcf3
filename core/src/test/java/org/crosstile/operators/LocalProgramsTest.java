package org.crosstile.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Local operators from program text to result: {@code x} and {@code k} count up from 0, in 8 rows
 * of 64.
 */
@Timeout(60)
class LocalProgramsTest {
    private static final Engine ENGINE = Engine.standard().verifying();

    /** A kernel body, and what it stores into {@code y} at a place in row-major order. */
    record Case(String name, String body, IntToDoubleFunction expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Case> CASES = new ArrayList<>();

    private static void add(String name, String body, IntToDoubleFunction expected) {
        CASES.add(new Case(name, body, expected));
    }

    static {
        add("load and store", "pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)", i -> i);
        add(
                "a moved box",
                "pl.store(pl.load(x, [2, 16], [4, 32]), [1, 8], y)",
                i -> {
                    int r = i / 64;
                    int c = i % 64;
                    return r >= 1 && r < 5 && c >= 8 && c < 40 ? (r + 1) * 64 + c + 8 : 0;
                });
        add(
                "a tail with a valid extent",
                """
                for c in pl.range(0, 64, 24):
                    t = pl.load(x, [0, c], [8, 24], valid_shape=[8, pl.min(24, 64 - c)])
                    pl.store(pl.add(t, 0.5), [0, c], y)
                """,
                i -> i + 0.5);
        add(
                "a clamped load",
                "pl.store(pl.load(x, [6, 48], [8, 32], clamp=True), [0, 0], y)",
                i -> i / 64 < 2 && i % 64 < 16 ? (i / 64 + 6) * 64 + i % 64 + 48 : 0);
        add(
                "an atomic store",
                """
                t = pl.load(x, [0, 0], [8, 64])
                y = pl.store(t, [0, 0], y)
                y = pl.store(t, [0, 0], y, atomic=pl.AtomicType.Add)
                """,
                i -> 2 * i);
        add(
                "arithmetic on tiles",
                """
                t = pl.load(x, [0, 0], [8, 64])
                u = pl.mul(pl.sub(pl.add(t, t), 3), 0.5)
                v = pl.maximum(pl.minimum(u, 100), pl.neg(t))
                pl.store(pl.div(v, 4.0), [0, 0], y)
                """,
                i -> Math.max(Math.min((2 * i - 3) * 0.5, 100), -i) / 4);
        add(
                "a row and a column serve all",
                """
                t = pl.load(x, [0, 0], [8, 64])
                t = pl.add(t, pl.load(x, [1, 0], [1, 64]))
                pl.store(pl.sub(t, pl.load(x, [0, 1], [8, 1])), [0, 0], y)
                """,
                i -> i + (64 + i % 64) - (i / 64 * 64 + 1));
        add(
                "element types meet",
                """
                t = pl.load(k, [0, 0], [8, 64])
                pl.store(pl.add(pl.load(x, [0, 0], [8, 64]), t), [0, 0], y)
                """,
                i -> 2 * i);
        add(
                "casts round",
                """
                t = pl.add(pl.load(x, [0, 0], [8, 64]), 0.5)
                down = pl.cast(pl.cast(t, pl.INT32, mode='floor'), pl.FP32)
                away = pl.cast(pl.cast(t, pl.INT32), pl.FP32)
                pl.store(pl.add(pl.mul(away, 1000), down), [0, 0], y)
                """,
                i -> (float) ((i + 1) * 1000 + i));
        add(
                "narrow floats",
                "pl.store(pl.cast(pl.cast(pl.mul(pl.load(x, [0, 0], [8, 64]), 8.0), pl.FP16), pl.FP32), [0, 0], y)",
                i -> 8 * i);
        add(
                "sums and maxima of rows",
                """
                t = pl.load(x, [0, 0], [8, 64])
                tmp = pl.tile.create([8, 64], dtype=pl.FP32)
                s = pl.tile.row_sum(t, tmp)
                m = pl.tile.row_max(t, tmp)
                pl.store(pl.tile.reshape(s, [1, 8]), [0, 0], y)
                pl.store(pl.reshape(m, [1, 8]), [1, 0], y)
                """,
                i -> {
                    int r = i % 64;
                    return r >= 8 || i / 64 > 1
                            ? 0
                            : i / 64 == 0 ? 64 * 64 * r + 2016 : r * 64 + 63;
                });
        add(
                "transposition and slices",
                """
                t = pl.transpose(pl.load(x, [0, 0], [8, 64]), 0, 1)
                pl.store(t[8:16, 0:8], [0, 0], y)
                """,
                i -> i % 64 < 8 ? (i % 64) * 64 + 8 + i / 64 : 0);
        add(
                "a product of matrices",
                """
                a = pl.load(x, [0, 0], [8, 64], target_memory=pl.MemorySpace.Mat)
                b = pl.tile.full([64, 64], dtype=pl.FP32, value=2)
                c = pl.matmul(pl.move(a, pl.MemorySpace.Left), pl.move(b, pl.MemorySpace.Right))
                pl.store(c, [0, 0], y)
                """,
                i -> 2 * (64 * 64 * (i / 64) + 2016));
        add(
                "padding and valid extents",
                """
                t = pl.load(x, [0, 0], [8, 64], valid_shape=[4, 10])
                full = pl.tile.fillpad_inplace(t)
                part = pl.tile.set_validshape(pl.add(full, 1), 6, 32)
                pl.store(part, [0, 0], y)
                """,
                i -> i / 64 >= 6 || i % 64 >= 32 ? 0 : i / 64 < 4 && i % 64 < 10 ? i + 1 : 1);
        add(
                "single elements",
                """
                a = pl.read(x, [1, 2])
                t = pl.load(x, [0, 0], [8, 64])
                pl.write(y, [0, 0], a + pl.read(t, [2, 3]))
                pl.write(y, [0, 1], pl.cast(pl.read(k, [7, 63]), pl.FP32))
                """,
                i -> i == 0 ? 66 + 131 : i == 1 ? 511 : 0);
        add(
                "single elements of a tile",
                """
                t = pl.load(x, [0, 0], [8, 64])
                pl.tile.write(t, [0, 1], 0.5)
                pl.write(t, [1, 0], 1.5)
                u = pl.write(pl.add(t, 1), [0, 0], 2.5)
                pl.store(pl.add(t, u), [0, 0], y)
                """,
                i -> i == 0 ? 2.5 : i == 1 ? 2 : i == 64 ? 4 : 2 * i + 1);
        add(
                "a written tile and the one before",
                """
                t = pl.load(x, [0, 0], [1, 64])
                u = pl.write(t, [0, 1], 100.0)
                pl.store(t, [0, 0], y)
                pl.store(u, [1, 0], y)
                """,
                i -> i >= 128 ? 0 : i == 65 ? 100 : i % 64);
        add(
                "a private array",
                """
                arr = pl.array.create(8, pl.INT32)
                for i in pl.range(64):
                    arr[i % 8] = arr[i % 8] + pl.read(k, [0, i])
                for i in pl.range(8):
                    pl.write(y, [0, i], pl.cast(arr[i], pl.FP32))
                """,
                i -> i < 8 ? 8 * i + 8 * 28 : 0);
        add(
                "whole tensors",
                """
                s = pl.add(pl.mul(x, 2), pl.cast(k, pl.FP32))
                y[0:8, 0:64] = pl.maximum(pl.neg(s), -30.0)
                """,
                i -> Math.max(-3 * i, -30));
        add(
                "views of boxes",
                """
                part = pl.slice(x, [2, 64], [3, 0])
                y[0:2, 0:64] = part
                pl.assemble(y, pl.add(x[4:8, 0:64], pl.tensor.full([4, 64], dtype=pl.FP32, value=1)), [4, 0])
                """,
                i -> i < 128 ? i + 3 * 64 : i / 64 >= 4 ? i + 1 : 0);
        add(
                "a box of three dimensions",
                """
                t = pl.load(cube, [0, 1, 0], [2, 2, 64])
                pl.store(pl.tile.reshape(t, [4, 64]), [0, 0], y)
                """,
                i -> i / 64 < 4 ? (i / 64 < 2 ? i + 64 : i + 64 + 2 * 64) : 0);
    }

    static List<Case> cases() {
        return CASES;
    }

    private static RunResult run(String body) {
        String text =
                """
                import pypto.language as pl
                import pypto.language.distributed as pld


                @pl.jit.incore
                def kernel(
                    x: pl.Tensor[[8, 64], pl.FP32],
                    k: pl.Tensor[[8, 64], pl.INT32],
                    cube: pl.Tensor[[2, 4, 64], pl.FP32],
                    y: pl.InOut[pl.Tensor[[8, 64], pl.FP32]],
                ):
                %s

                @pl.jit
                def chip(
                    x: pl.Tensor[[8, 64], pl.FP32],
                    k: pl.Tensor[[8, 64], pl.INT32],
                    cube: pl.Tensor[[2, 4, 64], pl.FP32],
                    y: pl.InOut[pl.Tensor[[8, 64], pl.FP32]],
                ):
                    kernel(x, k, cube, y)


                @pl.jit.host
                def host(
                    x: pl.Tensor[[8, 64], pl.FP32],
                    k: pl.Tensor[[8, 64], pl.INT32],
                    cube: pl.Tensor[[2, 4, 64], pl.FP32],
                    y: pl.InOut[pl.Tensor[[8, 64], pl.FP32]],
                ):
                    chip(x, k, cube, y, device=0)
                """
                        .formatted(body.strip().indent(4));
        Input counting = new Input.Generated(Input.Fill.arange);
        RunRequest request =
                RunRequest.of(1)
                        .with("x", counting)
                        .with("k", counting)
                        .with("cube", counting)
                        .with("y", new Input.Generated(Input.Fill.zeros));
        return ENGINE.run(new SourceText("test.py", text), "", request);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gives_the_right_result(Case one) {
        RunResult result = run(one.body());

        assertThat(result.problems()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.OK);
        for (int i = 0; i < 512; i++) {
            assertThat(result.output("y").get(i))
                    .as("element [%d, %d]", i / 64, i % 64)
                    .isEqualTo(one.expected().applyAsDouble(i));
        }
    }

    @Test
    void who_leaves_a_tensor_at_run_time_is_told_where() {
        RunResult result =
                run(
                        """
                        for c in pl.range(0, 64, 24):
                            pl.store(pl.load(x, [0, c], [8, 24]), [0, c], y)
                        """);

        assertThat(result.problems()).hasSize(1);
        assertThat(result.problems().getFirst().rule().id()).isEqualTo("tile-load-bounds");
        assertThat(result.problems().getFirst().primary().text())
                .startsWith("offset 48 + extent 24 exceeds 64 in dimension 1");
        assertThat(result.problems().getFirst().primary().span().text()).startsWith("pl.load(x");
    }

    @Test
    void integers_divided_by_zero_at_run_time() {
        RunResult result =
                run(
                        """
                        t = pl.load(k, [0, 0], [8, 64])
                        pl.store(pl.cast(pl.div(t, t), pl.FP32), [0, 0], y)
                        """);

        assertThat(result.problems()).hasSize(1);
        assertThat(result.problems().getFirst().rule().id()).isEqualTo("tile-div-zero");
    }
}

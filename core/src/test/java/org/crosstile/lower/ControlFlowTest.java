package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ControlFlowTest {
    @Test
    void what_follows_a_continue_moves_into_the_other_branch() {
        String body =
                Texts.kernel(
                        "CtrlFlowTransform",
                        """
                        for i in pl.range(n):
                            if i == 2:
                                continue
                            y = pl.store(pl.load(x, [i, 0], [1, 64]), [i, 0], y)
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        for i in pl.range(n):
                            if i == 2:
                                pass
                            else:
                                y = pl.tile.store(pl.tile.load(x, [i, 0], [1, 64], [1, 64]), [i, 0], y)
                        """);
    }

    @Test
    void a_loop_that_is_left_early_becomes_a_while() {
        String body =
                Texts.kernel(
                        "CtrlFlowTransform",
                        """
                        for i in pl.range(1, n, 2):
                            if pl.read(counts, [i]) == pl.const(0, pl.INT32):
                                break
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        i_at = 1
                        stop = n
                        go = i_at < stop
                        while go:
                            i = i_at
                            broke = False
                            if pl.tensor.read(counts, [i]) == pl.const(0, pl.INT32):
                                broke = True
                            if broke:
                                go = False
                            else:
                                i_at = i_at + 2
                                go = i_at < stop
                        """);
    }

    @Test
    void where_neither_branch_always_jumps_a_flag_guards_the_rest() {
        String body =
                Texts.kernel(
                        "CtrlFlowTransform",
                        """
                        for i in pl.range(n):
                            if i > 2:
                                if i == 5:
                                    continue
                                pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                            pl.store(pl.load(x, [1, 0], [1, 64]), [1, 0], y)
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        for i in pl.range(n):
                            skip = False
                            if i > 2:
                                if i == 5:
                                    skip = True
                                else:
                                    pl.tile.store(pl.tile.load(x, [0, 0], [1, 64], [1, 64]), [0, 0], y)
                            if not skip:
                                pl.tile.store(pl.tile.load(x, [1, 0], [1, 64], [1, 64]), [1, 0], y)
                        """);
    }

    @Test
    void a_condition_that_reads_memory_is_evaluated_once_per_iteration() {
        String body =
                Texts.kernel(
                        "FlattenCallExpr",
                        """
                        i = 0
                        while i < n and pl.read(counts, [i]) == pl.const(0, pl.INT32):
                            i = i + 1
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        i = 0
                        t = i < n
                        if t:
                            t_1 = pl.tensor.read(counts, [i])
                            t = t_1 == pl.const(0, pl.INT32)
                        go = t
                        while go:
                            i = i + 1
                            t_2 = i < n
                            if t_2:
                                t_3 = pl.tensor.read(counts, [i])
                                t_2 = t_3 == pl.const(0, pl.INT32)
                            go = t_2
                        """);
    }

    @Test
    void an_early_return_becomes_a_branch() {
        String body =
                Texts.body(
                        Texts.after(
                                "Simplify",
                                """
                                import pypto.language as pl
                                @pl.program
                                class P:
                                    @pl.function(type=pl.FunctionType.InCore)
                                    def kernel(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[1, 64], pl.FP32]:
                                        if n == 0:
                                            return y
                                        return pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                                """),
                        "kernel");

        assertThat(body)
                .isEqualTo(
                        """
                        if n == 0:
                            ret_2 = pl.yield_(y)
                        else:
                            t = pl.tile.load(x, [0, 0], [1, 64], [1, 64])
                            ret_1 = pl.tile.store(t, [0, 0], y)
                            ret_2 = pl.yield_(ret_1)
                        return ret_2
                        """);
    }

    @Test
    void unrolling_writes_the_body_once_per_index() {
        String body =
                Texts.kernel(
                        "Simplify",
                        """
                        for i in pl.unroll(3):
                            y = pl.store(pl.load(x, [i, 0], [1, 64]), [n + i, 0], y)
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        t = pl.tile.load(x, [0, 0], [1, 64], [1, 64])
                        y_1 = pl.tile.store(t, [n, 0], y)
                        t_1 = pl.tile.load(x, [1, 0], [1, 64], [1, 64])
                        y_2 = pl.tile.store(t_1, [n + 1, 0], y_1)
                        t_2 = pl.tile.load(x, [2, 0], [1, 64], [1, 64])
                        y_3 = pl.tile.store(t_2, [n + 2, 0], y_2)
                        """);
    }

    @Test
    void unrolling_has_a_limit() {
        assertThat(
                        Texts.kernelProblems(
                                """
                                for i in pl.unroll(200000):
                                    y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                                """))
                .containsExactly("unroll-limit");
    }
}

package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConvertToSSATest {
    @Test
    void a_variable_that_a_loop_changes_is_carried() {
        String body =
                Texts.kernel(
                        "ConvertToSSA",
                        """
                        for i in pl.range(n):
                            y = pl.store(pl.load(x, [i, 0], [1, 64]), [i, 0], y)
                        pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        for i, (y_1,) in pl.range(n, init_values=(y,)):
                            t = pl.tile.load(x, [i, 0], [1, 64], [1, 64])
                            y_2 = pl.tile.store(t, [i, 0], y_1)
                            y_3 = pl.yield_(y_2)
                        t_1 = pl.tile.load(x, [0, 0], [1, 64], [1, 64])
                        pl.tile.store(t_1, [0, 0], y_3)
                        """);
    }

    @Test
    void a_temporary_of_a_loop_is_not_carried() {
        String body =
                Texts.kernel(
                        "ConvertToSSA",
                        """
                        for i in pl.range(n):
                            t = pl.load(x, [i, 0], [1, 64])
                            pl.store(t, [i, 0], y)
                        """);

        assertThat(body).doesNotContain("init_values");
    }

    @Test
    void a_branch_merges_what_it_changes() {
        String body =
                Texts.kernel(
                        "ConvertToSSA",
                        """
                        row = 0
                        if n > 4:
                            row = n - 4
                        pl.store(pl.load(x, [row, 0], [1, 64]), [0, 0], y)
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        row = 0
                        if n > 4:
                            row_1 = n - 4
                            row_2 = pl.yield_(row_1)
                        else:
                            row_2 = pl.yield_(row)
                        t = pl.tile.load(x, [row_2, 0], [1, 64], [1, 64])
                        pl.tile.store(t, [0, 0], y)
                        """);
    }

    @Test
    void a_tile_that_only_a_loop_sets_is_undefined_before_it() {
        String body =
                Texts.kernel(
                        "ConvertToSSA",
                        """
                        for i in pl.range(4):
                            t = pl.load(x, [i, 0], [1, 64])
                        pl.store(t, [0, 0], y)
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        t = pl.tile.create([1, 64], pl.FP32)
                        for i, (t_1,) in pl.range(4, init_values=(t,)):
                            t_2 = pl.tile.load(x, [i, 0], [1, 64], [1, 64])
                            t_3 = pl.yield_(t_2)
                        pl.tile.store(t_3, [0, 0], y)
                        """);
    }

    @Test
    void a_tensor_that_only_a_loop_names_is_what_it_stores_to() {
        String body =
                Texts.kernel(
                        "ConvertToSSA",
                        """
                        for i in pl.range(n):
                            z = pl.store(pl.load(x, [i, 0], [1, 64]), [i, 0], y)
                        pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], z)
                        """);

        assertThat(body).contains("for i, (z,) in pl.range(n, init_values=(y,)):");
    }

    @Test
    void a_context_that_only_a_branch_asks_for_is_asked_for_before_it() {
        String body =
                Texts.kernel(
                        "ConvertToSSA",
                        """
                        if n > 0:
                            ctx = pld.get_comm_ctx(win)
                        me = pld.rank(ctx)
                        pl.store(pl.load(x, [me, 0], [1, 64]), [0, 0], y)
                        """);

        assertThat(body)
                .startsWith(
                        """
                        ctx_1 = pld.system.get_comm_ctx(win)
                        if n > 0:
                            ctx = pld.system.get_comm_ctx(win)
                        """);
    }

    @Test
    void a_slice_that_only_a_loop_takes_is_a_problem() {
        assertThat(
                        Texts.kernelProblems(
                                """
                                for i in pl.range(n):
                                    part = pl.slice(x, [1, 64], [i, 0])
                                pl.store(pl.load(part, [0, 0], [1, 64]), [0, 0], y)
                                """))
                .containsExactly("maybe-unset");
    }

    @Test
    void a_rebound_loop_variable_does_not_change_the_count() {
        String body =
                Texts.kernel(
                        "Simplify",
                        """
                        for i in pl.range(n):
                            i = i * 2
                            pl.store(pl.load(x, [i, 0], [1, 64]), [0, 0], y)
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        for i in pl.range(n):
                            i_2 = i * 2
                            t = pl.tile.load(x, [i_2, 0], [1, 64], [1, 64])
                            pl.tile.store(t, [0, 0], y)
                        """);
    }
}

package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Ub;
import org.crosstile.source.Problem;
import org.junit.jupiter.api.Test;

class AllocateUbTest {
    private static final String BIG =
            """
            import pypto.language as pl
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[512, 64], pl.FP32], y: pl.Out[pl.Tensor[[512, 64], pl.FP32]]):
                    small = pl.load(x, [0, 0], [1, 64])
                    first = pl.load(x, [0, 0], [256, 64])
                    second = pl.load(x, [256, 0], [256, 64])
                    third = pl.load(x, [128, 0], [256, 64])
                    sum = pl.add(pl.add(first, second), third)
                    pl.store(sum, [0, 0], y)
                    pl.store(small, [0, 0], y)
            """;

    @Test
    void the_budget_is_the_size_of_the_ub() {
        assertThat(MemoryBudget.of(MemorySpace.Vec)).isEqualTo(Ub.BYTES);
    }

    @Test
    void tiles_that_are_not_alive_together_share_bytes() {
        String body =
                Texts.kernel(
                        "AllocateUb",
                        """
                        a = pl.load(x, [0, 0], [1, 64])
                        pl.store(a, [0, 0], y)
                        b = pl.load(x, [1, 0], [2, 64])
                        c = pl.load(x, [3, 0], [2, 64])
                        pl.store(pl.add(b, c), [0, 0], y)
                        """);

        assertThat(body)
                .contains("a: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(0)")
                .contains("b: pl.Tile[[2, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(0)")
                .contains("c: pl.Tile[[2, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(512)")
                .contains("t: pl.Tile[[2, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(0)");
    }

    @Test
    void a_carried_tile_is_updated_where_it_lies() {
        String body =
                Texts.kernel(
                        "AllocateUb",
                        """
                        acc = pl.load(x, [0, 0], [1, 64])
                        for i in pl.range(1, n):
                            acc = pl.add(acc, pl.load(x, [i, 0], [1, 64]))
                        pl.store(acc, [0, 0], y)
                        """);

        assertThat(body)
                .doesNotContain("tile.copy")
                .contains("pl.MemRef(0)")
                .contains("pl.MemRef(256)");
    }

    @Test
    void tiles_that_change_places_are_copied() {
        String body =
                Texts.kernel(
                        "AllocateUb",
                        """
                        a = pl.load(x, [0, 0], [1, 64])
                        b = pl.load(x, [1, 0], [1, 64])
                        for i in pl.range(n):
                            a, b = b, a
                        pl.store(a, [0, 0], y)
                        pl.store(b, [1, 0], y)
                        """);

        assertThat(body.split("pl.tile.copy\\(", -1)).hasSize(4);
    }

    @Test
    void an_operand_that_is_still_needed_is_spared() {
        String body =
                Texts.kernel(
                        "AllocateUb",
                        """
                        a = pl.load(x, [0, 0], [1, 64])
                        b = pl.tile.reshape(a, [2, 32])
                        pl.store(a, [0, 0], y)
                        pl.store(b, [1, 0], y)
                        """);

        assertThat(body).contains("pl.tile.copy(a)");
    }

    @Test
    void too_much_is_a_problem_that_says_who_takes_it() {
        List<Problem> problems = Texts.problems(BIG);

        assertThat(problems).hasSize(1);
        Problem problem = problems.getFirst();
        assertThat(problem.rule().id()).isEqualTo("ub-overflow");
        assertThat(problem.headline())
                .isEqualTo(
                        "the tiles of `kernel` that are alive at the same time must fit the 192 KiB of Vec");
        assertThat(problem.primary().text()).isEqualTo("196864 bytes are needed here");
        assertThat(problem.primary().span().text()).startsWith("third = ");
        assertThat(problem.secondary())
                .extracting(Problem.Label::text)
                .containsExactly(
                        "`first` takes 64 KiB: Tile[[256, 64], FP32]",
                        "`second` takes 64 KiB: Tile[[256, 64], FP32]",
                        "`third` takes 64 KiB: Tile[[256, 64], FP32]",
                        "`small` takes 256 bytes: Tile[[1, 64], FP32]");
    }
}

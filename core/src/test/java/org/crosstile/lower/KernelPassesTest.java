package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Structure;
import org.crosstile.model.Walk;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problems;
import org.junit.jupiter.api.Test;

class KernelPassesTest {
    @Test
    void constants_fold_and_dead_branches_go() {
        String body =
                Texts.kernel(
                        "Simplify",
                        """
                        k = 2
                        m = k * 3 + n
                        if k == 2:
                            y = pl.store(pl.load(x, [k * 2, 0], [1, 64]), [0, 0], y)
                        else:
                            y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                        for i in pl.range(4, 4):
                            y = pl.store(pl.load(x, [i, 0], [1, 64]), [0, 0], y)
                        y = pl.store(pl.load(x, [0, 0], [1, 64]), [1, 0], y)
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        t = pl.tile.load(x, [4, 0], [1, 64], [1, 64])
                        y_1 = pl.tile.store(t, [0, 0], y)
                        t_3 = pl.tile.load(x, [0, 0], [1, 64], [1, 64])
                        y_7 = pl.tile.store(t_3, [1, 0], y_1)
                        """);
    }

    @Test
    void tensor_operators_work_on_tiles() {
        String body =
                Texts.kernel(
                        "ConvertTensorToTileOps",
                        """
                        for row in pl.parallel(8):
                            part = pl.slice(x, [1, 64], [row, 0])
                            y = pl.assemble(y, pl.add(part, 1.0), [row, 0])
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        for row, (y_1,) in pl.parallel(8, init_values=(y,)):
                            part = pl.tensor.slice(x, [1, 64], [row, 0])
                            t_1 = pl.tile.load(x, [row, 0], [1, 64], [1, 64])
                            t = pl.tile.add(t_1, 1.0)
                            y_2 = pl.tile.store(t, [row, 0], y_1)
                            y_3 = pl.yield_(y_2)
                        """);
    }

    @Test
    void slices_of_windows_are_assigned_both_ways() {
        String body =
                Texts.kernel(
                        "SimplifyLowered",
                        """
                        win[0:4, 0:64] = x[4:8, 0:64]
                        y[0:2, 0:64] = win[1:3, 0:64]
                        """);

        assertThat(body)
                .isEqualTo(
                        """
                        t_2 = pl.tile.load(x, [4, 0], [4, 64], [4, 64])
                        win_1 = pl.tile.store(t_2, [0, 0], win)
                        t_3 = pl.tile.load(win_1, [1, 0], [2, 64], [2, 64])
                        pl.tile.store(t_3, [0, 0], y)
                        """
                                .replace("pl.tile.store(t_3", "y_1 = pl.tile.store(t_3"));
    }

    @Test
    void a_tensor_that_a_loop_accumulates_is_a_tile() {
        String body =
                Texts.kernel(
                        "SimplifyLowered",
                        """
                        acc = pl.slice(x, [1, 64], [0, 0])
                        for i in pl.range(1, n):
                            acc = pl.add(acc, pl.slice(x, [1, 64], [i, 0]))
                        y = pl.assemble(y, acc, [0, 0])
                        """);

        assertThat(body)
                .contains("pl.range(1, n, init_values=(")
                .contains("pl.tile.add(")
                .doesNotContain("tensor.add");
    }

    @Test
    void a_slice_keeps_the_values_that_it_had() {
        String body =
                Texts.kernel(
                        "SimplifyLowered",
                        """
                        old = pl.slice(y, [1, 64], [0, 0])
                        y = pl.assemble(y, pl.slice(x, [1, 64], [0, 0]), [0, 0])
                        y = pl.assemble(y, pl.add(old, 1.0), [1, 0])
                        """);

        assertThat(body.indexOf("pl.tile.load(y, "))
                .isLessThan(body.indexOf("pl.tile.store("))
                .isNotNegative();
    }

    @Test
    void what_is_computed_has_no_memory_of_its_own() {
        assertThat(
                        Texts.kernelProblems(
                                """
                                t = pl.load(pl.tensor.add(x, x), [0, 0], [1, 64])
                                y = pl.store(t, [0, 0], y)
                                """))
                .containsExactly("tensor-compute-stored");
    }

    @Test
    void inputs_that_are_written_become_outputs() {
        Function f =
                Texts.after(
                                "InferParamDirections",
                                """
                                import pypto.language as pl
                                import pypto.language.distributed as pld
                                @pl.program
                                class P:
                                    @pl.function(type=pl.FunctionType.InCore)
                                    def kernel(self, x: pl.Tensor[[1, 64], pl.FP32], out: pl.Tensor[[1, 64], pl.FP32], both: pl.Tensor[[1, 64], pl.FP32], far: pld.DistributedTensor[[1, 64], pl.FP32], sum: pld.DistributedTensor[[1, 64], pl.FP32], sig: pld.DistributedTensor[[1, 1], pl.INT32]):
                                        out = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], out)
                                        both = pl.store(pl.load(both, [0, 0], [1, 64]), [0, 0], both)
                                        pld.tensor.put(far, 0, x)
                                        pld.tensor.put(sum, 0, x, atomic=pld.AtomicType.Add)
                                        pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                                """)
                        .functions()
                        .getFirst();

        assertThat(f.params().stream().map(p -> p.var().name() + " " + p.direction()))
                .containsExactly("x IN", "out OUT", "both INOUT", "far OUT", "sum INOUT", "sig IN");
    }

    @Test
    void directions_pass_through_calls() {
        Program program =
                Texts.after(
                        "InferParamDirections",
                        """
                        import pypto.language as pl
                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.Orchestration)
                            def chip(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Tensor[[1, 64], pl.FP32]):
                                z = self.kernel(x, y)
                                self.kernel(z, x)
                            @pl.function(type=pl.FunctionType.InCore)
                            def kernel(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]) -> pl.Tensor[[1, 64], pl.FP32]:
                                return pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                        """);

        assertThat(
                        program.find("chip").orElseThrow().params().stream()
                                .map(p -> p.direction().name()))
                .containsExactly("INOUT", "INOUT");
    }

    @Test
    void elements_and_tiles_must_not_write_one_tensor() {
        assertThat(
                        Texts.kernelProblems(
                                """
                                y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                                part = pl.slice(y, [1, 64], [1, 0])
                                pl.write(part, [0, 0], pl.read(x, [0, 0]))
                                """))
                .containsExactly("write-channel-mixed");
    }

    @Test
    void a_composite_keeps_its_variable_and_its_place() {
        Program program =
                Texts.after(
                        "LowerCompositeOps",
                        """
                        import pypto.language as pl
                        import pypto.language.distributed as pld
                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.InCore)
                            def kernel(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                                done = pld.tensor.barrier(sig)
                                pld.system.wait(done, offsets=[0, 0], expected=0, cmp=pld.WaitCmp.Ge)
                        """);
        Function f = program.functions().getFirst();

        assertThat(Texts.body(program, "kernel"))
                .contains(
                        "done = sig\npld.system.wait(done, [0, 0], pl.const(0, pl.INT32), cmp=pld.WaitCmp.Ge)");
        Walk.statements(
                f.body(),
                s -> {
                    assertThat(s.span().line()).isBetween(7, 8);
                    if (s.span().line() == 7
                            && !(Walk.defined(s).stream().anyMatch(v -> v.name().equals("done")))) {
                        assertThat(s.span().via()).isEqualTo("while lowering pld.tensor.barrier");
                    }
                });
    }

    @Test
    void lowering_composites_twice_changes_nothing() {
        Program once = Texts.after("LowerCompositeOps", ALLREDUCE);

        Program twice =
                new LowerCompositeOps(new Toolbox(Catalogue.standard().all()))
                        .run(once, new Problems());

        assertThat(Structure.same(once, twice)).isTrue();
    }

    private static final String ALLREDUCE =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, data: pl.InOut[pld.DistributedTensor[[1, 100], pl.FP16]], sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                    for i in pl.range(3):
                        if i != 1:
                            data = pld.tensor.allreduce(data, sig)
            """;
}

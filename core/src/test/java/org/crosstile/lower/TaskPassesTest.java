package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.junit.jupiter.api.Test;

/** Scopes and submits, before and after the passes that make tasks of them. */
class TaskPassesTest {
    private static String program(String host, String chip) {
        return """
        import pypto.language as pl
        import pypto.language.distributed as pld
        NR = pl.dynamic("NR")
        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def copy(self, x: pl.Tensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 64], pl.FP32]]) -> pl.Tensor[[4, 64], pl.FP32]:
                return pl.store(pl.load(x, [0, 0], [4, 64]), [0, 0], y)

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(
                self,
                x: pl.Tensor[[4, 64], pl.FP32],
                y: pl.Out[pl.Tensor[[4, 64], pl.FP32]],
                rows: pl.Tensor[[NR, 64], pl.FP32],
                sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                n: pl.Scalar[pl.INDEX],
            ):
        """
                + chip.indent(8)
                + """

                    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                    def host(self, x: pl.Tensor[[4, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 64], pl.FP32]]):
                """
                + host.indent(8);
    }

    private static Program after(String pass, String chip) {
        return Texts.after(pass, program("pass", chip));
    }

    @Test
    void a_scope_becomes_a_kernel_with_what_it_uses_and_gives() {
        Program outlined =
                after(
                        "OutlineScopes",
                        """
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="twice") as t:
                            y = pl.store(pl.mul(pl.load(x, [n, 0], [1, 64]), 2.0), [n, 0], y)
                        with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):
                            y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                        """);
        Function twice = outlined.find("twice").orElseThrow();
        assertThat(twice.params()).extracting(p -> p.var().name()).containsExactly("x", "n", "y");
        assertThat(twice.returns()).hasSize(1);
        assertThat(Texts.body(outlined, "chip"))
                .isEqualTo(
                        """
                        y_1, t = pl.submit(self.twice, x, n, y)
                        task = pl.submit(self.chip_core, x, y_1, deps=[t])
                        """);
        assertThat(Texts.body(outlined, "twice")).endsWith("return y_1\n");
    }

    @Test
    void an_extent_that_no_argument_tells_is_passed_as_a_number() {
        Program outlined =
                after(
                        "OutlineScopes",
                        """
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="counts"):
                            for i in pl.range(NR):
                                y = pl.store(pl.load(x, [i, 0], [1, 64]), [i, 0], y)
                        """);
        assertThat(outlined.find("counts").orElseThrow().params())
                .extracting(p -> p.var().name())
                .containsExactly("y", "x", "nr");
        assertThat(Texts.body(outlined, "chip")).isEqualTo("self.counts(y, x, NR)\n");
    }

    @Test
    void a_tensor_that_a_scope_makes_gets_memory_in_the_orchestration() {
        Program outlined =
                after(
                        "OutlineScopes",
                        """
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="sums"):
                            s = pl.add(x, x)
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="stores"):
                            y = pl.assemble(y, s, [0, 0])
                        """);
        assertThat(Texts.body(outlined, "chip"))
                .isEqualTo(
                        """
                        s_1 = pl.tensor.create([4, 64], pl.FP32)
                        s = self.sums(x, s_1)
                        self.stores(y, s)
                        """);
        assertThat(Texts.body(outlined, "sums")).contains("pl.tensor.assemble(s", "return s");
    }

    @Test
    void tasks_of_a_manual_scope_say_so() {
        Program outlined =
                after(
                        "OutlineScopes",
                        """
                        with pl.manual_scope():
                            self.copy(x, y)
                            with pl.at(level=pl.Level.CORE_GROUP, name_hint="waits"):
                                pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                        self.copy(x, y)
                        """);
        assertThat(Texts.body(outlined, "chip"))
                .isEqualTo(
                        """
                        self.copy(x, y, attrs={"manual": True})
                        self.waits(sig, attrs={"manual": True})
                        self.copy(x, y)
                        """);
        assertThat(Texts.body(outlined, "waits"))
                .contains("pl.func_attr({\"deferred_completion_waiter\": True})");
    }

    @Test
    void scopes_of_chips_are_launched_on_one_device_each() {
        String scope =
                """
                with pl.at(level=pl.Level.CHIP, role=pl.Role.Orchestrator):
                    with pl.at(level=pl.Level.CORE_GROUP):
                        pl.assemble(y, pl.add(x, x), [0, 0])
                """;
        Program outlined = Texts.after("OutlineScopes", program(scope + scope, "pass"));
        assertThat(Texts.body(outlined, "host"))
                .contains("self.host_chip(x, y, device=0)", "self.host_chip_1(x, y, device=1)");
        assertThat(Texts.body(outlined, "host_chip_1")).isEqualTo("self.host_core_1(x, y)\n");
    }

    @Test
    void results_of_tasks_are_their_arguments() {
        String body =
                Texts.body(
                        after(
                                "BindTaskResults",
                                """
                                z = pl.create_tensor([4, 64], dtype=pl.FP32)
                                z, t = pl.submit(self.copy, x, z)
                                y = self.copy(z, y)
                                """),
                        "chip");
        assertThat(body)
                .isEqualTo(
                        """
                        z = pl.tensor.create([4, 64], pl.FP32)
                        unused, t = pl.submit(self.copy, x, z)
                        self.copy(z, y)
                        """);
    }

    @Test
    void dependences_that_are_asked_for_are_found_before_a_run() {
        String chip =
                """
                pl.func_attr({"analyse_tasks": True})
                z = pl.create_tensor([4, 64], dtype=pl.FP32)
                z = self.copy(x, z)
                y = self.copy(z, y)
                """;
        assertThat(Texts.body(after("AutoDeriveTaskDependencies", chip), "chip"))
                .contains("unused, task = pl.submit(self.copy, x, z, ")
                .contains(
                        "pl.submit(self.copy, z, y, attrs={\"arg_directions\": [pl.adir.no_dep,"
                                + " pl.adir.output_existing], \"compiler_manual_dep_edges\": [task]})");

        String loop =
                chip.replace(
                        "y = self.copy(z, y)\n",
                        "for i in pl.range(n):\n    y = self.copy(z, y)\n");
        assertThat(Texts.body(after("AutoDeriveTaskDependencies", loop), "chip"))
                .doesNotContain("compiler_manual_dep_edges", "no_dep");
    }

    @Test
    void what_has_been_outlined_stays_as_it_is() {
        Texts.assertIdempotent(
                "OutlineScopes",
                program(
                        "pass",
                        """
                        with pl.manual_scope():
                            for i in pl.range(2):
                                with pl.at(level=pl.Level.CORE_GROUP) as t:
                                    pld.system.defer_wait(sig, [i, 0], 1, cmp=pld.WaitCmp.Ge)
                                with pl.at(level=pl.Level.CORE_GROUP, deps=[t]):
                                    y = pl.store(pl.load(x, [0, 0], [1, 64]), [i, 0], y)
                        """));
    }
}

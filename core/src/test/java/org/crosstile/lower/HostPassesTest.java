package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostPassesTest {
    private static final String PROGRAM =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]) -> pl.Tensor[[1, 64], pl.FP32]:
                    for i in pl.range(2):
                        y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
                    return y
                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]) -> pl.Tensor[[1, 64], pl.FP32]:
                    return self.kernel(x, y)
                @pl.function(type=pl.FunctionType.Orchestration)
                def both(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]], z: pl.Out[pl.Tensor[[1, 64], pl.FP32]]) -> tuple[pl.Tensor[[1, 64], pl.FP32], pl.Tensor[[1, 64], pl.FP32]]:
                    a = self.kernel(x, z)
                    b = self.kernel(x, y)
                    return a, b
                @pl.function(type=pl.FunctionType.Orchestration)
                def part(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 64], pl.FP32]]) -> pl.Tensor[[1, 64], pl.FP32]:
                    row = pl.slice(y, [1, 64], [0, 0])
                    return self.kernel(x, row)
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.Tensor[[4, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 1, 64], pl.FP32]], a: pl.Tensor[[1, 64], pl.FP32], b: pl.Out[pl.Tensor[[1, 64], pl.FP32]], c: pl.Out[pl.Tensor[[1, 64], pl.FP32]], d: pl.Out[pl.Tensor[[4, 64], pl.FP32]]):
            """;

    private static String host(String pass, String statements) {
        return Texts.body(Texts.after(pass, PROGRAM + statements.indent(8)), "host");
    }

    @Test
    void a_result_is_the_argument_that_the_callee_returns() {
        assertThat(
                        host(
                                "AllocateUb",
                                """
                                b2 = self.chip(a, b, device=0)
                                self.chip(b2, c, device=0)
                                """))
                .isEqualTo(
                        """
                        self.chip(a, b, device=0)
                        self.chip(b, c, device=0)
                        pld.system.join()
                        """);
    }

    @Test
    void several_results_are_bound_one_by_one() {
        assertThat(
                        host(
                                "AllocateUb",
                                """
                                s, t = self.both(a, b, c, device=0)
                                self.chip(s, b, device=0)
                                self.chip(t, c, device=0)
                                """))
                .isEqualTo(
                        """
                        self.both(a, b, c, device=0)
                        self.chip(c, b, device=0)
                        self.chip(b, c, device=0)
                        pld.system.join()
                        """);
    }

    @Test
    void a_result_that_is_only_a_part_of_a_parameter_cannot_be_used() {
        List<String> rules =
                Texts.problems(
                                PROGRAM
                                        + """
                                        row = self.part(a, d, device=0)
                                        self.chip(row, b, device=0)
                                        """
                                                .indent(8))
                        .stream()
                        .map(p -> p.rule().id())
                        .toList();

        assertThat(rules).containsExactly("dispatch-result-parameter");
    }

    @Test
    void a_result_that_is_not_used_may_be_anything() {
        assertThat(host("AllocateUb", "self.part(a, d, device=0)\n"))
                .isEqualTo("self.part(a, d, device=0)\npld.system.join()\n");
    }

    @Test
    void the_host_joins_after_the_outermost_device_loop() {
        assertThat(
                        host(
                                "JoinDevices",
                                """
                                for round in pl.range(3):
                                    for r in pl.range(4):
                                        for k in pl.range(2):
                                            self.chip(x[r], y[r], device=r)
                                self.chip(a, b, device=0)
                                """))
                .isEqualTo(
                        """
                        for round in pl.range(3):
                            for r in pl.range(4):
                                for k in pl.range(2):
                                    self.chip(pl.tensor.slice(x, [1, 1, 64], [r, 0, 0], drop_dims=[0]), pl.tensor.slice(y, [1, 1, 64], [r, 0, 0], drop_dims=[0]), device=r)
                            pld.system.join()
                        self.chip(a, b, device=0)
                        pld.system.join()
                        """);
    }

    private static final String WINDOWS =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
                    pl.store(pl.load(data, [0, 0], [1, 64]), [0, 0], data)
                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(self, data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
                    self.kernel(data)
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self):
                    data_buf = pld.alloc_window_buffer(256)
                    data = pld.window(data_buf, [1, 64], dtype=pl.FP32)
            """;

    private static String windows(String pass, String statements) {
        return Texts.body(Texts.after(pass, WINDOWS + statements.indent(8)), "host");
    }

    @Test
    void an_allreduce_without_a_signal_gets_one_just_before_it() {
        assertThat(
                        windows(
                                "SynthesizeAllReduceSignals",
                                """
                                for k in pl.range(3):
                                    self.chip(data, device=0)
                                    pld.tensor.allreduce(data, core_num=2)
                                """))
                .isEqualTo(
                        """
                        data_buf = pld.tensor.alloc_window_buffer(256)
                        data = pld.tensor.window(data_buf, [1, 64], dtype=pl.FP32)
                        for k in pl.range(3):
                            self.chip(data, device=0)
                            __allreduce_signal_world_size_0 = pld.system.world_size()
                            __allreduce_signal_buf_0 = pld.tensor.alloc_window_buffer(__allreduce_signal_world_size_0 * pl.const(8, pl.INT64))
                            __allreduce_signal_0 = pld.tensor.window(__allreduce_signal_buf_0, [__allreduce_signal_world_size_0, 2], dtype=pl.INT32)
                            pld.tensor.allreduce(data, __allreduce_signal_0, core_num=2)
                        pld.system.join()
                        """);
    }

    @Test
    void windows_on_the_same_devices_are_one_domain() {
        assertThat(
                        windows(
                                "MaterializeCommDomainScopes",
                                """
                                pair_buf = pld.alloc_window_buffer(256)
                                pair = pld.window(pair_buf, [1, 64], dtype=pl.FP32)
                                for r in pl.range(pld.world_size()):
                                    self.chip(data, device=r)
                                for r in pl.range(2):
                                    self.chip(pair, device=r)
                                self.chip(pair, device=3)
                                pld.tensor.allreduce(data)
                                pld.tensor.allreduce(pair)
                                """))
                .startsWith(
                        """
                        pl.func_attr({"comm_d0": ['all', ['data_buf', '__allreduce_signal_buf_0']], "comm_d1": [[0, 1, 3], ['pair_buf', '__allreduce_signal_buf_1']]})
                        """);
    }

    @Test
    void a_collective_of_all_devices_becomes_a_loop_of_dispatches() {
        assertThat(
                        windows(
                                "LowerHostTensorCollectives",
                                """
                                sig_buf = pld.alloc_window_buffer(64)
                                sig = pld.window(sig_buf, [8, 2], dtype=pl.INT32)
                                for r in pl.range(pld.world_size()):
                                    self.chip(data, device=r)
                                data = pld.tensor.allreduce(data, sig, core_num=2)
                                """))
                .endsWith(
                        """
                        pld.system.join()
                        world = pld.system.world_size()
                        for r_1 in pl.range(world):
                            self.builtin_tensor_allreduce__sum__fp32(data, sig, device=r_1, attrs={"core_num": 2})
                        pld.system.join()
                        data_1 = data
                        """);
    }

    @Test
    void a_collective_of_some_devices_becomes_one_dispatch_to_each() {
        assertThat(
                        windows(
                                "LowerHostTensorCollectives",
                                """
                                sig_buf = pld.alloc_window_buffer(64)
                                sig = pld.window(sig_buf, [8], dtype=pl.INT32)
                                self.chip(data, device=0)
                                self.chip(data, device=2)
                                pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Max)
                                """))
                .endsWith(
                        """
                        self.chip(data, device=2)
                        self.builtin_tensor_allreduce__max__fp32(data, sig, device=0)
                        self.builtin_tensor_allreduce__max__fp32(data, sig, device=2)
                        pld.system.join()
                        """);
    }
}

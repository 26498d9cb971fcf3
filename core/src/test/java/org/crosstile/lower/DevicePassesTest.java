package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done to the functions of a device once their tiles are placed. */
class DevicePassesTest {
    private static final String PROGRAM =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            V = pl.dynamic("V")
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
                    x: pl.Tensor[[4, 64], pl.FP32],
                    data: pld.DistributedTensor[[4, 64], pl.FP32],
                    sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ) -> pld.DistributedTensor[[4, 64], pl.FP32]:
                    n = pld.nranks(pld.get_comm_ctx(data))
                    data = pl.store(pl.load(x, [0, 0], [4, 64]), [0, 0], data)
                    if n > 1:
                        pld.tensor.put(data, 1, x)
                    pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
                    pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                    return data

                @pl.function(type=pl.FunctionType.InCore)
                def part(self, a: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(valid_shape=[16, V])], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
                    pl.store(pl.load(a, [0, 0], [16, 64], valid_shape=[16, V]), [0, 0], y)

                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(
                    self,
                    x: pl.Tensor[[4, 64], pl.FP32],
                    small: pl.Tensor[[8, 32], pl.FP32],
                    y: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
                    counts: pl.Tensor[[4], pl.INT32],
                    data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
                    other: pl.InOut[pld.DistributedTensor[[8, 32], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    n: pl.Scalar[pl.INDEX],
                ):
                    d = self.kernel(x, data, sig)
                    d = pld.tensor.all_to_all_v(x, d, sig, counts, recv)
                    pld.tensor.all_to_all_v(small, other, sig, counts, recv)
                    fresh = pl.create_tensor([16, 64], dtype=pl.FP32)
                    self.part(pl.tensor.view(fresh, [16, 64], [16, n]), y)
                    for i in pl.range(n):
                        self.kernel(x, d, sig)
                        self.part(pl.tensor.view(fresh, [16, 64], [16, i]), y)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.Tensor[[4, 64], pl.FP32], small: pl.Tensor[[8, 32], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], counts: pl.Tensor[[4], pl.INT32]):
                    data_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
                    data = pld.window(data_buf, [4, 64], dtype=pl.FP32)
                    other_buf = pld.alloc_window_buffer([8, 32], dtype=pl.FP32)
                    other = pld.window(other_buf, [8, 32], dtype=pl.FP32)
                    sig_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                    sig = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
                    recv_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                    recv = pld.window(recv_buf, [4, 1], dtype=pl.INT32)
                    for r in pl.range(pld.world_size()):
                        self.chip(x, small, y, counts, data, other, sig, recv, 2, device=r)
                        self.chip(x, small, y, counts, data, other, sig, recv, 3, device=r)
            """;

    private static String chip(String pass) {
        return Texts.body(Texts.after(pass, PROGRAM), "chip");
    }

    private static List<String> params(Program program, String function) {
        return program.find(function).orElseThrow().params().stream()
                .map(p -> p.var().name() + " " + p.direction())
                .toList();
    }

    @Test
    void collectives_of_a_chip_share_a_kernel() {
        Program program = Texts.after("LowerL2TensorCollectives", PROGRAM);
        String builtin = "__builtin_all_to_all_v__fp32";

        assertThat(Texts.body(program, "chip"))
                .contains("= self." + builtin + "(x, d, sig, counts, recv)")
                .contains("self." + builtin + "(small, other, sig, counts, recv)");
        assertThat(program.functions().stream().filter(f -> f.name().startsWith("__builtin")))
                .hasSize(1);
        assertThat(program.find(builtin).orElseThrow().kind()).isEqualTo(Function.Kind.AIV);
        assertThat(params(program, builtin))
                .containsExactly(
                        "input IN",
                        "target INOUT",
                        "signal INOUT",
                        "send_counts IN",
                        "recv_counts INOUT");
    }

    @Test
    void the_kernel_reads_as_it_is_meant() {
        assertThat(
                        Texts.body(
                                Texts.after("LowerL2TensorCollectives", PROGRAM),
                                "__builtin_all_to_all_v__fp32"))
                .isEqualTo(
                        """
                        pl.func_attr({"template": 'all_to_all_v'})
                        size = ROWS * COLUMNS
                        pld.system.enter(target, signal, 'all_to_all_v', size, COLUMNS)
                        ctx = pld.system.get_comm_ctx(target)
                        nranks = pld.system.nranks(ctx)
                        n = pl.cast(nranks, pl.INDEX)
                        rank = pld.system.rank(ctx)
                        my = pl.cast(rank, pl.INDEX)
                        pld.system.apart(input, target, 'input', 'target')
                        most = ROWS // n
                        elements = pl.tensor.view(input, [1, ROWS * COLUMNS])
                        to = pl.tensor.view(target, [1, ROWS * COLUMNS])
                        tput_stage: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 256])] = pl.tile.create([1, 256], pl.FP32)
                        for peer in pl.range(n):
                            if peer != my:
                                pld.system.notify(signal, peer, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                        for peer_1 in pl.range(n):
                            if peer_1 != my:
                                pld.system.wait(signal, [peer_1, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
                        for dest in pl.range(n):
                            count = pl.tensor.read(send_counts, [dest, 0])
                            asked = pl.cast(count, pl.INDEX)
                            rows = pl.max(pl.min(asked, most), 0)
                            pld.system.report_rows(target, dest, asked, rows)
                            pld.system.publish(recv_counts, dest, [my, 0], pl.cast(rows, pl.INT32), op=pld.NotifyOp.Set)
                            source = dest * (most * COLUMNS)
                            place = my * (most * COLUMNS)
                            count_1 = rows * COLUMNS
                            for at in pl.range(0, count_1, 256):
                                pld.tile.put(to, dest, elements, tput_stage, dst_offsets=[0, place + at], src_offsets=[0, source + at], shape=[1, pl.min(256, count_1 - at)])
                        for peer_2 in pl.range(n):
                            if peer_2 != my:
                                pld.system.notify(signal, peer_2, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                        for peer_3 in pl.range(n):
                            if peer_3 != my:
                                pld.system.wait(signal, [peer_3, 0], pl.const(2, pl.INT32), cmp=pld.WaitCmp.Ge)
                        for peer_4 in pl.range(n):
                            if peer_4 != my:
                                pld.system.notify(signal, my, [peer_4, 0], pl.const(-2, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                        return target
                        """);
    }

    @Test
    void calls_say_what_they_do_to_their_arguments() {
        String body = chip("DeriveCallDirections");

        assertThat(
                        body.lines()
                                .filter(line -> line.contains("self.part("))
                                .map(DevicePassesTest::directions))
                // an output that is written again, in a loop, is read as far as the scheduler knows
                .containsExactly("input, output_existing", "input, inout");
        assertThat(
                        body.lines()
                                .filter(line -> line.contains("self.kernel("))
                                .map(DevicePassesTest::directions))
                .containsExactly("input, inout, inout", "input, inout, inout");
        assertThat(
                        body.lines()
                                .filter(line -> line.contains("self.__builtin"))
                                .map(DevicePassesTest::directions))
                .containsExactly(
                        "input, inout, inout, input, inout", "input, inout, inout, input, inout");
    }

    private static String directions(String line) {
        String list =
                line.substring(
                        line.indexOf("[", line.indexOf("arg_directions")) + 1,
                        line.lastIndexOf("]"));
        return list.replace("pl.adir.", "");
    }

    @Test
    void directions_that_a_call_has_are_kept() {
        String preset =
                "self.part(fresh, y, attrs={'arg_directions': [pl.adir.no_dep, pl.adir.output]})";
        String text =
                PROGRAM.replace("self.part(pl.tensor.view(fresh, [16, 64], [16, n]), y)", preset);

        assertThat(Texts.body(Texts.after("DeriveCallDirections", text), "chip"))
                .contains("[pl.adir.no_dep, pl.adir.output]");
    }

    @Test
    void windows_travel_with_their_contexts() {
        Program program = Texts.after("MaterializeDistTensorCtx", PROGRAM);

        assertThat(params(program, "kernel"))
                .containsExactly("x IN", "data OUT", "sig INOUT", "data_ctx IN", "sig_ctx IN");
        assertThat(params(program, "part")).containsExactly("a IN", "y OUT");
        assertThat(Texts.body(program, "kernel")).startsWith("n = pld.system.nranks(data_ctx)\n");
        String chip = Texts.body(program, "chip");
        assertThat(chip)
                .contains("self.kernel(x, data, sig, data_ctx, sig_ctx, attrs=")
                // the result of a kernel is the argument that it stores to
                .contains("(x, data, sig, counts, recv, data_ctx, sig_ctx, recv_ctx, attrs=")
                .contains("(small, other, sig, counts, recv, other_ctx, sig_ctx, recv_ctx, attrs=");
        String call =
                chip.lines()
                        .filter(line -> line.startsWith("self.kernel("))
                        .findFirst()
                        .orElseThrow();
        assertThat(directions(call)).isEqualTo("input, inout, inout, scalar, scalar");
        assertThat(Texts.body(program, "host"))
                .contains(
                        """
                            data_ctx = pld.system.get_comm_ctx(data)
                            other_ctx = pld.system.get_comm_ctx(other)
                            sig_ctx = pld.system.get_comm_ctx(sig)
                            recv_ctx = pld.system.get_comm_ctx(recv)
                            self.chip(x, small, y, counts, data, other, sig, recv, 2, data_ctx, other_ctx, sig_ctx, recv_ctx, device=r,\
                        """);
        assertThat(Texts.body(program, "host").split("get_comm_ctx", -1)).hasSize(5);
    }

    @Test
    void writes_to_windows_and_waits_are_kept_in_order() {
        String body = Texts.body(Texts.after("InsertCommFence", PROGRAM), "kernel");

        assertThat(body.substring(body.indexOf("data_1 =")))
                .isEqualTo(
                        """
                        data_1 = pl.tile.store(t_1, [0, 0], data)
                        pl.system.cacheinvalid(data, [4, 64], [0, 0])
                        pl.system.fence()
                        if pl.cast(n, pl.INDEX) > 1:
                            tput_stage: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[4, 64])] = pl.tile.create([4, 64], pl.FP32)
                            pld.tile.put(data_1, pl.const(1, pl.INT32), x, tput_stage)
                            pl.system.fence()
                        pld.system.notify(sig, pl.const(1, pl.INT32), [0, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                        pld.system.wait(sig, [0, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
                        pl.system.cacheinvalid()
                        return data_1
                        """);
        // a plain tensor is nobody else's, and a launch orders itself
        Program program = Texts.after("InsertCommFence", PROGRAM);
        assertThat(Texts.body(program, "part")).doesNotContain("pl.system.");
        assertThat(Texts.body(program, "chip")).doesNotContain("pl.system.");
    }

    @Test
    void a_kernel_with_explicit_fences_keeps_just_those() {
        String text =
                """
                import pypto.language as pl
                import pypto.language.distributed as pld
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[4, 64], pl.FP32], data: pld.DistributedTensor[[4, 64], pl.FP32], sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                        pl.func_attr({"fences": "explicit"})
                        data = pl.store(pl.load(x, [0, 0], [4, 64]), [0, 0], data)
                        pld.tensor.put(data, 1, x)
                        pl.system.fence()
                        pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
                        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                """;
        Program program = Texts.after("MaterializeValidShapeSymbols", text);
        String body = Texts.body(program, "kernel");

        assertThat(program.find("kernel").orElseThrow().hasExplicitFences()).isTrue();
        assertThat(body).containsOnlyOnce("pl.system.fence()").doesNotContain("cacheinvalid");
        Texts.assertReadsBack(program);

        // a composite is one thing to whoever calls it: it orders what it does itself
        String barrier = text + "        pld.tensor.barrier(sig)\n";
        assertThat(
                        Texts.body(Texts.after("InsertCommFence", barrier), "kernel")
                                .split("cacheinvalid", -1))
                .hasSize(2);
    }

    @Test
    void extents_that_only_valid_regions_name_are_passed() {
        Program program = Texts.after("MaterializeValidShapeSymbols", PROGRAM);

        assertThat(params(program, "part")).containsExactly("V IN", "a IN", "y OUT");
        assertThat(Texts.body(program, "part"))
                .contains("pl.tile.load(a, [0, 0], [16, 64], [16, pl.min(V, pl.max(0, V))])");
        List<String> calls =
                Texts.body(program, "chip")
                        .lines()
                        .filter(line -> line.contains("self.part("))
                        .map(String::strip)
                        .toList();
        assertThat(calls.get(0)).startsWith("self.part(n, ");
        assertThat(directions(calls.get(0))).isEqualTo("scalar, input, output_existing");
        assertThat(calls.get(1)).startsWith("self.part(i, ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FlattenTileNdTo2D",
                "LowerL2TensorCollectives",
                "DeriveCallDirections",
                "MaterializeDistTensorCtx",
                "InsertCommFence",
                "MaterializeValidShapeSymbols"
            })
    void every_pass_is_idempotent_and_its_text_reads_back(String pass) {
        Texts.assertIdempotent(pass, PROGRAM);
    }

    @Test
    void tiles_have_two_dimensions() {
        String text =
                """
                import pypto.language as pl
                import pypto.language.distributed as pld
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[2, 8, 16], pl.FP32], y: pl.Out[pl.Tensor[[2, 8, 16], pl.FP32]], win: pl.InOut[pld.DistributedTensor[[4, 8, 16], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                        acc = pl.load(x, [0, 0, 0], [2, 8, 16])
                        for k in pl.range(n):
                            acc = pl.add(acc, pld.tile.remote_load(win, 0, [k, 0, 0], [2, 8, 16]))
                        y = pl.store(acc, [0, 0, 0], y)
                        row = pl.load(x, [0, 0, 0], [1, 8, 16], valid_shape=[1, n, 16])
                        pld.tile.remote_store(row, win, 0, [1, 0, 0])
                """;

        assertThat(Texts.body(Texts.after("FlattenTileNdTo2D", text), "kernel"))
                .isEqualTo(
                        """
                        acc: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[16, 16])] = pl.tile.load(x, [0, 0, 0], [2, 8, 16], [2, 8, 16])
                        for k, (acc_1,) in pl.range(n, init_values=(acc,)):
                            t: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[16, 16])] = pld.tile.remote_load(win, pl.const(0, pl.INT32), [k, 0, 0], [2, 8, 16])
                            acc_2 = pl.tile.add(acc_1, t)
                            acc_3 = pl.yield_(acc_2)
                        y_1 = pl.tile.store(acc_3, [0, 0, 0], y, [2, 8, 16])
                        row: pl.Tile[[8, 16], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 16])] = pl.tile.load(x, [0, 0, 0], [1, 8, 16], [1, n, 16])
                        pld.tile.remote_store(row, win, pl.const(0, pl.INT32), [1, 0, 0])
                        """);
        Texts.assertIdempotent("FlattenTileNdTo2D", text);
    }
}

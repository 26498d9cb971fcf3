package org.crosstile.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.check.Checker;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.lower.Pipeline;
import org.crosstile.memory.View;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.model.Walk;
import org.crosstile.operators.Catalogue;
import org.crosstile.operators.RemoteLoad;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.crosstile.syntax.Reader;
import org.junit.jupiter.api.Test;

/** Numbered conditions that are about what programs may do, and what comes of it. */
class ConditionsTest {
    private static final String KERNEL =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            V = pl.dynamic("V")
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
                    x: pl.Tensor[[8, 64], pl.FP32],
                    blocks: pl.Tensor[[4, 64], pl.FP32, pl.TensorView(stride=[64, 1], valid_shape=[4, 64])],
                    counts: pl.Tensor[[4], pl.INT32],
                    win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
                    part: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32, pl.TensorView(valid_shape=[8, 40])]],
                    data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32, pl.TensorView(valid_shape=[4, 64])]],
                    sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ):
            """;

    private static final String HOST =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, data: pl.InOut[pld.DistributedTensor[[2, 64], pl.FP32]]):
                    pl.store(pl.load(data, [0, 0], [2, 64]), [0, 0], data)
                @pl.function(type=pl.FunctionType.InCore)
                def cells(self, sig: pl.InOut[pld.DistributedTensor[[2], pl.INT32]], peer: pl.Scalar[pl.INT32]):
                    pl.write(sig, [0], pl.read(sig, [0]))
                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(self, data: pl.InOut[pld.DistributedTensor[[2, 64], pl.FP32]]):
                    self.kernel(data)
                @pl.function(type=pl.FunctionType.Orchestration)
                def more(self, sig: pl.InOut[pld.DistributedTensor[[2], pl.INT32]], peer: pl.Scalar[pl.INT32]):
                    self.cells(sig, peer)
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, n: pl.Scalar[pl.INDEX]):
                    data_buf = pld.alloc_window_buffer([2, 64], dtype=pl.FP32)
                    data = pld.window(data_buf, [2, 64], dtype=pl.FP32)
                    other_buf = pld.alloc_window_buffer([2, 64], dtype=pl.FP32)
                    other = pld.window(other_buf, [2, 64], dtype=pl.FP32)
                    sig_buf = pld.alloc_window_buffer([2], dtype=pl.INT32)
                    sig = pld.window(sig_buf, [2], dtype=pl.INT32)
            """;

    private static Program read(String text, Problems problems) {
        List<Program> programs =
                Reader.load(new SourceText("test.py", text), LoadOptions.of(2), problems)
                        .programs();
        programs.forEach(p -> Checker.check(p, problems));
        return programs.getFirst();
    }

    private static String after(String pass, String text) {
        Problems problems = new Problems();
        Pipeline pipeline = Pipeline.standard(Catalogue.standard().all()).verifying();
        Program lowered = pipeline.runTo(pass, read(text, problems), problems);
        assertThat(problems.sorted()).extracting(Problem::headline).isEmpty();
        return Printer.print(lowered);
    }

    private static List<Problem> problems(String text) {
        Problems problems = new Problems();
        Reader.load(new SourceText("test.py", text), LoadOptions.of(2), problems)
                .programs()
                .forEach(program -> {
                    Checker.check(program, problems);
                    Pipeline.standard(Catalogue.standard().all()).run(program, problems);
                });
        return problems.sorted();
    }

    private static List<Problem> kernel(String statements) {
        return problems(KERNEL + statements.indent(8));
    }

    private static String host(String pass, String statements) {
        return after(pass, HOST + statements.indent(8));
    }

    @Test
    void a_get_adds_nothing() {
        List<Problem> found = kernel("pld.tensor.get(win, 0, win, atomic=pld.AtomicType.Add)");
        assertThat(found).extracting(p -> p.rule().id()).containsExactly("call-unknown-keyword");
        assertThat(found.getFirst().headline()).contains("pld.tensor.get").contains("`atomic`");
    }

    @Test
    void the_forms_of_remote_store_name_each_other() {
        assertThat(kernel("pld.tile.remote_store(x, win, 0, [0, 0])").getFirst().hint())
                .contains("pld.tensor.remote_store");
        assertThat(
                        kernel(
                                        "t = pl.load(x, [0, 0], [8, 64])\npld.tensor.remote_store(t, win, 0, [0, 0])")
                                .getFirst()
                                .hint())
                .contains("pld.tile.remote_store");
        assertThat(kernel("pld.tensor.remote_store(win, win, 0, [0, 0])").getFirst().hint())
                .contains("put");
        assertThat(
                        kernel(
                                "t = pl.load(x, [0, 0], [8, 64])\n"
                                        + "pld.remote_store(t, win, 0, [0, 0])\n"
                                        + "pld.remote_store(x, win, 0, [0, 0])"))
                .isEmpty();
    }

    @Test
    void a_remote_load_is_valid_where_request_and_source_are() {
        Problems problems = new Problems();
        Program program =
                read(
                        KERNEL
                                + "t = pld.tile.remote_load(part, 0, [0, 16], [8, 32], valid_shape=[3, 32])"
                                        .indent(8),
                        problems);
        assertThat(problems.isEmpty()).isTrue();
        Walk.calls(
                program.functions().getFirst().body(),
                call -> {
                    if (call.op() == RemoteLoad.OP) {
                        Type.Tile tile = (Type.Tile) call.type();
                        assertThat(constants(tile.shape())).containsExactly(8L, 32L);
                        assertThat(constants(tile.valid())).containsExactly(3L, 24L);
                    }
                });
    }

    private static List<Long> constants(List<Expr> extents) {
        return extents.stream().map(e -> Exprs.constant(e).orElseThrow()).toList();
    }

    @Test
    void what_gives_no_value_cannot_be_used_as_one() {
        for (String call :
                List.of(
                        "pld.tensor.put(win, 0, x)",
                        "pld.tensor.get(win, 0, win)",
                        "pld.remote_store(x, win, 0, [0, 0])",
                        "pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)",
                        "pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)")) {
            assertThat(kernel("a = " + call + "\nb = a + 1"))
                    .as(call)
                    .extracting(p -> p.rule().id())
                    .containsExactly("scalar-operands");
        }
    }

    @Test
    void packed_strides_and_whole_valid_shapes_are_like_none() {
        assertThat(kernel("pld.tensor.all_to_all_v(blocks, data, sig, counts, recv)")).isEmpty();
    }

    @Test
    void a_signal_that_is_left_out_lies_in_the_domain_of_its_data() {
        assertThat(
                        host(
                                "MaterializeCommDomainScopes",
                                """
                                for r in pl.range(pld.world_size()):
                                    self.chip(other, device=r)
                                    self.more(sig, 0, device=r)
                                for r in pl.range(2):
                                    self.chip(data, device=r)
                                pld.tensor.allreduce(data)
                                """))
                .contains("[[0, 1], ['data_buf', '__allreduce_signal_buf_0']]");
    }

    @Test
    void domains_are_what_dispatches_reach() {
        assertThat(
                        host(
                                "MaterializeCommDomainScopes",
                                """
                                for r in pl.range(2):
                                    self.chip(data, device=r)
                                for r in pl.range(1, 3):
                                    self.chip(data, device=r)
                                if n > 0:
                                    self.chip(other, device=3)
                                self.chip(other, device=0)
                                for r in pl.range(pld.world_size()):
                                    self.more(sig, 0, device=r)
                                """))
                .contains(
                        "{\"comm_d0\": [[0, 1, 2], ['data_buf']], \"comm_d1\": [[0, 3], ['other_buf']], \"comm_d2\": ['all', ['sig_buf']]}");
    }

    @Test
    void all_devices_are_no_list_of_devices() {
        String dispatches =
                """
                for r in pl.range(pld.world_size()):
                    self.chip(data, device=r)
                for r in pl.range(2):
                    self.chip(other, device=r)
                for r in pl.range(pld.world_size()):
                    self.more(sig, 0, device=r)
                """;
        assertThat(host("MaterializeCommDomainScopes", dispatches))
                .contains("\"comm_d0\": ['all', ['data_buf', 'sig_buf']]")
                .contains("\"comm_d1\": [[0, 1], ['other_buf']]");
        List<Problem> found =
                problems(
                        HOST
                                + (dispatches + "pld.tensor.all_to_all(data, other, sig)\n")
                                        .indent(8));
        assertThat(found).extracting(p -> p.rule().id()).containsExactly("host-collective-domain");
        assertThat(found.toString()).contains("all devices").contains("devices [0, 1]");
    }

    @Test
    void a_shape_becomes_a_number_of_bytes() {
        Problems problems = new Problems();
        Program program = read(HOST + "self.chip(data, device=0)\n".indent(8), problems);
        Walk.calls(
                program.functions().getLast().body(),
                call -> {
                    if (call.op().name().endsWith("alloc_window_buffer")) {
                        Expr bytes = call.args().getFirst();
                        assertThat(bytes).isInstanceOf(Expr.Int.class);
                        assertThat(Exprs.constant(bytes).orElseThrow()).isIn(512L, 8L);
                    }
                });
    }

    @Test
    void an_allocation_may_have_several_views() {
        assertThat(
                        problems(
                                HOST
                                        + """
                                        flat = pld.window(sig_buf, [2], dtype=pl.INT32)
                                        again = pld.window(data_buf, [2, 64], dtype=pl.FP32)
                                        for r in pl.range(pld.world_size()):
                                            self.chip(data, device=r)
                                            self.chip(again, device=r)
                                            self.chip(other, device=r)
                                            self.more(flat, 0, device=r)
                                            self.more(sig, 0, device=r)
                                        """
                                                .indent(8)))
                .isEmpty();
    }

    @Test
    void world_size_is_int64_and_ranks_are_int32() {
        Problems problems = new Problems();
        Program program =
                read(
                        HOST
                                + """
                                for r in pl.range(pld.world_size()):
                                    self.chip(data, device=r)
                                    self.chip(other, device=r)
                                    self.more(sig, (r + 1) % pld.world_size(), device=r)
                                """
                                        .indent(8),
                        problems);
        assertThat(problems.sorted()).isEmpty();
        Walk.calls(
                program.functions().getLast().body(),
                call -> {
                    if (call.op().name().endsWith("world_size")) {
                        assertThat(call.type()).isEqualTo(Type.INT64);
                    }
                });
        for (String op : List.of("pld.system.rank", "pld.system.nranks")) {
            assertThat(Catalogue.standard().named(op)).hasSize(1);
        }
        Program ranks =
                read(
                        KERNEL
                                + "ctx = pld.get_comm_ctx(win)\na = pld.rank(ctx)\nb = pld.nranks(ctx)"
                                        .indent(8),
                        problems);
        Walk.calls(
                ranks.functions().getFirst().body(),
                call -> {
                    if (call.op().name().endsWith("rank") || call.op().name().endsWith("nranks")) {
                        assertThat(call.type()).isEqualTo(new Type.Scalar(DType.INT32));
                    }
                });
    }

    @Test
    void a_signal_may_be_rebound_and_passed_on() {
        assertThat(
                        problems(
                                HOST
                                        + """
                                        for r in pl.range(pld.world_size()):
                                            self.chip(data, device=r)
                                            self.chip(other, device=r)
                                            self.more(sig, 0, device=r)
                                        sig = pld.tensor.barrier(sig)
                                        sig = pld.tensor.barrier(sig)
                                        pld.tensor.barrier(sig)
                                        for r in pl.range(pld.world_size()):
                                            self.more(sig, 0, device=r)
                                        """
                                                .indent(8)))
                .isEmpty();
    }

    @Test
    void counts_are_cut_to_the_block() {
        String text =
                """
                import pypto.language as pl
                import pypto.language.distributed as pld
                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[8, 4], pl.FP32], counts: pl.Tensor[[2, 1], pl.INT32], y: pl.Out[pl.Tensor[[8, 4], pl.FP32]], got: pl.Out[pl.Tensor[[2, 1], pl.INT32]], data: pl.InOut[pld.DistributedTensor[[8, 4], pl.FP32]], sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]], recv: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
                        pld.tensor.all_to_all_v(x, data, sig, counts, recv)
                        pl.store(pl.load(data, [0, 0], [8, 4]), [0, 0], y)
                        for k in pl.range(2):
                            pl.write(got, [k, 0], pl.read(recv, [k, 0]))
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def chip(self, x: pl.Tensor[[8, 4], pl.FP32], counts: pl.Tensor[[2, 1], pl.INT32], y: pl.Out[pl.Tensor[[8, 4], pl.FP32]], got: pl.Out[pl.Tensor[[2, 1], pl.INT32]], data: pl.InOut[pld.DistributedTensor[[8, 4], pl.FP32]], sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]], recv: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
                        self.kernel(x, counts, y, got, data, sig, recv)
                    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                    def host(self, x: pl.Tensor[[2, 8, 4], pl.FP32], counts: pl.Tensor[[2, 2, 1], pl.INT32], y: pl.Out[pl.Tensor[[2, 8, 4], pl.FP32]], got: pl.Out[pl.Tensor[[2, 2, 1], pl.INT32]]):
                        data_buf = pld.alloc_window_buffer([8, 4], dtype=pl.FP32)
                        data = pld.window(data_buf, [8, 4], dtype=pl.FP32)
                        sig_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                        sig = pld.window(sig_buf, [2, 1], dtype=pl.INT32)
                        recv_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                        recv = pld.window(recv_buf, [2, 1], dtype=pl.INT32)
                        for r in pl.range(pld.world_size()):
                            self.chip(x[r], counts[r], y[r], got[r], data, sig, recv, device=r)
                """;
        View counts = View.zeros(DType.INT32, 2, 2, 1);
        int[] sent = {-1, 9, -1, 9};
        for (int i = 0; i < 4; i++) {
            counts.segment().setAtIndex(ValueLayout.JAVA_INT, i, sent[i]);
        }
        View x = View.zeros(DType.FP32, 2, 8, 4);
        for (int i = 0; i < 64; i++) {
            x.segment().setAtIndex(ValueLayout.JAVA_FLOAT, i, i + 1);
        }
        RunResult result =
                Engine.standard()
                        .run(
                                new SourceText("v.py", text),
                                "",
                                RunRequest.of(2)
                                        .with("counts", new Input.Given(counts))
                                        .with("x", new Input.Given(x)));
        assertThat(result.isOk()).as(result.problems().toString()).isTrue();
        double[] got = new double[4];
        for (int i = 0; i < 4; i++) {
            got[i] = result.output("got").get(i);
        }
        assertThat(got).containsExactly(0, 0, 4, 4);
        for (int i = 0; i < 16; i++) {
            assertThat(result.output("y").get(i)).isZero();
            assertThat(result.output("y").get(16 + i)).isZero();
            assertThat(result.output("y").get(32 + i)).isEqualTo(17 + i);
            assertThat(result.output("y").get(48 + i)).isEqualTo(49 + i);
        }
    }
}

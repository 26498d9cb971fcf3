package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Lane;
import org.crosstile.model.Op;
import org.crosstile.model.Program;
import org.crosstile.model.Walk;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which core of a core group does what of a kernel. */
class LanesTest {
    private static final Pipeline PIPELINE =
            Pipeline.standard(Catalogue.standard().all()).verifying();

    private static final String KERNEL =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            NR = pl.dynamic("NR")
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
                    x: pl.Tensor[[8, 64], pl.FP32],
                    w: pl.Tensor[[64, 64], pl.FP32],
                    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
                    win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                    peer: pl.Scalar[pl.INT32],
                ):
            """;

    private static final String PRODUCT =
            "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n";
    private static final String NOTIFY =
            "pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.%s)\n";
    private static final String WAIT = "pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)\n";
    private static final String REGION = "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.%s):\n";

    private static Program after(String pass, String statements, List<Problem> warnings) {
        Problems problems = new Problems();
        Program read = Texts.read(KERNEL + statements.indent(8));
        Program lowered = PIPELINE.runTo(pass, read, problems);
        assertThat(problems.hasErrors()).as(problems.sorted().toString()).isFalse();
        warnings.addAll(problems.sorted());
        Texts.assertReadsBack(lowered);
        return lowered;
    }

    private static Program expanded(String statements) {
        return after("ExpandMixedKernel", statements, new ArrayList<>());
    }

    private static String body(Program program, String function) {
        return Texts.body(program, function);
    }

    /** The first call of an operator in the kernel after tiles have their memories. */
    private static Expr.Call call(String statements, String op) {
        Program program = after("InferTileMemorySpace", statements, new ArrayList<>());
        List<Expr.Call> found = new ArrayList<>();
        Walk.calls(
                program.find("kernel").orElseThrow().body(),
                c -> {
                    if (c.op().name().equals(op)) {
                        found.add(c);
                    }
                });
        return found.getFirst();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pld.tile.put | VECTOR | pld.tensor.put(win, peer, x)",
                "pld.tile.get | VECTOR | pld.tensor.get(y, peer, win)",
                "pld.system.notify | SHARED | pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.Set)",
                "pld.system.wait | SHARED | pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)",
                "pld.tile.remote_load | SHARED | y = pl.store(pld.tile.remote_load(win, peer, [0, 0], [8, 64]), [0, 0], y)",
                "pld.tile.remote_store | VECTOR | pld.tile.remote_store(pl.load(x, [0, 0], [8, 64]), win, peer, [0, 0])",
                "pl.tile.store | VECTOR | y = pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)",
                "pl.tile.load | VECTOR | y = pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)",
                "pl.tile.load | CUBE | y = pl.store(pl.load(x, [0, 0], [8, 64], target_memory=pl.Mem.Mat), [0, 0], y)"
            })
    void a_lane_follows_from_what_is_stated_and_from_memory(
            String op, Lane lane, String statement) {
        assertThat(Affinity.of(call(statement, op))).isEqualTo(lane);
    }

    @Test
    void the_lane_of_a_product_and_of_what_is_done_to_it() {
        String text = PRODUCT + "y = pl.store(pl.exp(c), [0, 0], y)";

        assertThat(Affinity.of(call(text, "pl.tile.matmul"))).isEqualTo(Lane.CUBE);
        assertThat(Affinity.of(call(text, "pl.tile.exp"))).isEqualTo(Lane.VECTOR);
        Expr.Call stored = call(PRODUCT + "y = pl.store(c, [0, 0], y)", "pl.tile.store");
        assertThat(Affinity.of(stored)).isEqualTo(Lane.CUBE);
        Expr.Call pushed =
                call(
                        PRODUCT + "pld.tile.remote_store(c, win, peer, [0, 0])",
                        "pld.tile.remote_store");
        assertThat(Affinity.of(pushed)).isEqualTo(Lane.CUBE);
    }

    @Test
    void shared_is_neutral_and_both_sides_are_mixed() {
        assertThat(Affinity.combine(Lane.SHARED, Lane.CUBE)).isEqualTo(Lane.CUBE);
        assertThat(Affinity.combine(Lane.VECTOR, Lane.SHARED)).isEqualTo(Lane.VECTOR);
        assertThat(Affinity.combine(Lane.VECTOR, Lane.VECTOR)).isEqualTo(Lane.VECTOR);
        assertThat(Affinity.combine(Lane.VECTOR, Lane.CUBE)).isEqualTo(Lane.MIXED);
    }

    @Test
    void only_notify_must_not_be_copied() {
        Optional<Op> notify = named("pld.system.notify");

        assertThat(notify.orElseThrow().isNoDuplicate()).isTrue();
        assertThat(named("pld.system.wait").orElseThrow().isNoDuplicate()).isFalse();
        assertThat(named("pld.system.defer_wait").orElseThrow().isNoDuplicate()).isFalse();
        assertThat(named("pld.tensor.put").orElseThrow().lane()).isEqualTo(Lane.VECTOR);
        assertThat(named("pld.tensor.get").orElseThrow().lane()).isEqualTo(Lane.VECTOR);
        assertThat(named("pld.tile.put").orElseThrow().lane()).isEqualTo(Lane.VECTOR);
        assertThat(named("pld.tile.get").orElseThrow().lane()).isEqualTo(Lane.VECTOR);
    }

    private static Optional<Op> named(String name) {
        return Catalogue.standard().named(name).stream().findFirst();
    }

    @Test
    void a_notify_in_a_region_is_for_the_vector_cores_and_a_wait_stays_on_both() {
        String text =
                PRODUCT
                        + REGION.formatted("NONE")
                        + ("y = pl.store(pl.aiv_shard(c), [0, 0], y)\n"
                                        + "pld.tensor.put(win, peer, x)\n"
                                        + "if aiv_id == 0:\n    "
                                        + NOTIFY.formatted("AtomicAdd")
                                        + WAIT)
                                .indent(4);
        List<Problem> warnings = new ArrayList<>();
        String stamped = body(after("LowerAutoVectorSplit", text, warnings), "kernel");
        Program lanes = expanded(text);

        assertThat(warnings).isEmpty();
        assertThat(stamped).contains("attrs={\"core_placement\": 'aiv'}");
        assertThat(body(lanes, "kernel_aic")).contains("system.wait").doesNotContain("notify");
        String aiv = body(lanes, "kernel_aiv");
        assertThat(aiv).contains("system.wait").contains("notify");
        assertThat(aiv.indexOf("tile.put")).isLessThan(aiv.indexOf("notify"));
        assertThat(body(lanes, "kernel_aic")).doesNotContain("put");
    }

    @Test
    void nothing_is_marked_once_the_lanes_are_apart() {
        Program lanes =
                expanded(
                        PRODUCT
                                + REGION.formatted("NONE")
                                + ("y = pl.store(pl.aiv_shard(c), [0, 0], y)\nif aiv_id == 0:\n    "
                                                + NOTIFY.formatted("Set"))
                                        .indent(4));
        List<Expr.Call> marked = new ArrayList<>();
        for (Function f : lanes.functions()) {
            Walk.calls(
                    f.body(),
                    c -> {
                        if (c.attrs().containsKey("core_placement")) {
                            marked.add(c);
                        }
                    });
        }

        assertThat(marked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"AtomicAdd", "Set"})
    void outside_of_regions_both_sides_notify_and_wait_and_a_warning_says_so(String op) {
        List<Problem> warnings = new ArrayList<>();
        Program lanes =
                after(
                        "ExpandMixedKernel",
                        PRODUCT
                                + "y = pl.store(pl.exp(c), [0, 0], y)\npld.tensor.put(win, peer, x)\n"
                                + NOTIFY.formatted(op)
                                + WAIT,
                        warnings);

        assertThat(body(lanes, "kernel_aic")).contains("notify").contains("system.wait");
        assertThat(body(lanes, "kernel_aiv")).contains("notify").contains("system.wait");
        assertThat(warnings).extracting(p -> p.rule().id()).containsExactly("notify-both-lanes");
    }

    @Test
    void a_remote_load_that_the_cube_core_does_not_use_is_gone_there() {
        Program lanes =
                expanded(
                        PRODUCT
                                + "t = pld.tile.remote_load(win, peer, [0, 0], [8, 64])\n"
                                + "y = pl.store(pl.add(c, t), [0, 0], y)");

        assertThat(body(lanes, "kernel_aic")).doesNotContain("remote_load");
        assertThat(body(lanes, "kernel_aiv")).contains("remote_load");
    }

    @Test
    void a_kernel_of_one_side_runs_there_and_one_of_neither_on_a_vector_core() {
        Function shared = expanded(WAIT).find("kernel").orElseThrow();
        Function cube =
                expanded(PRODUCT + "y = pl.store(c, [0, 0], y)").find("kernel").orElseThrow();
        Function vector =
                expanded("y = pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)")
                        .find("kernel")
                        .orElseThrow();

        assertThat(shared.kind()).isEqualTo(Function.Kind.AIV);
        assertThat(cube.kind()).isEqualTo(Function.Kind.AIC);
        assertThat(vector.kind()).isEqualTo(Function.Kind.AIV);
    }

    @Test
    void a_remote_load_in_a_halved_region_reads_all_of_it() {
        Program lanes =
                expanded(
                        REGION.formatted("UP_DOWN")
                                + ("t = pld.tile.remote_load(win, peer, [0, 0], [8, 64])\n"
                                                + "y = pl.store(t, [0, 0], y)\n"
                                                + "z = pl.store(pl.exp(pl.load(x, [0, 0], [8, 64])), [0, 0], y)")
                                        .indent(4));

        assertThat(body(lanes, "kernel_aiv"))
                .contains("remote_load(win, peer, [0, 0], [8, 64])")
                .contains("load(x, [aiv_id * 4, 0], [4, 64], [4, 64])");
    }

    @Test
    void a_full_width_region_is_halved_along_its_axis() {
        String text =
                REGION.formatted("LEFT_RIGHT")
                        + ("t = pl.load(x, [0, 0], [8, 64])\n"
                                        + "u = pl.tile.full([8, 64], dtype=pl.FP32, value=2.0)\n"
                                        + "for i in pl.range(3):\n    u = pl.add(u, t)\n"
                                        + "y = pl.store(u, [0, 0], y)")
                                .indent(4);

        assertThat(body(expanded(text), "kernel_aiv"))
                .isEqualTo(
                        """
                        pl.func_attr({"split_aiv": True})
                        aiv_id = pl.tile.get_subblock_idx()
                        t = pl.tile.load(x, [0, aiv_id * 32], [8, 32], [8, 32])
                        u = pl.tile.full([8, 32], pl.FP32, 2.0)
                        for i, (u_1,) in pl.range(3, init_values=(u,)):
                            u_2 = pl.tile.add(u_1, t)
                            u_3 = pl.yield_(u_2)
                        y_1 = pl.tile.store(u_3, [0, aiv_id * 32], y)
                        """);
    }

    @Test
    void a_kernel_that_asks_for_it_has_all_its_vector_work_halved() {
        String text =
                "pl.func_attr({\"split\": 1})\n" + PRODUCT + "y = pl.store(pl.exp(c), [0, 0], y)";
        Program lanes = expanded(text);

        assertThat(body(lanes, "kernel_aic"))
                .contains("tpush_to_aiv(c, split=pl.SplitMode.UP_DOWN)");
        assertThat(body(lanes, "kernel_aiv"))
                .contains("tpop_from_aic([4, 64], pl.FP32, split=pl.SplitMode.UP_DOWN)")
                .contains("[aiv_id * 4, 0]");
    }

    @Test
    void a_tile_that_crosses_is_given_and_taken() {
        Program lanes =
                expanded(
                        PRODUCT
                                + "d = pl.matmul(pl.exp(c), pl.load(w, [0, 0], [64, 64]))\n"
                                + "y = pl.store(pl.mul(d, 2.0), [0, 0], y)");

        assertThat(body(lanes, "kernel_aic"))
                .contains("tpush_to_aiv(c)", "tpop_from_aiv([8, 64], pl.FP32)", "tpush_to_aiv(d)");
        assertThat(body(lanes, "kernel_aiv"))
                .containsSubsequence("tpop_from_aic", "tpush_to_aic", "tpop_from_aic", "store");
        assertThat(body(lanes, "kernel")).contains("self.kernel_aic(", "self.kernel_aiv(");
    }

    @Test
    void loops_keep_on_each_side_what_that_side_carries() {
        Program lanes =
                expanded(
                        "acc = pl.tile.full([8, 64], dtype=pl.FP32, value=0.0)\n"
                                + "for k in pl.range(4):\n"
                                + "    c = pl.matmul(pl.load(x, [0, k * 16], [8, 16]), pl.load(w, [k * 16, 0], [16, 64]))\n"
                                + "    acc = pl.add(acc, c)\n"
                                + "    y = pl.store(acc, [0, 0], y)\n");

        assertThat(body(lanes, "kernel_aic"))
                .isEqualTo(
                        """
                        for k in pl.range(4):
                            t = pl.tile.load(x, [0, k * 16], [8, 16], [8, 16], target_memory=pl.Mem.Mat)
                            t_1 = pl.tile.load(w, [k * 16, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
                            t_left = pl.tile.move(t, pl.Mem.Left)
                            t_1_right = pl.tile.move(t_1, pl.Mem.Right)
                            c = pl.tile.matmul(t_left, t_1_right)
                            pl.tile.tpush_to_aiv(c)
                        """);
    }

    @Test
    void what_the_cube_core_stores_and_the_vector_core_loads_is_ordered_and_not_the_reverse() {
        Program down =
                expanded(
                        PRODUCT
                                + "win = pl.store(c, [0, 0], win)\n"
                                + "y = pl.store(pl.exp(pl.load(win, [0, 0], [8, 64])), [0, 0], y)");
        assertThat(body(down, "kernel_aic")).containsSubsequence("store", "sync_set('aic')");
        assertThat(body(down, "kernel_aiv")).containsSubsequence("sync_wait('aiv')", "tile.load");
        Program up =
                expanded(
                        "win = pl.store(pl.exp(pl.load(x, [0, 0], [8, 64])), [0, 0], win)\n"
                                + "a = pl.load(win, [0, 0], [8, 64], target_memory=pl.Mem.Mat)\n"
                                + "y = pl.store(pl.matmul(a, pl.load(w, [0, 0], [64, 64])), [0, 0], y)");
        assertThat(body(up, "kernel_aic")).doesNotContain("sync");
        assertThat(body(up, "kernel_aiv")).doesNotContain("sync");
    }
}

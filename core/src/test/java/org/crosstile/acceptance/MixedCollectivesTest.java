package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.memory.View;
import org.crosstile.model.Program;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A kernel that a core group runs may call any collective: one vector core carries it out, after
 * all cores of the group have done what stands before the call, and before any goes on.
 */
@Timeout(300)
class MixedCollectivesTest {
    private static final int RANKS = 4;
    private static final int COLUMNS = 16;
    private static final int SEEDS = Integer.getInteger("mixed.seeds", 2);

    /** How the kernel divides its work among the cores. */
    enum Form {
        /** Cube and vector work, one vector core. */
        PLAIN,
        /** All vector work is divided. */
        SPLIT,
        /** Regions around the call. */
        REGIONS,
        /** The call in a region in which both vector cores do everything. */
        IN_REGION,
        /** The call in a region that divides its tiles. */
        IN_SPLIT_REGION,
        /** The call where only one vector core comes; the author lets the cores meet. */
        GUARDED,
        /** No vector work but the call. */
        CUBE_ONLY,
        /** No cube work: both vector cores run regions. */
        VECTOR_ONLY
    }

    record Case(Form form, String call, String cells) {
        @Override
        public String toString() {
            return form + " " + call;
        }
    }

    private static final List<String> CALLS =
            List.of(
                    "pld.tensor.barrier(sig)",
                    "pld.tensor.allreduce(data, sig)",
                    "pld.tensor.allreduce(data, sig, mode='ring')",
                    "pld.tensor.broadcast(data, sig, root=2)",
                    "pld.tensor.reduce_scatter(data, sig)",
                    "pld.tensor.allgather(row, data, sig)",
                    "pld.tensor.all_to_all(source, data, sig)",
                    "pld.tensor.all_to_all_v(source, data, sig, counts, recv)");

    static Stream<Case> cases() {
        List<Case> all = new ArrayList<>();
        for (Form form : Form.values()) {
            for (String call : CALLS) {
                all.add(new Case(form, call, call.contains("ring") ? "6, 4" : "4, 1"));
            }
        }
        return all.stream();
    }

    private static final String NONE = "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n";
    private static final String HALVES =
            "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):\n";
    private static final String MEET =
            "pl.system.syncall(core_type=\"mix\")\npl.system.cacheinvalid()\n";

    private static String indented(String text, int times) {
        return text.indent(4 * times);
    }

    private static String statements(Case one) {
        String product =
                "c = pl.matmul(pl.load(x, [k * 4, 0], [4, C]), pl.load(eye, [0, 0], [C, C]))\n";
        String again =
                "d = pl.matmul(pl.load(data, [0, 0], [4, C]), pl.load(eye, [0, 0], [C, C]))\n";
        String call = one.call() + "\n";
        String stage =
                "pl.store(pl.add(c, 0.0), [0, 0], source)\npl.store(pl.add(c, 0.0), [0, 0], data)\n";
        String take = "pl.store(pl.add(d, 0.0), [k * 4, 0], y)\n";
        String stageHalves =
                HALVES
                        + "    h = pl.aiv_shard(c)\n"
                        + "    pl.store(h, [aiv_id * 2, 0], source)\n"
                        + "    pl.store(h, [aiv_id * 2, 0], data)\n";
        String takeHalves = HALVES + "    pl.store(pl.aiv_shard(d), [k * 4 + aiv_id * 2, 0], y)\n";
        return switch (one.form()) {
            case PLAIN, SPLIT -> product + stage + call + again + take;
            case REGIONS -> product + stageHalves + call + again + takeHalves;
            case IN_REGION -> product + stageHalves + NONE + indented(call, 1) + again + takeHalves;
            case IN_SPLIT_REGION ->
                    product + stageHalves + HALVES + indented(call, 1) + again + takeHalves;
            case GUARDED ->
                    product
                            + stageHalves
                            + MEET
                            + NONE
                            + indented("if aiv_id == 0:\n" + indented(call, 1), 1)
                            + MEET
                            + again
                            + takeHalves;
            case CUBE_ONLY ->
                    product
                            + "pl.store(c, [0, 0], source)\npl.store(c, [0, 0], data)\n"
                            + call
                            + again
                            + "pl.store(d, [k * 4, 0], y)\n";
            case VECTOR_ONLY ->
                    NONE
                            + "    h = pl.load(x, [k * 4 + aiv_id * 2, 0], [2, C])\n"
                            + "    pl.store(h, [aiv_id * 2, 0], source)\n"
                            + "    pl.store(h, [aiv_id * 2, 0], data)\n"
                            + call
                            + NONE
                            + "    pl.store(pl.load(data, [aiv_id * 2, 0], [2, C]), [k * 4 + aiv_id * 2, 0], y)\n";
        };
    }

    private static final String PARAMETERS =
            """
                    self,
                    x: pl.Tensor[[8, C], pl.FP32],
                    eye: pl.Tensor[[C, C], pl.FP32],
                    counts: pl.Tensor[[4, 1], pl.INT32],
                    y: pl.Out[pl.Tensor[[8, C], pl.FP32]],
                    got: pl.Out[pl.Tensor[[4, 1], pl.INT32]],
                    source: pl.InOut[pld.DistributedTensor[[4, C], pl.FP32]],
                    data: pl.InOut[pld.DistributedTensor[[4, C], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[CELLS], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ):
            """;

    private static String text(Case one) {
        String kernel =
                (one.form() == Form.SPLIT ? "pl.func_attr({\"split\": 1})\n" : "")
                        + (one.call().contains("row")
                                ? "row = pl.slice(source, [1, C], [0, 0])\n"
                                : "")
                        + "for k in pl.range(2):\n"
                        + indented(statements(one), 1);
        return ("""
        import pypto.language as pl
        import pypto.language.distributed as pld

        C = 16


        @pl.program
        class Mixed:
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(
        PARAMETERS
        """
                        + kernel.indent(8)
                        + """

                            @pl.function(type=pl.FunctionType.InCore)
                            def look(
                        PARAMETERS
                                for s in pl.range(4):
                                    pl.write(got, [s, 0], pl.read(recv, [s, 0]))

                            @pl.function(type=pl.FunctionType.Orchestration)
                            def chip(
                        PARAMETERS
                                self.kernel(x, eye, counts, y, got, source, data, sig, recv)
                                LOOK

                            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                            def host(
                                self,
                                x: pl.Tensor[[4, 8, C], pl.FP32],
                                eye: pl.Tensor[[C, C], pl.FP32],
                                counts: pl.Tensor[[4, 4, 1], pl.INT32],
                                y: pl.Out[pl.Tensor[[4, 8, C], pl.FP32]],
                                got: pl.Out[pl.Tensor[[4, 4, 1], pl.INT32]],
                            ):
                                source_buf = pld.alloc_window_buffer([4, C], dtype=pl.FP32)
                                data_buf = pld.alloc_window_buffer([4, C], dtype=pl.FP32)
                                sig_buf = pld.alloc_window_buffer([CELLS], dtype=pl.INT32)
                                recv_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                                source = pld.window(source_buf, [4, C], dtype=pl.FP32)
                                data = pld.window(data_buf, [4, C], dtype=pl.FP32)
                                sig = pld.window(sig_buf, [CELLS], dtype=pl.INT32)
                                recv = pld.window(recv_buf, [4, 1], dtype=pl.INT32)
                                for r in pl.range(4):
                                    self.chip(x[r], eye, counts[r], y[r], got[r], source, data, sig, recv, device=r)
                        """)
                .replace("PARAMETERS\n", PARAMETERS)
                .replace(
                        "LOOK",
                        one.call().contains("recv")
                                ? "self.look(x, eye, counts, y, got, source, data, sig, recv)"
                                : "")
                .replace("CELLS", one.cells());
    }

    private static double x(int rank, int row, int column) {
        return (rank * 31 + row * 7 + column) % 23 - 11;
    }

    /** What a rank finds in its data window after a round. */
    private static double expected(String call, int rank, int round, int row, int column) {
        int own = round * 4 + row;
        double sum = 0;
        for (int r = 0; r < RANKS; r++) {
            sum += x(r, own, column);
        }
        if (call.contains("allreduce")) {
            return sum;
        }
        if (call.contains("broadcast")) {
            return x(2, own, column);
        }
        if (call.contains("reduce_scatter")) {
            return row == rank ? sum : x(rank, own, column);
        }
        if (call.contains("allgather")) {
            return x(row, round * 4, column);
        }
        // rank 1 gets nothing of an exchange of counted rows
        boolean sent = call.contains("all_to_all") && !(call.contains("_v(") && rank == 1);
        return sent ? x(row, round * 4 + rank, column) : x(rank, own, column);
    }

    private static RunRequest request() {
        View x = View.zeros(DType.FP32, RANKS, 8, COLUMNS);
        View eye = View.zeros(DType.FP32, COLUMNS, COLUMNS);
        View counts = View.zeros(DType.INT32, RANKS, RANKS, 1);
        for (int i = 0; i < x.elements(); i++) {
            Inputs.set(x, i, x(i / (8 * COLUMNS), i / COLUMNS % 8, i % COLUMNS));
        }
        for (int i = 0; i < COLUMNS; i++) {
            Inputs.set(eye, i * (COLUMNS + 1L), 1);
        }
        for (int i = 0; i < RANKS * RANKS; i++) {
            Inputs.set(counts, i, i % RANKS == 1 ? 0 : 1);
        }
        return CheckingCase.request(RANKS, Map.of())
                .with("x", new Input.Given(x))
                .with("eye", new Input.Given(eye))
                .with("counts", new Input.Given(counts));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void one_vector_core_makes_the_call_for_its_group(Case one) {
        Problems problems = new Problems();
        Executable program =
                Engine.standard()
                        .verifying()
                        .build(
                                new SourceText("mixed.py", text(one)),
                                "",
                                LoadOptions.of(RANKS),
                                problems,
                                new RunTimes())
                        .orElseThrow(() -> new AssertionError(problems.sorted().toString()));
        assertThat(problems.sorted()).as(text(one)).isEmpty();
        RunRequest request = request();
        check(one, program.run(request), "threads");
        for (int seed = 0; seed < SEEDS; seed++) {
            for (MemoryModel memory : MemoryModel.values()) {
                Strategy strategy =
                        Strategy.values()[(seed + memory.ordinal()) % Strategy.values().length];
                Schedule schedule = new Schedule(strategy, memory, seed);
                check(one, program.run(request.scheduled(schedule)), schedule.toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void a_group_that_does_not_meet_is_found(int meeting) {
        Case one = new Case(Form.CUBE_ONLY, "pld.tensor.allreduce(data, sig)", "4, 1");
        Problems problems = new Problems();
        Engine engine = Engine.standard();
        Program program =
                engine.load(new SourceText("mixed.py", text(one)), LoadOptions.of(RANKS), problems)
                        .select("")
                        .orElseThrow();
        String lowered = Printer.print(engine.pipeline().run(program, problems));
        StringBuilder changed = new StringBuilder();
        int meetings = 0;
        for (String line : lowered.lines().toList()) {
            boolean meets = line.contains("syncall(core_type='mix')");
            // each side has the two meetings of the call
            if (!meets || meetings++ % 2 != meeting) {
                changed.append(line).append('\n');
            }
        }
        assertThat(meetings).isEqualTo(4);
        RunRequest request = request().scheduled(Schedule.uniform(1));

        assertThat(engine.run(new SourceText("lowered.py", lowered), "", request).verdict())
                .isEqualTo(Verdict.OK);
        RunResult result =
                engine.run(new SourceText("changed.py", changed.toString()), "", request);
        assertThat(result.verdict()).isEqualTo(Verdict.RACE);
    }

    private static void check(Case one, RunResult result, String what) {
        assertThat(result.problems())
                .as("%s, %s%n%s", one, what, text(one))
                .extracting(Object::toString)
                .isEmpty();
        double[] found = new double[RANKS * 8 * COLUMNS];
        double[] expected = new double[found.length];
        Arrays.setAll(found, i -> result.output("y").get(i));
        for (int i = 0; i < found.length; i++) {
            int row = i / COLUMNS % 8;
            expected[i] = expected(one.call(), i / (8 * COLUMNS), row / 4, row % 4, i % COLUMNS);
        }
        assertThat(found).as("%s, %s", one, what).isEqualTo(expected);
    }
}

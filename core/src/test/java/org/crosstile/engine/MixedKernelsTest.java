package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the cores of a core group do to each other and to peers, when they really run together. */
@Timeout(120)
class MixedKernelsTest {
    private static final int SEEDS = 40;

    private static final String PRODUCT =
            "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n";
    private static final String NOTIFY =
            "pld.system.notify(sig, next, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)\n";
    private static final String WAIT = "pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)\n";
    private static final String REGION = "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n";

    /**
     * A mixed kernel of these statements on every rank, then one that gives what the cells of the
     * rank hold. {@code win} begins as zeros; {@code next} is the right neighbour.
     */
    private static SourceText program(String statements) {
        String params =
                """
                        self,
                        x: pl.Tensor[[8, 64], pl.FP32],
                        w: pl.Tensor[[64, 64], pl.FP32],
                        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
                        cells: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
                        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
                        sig: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
                        next: pl.Scalar[pl.INT32],
                    ):
                """;
        return Programs.text(
                "@pl.program\nclass Mixed:\n    @pl.function(type=pl.FunctionType.InCore)\n    def kernel(\n"
                        + params
                        + statements.indent(8)
                        + """

                            @pl.function(type=pl.FunctionType.InCore)
                            def look(
                                self,
                                sig: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
                                cells: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
                            ):
                                for i in pl.range(8):
                                    v = pl.read(sig, [i, 0])
                                    pl.write(cells, [0, i], v)

                            @pl.function(type=pl.FunctionType.Orchestration)
                            def chip(
                        """
                        + params
                        + """
                                self.kernel(x, w, y, cells, win, sig, next)
                                self.look(sig, cells)

                            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                            def host(
                                self,
                                x: pl.Tensor[[NR, 8, 64], pl.FP32],
                                w: pl.Tensor[[64, 64], pl.FP32],
                                y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]],
                                cells: pl.Out[pl.Tensor[[NR, 1, 8], pl.INT32]],
                            ):
                                win_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
                                sig_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
                                for r in pl.range(pld.world_size()):
                                    win = pld.window(win_buf, [8, 64], dtype=pl.FP32)
                                    sig = pld.window(sig_buf, [8, 1], dtype=pl.INT32)
                                    self.chip(x[r], w, y[r], cells[r], win, sig, (r + 1) % pld.world_size(), device=r)
                        """);
    }

    private static Executable built(String statements, int ranks, Problems problems) {
        return Engine.standard()
                .verifying()
                .build(
                        program(statements),
                        "",
                        new LoadOptions(Map.of(), ranks),
                        problems,
                        new RunTimes())
                .orElseThrow(() -> new AssertionError(problems.sorted().toString()));
    }

    private static Executable built(String statements, int ranks) {
        return built(statements, ranks, new Problems());
    }

    private static double x(long i) {
        return i % 7 - 3;
    }

    private static RunRequest request(int ranks) {
        View x = Programs.tensor(DType.FP32, MixedKernelsTest::x, ranks, 8, 64);
        View w = Programs.tensor(DType.FP32, i -> i / 64 == i % 64 ? 1 : 0, 64, 64);
        return RunRequest.of(ranks).with("x", new Input.Given(x)).with("w", new Input.Given(w));
    }

    private static Set<Verdict> verdicts(Executable program, int ranks, MemoryModel model) {
        Set<Verdict> found = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            Strategy strategy = Strategy.values()[seed % Strategy.values().length];
            found.add(
                    program.run(request(ranks).scheduled(new Schedule(strategy, model, seed)))
                            .verdict());
        }
        return found;
    }

    private static List<Double> cells(Executable program) {
        RunResult result = program.run(request(1));
        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
        HostTensor cells = result.outputs().getLast();
        return java.util.stream.LongStream.range(0, 8).mapToObj(cells::get).toList();
    }

    @Test
    void both_sides_of_a_kernel_without_regions_add_to_a_counter() {
        assertThat(cells(built(PRODUCT + "y = pl.store(pl.exp(c), [0, 0], y)\n" + NOTIFY, 1)))
                .startsWith(2.0, 0.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AtomicAdd", "Set"})
    void the_cube_cores_copy_of_a_notify_releases_a_peer_too_early(String op) {
        String send =
                "y = pl.store(pl.exp(c), [0, 0], y)\npld.tensor.put(win, next, x)\n"
                        + NOTIFY.replace("AtomicAdd", op);
        String use = WAIT + "y = pl.store(pl.load(win, [0, 0], [8, 64]), [0, 0], y)\n";
        Executable hazard = built(PRODUCT + send + use, 2);
        Executable fixed =
                built(
                        PRODUCT
                                + REGION
                                + "    z = pl.store(pl.exp(pl.aiv_shard(c)), [0, 0], y)\n"
                                + "    if aiv_id == 0:\n        pld.tensor.put(win, next, x)\n        "
                                + NOTIFY.replace("AtomicAdd", op)
                                + WAIT.indent(4)
                                + "    if aiv_id == 0:\n        y = pl.store(pl.load(win, [0, 0], [8, 64]), [0, 0], y)\n",
                        2);

        assertThat(verdicts(hazard, 2, MemoryModel.SEQUENTIAL)).contains(Verdict.RACE);
        assertThat(verdicts(fixed, 2, MemoryModel.SEQUENTIAL))
                .doesNotContain(Verdict.RACE, Verdict.DEADLOCK);
        assertThat(verdicts(fixed, 2, MemoryModel.LINE))
                .doesNotContain(Verdict.RACE, Verdict.DEADLOCK);
    }

    @Test
    void the_cube_core_waits_for_the_peers_data_too() {
        String text =
                REGION
                        + "    if aiv_id == 0:\n        pld.tensor.put(win, next, x)\n        "
                        + NOTIFY
                        + WAIT.indent(4)
                        + "a = pl.load(win, [0, 0], [8, 64], target_memory=pl.Mem.Mat)\n"
                        + "c = pl.matmul(a, pl.load(w, [0, 0], [64, 64]))\ny = pl.store(c, [0, 0], y)\n";
        Executable program = built(text, 2);

        assertThat(verdicts(program, 2, MemoryModel.SEQUENTIAL))
                .doesNotContain(Verdict.RACE, Verdict.DEADLOCK);
        HostTensor y = program.run(request(2)).outputs().getFirst();
        for (int i = 0; i < 512; i++) {
            assertThat(y.get(i)).isEqualTo(x(512 + i));
            assertThat(y.get(512 + i)).isEqualTo(x(i));
        }
    }

    @Test
    void both_vector_cores_run_a_region_and_notify_twice_unless_it_is_divided() {
        Problems problems = new Problems();
        Executable twice = built(REGION + NOTIFY.indent(4), 1, problems);
        Executable guarded = built(REGION + "    if aiv_id == 0:\n        " + NOTIFY, 1);
        Executable divided =
                built(
                        REGION
                                + "    for i in pl.range(aiv_id, 8, 2):\n        "
                                + NOTIFY.replace("[0, 0]", "[i, 0]"),
                        1);

        assertThat(problems.sorted())
                .extracting(p -> p.rule().id())
                .containsExactly("notify-undivided");
        assertThat(cells(twice)).startsWith(2.0);
        assertThat(cells(guarded)).startsWith(1.0, 0.0);
        assertThat(cells(divided)).containsOnly(1.0);
    }

    @Test
    void a_guarded_notify_releases_only_what_its_own_core_has_written() {
        String half =
                "    pld.tile.remote_store(pl.load(x, [aiv_id * 4, 0], [4, 64]), win, next, [aiv_id * 4, 0])\n";
        String meet = "    pl.system.syncall(core_type=\"aiv_only\")\n";
        String rest =
                "    if aiv_id == 0:\n        "
                        + NOTIFY
                        + WAIT.indent(4)
                        + "    if aiv_id == 0:\n        y = pl.store(pl.load(win, [0, 0], [8, 64]), [0, 0], y)\n";

        assertThat(verdicts(built(REGION + half + rest, 2), 2, MemoryModel.SEQUENTIAL))
                .contains(Verdict.RACE);
        assertThat(verdicts(built(REGION + half + meet + rest, 2), 2, MemoryModel.SEQUENTIAL))
                .doesNotContain(Verdict.RACE, Verdict.DEADLOCK);
    }

    @Test
    void memory_that_the_vector_core_hands_to_the_cube_core_is_the_authors_to_order() {
        String store = "win = pl.store(pl.exp(pl.load(x, [0, 0], [8, 64])), [0, 0], win)\n";
        String load =
                "a = pl.load(win, [0, 0], [8, 64], target_memory=pl.Mem.Mat)\n"
                        + "y = pl.store(pl.matmul(a, pl.load(w, [0, 0], [64, 64])), [0, 0], y)\n";
        String order = "pl.system.syncall(core_type=\"mix\")\npl.system.cacheinvalid()\n";

        assertThat(verdicts(built(store + load, 1), 1, MemoryModel.SEQUENTIAL))
                .contains(Verdict.RACE);
        assertThat(verdicts(built(store + order + load, 1), 1, MemoryModel.SEQUENTIAL))
                .doesNotContain(Verdict.RACE, Verdict.DEADLOCK);
    }

    @Test
    void memory_that_the_cube_core_hands_to_the_vector_core_is_ordered() {
        String text =
                PRODUCT
                        + "win = pl.store(c, [0, 0], win)\n"
                        + "y = pl.store(pl.add(pl.load(win, [0, 0], [8, 64]), 1.0), [0, 0], y)\n";
        Executable program = built(text, 1);

        for (MemoryModel model : MemoryModel.values()) {
            assertThat(verdicts(program, 1, model)).doesNotContain(Verdict.RACE, Verdict.DEADLOCK);
        }
        HostTensor y = program.run(request(1)).outputs().getFirst();
        for (int i = 0; i < 512; i++) {
            assertThat(y.get(i)).isEqualTo(x(i) + 1);
        }
    }

    @Test
    void a_tile_that_differs_between_the_cores_arrives_as_one_of_the_two() {
        String text =
                REGION
                        + "    t = pl.load(x, [aiv_id * 4, 0], [4, 64])\n    g = pl.aic_gather(t)\n"
                        + "y = pl.store(pl.matmul(g, pl.load(w, [0, 0], [64, 64])), [0, 0], y)\n";
        Executable program = built(text, 1);
        Set<Double> first = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            RunResult result = program.run(request(1).scheduled(Schedule.uniform(seed)));
            first.add(result.outputs().getFirst().get(0));
        }

        assertThat(first).containsExactlyInAnyOrder(x(0), x(256));
    }

    @ParameterizedTest
    @CsvSource({"UP_DOWN", "LEFT_RIGHT"})
    void halves_are_divided_and_joined_again(String mode) {
        String text =
                PRODUCT
                        + REGION.replace("NONE", mode)
                        + "    h = pl.add(pl.aiv_shard(c), 1.0)\n    g = pl.aic_gather(h)\n"
                        + "win = pl.store(pl.matmul(g, pl.load(w, [0, 0], [64, 64])), [0, 0], win)\n"
                        + REGION
                        + "    pl.system.sync_wait(core_type=\"aiv\")\n"
                        + "    t = pl.load(win, [aiv_id * 4, 0], [4, 64])\n"
                        + "    y = pl.store(pl.add(t, 1.0), [aiv_id * 4, 0], y)\n"
                        + "pl.system.sync_set(core_type=\"aic\")\n";
        Executable program = built(text, 1);
        HostTensor y = program.run(request(1)).outputs().getFirst();
        for (int i = 0; i < 512; i++) {
            assertThat(y.get(i)).isEqualTo(x(i) + 2);
        }
    }

    @Test
    void many_tiles_go_both_ways_in_order() {
        String text =
                """
                right = pl.move(pl.load(w, [0, 0], [64, 64], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
                for i in pl.range(100):
                    a = pl.load(x, [i % 8, 0], [1, 64], target_memory=pl.Mem.Mat)
                    c = pl.matmul(pl.move(a, target_memory=pl.Mem.Left), right)
                    d = pl.matmul(pl.move(pl.add(c, 1.0), target_memory=pl.Mem.Left), right)
                    y = pl.store(pl.add(d, pl.load(x, [i % 8, 0], [1, 64])), [i % 8, 0], y)
                """;
        Executable program = built(text, 1);
        for (Optional<Schedule> schedule :
                List.of(Optional.<Schedule>empty(), Optional.of(Schedule.uniform(3)))) {
            RunResult result = program.run(request(1).in(schedule));
            assertThat(result.verdict())
                    .as(Programs.report(result))
                    .isIn(Verdict.OK, Verdict.UNINIT);
            for (int i = 0; i < 512; i++) {
                assertThat(result.outputs().getFirst().get(i)).isEqualTo(2 * x(i) + 1);
            }
        }
    }

    /** Statements on a tile {@code t}, at random, and what they do to a row of numbers. */
    private static final class RandomWork {
        private final Random random;
        private final StringBuilder text = new StringBuilder();
        private int loops;

        RandomWork(long seed) {
            random = new Random(seed);
        }

        /** Appends statements; {@code index} is the loop variable around, if there is one. */
        UnaryOperator<double[]> block(String indent, int depth, String index) {
            UnaryOperator<double[]> all = v -> v;
            int n = 1 + random.nextInt(4);
            for (int k = 0; k < n; k++) {
                UnaryOperator<double[]> before = all;
                UnaryOperator<double[]> next = statement(indent, depth, index);
                all = v -> next.apply(before.apply(v));
            }
            return all;
        }

        private UnaryOperator<double[]> statement(String indent, int depth, String index) {
            switch (random.nextInt(depth > 1 ? 3 : 5)) {
                case 0 -> {
                    int by = random.nextInt(5);
                    text.append(indent).append("t = pl.add(t, %d.0)\n".formatted(by));
                    return v -> Arrays.stream(v).map(e -> e + by).toArray();
                }
                case 1 -> {
                    text.append(indent).append("t = pl.mul(t, -1.0)\n");
                    return v -> Arrays.stream(v).map(e -> -e).toArray();
                }
                case 2 -> {
                    // the matrix moves every column one to the right
                    text.append(indent).append("t = pl.matmul(t, pl.load(w, [0, 0], [64, 64]))\n");
                    return v -> {
                        double[] moved = new double[v.length];
                        for (int c = 0; c < v.length; c++) {
                            moved[(c + 1) % v.length] = v[c];
                        }
                        return moved;
                    };
                }
                case 3 -> {
                    String own = "i" + loops++;
                    int times = random.nextInt(4);
                    text.append(indent).append("for %s in pl.range(%d):\n".formatted(own, times));
                    UnaryOperator<double[]> body = block(indent + "    ", depth + 1, own);
                    return v -> {
                        double[] now = v;
                        for (int i = 0; i < times; i++) {
                            now = body.apply(now);
                        }
                        return now;
                    };
                }
                default -> {
                    boolean taken = random.nextBoolean();
                    text.append(indent).append("if next %s 0:\n".formatted(taken ? ">=" : "<"));
                    UnaryOperator<double[]> body = block(indent + "    ", depth + 1, index);
                    return taken ? body : v -> v;
                }
            }
        }
    }

    @Test
    void random_work_of_both_sides_gives_what_plain_loops_give() {
        View shift = Programs.tensor(DType.FP32, i -> (i / 64 + 1) % 64 == i % 64 ? 1 : 0, 64, 64);
        for (int seed = 0; seed < 40; seed++) {
            RandomWork work = new RandomWork(seed);
            UnaryOperator<double[]> meaning = work.block("", 0, "");
            String text =
                    "t = pl.load(x, [0, 0], [8, 64])\n"
                            + work.text
                            + "t = pl.add(pl.matmul(t, pl.load(w, [0, 0], [64, 64])), 0.0)\n"
                            + "y = pl.store(t, [0, 0], y)\n";
            Executable program = built(text, 1);
            RunRequest request = request(1).with("w", new Input.Given(shift));
            for (Optional<Schedule> schedule :
                    List.of(Optional.<Schedule>empty(), Optional.of(Schedule.uniform(seed)))) {
                HostTensor y = program.run(request.in(schedule)).outputs().getFirst();
                for (int row = 0; row < 8; row++) {
                    int at = row * 64;
                    double[] before = new double[64];
                    for (int c = 0; c < 64; c++) {
                        before[c] = x(at + c);
                    }
                    double[] after = meaning.apply(before);
                    for (int c = 0; c < 64; c++) {
                        assertThat(y.get(at + (c + 1) % 64)).as(text).isEqualTo(after[c] + 0.0);
                    }
                }
            }
        }
    }

    @Test
    void credit_that_is_taken_back_too_early_leaves_the_cube_core_waiting() {
        String exchange =
                PRODUCT
                        + REGION
                        + "    y = pl.store(pl.aiv_shard(c), [0, 0], y)\n    if aiv_id == 0:\n        "
                        + NOTIFY
                        + WAIT.indent(4);
        String takeBack =
                "    if aiv_id == 0:\n        pld.system.notify(sig, pld.rank(pld.get_comm_ctx(sig)), [0, 0], -1,"
                        + " op=pld.NotifyOp.AtomicAdd)\n";
        String meet = "    pl.system.syncall(core_type=\"aiv_only\")\n";
        String apart = "pl.system.syncall(core_type=\"mix\")\n" + REGION;
        Problems problems = new Problems();

        assertThat(
                        verdicts(
                                built(exchange + meet + takeBack, 2, problems),
                                2,
                                MemoryModel.SEQUENTIAL))
                .contains(Verdict.DEADLOCK);
        assertThat(problems.sorted())
                .extracting(p -> p.rule().id())
                .containsExactly("credit-before-cube");
        assertThat(verdicts(built(exchange + apart + takeBack, 2), 2, MemoryModel.SEQUENTIAL))
                .doesNotContain(Verdict.DEADLOCK, Verdict.RACE);
    }

    @Test
    void the_cores_of_many_groups_meet_every_time() {
        String text =
                """
                for i in pl.range(20):
                    for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                        y = pl.store(pl.load(x, [aiv_id, 0], [1, 64]), [aiv_id, 0], y)
                        pl.system.syncall(core_type="aiv_only")
                    pl.system.syncall(core_type="mix")
                    pl.system.syncall(core_type="aic_only")
                """;
        RunResult result = built(text, 3).run(request(3).repeated(60, false));

        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
    }

    @Test
    void sums_of_products_stay_with_the_cube_core() {
        String text =
                """
                acc = pl.matmul(pl.load(x, [0, 0], [8, 16]), pl.load(w, [0, 0], [16, 64]))
                for k in pl.range(1, 4):
                    acc = pl.matmul_acc(acc, pl.load(x, [0, k * 16], [8, 16]), pl.load(w, [k * 16, 0], [16, 64]))
                y = pl.store(pl.add(acc, 1.0), [0, 0], y)
                """;
        HostTensor y = built(text, 1).run(request(1)).outputs().getFirst();
        for (int i = 0; i < 512; i++) {
            assertThat(y.get(i)).isEqualTo(x(i) + 1);
        }
    }

    @Test
    void tiles_on_their_way_take_their_share_of_the_ub() {
        String text =
                """
                @pl.program
                class Wide:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, a: pl.Tensor[[128, 64], pl.FP32], b: pl.Tensor[[64, 128], pl.FP32], y: pl.Out[pl.Tensor[[128, 128], pl.FP32]]):
                        c = pl.exp(pl.matmul(pl.load(a, [0, 0], [128, 64]), pl.load(b, [0, 0], [64, 128])))
                        y = pl.store(pl.add(c, pl.load(y, [0, 0], [128, 128])), [0, 0], y)
                        return y

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def chip(self, a: pl.Tensor[[128, 64], pl.FP32], b: pl.Tensor[[64, 128], pl.FP32], y: pl.Out[pl.Tensor[[128, 128], pl.FP32]]):
                        return self.kernel(a, b, y)
                """;
        Problems problems = new Problems();
        Engine.standard()
                .build(
                        Programs.text(text),
                        "",
                        new LoadOptions(Map.of(), 1),
                        problems,
                        new RunTimes());

        assertThat(problems.sorted()).hasSize(1);
        assertThat(problems.sorted().getFirst().notes())
                .contains(
                        "the ring of 2 tiles that come from the other side of the core group takes 128 KiB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Left | [64, 512] | [512, 8]",
                "Right | [8, 512] | [512, 64]",
                "Acc | [256, 64] | [64, 256]",
                "Mat | [256, 512] | [512, 8]"
            })
    void each_memory_of_the_cube_core_has_its_own_budget(String space, String a, String b) {
        String text =
                """
                @pl.program
                class Large:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, a: pl.Tensor[%s, pl.FP32], b: pl.Tensor[%s, pl.FP32], y: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
                        l = pl.load(a, [0, 0], %s, target_memory=pl.Mem.Mat)
                        c = pl.matmul(l, pl.load(b, [0, 0], %s, target_memory=pl.Mem.Mat))
                        y = pl.store(pl.tile.slice(c, [8, 8], [0, 0]), [0, 0], y)
                        return y

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def chip(self, a: pl.Tensor[%s, pl.FP32], b: pl.Tensor[%s, pl.FP32], y: pl.Out[pl.Tensor[[8, 8], pl.FP32]]):
                        return self.kernel(a, b, y)
                """
                        .formatted(a, b, a, b, a, b);
        Problems problems = new Problems();
        Engine.standard()
                .build(
                        Programs.text(text),
                        "",
                        new LoadOptions(Map.of(), 1),
                        problems,
                        new RunTimes());

        // every space that is too small is told; this one is the point
        List<Problem> overflows =
                problems.sorted().stream()
                        .filter(p -> p.headline().endsWith("KiB of " + space))
                        .toList();
        assertThat(overflows).as(problems.sorted().toString()).hasSize(1);
        assertThat(overflows.getFirst().rule().id()).isEqualTo("ub-overflow");
        assertThat(overflows.getFirst().secondary()).isNotEmpty();
    }

    @Test
    void a_product_over_ranks_in_one_kernel_is_the_sum_of_their_products() {
        SourceText text = Programs.example("matmul_allreduce");
        for (int ranks : new int[] {1, 2, 4}) {
            View a = Programs.tensor(DType.FP32, i -> i * 7 % 9 - 4, ranks, 64, 64);
            View b = Programs.tensor(DType.FP32, i -> i * 5 % 11 - 5, ranks, 64, 64);
            RunResult result =
                    Programs.run(
                            text, ranks, Map.of("a", new Input.Given(a), "b", new Input.Given(b)));
            assertThat(result.isOk()).as(Programs.report(result)).isTrue();
            assertThat(result.problems()).isEmpty();
            for (int row = 0; row < 64; row++) {
                for (int column = 0; column < 64; column++) {
                    double sum = 0;
                    for (int k = 0; k < ranks * 64; k++) {
                        long block = k / 64 * 4096L;
                        sum +=
                                ((block + row * 64L + k % 64) * 7 % 9 - 4)
                                        * ((block + k % 64 * 64L + column) * 5 % 11 - 5);
                    }
                    for (int r = 0; r < ranks; r++) {
                        assertThat(result.outputs().getFirst().get(r * 4096L + row * 64 + column))
                                .isEqualTo(sum);
                    }
                }
            }
        }
    }
}

package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.ranks.tasks.TaskEdge;
import org.crosstile.ranks.tasks.TaskLog;
import org.crosstile.ranks.tasks.TaskSettings;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose chips run tasks. */
@Timeout(120)
class TaskProgramsTest {
    private static final int WIDTH = 8;

    /** Waiters of one cell each, what is done with them, and kernels to do it with. */
    private static SourceText waiters(String body) {
        return Programs.text(
                """
                @pl.program
                class Waiters:
                    @pl.function(type=pl.FunctionType.InCore)
                    def send(
                        self,
                        cells: pl.InOut[pld.DistributedTensor[[96, 1], pl.INT32]],
                        data: pl.InOut[pld.DistributedTensor[[96, 8], pl.INT32]],
                        x: pl.Tensor[[1, 8], pl.INT32],
                        row: pl.Scalar[pl.INDEX],
                        peer: pl.Scalar[pl.INT32],
                    ):
                        pld.tile.remote_store(pl.load(x, [0, 0], [1, 8]), target=data, peer=peer, offsets=[row, 0])
                        pld.system.notify(cells, peer=peer, offsets=[row, 0], value=1, op=pld.NotifyOp.AtomicAdd)

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def chip(
                        self,
                        x: pl.Tensor[[1, 8], pl.INT32],
                        y: pl.Out[pl.Tensor[[96, 8], pl.INT32]],
                        cells: pl.InOut[pld.DistributedTensor[[96, 1], pl.INT32]],
                        data: pl.InOut[pld.DistributedTensor[[96, 8], pl.INT32]],
                        peer: pl.Scalar[pl.INT32],
                    ):
                        with pl.manual_scope():
                """
                        + body.indent(12)
                        + """

                            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                            def host(self, x: pl.Tensor[[2, 1, 8], pl.INT32], y: pl.Out[pl.Tensor[[2, 96, 8], pl.INT32]]):
                                cells_buf = pld.alloc_window_buffer([96, 1], dtype=pl.INT32)
                                cells = pld.window(cells_buf, [96, 1], dtype=pl.INT32)
                                data_buf = pld.alloc_window_buffer([96, 8], dtype=pl.INT32)
                                data = pld.window(data_buf, [96, 8], dtype=pl.INT32)
                                for r in pl.range(pld.world_size()):
                                    self.chip(x[r], y[r], cells, data, (r + 1) % pld.world_size(), device=r)
                        """);
    }

    private static final String PAIR =
            """
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="waits") as waits:
                pld.system.defer_wait(cells, [i, 0], 1, cmp=pld.WaitCmp.Ge)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="copies", deps=[waits]):
                y = pl.store(pl.load(data, [i, 0], [1, 8]), [i, 0], y)
            """;

    private static String pairs(int count) {
        return "for i in pl.range(" + count + "):\n" + PAIR.indent(4);
    }

    private static RunRequest request(TaskSettings settings) {
        View x = Programs.tensor(DType.INT32, i -> 10 + i, 2, 1, WIDTH);
        return RunRequest.of(2).with("x", new Input.Given(x)).on(settings);
    }

    private static TaskSettings cores(int vector, boolean holds) {
        return new TaskSettings(vector, 1, holds, new TaskLog(true));
    }

    private static RunResult run(SourceText text, RunRequest request) {
        return Engine.standard().verifying().run(text, "", request);
    }

    /** Asserts that the first rows of both ranks are what their peers have sent. */
    private static void assertReceived(RunResult result, int rows) {
        assertThat(result.verdict()).as(Programs.report(result)).isEqualTo(Verdict.OK);
        assertThat(result.problems()).isEmpty();
        HostTensor y = result.output("y");
        for (int rank = 0; rank < 2; rank++) {
            for (int i = 0; i < rows * WIDTH; i++) {
                double sent = 10 + (1 - rank) * WIDTH + i % WIDTH;
                assertThat(y.get(rank * 96L * WIDTH + i)).isEqualTo(sent);
            }
        }
    }

    private static final String BACKWARDS =
            "for k in pl.range(48):\n    self.send(cells, data, x, 47 - k, peer)\n";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 48})
    void forty_eight_waiters_of_each_rank_are_notified_in_another_order(int vectorCores) {
        SourceText text = waiters(pairs(48) + BACKWARDS);
        for (boolean holds : new boolean[] {false, true}) {
            assertReceived(run(text, request(cores(vectorCores, holds))), 48);
        }
    }

    @Test
    void waiters_in_every_memory_model() {
        SourceText text = waiters(pairs(12) + BACKWARDS.replace("48", "12").replace("47", "11"));
        for (MemoryModel memory : MemoryModel.values()) {
            for (Strategy strategy : Strategy.values()) {
                Schedule schedule = new Schedule(strategy, memory, 7);
                assertReceived(run(text, request(cores(3, false)).scheduled(schedule)), 12);
            }
        }
    }

    @Test
    void a_counter_that_is_high_enough_completes_a_waiter_at_once() {
        RunResult result =
                run(
                        waiters(
                                pairs(4)
                                        + "for k in pl.range(4):\n    self.send(cells, data, x, k, peer)\n"),
                        request(cores(4, false)).repeated(3, true));
        assertReceived(result, 4);
        assertThat(result.runs()).isEqualTo(3);
    }

    @Test
    void sixty_four_conditions_are_one_task() {
        String all =
                """
                with pl.at(level=pl.Level.CORE_GROUP) as waits:
                    for i in pl.range(64):
                        pld.system.defer_wait(cells, [i, 0], 1, cmp=pld.WaitCmp.Ge)
                with pl.at(level=pl.Level.CORE_GROUP, deps=[waits]):
                    y = pl.store(pl.load(data, [0, 0], [64, 8]), [0, 0], y)
                for k in pl.range(64):
                    self.send(cells, data, x, 63 - k, peer)
                """;
        assertReceived(run(waiters(all), request(cores(8, false))), 64);

        RunResult more =
                run(waiters(all.replace("pl.range(64)", "pl.range(65)")), request(cores(8, false)));
        assertThat(more.problems().getFirst().rule().id()).isEqualTo("defer-wait-count");
    }

    @Test
    void sixty_four_tasks_may_wait() {
        String sends = "for k in pl.range(64):\n    self.send(cells, data, x, k, peer)\n";
        assertReceived(run(waiters(pairs(64) + sends), request(cores(8, false))), 64);

        RunResult more = run(waiters(pairs(65)), request(cores(8, false)));
        assertThat(more.problems().getFirst().rule().id()).isEqualTo("defer-wait-tasks");
        assertThat(Programs.report(more)).contains("async wait overflow (102)", "is the 65th");
    }

    /** A kernel that waits in its body, submitted before the one that its peer waits for. */
    private static final String BLOCKING =
            """
            self.blocks(cells, data, y)
            self.send(cells, data, x, 0, peer)
            """;

    private static SourceText blocking() {
        String text = waiters(BLOCKING).text();
        String kernel =
                """
                    @pl.function(type=pl.FunctionType.InCore)
                    def blocks(
                        self,
                        cells: pl.InOut[pld.DistributedTensor[[96, 1], pl.INT32]],
                        data: pl.InOut[pld.DistributedTensor[[96, 8], pl.INT32]],
                        y: pl.Out[pl.Tensor[[96, 8], pl.INT32]],
                    ):
                        pld.system.wait(cells, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                        y = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)

                """;
        return new SourceText(
                "demo.py", text.replace("class Waiters:\n", "class Waiters:\n" + kernel));
    }

    @Test
    void a_task_that_waits_gives_its_core_to_the_one_that_it_waits_for() {
        assertReceived(run(blocking(), request(cores(1, false))), 1);
        assertReceived(run(blocking(), request(cores(2, true))), 1);
    }

    @Test
    void a_core_that_is_held_is_an_edge_of_the_deadlock() {
        for (Optional<Schedule> world :
                List.of(
                        Optional.<Schedule>empty(),
                        Optional.of(new Schedule(Strategy.UNIFORM, MemoryModel.SEQUENTIAL, 1)))) {
            RunResult result = run(blocking(), request(cores(1, true)).in(world));
            assertThat(result.verdict()).isEqualTo(Verdict.DEADLOCK);
            assertThat(Programs.report(result))
                    .contains(
                            "task 1 `send`: waits for a core; all are held by task 0, which waits")
                    .contains(
                            "rank 0 task 1 -(its core)-> rank 0 task 0 -(cells_buf[0, 0])-> rank 1 task 1");
        }
    }

    @Test
    void what_is_sent_to_a_peer_counts_as_written_here() {
        SourceText text =
                new SourceText(
                        "demo.py",
                        blocking().text().replace("with pl.manual_scope():", "if peer >= 0:"));
        RunResult result = run(text, request(cores(4, false)));
        assertThat(result.verdict()).isEqualTo(Verdict.DEADLOCK);
        assertThat(Programs.report(result))
                .contains(
                        "task 1 `send`: waits for task 0 `blocks` (writes what it",
                        "rank 0 task 1 -(its completion)-> rank 0 task 0 -(cells_buf[0, 0])-> rank 1 task 1");
    }

    @Test
    void a_consumer_without_its_dependence_is_a_race() {
        SourceText text =
                waiters(
                        (pairs(3) + BACKWARDS.replace("48", "3").replace("47", "2"))
                                .replace(", deps=[waits]", ""));
        Schedule schedule = new Schedule(Strategy.UNIFORM, MemoryModel.IN_FLIGHT, 1);
        RunResult result = run(text, request(cores(4, false)).scheduled(schedule));
        assertThat(result.verdict()).as(Programs.report(result)).isEqualTo(Verdict.RACE);
    }

    @Test
    void memory_orders_tasks_and_the_reasons_are_told() {
        TaskSettings settings = cores(4, false);
        RunResult result = run(Programs.example("task_dependences"), RunRequest.of(1).on(settings));
        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
        TaskLog.Graph graph = settings.log().graphs().getFirst();
        List<String> reasons =
                graph.tasks().stream()
                        .flatMap(t ->
                                t.edges().stream()
                                        .map(e ->
                                                t.number()
                                                        + " after "
                                                        + e.from()
                                                        + ": "
                                                        + e.describe()))
                        .toList();
        assertThat(reasons)
                .contains(
                        "2 after 1: reads what it writes: bytes 1024 to 2047 of buffer",
                        "3 after 2: writes what it reads: bytes 0 to 1023 of half",
                        "6 after 5: it is in deps=");
        assertThat(graph.tasks().get(1).edges()).isEmpty();
        assertThat(graph.tasks().get(6).edges())
                .extracting(TaskEdge::reason)
                .containsExactly(TaskEdge.Reason.DEPS);
    }

    @Test
    void a_body_on_several_cores_knows_which_one_it_is_on() {
        SourceText text =
                Programs.text(
                        """
                        @pl.program
                        class Blocks:
                            @pl.function(type=pl.FunctionType.Orchestration)
                            def chip(self, x: pl.Tensor[[8, 8], pl.INT32], y: pl.Out[pl.Tensor[[8, 8], pl.INT32]]):
                                for i in pl.spmd(8, name_hint="rows"):
                                    y = pl.store(pl.load(x, [i, 0], [1, 8]), [7 - i, 0], y)
                        """);
        View x = Programs.tensor(DType.INT32, i -> i / 8, 8, 8);
        for (int vectorCores : new int[] {1, 3, 48}) {
            RunResult result =
                    run(
                            text,
                            RunRequest.of(1)
                                    .with("x", new Input.Given(x))
                                    .on(cores(vectorCores, true)));
            assertThat(result.isOk()).as(Programs.report(result)).isTrue();
            for (int row = 0; row < 8; row++) {
                assertThat(result.output("y").get(row * 8L)).isEqualTo(7 - row);
            }
        }
    }

    @Test
    void a_task_whose_predicate_is_false_does_nothing_and_completes() {
        SourceText text =
                Programs.text(
                        """
                        @pl.program
                        class Maybe:
                            @pl.function(type=pl.FunctionType.InCore)
                            def put(self, x: pl.Tensor[[1, 8], pl.INT32], y: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
                                pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], y)

                            @pl.function(type=pl.FunctionType.Orchestration)
                            def chip(
                                self,
                                x: pl.Tensor[[1, 8], pl.INT32],
                                y: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
                                z: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
                                n: pl.Scalar[pl.INT32],
                            ):
                                first = pl.submit(self.put, x, y, predicate=n > 3)
                                second = pl.submit(self.put, x, z, deps=[first])
                        """);
        View x = Programs.tensor(DType.INT32, i -> 5, 1, 8);
        for (int n : new int[] {3, 4}) {
            RunRequest request =
                    new RunRequest(
                            1,
                            Map.of("n", Integer.toString(n)),
                            Map.of("x", new Input.Given(x)),
                            0,
                            Optional.empty());
            RunResult result = run(text, request);
            assertThat(result.isOk()).as(Programs.report(result)).isTrue();
            assertThat(result.output("y").get(0)).isEqualTo(n > 3 ? 5 : 0);
            assertThat(result.output("z").get(0)).isEqualTo(5);
        }
    }
}

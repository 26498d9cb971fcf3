package org.crosstile.ranks.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Cells;
import org.crosstile.memory.Fault;
import org.crosstile.memory.TaskFlags;
import org.crosstile.memory.View;
import org.crosstile.ranks.Code;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.tasks.KernelTask.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The graph of tasks, moved by hand. */
@Timeout(60)
class TaskGraphTest {
    private static final Code CODE =
            new Code() {
                @Override
                public String name(int function) {
                    return "k" + function;
                }

                @Override
                public void invoke(int function, Object port, Object[] args) {
                    throw new AssertionError("nobody runs anything here");
                }
            };

    private static TaskGraph graph(int cores, boolean holds) {
        return new TaskGraph(0, CODE, new TaskSettings(cores, 1, holds, new TaskLog(true)));
    }

    private static KernelTask task(TaskGraph graph, String access, Object... args) {
        return graph.submit(0, args, access, new long[0], 1, 0, 0);
    }

    private static KernelTask after(TaskGraph graph, long... deps) {
        return graph.submit(0, new Object[0], "", deps, 1, TaskFlags.MANUAL, 0);
    }

    private static View view(MemorySegment memory, long offset, long... shape) {
        return View.packed(memory, offset, DType.INT32, shape);
    }

    private static List<Integer> before(KernelTask task) {
        return task.before().stream().map(KernelTask::number).toList();
    }

    @Test
    void views_and_reshapes_of_one_buffer_meet_by_their_bytes() {
        TaskGraph graph = graph(4, false);
        MemorySegment memory = Arena.ofAuto().allocate(1024, 64);
        View all = view(memory, 0, 16, 8);
        KernelTask writes = task(graph, "w", all);
        KernelTask flat = task(graph, "r", all.withShape(128));
        KernelTask lastRow = task(graph, "w", view(memory, 15 * 32, 1, 8));
        KernelTask firstRow = task(graph, "r", view(memory, 0, 1, 8));
        KernelTask elsewhere = task(graph, "w", view(memory, 512, 8));

        assertThat(before(writes)).isEmpty();
        assertThat(before(flat)).containsExactly(0);
        assertThat(flat.edges().getFirst().reason()).isEqualTo(TaskEdge.Reason.READS_WRITTEN);
        assertThat(before(lastRow)).containsExactly(0, 1);
        assertThat(lastRow.edges())
                .extracting(TaskEdge::reason)
                .containsExactly(TaskEdge.Reason.WRITES_WRITTEN, TaskEdge.Reason.WRITES_READ);
        assertThat(before(firstRow)).containsExactly(0);
        assertThat(before(elsewhere)).isEmpty();
    }

    @Test
    void columns_beside_each_other_do_not_meet() {
        TaskGraph graph = graph(4, false);
        MemorySegment memory = Arena.ofAuto().allocate(1024, 64);
        View left = view(memory, 0, 4, 8).restrided(0, new long[] {4, 4}, new long[] {8, 1});
        View right = view(memory, 0, 4, 8).restrided(16, new long[] {4, 4}, new long[] {8, 1});

        task(graph, "w", left);

        assertThat(before(task(graph, "w", right))).isEmpty();
        assertThat(before(task(graph, "b", view(memory, 0, 4, 8)))).containsExactly(0, 1);
    }

    @Test
    void a_buffer_that_a_loop_reuses_is_read_before_it_is_written_again() {
        TaskGraph graph = graph(4, false);
        View buffer = view(Arena.ofAuto().allocate(64, 64), 0, 8);
        for (int i = 0; i < 3; i++) {
            KernelTask writer = task(graph, "w", buffer);
            KernelTask reader = task(graph, "r", buffer);
            assertThat(before(reader)).containsExactly(writer.number());
            if (i > 0) {
                assertThat(before(writer))
                        .containsExactly(writer.number() - 2, writer.number() - 1);
            }
        }
    }

    @Test
    void a_manual_task_comes_after_its_deps_only_and_later_ones_after_it() {
        TaskGraph graph = graph(4, false);
        View buffer = view(Arena.ofAuto().allocate(64, 64), 0, 8);
        task(graph, "w", buffer);
        KernelTask manual =
                graph.submit(0, new Object[] {buffer}, "w", new long[0], 1, TaskFlags.MANUAL, 0);

        assertThat(before(manual)).isEmpty();
        assertThat(before(task(graph, "r", buffer))).containsExactly(0, 1);
    }

    private static PendingWait somewhere() {
        View cell = view(Arena.ofAuto().allocate(4, 4), 0, 1);
        return new PendingWait(cell, new long[1], 0, 1, WaitCmp.Ge, 0);
    }

    @Test
    void a_core_that_waits_is_free_for_others_unless_it_is_held() {
        TaskGraph free = graph(1, false);
        after(free);
        after(free);
        free.blocks(free.take().orElseThrow(), somewhere());
        assertThat(free.take()).isPresent();

        TaskGraph held = graph(1, true);
        after(held);
        after(held);
        held.blocks(held.take().orElseThrow(), somewhere());
        assertThat(held.take()).isEmpty();
        assertThat(held.states().getLast().holders()).containsExactly(0);
    }

    @Test
    void conditions_hold_when_the_cell_is_as_great_as_an_unsigned_number() {
        for (int value : new int[] {1, 7, Integer.MAX_VALUE, -1}) {
            TaskGraph graph = graph(4, false);
            Waiter waiter = new Waiter(graph, 1);
            KernelTask consumer = after(graph, 0);
            waiter.runs(graph);
            assertThat(consumer.state()).isEqualTo(State.WAITING);
            waiter.set(0, value);
            assertThat(graph.poll()).isTrue();
            assertThat(consumer.state()).isEqualTo(State.READY);
        }
    }

    @Test
    void a_condition_that_holds_already_is_never_waited_for() {
        TaskGraph graph = graph(4, false);
        Waiter waiter = new Waiter(graph, 1);
        waiter.set(0, 1);
        waiter.runs(graph);

        assertThat(graph.deferred()).isZero();
        assertThat(graph.isComplete()).isTrue();
    }

    @Test
    void sixty_four_conditions_are_taken_and_one_more_is_not() {
        TaskGraph graph = graph(4, false);
        Waiter waiter = new Waiter(graph, 64);

        assertThat(waiter.task.conditions()).hasSize(64);
        assertThatThrownBy(() -> graph.register(waiter.task, waiter.condition(0)))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("defer-wait-conditions"));
    }

    @Test
    void sixty_four_tasks_wait_and_one_more_does_not() {
        TaskGraph graph = graph(128, false);
        for (int i = 0; i < 64; i++) {
            new Waiter(graph, 1).runs(graph);
        }
        assertThat(graph.deferred()).isEqualTo(64);
        Waiter last = new Waiter(graph, 1);
        assertThatThrownBy(() -> last.runs(graph))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("defer-wait-tasks"));
    }

    @Test
    void blocks_that_start_together_need_as_many_cores() {
        TaskGraph graph = graph(4, false);
        assertThatThrownBy(() ->
                        graph.submit(0, new Object[0], "", new long[0], 5, TaskFlags.TOGETHER, 0))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("task-cores"));
        graph.submit(0, new Object[0], "", new long[0], 5, 0, 0);
        List<TaskPart> parts = new ArrayList<>();
        Optional<TaskPart> part = graph.take();
        while (part.isPresent()) {
            parts.add(part.get());
            part = graph.take();
        }
        assertThat(parts).extracting(TaskPart::block).containsExactly(0, 1, 2, 3);
        graph.ends(parts.getFirst());
        assertThat(graph.take().orElseThrow().block()).isEqualTo(4);
        assertThat(graph.isComplete()).isFalse();
    }

    /** A task that waits for cells of its own. */
    private static final class Waiter {
        final KernelTask task;
        private final View cells;

        Waiter(TaskGraph graph, int conditions) {
            task = after(graph);
            cells = view(Arena.ofAuto().allocate(4L * conditions, 64), 0, conditions);
            for (int i = 0; i < conditions; i++) {
                graph.register(task, condition(i));
            }
        }

        DeferredWait condition(int cell) {
            return DeferredWait.of(cells, new long[] {cell}, 4L * cell, 1, 0);
        }

        void set(int cell, int value) {
            Cells.set(cells.segment(), 4L * cell, value);
        }

        void runs(TaskGraph graph) {
            graph.ends(graph.take().orElseThrow());
        }
    }

    /** 10,000 graphs with waiters and consumers, each moved in a random order. */
    @Test
    void a_consumer_never_starts_early() {
        for (int seed = 0; seed < 10_000; seed++) {
            new Schedule(seed).run();
        }
    }

    private static final class Schedule {
        private final int seed;
        private final Random random;
        private final TaskGraph graph;
        private final List<Waiter> waiters = new ArrayList<>();
        private final List<long[]> wanted = new ArrayList<>();
        private final List<Set<Integer>> notYet = new ArrayList<>();
        private final List<TaskPart> running = new ArrayList<>();
        private final Set<Integer> ended = new HashSet<>();

        Schedule(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.graph = graph(1 + random.nextInt(4), random.nextBoolean());
        }

        void run() {
            int toSubmit = 4 + random.nextInt(12);
            while (toSubmit > 0 || !graph.isComplete()) {
                switch (random.nextInt(4)) {
                    case 0 -> {
                        if (toSubmit > 0) {
                            submit();
                            toSubmit--;
                        }
                    }
                    case 1 -> start();
                    case 2 -> end();
                    default -> notifies();
                }
            }
        }

        private void submit() {
            if (random.nextInt(3) == 0) {
                int conditions = 1 + random.nextInt(3);
                waiters.add(new Waiter(graph, conditions));
                Set<Integer> cells = new HashSet<>();
                for (int i = 0; i < conditions; i++) {
                    cells.add(i);
                }
                notYet.add(cells);
                wanted.add(new long[0]);
            } else {
                int all = graph.tasks().size();
                long[] deps = new long[all == 0 ? 0 : random.nextInt(3)];
                for (int i = 0; i < deps.length; i++) {
                    deps[i] = random.nextInt(all + 1) - 1L;
                }
                after(graph, deps);
                wanted.add(deps);
            }
        }

        private void start() {
            graph.take()
                    .ifPresent(part -> {
                        for (long dep : wanted.get(part.task().number())) {
                            assertThat(dep < 0 || hasCompleted((int) dep))
                                    .as("seed %d: %s starts before task %d", seed, part.task(), dep)
                                    .isTrue();
                        }
                        running.add(part);
                    });
        }

        /** By what happened, and not by what the graph says. */
        private boolean hasCompleted(int task) {
            for (int i = 0; i < waiters.size(); i++) {
                if (waiters.get(i).task.number() == task && !notYet.get(i).isEmpty()) {
                    return false;
                }
            }
            return ended.contains(task);
        }

        private void end() {
            if (!running.isEmpty()) {
                TaskPart part = running.remove(random.nextInt(running.size()));
                ended.add(part.task().number());
                graph.ends(part);
            }
        }

        private void notifies() {
            if (!waiters.isEmpty()) {
                int i = random.nextInt(waiters.size());
                int cell = random.nextInt(waiters.get(i).task.conditions().size());
                waiters.get(i).set(cell, 1);
                notYet.get(i).remove(cell);
            }
            graph.poll();
        }
    }
}

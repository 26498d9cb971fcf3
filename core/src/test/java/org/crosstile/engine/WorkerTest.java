package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that are compiled once and dispatched many times. */
@Timeout(60)
class WorkerTest {
    private static final int RANKS = 3;

    private static HostArray rows(double value) {
        return HostArray.zeros(DType.FP32, RANKS, 1, WorkerPrograms.SIZE).fill(value);
    }

    private static Worker adder() {
        return Engine.standard().prepare(WorkerPrograms.add(), WorkerOptions.of(RANKS));
    }

    private static void assertAll(HostArray array, double value) {
        for (long i = 0; i < array.elements(); i++) {
            assertThat(array.get(i)).as("element %d", i).isEqualTo(value);
        }
    }

    @Test
    void outputs_are_written_in_place_or_allocated() {
        try (Worker worker = adder()) {
            HostArray f = rows(0);
            worker.run(rows(2), rows(3), f);
            assertAll(f, 5);

            HostTensor allocated = worker.run(rows(2), rows(4)).output("f");
            assertThat(allocated.shape()).containsExactly(3L, 1L, 64L);
            assertThat(allocated.get(77)).isEqualTo(6);
        }
    }

    @Test
    void a_resident_tensor_serves_many_dispatches_of_which_two_are_in_flight() {
        List<HostArray> outputs = new ArrayList<>();
        List<Dispatch> dispatches = new ArrayList<>();
        HostArray source = rows(3);
        try (Worker worker = adder()) {
            DeviceTensor weight = worker.alloc(source);
            source.fill(0);
            for (int i = 0; i < 10; i++) {
                outputs.add(rows(0));
                dispatches.add(worker.submit(rows(i), weight, outputs.get(i)));
                for (int j = 0; j + 2 <= i; j++) {
                    assertThat(dispatches.get(j).isDone()).isTrue();
                }
            }
            dispatches.forEach(Dispatch::result);
            HostArray back = rows(0);
            weight.copyTo(back);
            assertAll(back, 3);
        }
        for (int i = 0; i < 10; i++) {
            assertAll(outputs.get(i), i + 3);
        }
    }

    @Test
    void a_stacked_tensor_has_a_shard_on_every_device() {
        HostArray weights = rows(0);
        for (long i = 0; i < weights.elements(); i++) {
            weights.set(i, 10 + i / WorkerPrograms.SIZE);
        }
        try (Worker worker = adder()) {
            DeviceTensor stacked = worker.allocStacked(weights);
            assertThat(stacked.devices()).containsExactly(0, 1, 2);
            HostTensor f = worker.run(rows(2), stacked).output("f");
            assertThat(f.get(0)).isEqualTo(12);
            assertThat(f.get(WorkerPrograms.SIZE)).isEqualTo(13);
            assertThat(f.get(2 * WorkerPrograms.SIZE)).isEqualTo(14);

            assertThatThrownBy(() -> worker.allocStacked(weights, List.of(0, 1, 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("different");
        }
    }

    @ParameterizedTest
    @CsvSource({"FRESH, 1, 1, 1", "ZEROED, 1, 1, 1", "KEPT, 1, 2, 3"})
    void windows_are_fresh_or_persist(WorkerOptions.Windows windows, int a, int b, int c) {
        WorkerOptions options = new WorkerOptions(RANKS, windows, java.util.Optional.empty());
        try (Worker worker = Engine.standard().prepare(WorkerPrograms.counter(), options)) {
            List<Double> seen = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                seen.add(worker.run().output("seen").get(RANKS - 1));
            }
            assertThat(seen).containsExactly((double) a, (double) b, (double) c);
        }
    }

    @Test
    void several_programs_share_a_worker_and_its_tensors() {
        try (Worker worker =
                Engine.standard()
                        .prepare(WorkerPrograms.addAndSub(), "add", WorkerOptions.of(RANKS))) {
            Worker.Loaded sub = worker.register(WorkerPrograms.addAndSub(), "sub");
            Worker.Loaded counter = worker.register(WorkerPrograms.counter());
            DeviceTensor weight = worker.alloc(rows(3));
            assertThat(worker.run(rows(5), weight).output("f").get(0)).isEqualTo(8);
            assertThat(sub.run(rows(5), weight).output("f").get(0)).isEqualTo(2);
            assertThat(counter.run().output("seen").get(0)).isEqualTo(1);
        }
    }

    @Test
    void which_of_several_entries_must_be_said() {
        assertThatThrownBy(() ->
                        Engine.standard()
                                .prepare(
                                        WorkerPrograms.addAndSub(), "sum", WorkerOptions.of(RANKS)))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining("error[entry-unknown]")
                .hasMessageContaining("did you mean `sub`?");
    }

    @Test
    void nothing_works_after_close() {
        Worker worker = adder();
        DeviceTensor weight = worker.alloc(rows(3));
        worker.close();
        worker.close();

        assertThat(worker.isClosed()).isTrue();
        assertThatThrownBy(() -> worker.run(rows(1), rows(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("submit called after close of the worker");
        assertThatThrownBy(() -> worker.alloc(DType.FP32, 4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("alloc called after close of the worker");
        assertThatThrownBy(() -> worker.register(WorkerPrograms.add()))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> weight.copyTo(rows(0))).isInstanceOf(IllegalStateException.class);
        weight.close();
    }

    @Test
    void tensors_of_others_and_freed_ones_are_refused() {
        try (Worker worker = adder();
                Worker other = adder()) {
            DeviceTensor foreign = other.alloc(rows(3));
            assertThatThrownBy(() -> worker.run(rows(1), foreign))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("belongs to another worker");
            foreign.close();
            assertThatThrownBy(() -> other.run(rows(1), foreign))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("was freed");
        }
    }

    @Test
    void arguments_must_fit() {
        try (Worker worker = adder()) {
            assertThatThrownBy(() -> worker.run(rows(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("`add` takes 3 arguments, or 2 without its outputs, and not 1");
            assertThatThrownBy(() -> worker.run(rows(1), Argument.of(2)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "`b`, which is Tensor[[NR, 1, 64], FP32] cannot be a number");
            assertThatThrownBy(() -> worker.run(rows(1), HostArray.zeros(DType.FP32, 2, 1, 64)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot be FP32 [2, 1, 64]");
        }
    }

    @Test
    void a_failed_dispatch_is_told_and_the_worker_goes_on() {
        try (Worker worker =
                Engine.standard()
                        .binding(
                                "change",
                                call -> {
                                    if (call.tensor("f").get(0) > 10) {
                                        throw new IllegalStateException("too large");
                                    }
                                })
                        .prepare(WorkerPrograms.withSubWorker(), WorkerOptions.of(RANKS))) {
            assertThatThrownBy(() -> worker.run(rows(8), rows(3)))
                    .isInstanceOf(ProgramException.class)
                    .hasMessageContaining("error[sub-worker-failed]")
                    .hasMessageContaining("too large");
            assertThat(worker.run(rows(1), rows(3)).output("g").get(0)).isEqualTo(7);
        }
    }

    @Test
    void a_sub_worker_cannot_wait_for_the_worker_that_waits_for_it() {
        Worker[] own = new Worker[1];
        try (Worker worker =
                Engine.standard()
                        .binding("change", call -> own[0].alloc(DType.FP32, 4))
                        .prepare(WorkerPrograms.withSubWorker(), WorkerOptions.of(RANKS))) {
            own[0] = worker;
            assertThatThrownBy(() -> worker.run(rows(1), rows(3)))
                    .isInstanceOf(ProgramException.class)
                    .hasMessageContaining("alloc called by a sub-worker");
        }
    }
}

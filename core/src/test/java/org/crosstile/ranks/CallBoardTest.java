package org.crosstile.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.crosstile.abi.DType;
import org.crosstile.memory.CollectiveCall;
import org.crosstile.memory.Domain;
import org.crosstile.memory.Fault;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.GroupCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallBoardTest {
    private static final Domain GROUP = new Domain("[2, 4]", List.of(2, 4));
    private static final List<WindowBuffer> WINDOWS =
            List.of(new WindowBuffer("data", 1280, 1024, GROUP));

    private static CollectiveCall call(long count) {
        CollectiveCall.Location data = new CollectiveCall.Location("data", 0);
        return new CollectiveCall(
                GROUP, "allreduce", "Sum", "mesh", DType.FP32, count, 0, -1, data, data, 2, 7);
    }

    @Test
    void calls_that_fit_are_let_go_and_remembered() {
        CallBoard board = new CallBoard(WINDOWS);
        for (int i = 1; i <= 9; i++) {
            assertThat(board.enter(2, call(i))).isTrue();
            assertThat(board.enter(4, call(i))).isTrue();
        }
        GroupCalls state = board.state().getFirst();

        assertThat(board.entered(2, GROUP)).isEqualTo(9);
        assertThat(state.entered(1)).isEqualTo(9);
        assertThat(state.call(0, 9)).contains(call(9));
        assertThat(state.call(0, 5)).isEmpty();
    }

    @Test
    void one_of_two_ranks_sees_the_difference_whoever_comes_first() throws Exception {
        ExecutorService ranks = Executors.newFixedThreadPool(2);
        CyclicBarrier start = new CyclicBarrier(2);
        for (int i = 0; i < 2000; i++) {
            CallBoard board = new CallBoard(WINDOWS);
            Callable<Boolean> one = () -> enters(board, start, 2, 255);
            Callable<Boolean> other = () -> enters(board, start, 4, 256);
            Future<Boolean> first = ranks.submit(one);
            Future<Boolean> second = ranks.submit(other);
            assertThat(first.get() && second.get()).isFalse();
        }
        ranks.shutdown();
    }

    private static boolean enters(CallBoard board, CyclicBarrier start, int device, long count)
            throws Exception {
        start.await();
        return board.enter(device, call(count));
    }

    @Test
    void a_rank_may_be_one_call_ahead() {
        CallBoard board = new CallBoard(WINDOWS);
        assertThat(board.enter(2, call(1))).isTrue();
        assertThat(board.enter(2, call(2))).isTrue();
        assertThat(board.enter(4, call(1))).isTrue();
        assertThat(board.enter(4, call(3))).isFalse();
    }

    @Test
    void whoever_does_not_belong_is_refused() {
        CallBoard board = new CallBoard(WINDOWS);
        assertThatThrownBy(() -> board.enter(3, call(1)))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("device 3 calls allreduce in the group of devices [2, 4]");
    }

    @Test
    void every_field_tells_calls_apart() {
        CollectiveCall call = call(256);
        CollectiveCall.Location data = call.data();
        CollectiveCall.Location later = new CollectiveCall.Location("data", 128);
        List<CollectiveCall> others =
                List.of(
                        with(call, "broadcast", "Sum", "mesh", DType.FP32, data),
                        with(call, "allreduce", "Max", "mesh", DType.FP32, data),
                        with(call, "allreduce", "Sum", "ring", DType.FP32, data),
                        with(call, "allreduce", "Sum", "mesh", DType.FP16, data),
                        with(call, "allreduce", "Sum", "mesh", DType.FP32, later),
                        call(257));
        for (CollectiveCall other : others) {
            assertThat(other.fingerprint()).isNotEqualTo(call.fingerprint());
        }
    }

    private static CollectiveCall with(
            CollectiveCall call,
            String operator,
            String reduce,
            String mode,
            DType dtype,
            CollectiveCall.Location data) {
        return new CollectiveCall(
                call.group(),
                operator,
                reduce,
                mode,
                dtype,
                call.count(),
                call.columns(),
                call.root(),
                data,
                call.signal(),
                call.cells(),
                call.site());
    }
}

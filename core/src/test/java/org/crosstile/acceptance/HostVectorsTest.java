package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.engine.Engine;
import org.crosstile.kernels.CompiledFunction;
import org.crosstile.kernels.KernelCompiler;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.Domain;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Ub;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.model.Program;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;

/**
 * What one core of a builtin kernel signals and waits for, where the specification gives the
 * numbers.
 */
class HostVectorsTest {

    /** Rank 0 of several, alone: waits are always satisfied, and every signal is written down. */
    private static final class Recording implements Rank {
        private final int ranks;
        private final int block;
        private final int blocks;
        private final Ub ub = new Ub();
        private final List<String> waits = new ArrayList<>();
        private final List<String> credits = new ArrayList<>();
        private final List<String> resets = new ArrayList<>();

        Recording(int ranks, int block, int blocks) {
            this.ranks = ranks;
            this.block = block;
            this.blocks = blocks;
        }

        @Override
        public int device() {
            return 0;
        }

        @Override
        public int block() {
            return block;
        }

        @Override
        public int blocks() {
            return blocks;
        }

        @Override
        public Ub ub() {
            return ub;
        }

        @Override
        public CommContext context(View window) {
            return new CommContext(0, ranks);
        }

        @Override
        public View peer(View window, long peer) {
            return window;
        }

        @Override
        public void notify(
                View target, long peer, long[] offsets, int value, NotifyOp op, int site) {
            (value < 0 ? resets : credits)
                    .add(Arrays.toString(offsets) + (value < 0 ? " " + value : " of " + peer));
        }

        @Override
        public void await(View signal, long[] offsets, int expected, WaitCmp cmp, int site) {
            assertThat(cmp).isEqualTo(WaitCmp.Ge);
            waits.add(Arrays.toString(offsets) + " >= " + expected);
        }

        @Override
        public void fence() {}

        @Override
        public View createTensor(long[] shape, DType dtype, int site) {
            return View.zeros(dtype, shape);
        }
    }

    private static CompiledFunction builtin(
            String dtype, String rows, String columns, String call, String name) {
        List<HostText.Data> windows = List.of(new HostText.Data("target", "1", dtype));
        Engine engine = Engine.standard();
        Problems problems = new Problems();
        String text = HostText.of(windows, rows, columns, call);
        Program program =
                engine.load(new SourceText("host.py", text), LoadOptions.of(2), problems)
                        .select("")
                        .orElseThrow();
        Program lowered = engine.pipeline().run(program, problems);
        assertThat(problems.sorted()).isEmpty();
        return KernelCompiler.compile(lowered).function(name).orElseThrow();
    }

    private static View window(DType dtype, long... shape) {
        View memory = View.zeros(dtype, shape);
        WindowBuffer buffer = new WindowBuffer("w", 0, 0, new Domain("all", List.of(0, 1, 2, 3)));
        return new View(
                memory.segment(), 0, dtype, shape, View.packedStride(shape), Optional.of(buffer));
    }

    /** Runs the kernel; after its windows it takes the context of each. */
    private static void run(CompiledFunction kernel, Recording rank, View target, View signal) {
        Object[] args = {target, signal, rank.context(target), rank.context(signal)};
        kernel.invoke(rank, Arrays.copyOf(args, kernel.function().params().size()));
    }

    private static Recording mesh(int ranks, long size, int block, int blocks, int lanes) {
        CompiledFunction kernel =
                builtin(
                        "FP32",
                        "NR",
                        Integer.toString(lanes),
                        "pld.tensor.allreduce(target, signal, core_num="
                                + Math.min(blocks, lanes)
                                + ")",
                        "builtin_tensor_allreduce__sum__fp32");
        Recording rank = new Recording(ranks, block, blocks);
        run(kernel, rank, window(DType.FP32, 1, size), window(DType.INT32, ranks, lanes));
        return rank;
    }

    @Test
    void mesh_of_1000_elements_by_4_cores_gives_each_core_one_tile() {
        for (int block = 0; block < 4; block++) {
            Recording rank = mesh(2, 1000, block, 4, 4);
            String lane = "[1, " + block + "]";
            assertThat(rank.waits).containsExactly(lane + " >= 1", lane + " >= 2");
            assertThat(rank.credits)
                    .containsExactly("[0, " + block + "] of 1", "[0, " + block + "] of 1");
            assertThat(rank.resets).containsExactly(lane + " -2");
        }
    }

    @Test
    void mesh_of_200_elements_by_4_cores_leaves_three_without_a_tile() {
        assertThat(mesh(2, 200, 0, 4, 4).resets).containsExactly("[1, 0] -2");
        for (int block = 1; block < 4; block++) {
            Recording rank = mesh(2, 200, block, 4, 4);
            assertThat(rank.waits).containsExactly("[1, " + block + "] >= 1");
            assertThat(rank.resets).containsExactly("[1, " + block + "] -1");
        }
    }

    @Test
    void a_core_without_a_lane_leaves_at_once() {
        Recording rank = mesh(2, 1000, 2, 4, 2);
        assertThat(rank.waits).isEmpty();
        assertThat(rank.credits).isEmpty();
        assertThat(mesh(2, 1000, 1, 4, 2).resets).containsExactly("[1, 1] -3");
    }

    @Test
    void the_root_of_a_broadcast_waits_until_all_have_read() {
        CompiledFunction kernel =
                builtin(
                        "FP32",
                        "NR",
                        "1",
                        "pld.tensor.broadcast(target, signal, root=0)",
                        "builtin_tensor_broadcast__root0__fp32");
        Recording rank = new Recording(2, 0, 1);
        run(kernel, rank, window(DType.FP32, 1, 600), window(DType.INT32, 2, 1));
        assertThat(rank.waits).containsExactly("[1, 0] >= 1", "[1, 0] >= 2");
        assertThat(rank.resets).containsExactly("[1, 0] -2");
    }

    @Test
    void a_ring_has_one_barrier_on_every_row_and_one_row_more_than_rounds() {
        for (Map.Entry<String, DType> dtype :
                Map.of("fp32", DType.FP32, "fp16", DType.FP16).entrySet()) {
            CompiledFunction kernel =
                    builtin(
                            dtype.getValue().name(),
                            "(2 * NR - 1)",
                            "NR",
                            "pld.tensor.allreduce(target, signal, mode='ring')",
                            "builtin_tensor_allreduce_ring__sum__" + dtype.getKey());
            Recording rank = new Recording(4, 0, 1);
            run(kernel, rank, window(dtype.getValue(), 1, 10), window(DType.INT32, 7, 4));
            List<String> waits = new ArrayList<>();
            List<String> resets = new ArrayList<>();
            for (int row = 0; row < 7; row++) {
                for (int peer = 1; peer < 4; peer++) {
                    waits.add("[" + row + ", " + peer + "] >= 1");
                    resets.add("[" + row + ", " + peer + "] -1");
                }
            }
            assertThat(rank.waits).isEqualTo(waits);
            assertThat(rank.resets).isEqualTo(resets);
        }
    }
}

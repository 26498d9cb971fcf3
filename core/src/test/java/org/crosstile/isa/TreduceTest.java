package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** TREDUCE against a plain loop over the ranks, bit for bit. */
@Timeout(60)
class TreduceTest {
    private static final double SENTINEL = -1;

    /** One cell of the acceptance matrix. */
    record Case(
            DType dtype,
            long rows,
            long cols,
            TileType tile,
            ReduceOp op,
            int ranks,
            int root,
            int stages) {
        @Override
        public String toString() {
            return dtype
                    + " "
                    + rows
                    + "x"
                    + cols
                    + " through "
                    + tile
                    + " "
                    + op
                    + " ranks "
                    + ranks
                    + " root "
                    + root
                    + (stages == 2 ? " ping-pong" : "");
        }
    }

    private static final List<ReduceOp> ALL = List.of(ReduceOp.values());

    /** The matrix of the specification, each case with one receiving tile and with two. */
    static Stream<Case> matrix() {
        List<Case> cases = new ArrayList<>();
        for (int stages : List.of(1, 2)) {
            for (int ranks : List.of(2, 4, 8)) {
                add(
                        cases,
                        DType.FP32,
                        1,
                        256,
                        TileType.fixed(DType.FP32, 1, 256),
                        ReduceOp.Sum,
                        ranks,
                        stages);
                for (long rows : List.of(128L)) {
                    for (ReduceOp op : List.of(ReduceOp.Sum, ReduceOp.Max)) {
                        add(
                                cases,
                                DType.INT32,
                                rows,
                                32,
                                TileType.fixed(DType.INT32, 16, 32),
                                op,
                                ranks,
                                stages);
                    }
                }
                add(
                        cases,
                        DType.FP32,
                        256,
                        64,
                        TileType.fixed(DType.FP32, 32, 64),
                        ReduceOp.Sum,
                        ranks,
                        stages);
                add(
                        cases,
                        DType.INT32,
                        512,
                        32,
                        TileType.fixed(DType.INT32, 64, 32),
                        ReduceOp.Sum,
                        ranks,
                        stages);
                for (ReduceOp op : ALL) {
                    add(
                            cases,
                            DType.INT32,
                            130,
                            37,
                            TileType.dynamic(DType.INT32, 16, 16),
                            op,
                            ranks,
                            stages);
                    add(
                            cases,
                            DType.FP32,
                            130,
                            37,
                            TileType.dynamic(DType.FP32, 16, 16),
                            op,
                            ranks,
                            stages);
                }
            }
            for (int ranks : List.of(2, 8)) {
                add(
                        cases,
                        DType.INT32,
                        1,
                        4096,
                        TileType.fixed(DType.INT32, 1, 4096),
                        ReduceOp.Sum,
                        ranks,
                        stages);
                for (ReduceOp op : List.of(ReduceOp.Max, ReduceOp.Min)) {
                    add(
                            cases,
                            DType.INT32,
                            1,
                            256,
                            TileType.fixed(DType.INT32, 1, 256),
                            op,
                            ranks,
                            stages);
                }
            }
            add(
                    cases,
                    DType.INT32,
                    1,
                    512,
                    TileType.fixed(DType.INT32, 1, 512),
                    ReduceOp.Sum,
                    2,
                    stages);
            cases.add(
                    new Case(
                            DType.FP32,
                            1,
                            256,
                            TileType.fixed(DType.FP32, 1, 256),
                            ReduceOp.Sum,
                            2,
                            1,
                            stages));
            add(
                    cases,
                    DType.FP32,
                    1,
                    256,
                    TileType.fixed(DType.FP32, 1, 256),
                    ReduceOp.Sum,
                    1,
                    stages);
            for (int root = 0; root < 4; root++) {
                cases.add(
                        new Case(
                                DType.FP32,
                                20,
                                40,
                                TileType.dynamic(DType.FP32, 8, 16),
                                ReduceOp.Sum,
                                4,
                                root,
                                stages));
            }
        }
        return cases.stream();
    }

    private static void add(
            List<Case> cases,
            DType dtype,
            long rows,
            long cols,
            TileType tile,
            ReduceOp op,
            int ranks,
            int stages) {
        cases.add(new Case(dtype, rows, cols, tile, op, ranks, 0, stages));
    }

    /** Every element type with every reduction that the vector unit has for it. */
    static Stream<Case> types() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype :
                List.of(DType.FP32, DType.FP16, DType.BF16, DType.INT32, DType.INT16, DType.INT8)) {
            for (ReduceOp op : ALL) {
                for (int stages : List.of(1, 2)) {
                    if (Arch.A5.reduces(op, dtype)) {
                        cases.add(
                                new Case(
                                        dtype,
                                        33,
                                        70,
                                        TileType.dynamic(dtype, 8, 32),
                                        op,
                                        5,
                                        3,
                                        stages));
                    }
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void the_acceptance_matrix(Case c) {
        assertReduces(c, Arch.A2A3, Plain.RISING);
    }

    @ParameterizedTest
    @MethodSource("types")
    void all_element_types_of_the_vector_unit(Case c) {
        assertReduces(c, Arch.A5, Plain.UNEVEN);
    }

    private static void assertReduces(Case c, Arch arch, Plain.Value value) {
        Fabric fabric = new Fabric(CostModel.standard(arch), c.ranks());
        GlobalTensor[] src = fabric.tensors("x", c.dtype(), c.rows(), c.cols());
        GlobalTensor[] dst = fabric.tensors("y", c.dtype(), c.rows(), c.cols());
        Plain.fill(src, value);
        Plain.fill(dst, (rank, i) -> SENTINEL);

        fabric.run(core -> {
            if (core.rank() == c.root()) {
                reduce(core, c, ParallelGroup.create(src, c.ranks(), c.root()), dst[c.root()]);
            }
        });

        Plain.assertElements(dst[c.root()], i -> Plain.reduced(c.op(), src, c.root(), i));
        for (int r = 0; r < c.ranks(); r++) {
            if (r != c.root()) {
                Plain.assertElements(dst[r], i -> SENTINEL);
            }
        }
    }

    /** The accumulator begins as zeros, what is received as garbage: an uncovered element shows. */
    private static void reduce(Core core, Case c, ParallelGroup group, GlobalTensor dst) {
        Tile acc = core.tile("acc", c.tile());
        Tile recv = core.tile("recv", c.tile());
        core.texpands(acc, 0);
        core.texpands(recv, 113);
        if (c.stages() == 1) {
            core.pipeBarrier();
            core.treduce(group, dst, acc, recv, c.op());
        } else {
            Tile pong = core.tile("pong", c.tile());
            core.texpands(pong, 77);
            core.pipeBarrier();
            core.treduce(group, dst, acc, recv, pong, c.op());
        }
    }

    @Test
    void five_dimensions_are_iterated_and_strides_obeyed() {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 3);
        GlobalTensor[] src = fabric.tensors("x", DType.INT32, 2, 3, 2, 10, 24);
        GlobalTensor[] dst = fabric.tensors("y", DType.INT32, 2, 3, 2, 10, 24);
        Plain.fill(src, Plain.UNEVEN);
        TileType tile = TileType.dynamic(DType.INT32, 4, 16);

        fabric.run(core -> {
            if (core.rank() == 2) {
                core.treduce(
                        ParallelGroup.create(src, 3, 2),
                        dst[2],
                        core.tile("acc", tile),
                        core.tile("ping", tile),
                        core.tile("pong", tile),
                        ReduceOp.Sum);
            }
        });

        Plain.assertElements(dst[2], i -> Plain.reduced(ReduceOp.Sum, src, 2, i));
    }

    @ParameterizedTest
    @MethodSource("empty")
    void nothing_is_touched_without_rows_or_columns(long[] shape) {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 2);
        GlobalTensor[] src = fabric.tensors("x", DType.INT32, shape);
        GlobalTensor[] dst = fabric.tensors("y", DType.INT32, 16);
        GlobalTensor[] none = {
            GlobalTensor.of(
                    "y",
                    0,
                    new View(
                            dst[0].view().segment(),
                            0,
                            DType.INT32,
                            shape,
                            View.packedStride(shape),
                            java.util.Optional.empty())),
            dst[1]
        };
        Plain.fill(dst, (rank, i) -> SENTINEL);
        TileType tile = TileType.fixed(DType.INT32, 1, 16);

        Timeline timeline =
                fabric.run(core -> {
                    if (core.rank() == 0) {
                        core.treduce(
                                ParallelGroup.create(src, 2, 0),
                                none[0],
                                core.tile("acc", tile),
                                core.tile("recv", tile),
                                ReduceOp.Sum);
                    }
                });

        Plain.assertElements(dst[0], i -> SENTINEL);
        assertThat(timeline.end()).isZero();
    }

    static Stream<long[]> empty() {
        return Stream.of(new long[] {0, 16}, new long[] {16, 0}, new long[] {0, 3, 2, 4, 16});
    }

    @Test
    void a_call_on_another_rank_names_the_root() {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 2);
        GlobalTensor[] src = fabric.tensors("x", DType.INT32, 16);
        GlobalTensor[] dst = fabric.tensors("y", DType.INT32, 16);
        TileType tile = TileType.fixed(DType.INT32, 1, 16);

        assertThatThrownBy(() ->
                        fabric.run(core ->
                                core.treduce(
                                        ParallelGroup.create(src, 2, 0),
                                        dst[core.rank()],
                                        core.tile("acc", tile),
                                        core.tile("recv", tile),
                                        ReduceOp.Sum)))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("rank 1 calls TREDUCE, and the root is rank 0");
    }
}

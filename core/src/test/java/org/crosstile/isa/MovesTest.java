package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.memory.Arith;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** TGATHER, TSCATTER, TBROADCAST, TPUT and TGET against plain loops. */
@Timeout(60)
class MovesTest {
    private static final double SENTINEL = -1;
    private static final int EXTRA_ROWS = 3;

    /** A block per rank, the tile that moves it, and how many of those tiles there are. */
    record Case(DType dtype, long rows, long cols, TileType tile, int ranks, int root, int stages) {
        Fabric fabric() {
            return new Fabric(CostModel.standard(Arch.A2A3), ranks);
        }

        List<Tile> tiles(Core core) {
            List<Tile> tiles = new ArrayList<>();
            for (int i = 0; i < stages; i++) {
                tiles.add(core.tile("stage" + i, tile));
            }
            return tiles;
        }

        long block() {
            return rows * cols;
        }
    }

    static Stream<Case> matrix() {
        List<Case> cases = new ArrayList<>();
        for (int stages : List.of(1, 2)) {
            for (int ranks : List.of(1, 2, 4, 8)) {
                for (int root : ranks == 1 ? List.of(0) : List.of(0, ranks - 1)) {
                    cases.add(
                            new Case(
                                    DType.FP32,
                                    1,
                                    256,
                                    TileType.fixed(DType.FP32, 1, 256),
                                    ranks,
                                    root,
                                    stages));
                    cases.add(
                            new Case(
                                    DType.INT32,
                                    128,
                                    32,
                                    TileType.fixed(DType.INT32, 16, 32),
                                    ranks,
                                    root,
                                    stages));
                    cases.add(
                            new Case(
                                    DType.FP32,
                                    256,
                                    64,
                                    TileType.fixed(DType.FP32, 32, 64),
                                    ranks,
                                    root,
                                    stages));
                    cases.add(
                            new Case(
                                    DType.INT32,
                                    130,
                                    37,
                                    TileType.dynamic(DType.INT32, 16, 16),
                                    ranks,
                                    root,
                                    stages));
                }
            }
            for (DType dtype :
                    List.of(DType.FP16, DType.BF16, DType.INT16, DType.INT8, DType.INT64)) {
                cases.add(new Case(dtype, 19, 50, TileType.dynamic(dtype, 8, 32), 3, 1, stages));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void gather_puts_the_blocks_of_all_ranks_one_below_the_other(Case c) {
        Fabric fabric = c.fabric();
        GlobalTensor[] src = fabric.tensors("x", c.dtype(), c.rows(), c.cols());
        GlobalTensor[] dst =
                fabric.tensors("y", c.dtype(), c.ranks() * c.rows() + EXTRA_ROWS, c.cols());
        Plain.fill(src, Plain.RISING);
        Plain.fill(dst, (rank, i) -> SENTINEL);

        fabric.run(core -> {
            if (core.rank() == c.root()) {
                core.tgather(
                        ParallelGroup.create(src, c.ranks(), c.root()),
                        dst[c.root()],
                        c.tiles(core));
            }
        });

        Plain.assertElements(
                dst[c.root()],
                i ->
                        i < c.ranks() * c.block()
                                ? Plain.get(src[(int) (i / c.block())], i % c.block())
                                : SENTINEL);
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void scatter_gives_every_rank_its_rows(Case c) {
        Fabric fabric = c.fabric();
        GlobalTensor[] src =
                fabric.tensors("x", c.dtype(), c.ranks() * c.rows() + EXTRA_ROWS, c.cols());
        GlobalTensor[] dst = fabric.tensors("y", c.dtype(), c.rows(), c.cols());
        Plain.fill(src, Plain.RISING);
        Plain.fill(dst, (rank, i) -> SENTINEL);

        fabric.run(core -> {
            if (core.rank() == c.root()) {
                core.tscatter(
                        ParallelGroup.create(dst, c.ranks(), c.root()),
                        src[c.root()],
                        c.tiles(core));
            }
        });

        for (int r = 0; r < c.ranks(); r++) {
            long first = r * c.block();
            Plain.assertElements(dst[r], i -> Plain.get(src[c.root()], first + i));
        }
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void broadcast_gives_every_rank_all(Case c) {
        Fabric fabric = c.fabric();
        GlobalTensor[] src = fabric.tensors("x", c.dtype(), c.rows(), c.cols());
        GlobalTensor[] dst = fabric.tensors("y", c.dtype(), c.rows(), c.cols());
        Plain.fill(src, Plain.RISING);
        Plain.fill(dst, (rank, i) -> SENTINEL);

        fabric.run(core -> {
            if (core.rank() == c.root()) {
                core.tbroadcast(
                        ParallelGroup.create(dst, c.ranks(), c.root()),
                        src[c.root()],
                        c.tiles(core));
            }
        });

        for (int r = 0; r < c.ranks(); r++) {
            Plain.assertElements(dst[r], i -> Plain.get(src[c.root()], i));
        }
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void put_and_get_move_to_and_from_the_neighbour(Case c) {
        Fabric fabric = c.fabric();
        GlobalTensor[] src = fabric.tensors("x", c.dtype(), c.rows(), c.cols());
        GlobalTensor[] put = fabric.tensors("put", c.dtype(), c.rows(), c.cols());
        GlobalTensor[] got = fabric.tensors("got", c.dtype(), c.rows(), c.cols());
        Plain.fill(src, Plain.RISING);

        fabric.run(core -> {
            int next = (core.rank() + 1) % core.ranks();
            List<Tile> tiles = c.tiles(core);
            core.tput(put[next], src[core.rank()], tiles, AtomicType.AtomicNone);
            core.tget(got[core.rank()], src[next], tiles);
        });

        for (int r = 0; r < c.ranks(); r++) {
            GlobalTensor left = src[(r + c.ranks() - 1) % c.ranks()];
            GlobalTensor right = src[(r + 1) % c.ranks()];
            Plain.assertElements(put[r], i -> Plain.get(left, i));
            Plain.assertElements(got[r], i -> Plain.get(right, i));
        }
    }

    @ParameterizedTest
    @MethodSource("atomics")
    void put_with_atomic_add_adds_what_all_ranks_send(DType dtype, int stages) {
        Case c = new Case(dtype, 21, 40, TileType.dynamic(dtype, 8, 32), 4, 0, stages);
        Fabric fabric = c.fabric();
        GlobalTensor[] src = fabric.tensors("x", dtype, c.rows(), c.cols());
        GlobalTensor[] sum = fabric.tensors("sum", dtype, c.rows(), c.cols());
        Plain.fill(src, (rank, i) -> (i + 3 * rank) % 11 - 5);
        Plain.fill(sum, (rank, i) -> 7);
        GlobalTensor[] turn = fabric.tensors("turn", DType.INT32, 1);

        fabric.run(core -> {
            core.twait(new Signal(turn[core.rank()]), core.rank() == 0 ? 0 : 1, WaitCmp.EQ);
            core.tput(sum[0], src[core.rank()], c.tiles(core), AtomicType.AtomicAdd);
            core.tnotify(new Signal(turn[(core.rank() + 1) % core.ranks()]), 1, NotifyOp.AtomicAdd);
        });

        Plain.assertElements(
                sum[0],
                i -> {
                    double all = 7;
                    for (GlobalTensor x : src) {
                        all = Plain.step(ReduceOp.Sum, dtype, all, Plain.get(x, i));
                    }
                    return all;
                });
    }

    static Stream<org.junit.jupiter.params.provider.Arguments> atomics() {
        return Stream.of(DType.FP32, DType.FP16, DType.BF16, DType.INT32, DType.INT16, DType.INT8)
                .flatMap(d ->
                        Stream.of(1, 2)
                                .map(s -> org.junit.jupiter.params.provider.Arguments.of(d, s)));
    }

    @Test
    void columns_next_to_each_other_are_moved_as_rows_are() {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 2);
        GlobalTensor[] src = new GlobalTensor[2];
        GlobalTensor[] dst = new GlobalTensor[2];
        for (int r = 0; r < 2; r++) {
            src[r] = columnMajor("x", r, 37, 29);
            dst[r] = columnMajor("y", r, 37, 29);
        }
        Plain.fill(src, Plain.UNEVEN);
        TileType tile = TileType.dynamic(DType.INT32, 8, 16);

        fabric.run(core -> {
            if (core.rank() == 1) {
                core.treduce(
                        ParallelGroup.create(src, 2, 1),
                        dst[1],
                        core.tile("acc", tile),
                        core.tile("recv", tile),
                        ReduceOp.Sum);
                core.pipeBarrier();
                core.tput(dst[0], dst[1], List.of(core.tile("stage", tile)), AtomicType.AtomicNone);
            }
        });

        Plain.assertElements(dst[1], i -> Plain.reduced(ReduceOp.Sum, src, 1, i));
        Plain.assertElements(dst[0], i -> Plain.get(dst[1], i));
    }

    private static GlobalTensor columnMajor(String name, int rank, long rows, long cols) {
        View memory = View.zeros(DType.INT32, rows * cols);
        View view =
                new View(
                        memory.segment(),
                        0,
                        DType.INT32,
                        new long[] {rows, cols},
                        new long[] {1, rows},
                        Optional.empty());
        return GlobalTensor.of(name, rank, view, Layout.DN);
    }

    @Test
    void nothing_is_moved_without_elements() {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 2);
        GlobalTensor[] none = fabric.tensors("x", DType.INT32, 0, 16);
        GlobalTensor[] all = fabric.tensors("y", DType.INT32, 2, 16);
        Plain.fill(all, (rank, i) -> SENTINEL);

        fabric.run(core -> {
            if (core.rank() == 0) {
                List<Tile> stage = List.of(core.tile("stage", TileType.fixed(DType.INT32, 1, 16)));
                ParallelGroup group = ParallelGroup.create(none, 2, 0);
                core.tgather(group, all[0], stage);
                core.tscatter(group, all[0], stage);
                core.tbroadcast(group, none[0], stage);
                core.tput(none[1], none[0], stage, AtomicType.AtomicNone);
            }
        });

        Plain.assertElements(all[0], i -> SENTINEL);
    }

    @Test
    void the_root_calls_and_nobody_else() {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 3);
        GlobalTensor[] x = fabric.tensors("x", DType.INT32, 1, 16);
        GlobalTensor[] all = fabric.tensors("y", DType.INT32, 3, 16);
        TileType tile = TileType.fixed(DType.INT32, 1, 16);
        List<Kernel> calls =
                List.of(
                        core ->
                                core.tgather(
                                        ParallelGroup.create(x, 3, 1),
                                        all[2],
                                        List.of(core.tile("t", tile))),
                        core ->
                                core.tscatter(
                                        ParallelGroup.create(x, 3, 1),
                                        all[2],
                                        List.of(core.tile("t", tile))),
                        core ->
                                core.tbroadcast(
                                        ParallelGroup.create(x, 3, 1),
                                        x[2],
                                        List.of(core.tile("t", tile))));

        for (Kernel call : calls) {
            assertThatThrownBy(() ->
                            fabric.run(core -> {
                                if (core.rank() == 2) {
                                    call.run(core);
                                }
                            }))
                    .isInstanceOfSatisfying(
                            Fault.class, f -> assertThat(f.rule()).isEqualTo("isa-root"))
                    .hasMessageContaining("rank 2 calls T")
                    .hasMessageContaining("the root is rank 1");
        }
    }

    /** What a store leaves of its tile is what the next instruction computes on. */
    @Test
    void a_store_of_a_part_leaves_the_tile_as_it_is() {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 1);
        GlobalTensor[] part = fabric.tensors("part", DType.FP32, 3, 8);
        GlobalTensor[] all = fabric.tensors("all", DType.FP32, 8, 8);

        fabric.run(core -> {
            Tile tile = core.tile("t", TileType.dynamic(DType.FP32, 8, 8));
            RecordEvent filled = core.texpands(tile, 2);
            RecordEvent stored = core.tstore(part[0], tile, filled);
            assertThat(tile.elements().isFull()).isTrue();
            RecordEvent sum = core.vector(Arith.ADD, tile, tile, tile, stored);
            core.tstore(all[0], tile, sum);
        });

        Plain.assertElements(part[0], i -> 2);
        Plain.assertElements(all[0], i -> 4);
    }
}

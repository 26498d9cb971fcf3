package org.crosstile.isa;

import java.util.List;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.memory.Slide;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The instructions and the operators that are lowered to them move and compute alike: what {@code
 * tile.put}, {@code tile.load} and {@code tile.add} run when a program is lowered gives the same
 * bits.
 */
@Timeout(60)
class SharedSemanticsTest {
    private static final long ROWS = 45;
    private static final long COLS = 70;

    static Stream<Arguments> cases() {
        return Stream.of(DType.FP32, DType.FP16, DType.INT32, DType.INT16)
                .flatMap(d -> Stream.of(false, true).map(adds -> Arguments.of(d, adds)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_tput_is_a_put_of_the_operators(DType dtype, boolean adds) {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 2);
        GlobalTensor[] src = fabric.tensors("x", dtype, ROWS, COLS);
        GlobalTensor[] put = fabric.tensors("y", dtype, ROWS, COLS);
        GlobalTensor[] slid = fabric.tensors("z", dtype, ROWS, COLS);
        Plain.fill(src, Plain.UNEVEN);
        Plain.fill(put, Plain.RISING);
        Plain.fill(slid, Plain.RISING);
        TileType type = TileType.dynamic(dtype, 8, 32);

        fabric.run(core -> {
            if (core.rank() == 0) {
                core.tput(
                        put[1],
                        src[0],
                        List.of(core.tile("ping", type), core.tile("pong", type)),
                        adds ? AtomicType.AtomicAdd : AtomicType.AtomicNone);
            }
        });
        Slide.move(
                flat(src[0]),
                new long[2],
                flat(slid[1]),
                new long[2],
                new long[] {ROWS, COLS},
                Transfer.COPIED,
                Tile.allocate(dtype, 8, 32),
                Tile.allocate(dtype, 8, 32),
                adds);

        Plain.assertElements(put[1], i -> Plain.get(slid[1], i));
    }

    private static View flat(GlobalTensor tensor) {
        return tensor.view().withShape(ROWS, COLS);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_treduce_is_loads_sums_and_a_store_of_the_operators(DType dtype, boolean takesTheMost) {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 3);
        GlobalTensor[] src = fabric.tensors("x", dtype, ROWS, COLS);
        GlobalTensor[] dst = fabric.tensors("y", dtype, ROWS, COLS);
        GlobalTensor by = fabric.tensors("z", dtype, ROWS, COLS)[1];
        Plain.fill(src, Plain.UNEVEN);
        ReduceOp op = takesTheMost ? ReduceOp.Max : ReduceOp.Sum;
        TileType type = TileType.dynamic(dtype, 8, 32);

        fabric.run(core -> {
            if (core.rank() == 1) {
                core.treduce(
                        ParallelGroup.create(src, 3, 1),
                        dst[1],
                        core.tile("acc", type),
                        core.tile("recv", type),
                        op);
            }
        });
        Tile sum = Tile.allocate(dtype, (int) ROWS, (int) COLS);
        Tile next = Tile.allocate(dtype, (int) ROWS, (int) COLS);
        long[] shape = {ROWS, COLS};
        Transfer.load(flat(src[1]), new long[2], shape, sum);
        for (int r : new int[] {0, 2}) {
            Transfer.load(flat(src[r]), new long[2], shape, next);
            TileMath.binary(op.arith(), sum, next, sum);
        }
        Transfer.store(sum, flat(by), new long[2]);

        Plain.assertElements(dst[1], i -> Plain.get(by, i));
    }
}

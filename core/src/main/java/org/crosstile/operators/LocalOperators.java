package org.crosstile.operators;

import java.util.List;
import org.crosstile.model.Op;

/**
 * The operators of one rank: tiles, tensors, arrays and scalars. Of those that share a short name,
 * the one on tiles comes first, then the one on tensors, then the one on scalars.
 */
final class LocalOperators {
    private LocalOperators() {}

    static List<Op> all() {
        return List.of(
                Load.OP,
                Store.OP,
                TileCreate.OP,
                TileFull.OP,
                TileBinary.ADD,
                TileBinary.SUB,
                TileBinary.MUL,
                TileBinary.DIV,
                TileBinary.MAXIMUM,
                TileBinary.MINIMUM,
                TileUnary.EXP,
                TileUnary.NEG,
                TileCast.OP,
                RowReduce.SUM,
                RowReduce.MAX,
                TileSlice.OP,
                TileReshape.OP,
                TileTranspose.OP,
                TileMove.OP,
                Matmul.OP,
                FillPad.OP,
                SetValidShape.OP,
                TileCopy.OP,
                ElementRead.TILE,
                TileWrite.OP,
                TensorCreate.OP,
                TensorFull.OP,
                TensorBinary.ADD,
                TensorBinary.SUB,
                TensorBinary.MUL,
                TensorBinary.DIV,
                TensorBinary.MAXIMUM,
                TensorBinary.MINIMUM,
                TensorUnary.EXP,
                TensorUnary.NEG,
                TensorCast.OP,
                TensorTranspose.OP,
                TensorDim.OP,
                Slice.OP,
                Assemble.OP,
                ElementRead.TENSOR,
                ElementWrite.OP,
                ArrayCreate.OP,
                ArrayRead.OP,
                ArrayUpdate.OP,
                ScalarBinary.ADD,
                ScalarBinary.SUB,
                ScalarBinary.MUL,
                ScalarBinary.MIN,
                ScalarBinary.MAX,
                ScalarCast.OP);
    }

    /** What cube cores add up, and what the cores of a core group do for each other. */
    static List<Op> lanes() {
        return List.of(
                MatmulAcc.OP,
                SubblockIndex.OP,
                LaneCrossing.SHARD,
                LaneCrossing.GATHER,
                TilePush.TO_AIV,
                TilePush.TO_AIC,
                TilePop.FROM_AIC,
                TilePop.FROM_AIV,
                LaneSync.SET,
                LaneSync.WAIT,
                SyncAll.OP);
    }
}

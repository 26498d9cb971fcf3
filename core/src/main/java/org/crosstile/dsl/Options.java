package org.crosstile.dsl;

import org.crosstile.abi.AtomicType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.ReduceOp;
import org.crosstile.abi.SplitMode;

/**
 * Operands that operators can do without, to be imported statically. Generated from the catalogue
 * by FacadeWriter.
 */
public final class Options {
    private Options() {}

    /** What {@code aicGather} can be given by name. */
    public interface OfAicGather {}

    /** What {@code aivShard} can be given by name. */
    public interface OfAivShard {}

    /** What {@code allToAllV} can be given by name. */
    public interface OfAllToAllV {}

    /** What {@code allreduce} can be given by name. */
    public interface OfAllreduce {}

    /** What {@code assemble} can be given by name. */
    public interface OfAssemble {}

    /** What {@code cast} can be given by name. */
    public interface OfCast {}

    /** What {@code createTile} can be given by name. */
    public interface OfCreateTile {}

    /** What {@code fillpadInplace} can be given by name. */
    public interface OfFillpadInplace {}

    /** What {@code get} can be given by name. */
    public interface OfGet {}

    /** What {@code load} can be given by name. */
    public interface OfLoad {}

    /** What {@code put} can be given by name. */
    public interface OfPut {}

    /** What {@code reduceScatter} can be given by name. */
    public interface OfReduceScatter {}

    /** What {@code remoteLoad} can be given by name. */
    public interface OfRemoteLoad {}

    /** What {@code remoteStore} can be given by name. */
    public interface OfRemoteStore {}

    /** What {@code slice} can be given by name. */
    public interface OfSlice {}

    /** What {@code store} can be given by name. */
    public interface OfStore {}

    /** The operand {@code allow_physical_tail_padding}. */
    public static final class AllowPhysicalTailPadding extends Option implements OfRemoteLoad {
        private AllowPhysicalTailPadding(boolean value) {
            super("allow_physical_tail_padding", Operation.literal(value));
        }
    }

    /**
     * Gives let an FP16 tail read on to the next 32 bytes; written by lowering: {@code
     * allow_physical_tail_padding=}.
     */
    public static AllowPhysicalTailPadding allowPhysicalTailPadding(boolean value) {
        return new AllowPhysicalTailPadding(value);
    }

    /** The operand {@code atomic}. */
    public static final class Atomic extends Option
            implements OfAssemble, OfPut, OfRemoteStore, OfStore {
        private Atomic(AtomicType value) {
            super("atomic", Operation.literal(value));
        }
    }

    /** Gives replace the elements, or add to them atomically: {@code atomic=}. */
    public static Atomic atomic(AtomicType value) {
        return new Atomic(value);
    }

    /** The operand {@code chunk_cols}. */
    public static final class ChunkCols extends Option implements OfGet, OfPut {
        private ChunkCols(long value) {
            super("chunk_cols", Operation.literal(value));
        }
    }

    /** Gives columns to stage at a time; 0 for all: {@code chunk_cols=}. */
    public static ChunkCols chunkCols(long value) {
        return new ChunkCols(value);
    }

    /** The operand {@code chunk_rows}. */
    public static final class ChunkRows extends Option implements OfGet, OfPut {
        private ChunkRows(long value) {
            super("chunk_rows", Operation.literal(value));
        }
    }

    /** Gives rows to stage at a time; 0 for all: {@code chunk_rows=}. */
    public static ChunkRows chunkRows(long value) {
        return new ChunkRows(value);
    }

    /** The operand {@code clamp}. */
    public static final class Clamp extends Option implements OfLoad {
        private Clamp(boolean value) {
            super("clamp", Operation.literal(value));
        }
    }

    /** Gives whether to cut the box where the tensor ends: {@code clamp=}. */
    public static Clamp clamp(boolean value) {
        return new Clamp(value);
    }

    /** The operand {@code core_num}. */
    public static final class CoreNum extends Option implements OfAllToAllV, OfAllreduce {
        private CoreNum(long value) {
            super("core_num", Operation.literal(value));
        }
    }

    /** Gives vector cores per rank, in a host orchestrator: {@code core_num=}. */
    public static CoreNum coreNum(long value) {
        return new CoreNum(value);
    }

    /** The operand {@code drop_dims}. */
    public static final class DropDims extends Option implements OfSlice {
        private DropDims(At value) {
            super("drop_dims", Operation.literal(value));
        }
    }

    /** Gives dimensions of extent 1 that the result does not have: {@code drop_dims=}. */
    public static DropDims dropDims(At value) {
        return new DropDims(value);
    }

    /** The operand {@code mode}. */
    public static final class Mode extends Option implements OfAllreduce, OfCast {
        private Mode(String value) {
            super("mode", Operation.literal(value));
        }
    }

    /** Gives how to round to an integer: {@code mode=}. */
    public static Mode mode(String value) {
        return new Mode(value);
    }

    /** The operand {@code op}. */
    public static final class Op extends Option implements OfAllreduce, OfReduceScatter {
        private Op(ReduceOp value) {
            super("op", Operation.literal(value));
        }
    }

    /** Gives how elements are combined: {@code op=}. */
    public static Op op(ReduceOp value) {
        return new Op(value);
    }

    /** The operand {@code pad_value}. */
    public static final class PadValue extends Option implements OfFillpadInplace {
        private PadValue(String value) {
            super("pad_value", Operation.literal(value));
        }
    }

    /** Gives zero, or the largest or smallest value of the type: {@code pad_value=}. */
    public static PadValue padValue(String value) {
        return new PadValue(value);
    }

    /** The operand {@code pipeline}. */
    public static final class Pipeline extends Option implements OfGet, OfPut {
        private Pipeline(boolean value) {
            super("pipeline", Operation.literal(value));
        }
    }

    /** Gives stage through two tiles in turn: {@code pipeline=}. */
    public static Pipeline pipeline(boolean value) {
        return new Pipeline(value);
    }

    /** The operand {@code shapes}. */
    public static final class Shapes extends Option implements OfStore {
        private Shapes(Shape value) {
            super("shapes", Operation.literal(value));
        }
    }

    /** Gives the box that the rows of a flattened tile fill: {@code shapes=}. */
    public static Shapes shapes(Shape value) {
        return new Shapes(value);
    }

    /** The operand {@code split}. */
    public static final class Split extends Option implements OfAicGather, OfAivShard {
        private Split(SplitMode value) {
            super("split", Operation.literal(value));
        }
    }

    /** Gives how the vector cores share it; the mode of the region around: {@code split=}. */
    public static Split split(SplitMode value) {
        return new Split(value);
    }

    /** The operand {@code target_memory}. */
    public static final class TargetMemory extends Option implements OfCreateTile, OfLoad {
        private TargetMemory(MemorySpace value) {
            super("target_memory", Operation.literal(value));
        }
    }

    /** Gives where the tile lies: Vec (UB) or Mat (L1): {@code target_memory=}. */
    public static TargetMemory targetMemory(MemorySpace value) {
        return new TargetMemory(value);
    }

    /** The operand {@code valid_shape}. */
    public static final class ValidShape extends Option implements OfLoad, OfRemoteLoad, OfSlice {
        private ValidShape(Shape value) {
            super("valid_shape", Operation.literal(value));
        }
    }

    /** Gives how much of the box to read; the rest is zero: {@code valid_shape=}. */
    public static ValidShape validShape(Shape value) {
        return new ValidShape(value);
    }
}

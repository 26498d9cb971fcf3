package org.crosstile.isa;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;

/**
 * The rules about operands, on their types: the Java API asks them when an instruction is built,
 * the verifier of texts before anything runs.
 */
public final class OperandRules {
    private static final int ALIGNMENT = 32;

    private OperandRules() {}

    /** The strides of a tensor against its layout. */
    public static List<Finding> layout(String operand, TensorType type) {
        int packed = type.layout() == Layout.ND ? 4 : 3;
        if (type.shape().get(packed) <= 1 || type.stride().get(packed) == 1) {
            return List.of();
        }
        String found =
                "has layout "
                        + type.layout()
                        + " and stride "
                        + type.stride().get(packed)
                        + " in dimension "
                        + packed;
        return List.of(
                Finding.of(IsaRules.LAYOUT, operand, found, "that stride is 1 in this layout"));
    }

    static Fault tooManyDimensions(int rank) {
        return new Fault(
                IsaRules.DIMENSIONS.id(),
                IsaRules.DIMENSIONS.headline(),
                "this has " + rank,
                "put leading dimensions together");
    }

    /** A tile by itself: its element type, alignment and valid part. */
    public static List<Finding> tile(String operand, TileType type) {
        List<Finding> found = new ArrayList<>();
        if (!isMovable(type.dtype())) {
            found.add(
                    Finding.of(
                            TileRules.DTYPE,
                            operand,
                            "is of " + type.dtype(),
                            "use FP32, FP16, BF16, INT32, INT16 or INT8"));
        }
        long row = (long) type.cols() * type.dtype().bytes();
        if (type.rows() < 1 || type.cols() < 1) {
            found.add(Finding.of(TileRules.VALID, operand, "is " + type, "a tile has elements"));
        } else if (row % ALIGNMENT != 0) {
            int unit = ALIGNMENT / type.dtype().bytes();
            found.add(
                    Finding.of(
                            TileRules.ALIGN,
                            operand,
                            "has rows of " + row + " bytes",
                            "make the columns a multiple of "
                                    + unit
                                    + ", and the valid columns what you need"));
        }
        checkValid(operand, type.validRow(), type.rows(), "rows", found);
        checkValid(operand, type.validCol(), type.cols(), "columns", found);
        return found;
    }

    private static boolean isMovable(DType dtype) {
        return switch (dtype) {
            case FP32, FP16, BF16, INT64, INT32, INT16, INT8 -> true;
            default -> false;
        };
    }

    private static void checkValid(
            String operand, Valid valid, int extent, String what, List<Finding> found) {
        if (valid.extent() < 1 || valid.extent() > extent) {
            found.add(
                    Finding.of(
                            TileRules.VALID,
                            operand,
                            "has " + valid.extent() + " valid " + what + " of " + extent,
                            "between 1 and " + extent));
        }
    }

    /** A tile where it is put. */
    public static List<Finding> place(String operand, TileType type, long address, Arch arch) {
        if (address < 0 || address % ALIGNMENT != 0) {
            return List.of(
                    Finding.of(
                            TileRules.ALIGN,
                            operand,
                            "is at " + address,
                            "put it at a multiple of " + ALIGNMENT));
        }
        if (address + type.bytes() > arch.ubBytes()) {
            String found =
                    "ends at byte "
                            + (address + type.bytes())
                            + " of the "
                            + arch.ubBytes()
                            + " of "
                            + arch.spelling();
            return List.of(
                    Finding.of(
                            TileRules.UB,
                            operand,
                            found,
                            "use smaller tiles: an instruction slides over what does not fit"));
        }
        return List.of();
    }

    /** An operand by its part in the instruction, with its type or what else describes it. */
    public record Named<T>(String name, T type) {}

    /** Two tensors that must have one element type. */
    public static List<Finding> sameDtype(Named<TensorType> a, Named<TensorType> b) {
        if (a.type().dtype() == b.type().dtype()) {
            return List.of();
        }
        return List.of(
                new Finding(
                        IsaRules.DTYPE,
                        a.name(),
                        "is " + a.type(),
                        b.name(),
                        "is " + b.type(),
                        ""));
    }

    /** A tile that holds elements of a tensor. */
    public static List<Finding> holds(Named<TileType> tile, Named<TensorType> tensor) {
        if (tile.type().dtype() == tensor.type().dtype()) {
            return List.of();
        }
        return List.of(
                new Finding(
                        IsaRules.DTYPE,
                        tile.name(),
                        "is " + tile.type(),
                        tensor.name(),
                        "is " + tensor.type(),
                        "make it a tile of " + tensor.type().dtype()));
    }

    /** Tiles that take turns, or are added. */
    public static List<Finding> alike(List<Named<TileType>> tiles) {
        Named<TileType> first = tiles.getFirst();
        for (Named<TileType> tile : tiles) {
            if (!tile.type().equals(first.type())) {
                return List.of(
                        new Finding(
                                TileRules.ALIKE,
                                tile.name(),
                                "is " + tile.type(),
                                first.name(),
                                "is " + first.type(),
                                ""));
            }
        }
        return List.of();
    }

    /** Whether the vector unit has a reduction. */
    public static List<Finding> reduces(Arch arch, ReduceOp op, Named<TensorType> tensor) {
        if (arch.reduces(op, tensor.type().dtype())) {
            return List.of();
        }
        String hint =
                arch == Arch.A2A3 && Arch.A5.reduces(op, tensor.type().dtype())
                        ? "an A5 has it; on A2/A3 convert to FP32 or INT32 first"
                        : "convert to FP32 or INT32 first";
        return List.of(
                Finding.of(
                        IsaRules.VECTOR_DTYPE,
                        tensor.name(),
                        "is of "
                                + tensor.type().dtype()
                                + ", for which "
                                + arch.spelling()
                                + " has no "
                                + op,
                        hint));
    }

    /** Tensors of the same extents. */
    public static List<Finding> sameShape(Named<TensorType> a, Named<TensorType> b) {
        if (a.type().shape().equals(b.type().shape()) && a.type().layout() == b.type().layout()) {
            return List.of();
        }
        return List.of(
                new Finding(
                        IsaRules.SHAPE,
                        a.name(),
                        "is " + a.type(),
                        b.name(),
                        "is " + b.type(),
                        ""));
    }

    /**
     * The tensor of the root that has the blocks of all ranks, one below the other.
     *
     * @param ranks how many blocks; at least 1 where it is not known
     */
    public static List<Finding> blocks(Named<TensorType> root, Named<TensorType> block, int ranks) {
        List<Long> all = root.type().shape();
        List<Long> one = block.type().shape();
        long rows = ranks * one.get(3);
        boolean fits =
                all.subList(0, 3).equals(one.subList(0, 3))
                        && all.get(4).equals(one.get(4))
                        && all.get(3) >= rows;
        if (fits) {
            return List.of();
        }
        String hint =
                "dimension 3 is at least "
                        + rows
                        + " = "
                        + ranks
                        + " blocks of "
                        + one.get(3)
                        + " rows; the other extents are those of a block";
        return List.of(
                new Finding(
                        IsaRules.ROWS,
                        root.name(),
                        "is " + root.type(),
                        block.name(),
                        "has blocks " + block.type(),
                        hint));
    }

    /** Whether a tile can slide over a tensor without a rest, or may be narrowed for it. */
    public static List<Finding> slides(Named<TileType> tile, Named<TensorType> tensor) {
        TensorType over = tensor.type();
        Valid row = tile.type().validRow();
        Valid col = tile.type().validCol();
        boolean simple =
                over.isEmpty() || (over.rows() <= row.extent() && over.cols() <= col.extent());
        List<Finding> found = new ArrayList<>();
        if (!simple && row.extent() > 0 && col.extent() > 0) {
            checkRest(tile.name(), row, tensor, 3, "rows", found);
            checkRest(tile.name(), col, tensor, 4, "columns", found);
        }
        return found;
    }

    private static void checkRest(
            String tile,
            Valid valid,
            Named<TensorType> tensor,
            int dimension,
            String what,
            List<Finding> found) {
        long extent = tensor.type().shape().get(dimension);
        if (!valid.isDynamic() && extent % valid.extent() != 0) {
            found.add(
                    new Finding(
                            TileRules.STATIC_VALID,
                            tile,
                            "has " + valid.extent() + " static valid " + what,
                            tensor.name(),
                            "has " + extent + " " + what + " (dimension " + dimension + ")",
                            "give the tile dynamic valid "
                                    + what
                                    + ": then the last block is narrowed"));
        }
    }

    /** A tile of an instruction, by its part in it, and where it lies in the UB. */
    public record Placed(String name, TileType type, int address) {
        long end() {
            return address + type.bytes();
        }

        private String describe() {
            return "lies at 0x" + Integer.toHexString(address) + " to 0x" + Long.toHexString(end());
        }
    }

    /** Tiles of one instruction, which must not share bytes. */
    public static List<Finding> disjoint(List<Placed> tiles) {
        for (int i = 0; i < tiles.size(); i++) {
            for (int j = 0; j < i; j++) {
                Placed a = tiles.get(i);
                Placed b = tiles.get(j);
                if (a.address() < b.end() && b.address() < a.end()) {
                    return List.of(
                            new Finding(
                                    TileRules.OVERLAP,
                                    a.name(),
                                    a.describe(),
                                    b.name(),
                                    b.describe(),
                                    "put it at 0x" + Long.toHexString(b.end()) + " or behind"));
                }
            }
        }
        return List.of();
    }
}

package org.crosstile.isa;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.isa.OperandRules.Named;

/** What each instruction asks of the types of its operands. */
public final class InstructionRules {
    /** The part of a group in an instruction. */
    public static final String GROUP = "group";

    /** The part of the tensor that is written. */
    public static final String DST = "dst";

    /** The part of the tensor that is read. */
    public static final String SRC = "src";

    /** The part of a signal. */
    public static final String SIGNAL = "signal";

    private InstructionRules() {}

    /** How the tiles of TREDUCE are called. */
    public static List<String> reduceTiles(int tiles) {
        return tiles == 3 ? List.of("acc", "ping", "pong") : List.of("acc", "recv");
    }

    /** How the tiles of the instructions that only move data are called. */
    public static List<String> stages(int tiles) {
        return tiles == 2 ? List.of("ping", "pong") : List.of("stage");
    }

    /** TREDUCE on the AIV engine; {@code tiles} are two or three. */
    public static List<Finding> treduce(TensorType group, TensorType dst, List<TileType> tiles) {
        Named<TensorType> from = new Named<>(GROUP, group);
        Named<TensorType> to = new Named<>(DST, dst);
        List<Finding> found = new ArrayList<>(OperandRules.sameDtype(to, from));
        found.addAll(OperandRules.sameShape(to, from));
        found.addAll(tiles(named(reduceTiles(tiles.size()), tiles), from));
        return found;
    }

    /**
     * TGATHER.
     *
     * @param ranks of the group; 1 where it is not known yet
     */
    public static List<Finding> tgather(
            TensorType group, TensorType dst, List<TileType> tiles, int ranks) {
        return blocks(new Named<>(DST, dst), group, tiles, ranks);
    }

    /** TSCATTER. */
    public static List<Finding> tscatter(
            TensorType group, TensorType src, List<TileType> tiles, int ranks) {
        return blocks(new Named<>(SRC, src), group, tiles, ranks);
    }

    private static List<Finding> blocks(
            Named<TensorType> root, TensorType group, List<TileType> tiles, int ranks) {
        Named<TensorType> block = new Named<>(GROUP, group);
        List<Finding> found = new ArrayList<>(OperandRules.sameDtype(root, block));
        found.addAll(OperandRules.blocks(root, block, ranks));
        found.addAll(tiles(named(stages(tiles.size()), tiles), block));
        return found;
    }

    /** TBROADCAST. */
    public static List<Finding> tbroadcast(TensorType group, TensorType src, List<TileType> tiles) {
        Named<TensorType> to = new Named<>(GROUP, group);
        Named<TensorType> from = new Named<>(SRC, src);
        List<Finding> found = new ArrayList<>(OperandRules.sameDtype(from, to));
        found.addAll(OperandRules.sameShape(from, to));
        found.addAll(tiles(named(stages(tiles.size()), tiles), from));
        return found;
    }

    /** TPUT and TGET. */
    public static List<Finding> copy(
            TensorType dst, TensorType src, List<TileType> tiles, AtomicType atomic) {
        Named<TensorType> to = new Named<>(DST, dst);
        Named<TensorType> from = new Named<>(SRC, src);
        List<Finding> found = new ArrayList<>(OperandRules.sameDtype(to, from));
        found.addAll(OperandRules.sameShape(to, from));
        found.addAll(tiles(named(stages(tiles.size()), tiles), from));
        if (atomic == AtomicType.AtomicAdd && dst.dtype() == DType.INT64) {
            found.add(
                    Finding.of(
                            IsaRules.ATOMIC_DTYPE, DST, "is " + dst, "use INT32, or a plain TPUT"));
        }
        return found;
    }

    /** TNOTIFY, TWAIT and TTEST. */
    public static List<Finding> signal(TensorType cells) {
        if (cells.dtype() == DType.INT32) {
            return List.of();
        }
        return List.of(
                Finding.of(IsaRules.SIGNAL_DTYPE, SIGNAL, "is " + cells, "use an INT32 tensor"));
    }

    /** TLOAD and TSTORE of a whole tensor. */
    public static List<Finding> fits(String part, TileType tile, TensorType tensor) {
        Named<TileType> one = new Named<>("tile", tile);
        Named<TensorType> other = new Named<>(part, tensor);
        List<Finding> found = new ArrayList<>(OperandRules.holds(one, other));
        if (tensor.rows() > tile.validRow().extent() || tensor.cols() > tile.validCol().extent()) {
            found.add(
                    new Finding(
                            TileRules.FITS,
                            one.name(),
                            "is " + tile,
                            part,
                            "is " + tensor,
                            "move it in blocks, or let TPUT or TGET slide over it"));
        }
        return found;
    }

    /** TADD, TMAX and TMIN. */
    public static List<Finding> vector(TileType dst, TileType a, TileType b) {
        return OperandRules.alike(
                List.of(new Named<>(DST, dst), new Named<>("src0", a), new Named<>("src1", b)));
    }

    private static List<Named<TileType>> named(List<String> names, List<TileType> tiles) {
        List<Named<TileType>> named = new ArrayList<>();
        for (int i = 0; i < tiles.size(); i++) {
            named.add(new Named<>(names.get(i), tiles.get(i)));
        }
        return named;
    }

    private static List<Finding> tiles(List<Named<TileType>> tiles, Named<TensorType> over) {
        List<Finding> found = new ArrayList<>();
        if (tiles.isEmpty()) {
            return found;
        }
        found.addAll(OperandRules.holds(tiles.getFirst(), over));
        found.addAll(OperandRules.alike(tiles));
        found.addAll(OperandRules.slides(tiles.getFirst(), over));
        return found;
    }
}

package org.crosstile.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.memory.Fault;

/**
 * An instruction with its operands. Whatever does not depend on the rank that executes it is
 * checked when it is built: element types, extents, tiles; who breaks a rule gets a {@link Fault}.
 */
public sealed interface Instruction {
    /** The name as the instruction set has it. */
    String mnemonic();

    /** The tiles that the author lends to the instruction. */
    default List<Tile> tiles() {
        return List.of();
    }

    /**
     * Reduces the buffers of all ranks into {@code dst}: the root's first, then the others by rank.
     *
     * @param tiles acc and recv, or acc, ping and pong
     */
    record Treduce(
            ParallelGroup group,
            GlobalTensor dst,
            List<Tile> tiles,
            ReduceOp op,
            CollEngine engine,
            Optional<CcuTriggerContext> context)
            implements Instruction {
        public Treduce {
            tiles = List.copyOf(tiles);
            if (context.isPresent() != (engine == CollEngine.CCU)) {
                throw new Fault(
                        CcuRules.CONTEXT.id(),
                        CcuRules.CONTEXT.headline(),
                        "the engine is "
                                + engine
                                + (context.isPresent() ? " with" : " without")
                                + " a context",
                        "");
            }
            if (engine == CollEngine.AIV) {
                check(
                        InstructionRules.treduce(
                                group.root().type(), dst.type(), types(tiles, 2, 3)));
                checkDisjoint(InstructionRules.reduceTiles(tiles.size()), tiles);
            }
        }

        @Override
        public String mnemonic() {
            return "TREDUCE";
        }
    }

    /** Puts the blocks of all ranks into {@code dst}, one below the other. */
    record Tgather(ParallelGroup group, GlobalTensor dst, List<Tile> tiles) implements Instruction {
        public Tgather {
            tiles = List.copyOf(tiles);
            check(
                    InstructionRules.tgather(
                            group.root().type(), dst.type(), types(tiles, 1, 2), group.size()));
            checkDisjoint(InstructionRules.stages(tiles.size()), tiles);
        }

        @Override
        public String mnemonic() {
            return "TGATHER";
        }
    }

    /** Gives every rank its block of rows of {@code src}. */
    record Tscatter(ParallelGroup group, GlobalTensor src, List<Tile> tiles)
            implements Instruction {
        public Tscatter {
            tiles = List.copyOf(tiles);
            check(
                    InstructionRules.tscatter(
                            group.root().type(), src.type(), types(tiles, 1, 2), group.size()));
            checkDisjoint(InstructionRules.stages(tiles.size()), tiles);
        }

        @Override
        public String mnemonic() {
            return "TSCATTER";
        }
    }

    /** Copies {@code src} into every rank's buffer. */
    record Tbroadcast(ParallelGroup group, GlobalTensor src, List<Tile> tiles)
            implements Instruction {
        public Tbroadcast {
            tiles = List.copyOf(tiles);
            check(InstructionRules.tbroadcast(group.root().type(), src.type(), types(tiles, 1, 2)));
            checkDisjoint(InstructionRules.stages(tiles.size()), tiles);
        }

        @Override
        public String mnemonic() {
            return "TBROADCAST";
        }
    }

    /** Copies a local tensor to another, usually of another rank; or adds it. */
    record Tput(GlobalTensor dst, GlobalTensor src, List<Tile> tiles, AtomicType atomic)
            implements Instruction {
        public Tput {
            tiles = List.copyOf(tiles);
            check(InstructionRules.copy(dst.type(), src.type(), types(tiles, 1, 2), atomic));
            checkDisjoint(InstructionRules.stages(tiles.size()), tiles);
        }

        @Override
        public String mnemonic() {
            return "TPUT";
        }
    }

    /** Copies a tensor, usually of another rank, to a local one. */
    record Tget(GlobalTensor dst, GlobalTensor src, List<Tile> tiles) implements Instruction {
        public Tget {
            tiles = List.copyOf(tiles);
            check(
                    InstructionRules.copy(
                            dst.type(), src.type(), types(tiles, 1, 2), AtomicType.AtomicNone));
            checkDisjoint(InstructionRules.stages(tiles.size()), tiles);
        }

        @Override
        public String mnemonic() {
            return "TGET";
        }
    }

    /** Changes the first cell of a signal, usually of another rank. */
    record Tnotify(SignalCells signal, int value, NotifyOp op) implements Instruction {
        @Override
        public String mnemonic() {
            return "TNOTIFY";
        }
    }

    /** Blocks until all cells of a signal satisfy the comparison. */
    record Twait(SignalCells signal, int value, WaitCmp cmp) implements Instruction {
        @Override
        public String mnemonic() {
            return "TWAIT";
        }
    }

    private static List<TileType> types(List<Tile> tiles, int least, int most) {
        if (tiles.size() < least || tiles.size() > most) {
            throw new IllegalArgumentException(
                    least + " or " + most + " tiles, and not " + tiles.size());
        }
        List<TileType> types = new ArrayList<>();
        tiles.forEach(tile -> types.add(tile.type()));
        return types;
    }

    private static void check(List<Finding> found) {
        if (!found.isEmpty()) {
            throw found.getFirst().fault();
        }
    }

    private static void checkDisjoint(List<String> names, List<Tile> tiles) {
        List<OperandRules.Placed> placed = new ArrayList<>();
        for (int i = 0; i < tiles.size(); i++) {
            placed.add(
                    new OperandRules.Placed(
                            names.get(i), tiles.get(i).type(), tiles.get(i).address()));
        }
        check(OperandRules.disjoint(placed));
    }
}

package org.crosstile.isa;

import java.util.List;

/**
 * How the root's vector core executes the collectives, and any rank's TPUT and TGET. With two
 * stages a load goes into one while the other is still in use; with one it waits. That is all the
 * difference: elements and their order are the same.
 */
final class Collectives {
    private final Aiv aiv;

    Collectives(Aiv aiv) {
        this.aiv = aiv;
    }

    /** Tiles that are loaded in turn; each is free when its event has happened. */
    private static final class Stages {
        private final List<Tile> tiles;
        private final RecordEvent[][] free;
        private int next = -1;

        Stages(List<Tile> tiles, RecordEvent... after) {
            this.tiles = tiles;
            this.free = new RecordEvent[tiles.size()][];
            for (int i = 0; i < free.length; i++) {
                free[i] = after;
            }
        }

        /** The tile whose turn it is; {@link #whenFree} and {@link #used} speak of it. */
        Tile turn() {
            next = (next + 1) % tiles.size();
            return tiles.get(next);
        }

        RecordEvent[] whenFree() {
            return free[next];
        }

        void used(RecordEvent by) {
            free[next] = new RecordEvent[] {by};
        }
    }

    /** The event of an instruction that has nothing to do. */
    private RecordEvent nothing(RecordEvent... after) {
        aiv.pipes().begin(Pipe.MTE3, after);
        return aiv.pipes().end(Pipe.MTE3, 0, "nothing");
    }

    RecordEvent reduce(Instruction.Treduce reduce, RecordEvent... after) {
        ParallelGroup group = reduce.group();
        Tile acc = reduce.tiles().getFirst();
        Stages stages = new Stages(reduce.tiles().subList(1, reduce.tiles().size()), after);
        Stages sums = new Stages(List.of(acc), after);
        RecordEvent[] last = {nothing(after)};
        Block.forEach(
                group.root().type(),
                acc.type(),
                block -> {
                    Tile sum = sums.turn();
                    RecordEvent done = aiv.load(sum, group.root(), block, sums.whenFree());
                    for (int r = 0; r < group.size(); r++) {
                        if (r != group.rootIdx()) {
                            Tile recv = stages.turn();
                            RecordEvent loaded =
                                    aiv.load(recv, group.get(r), block, stages.whenFree());
                            done = aiv.binary(reduce.op().arith(), sum, sum, recv, done, loaded);
                            stages.used(done);
                        }
                    }
                    last[0] = aiv.store(reduce.dst(), sum, block, AtomicType.AtomicNone, done);
                    sums.used(last[0]);
                });
        return last[0];
    }

    RecordEvent gather(Instruction.Tgather gather, RecordEvent... after) {
        ParallelGroup group = gather.group();
        Stages stages = new Stages(gather.tiles(), after);
        long rows = group.root().shape(3);
        RecordEvent last = nothing(after);
        for (int r = 0; r < group.size(); r++) {
            GlobalTensor place = gather.dst().rows(r * rows, rows);
            last = move(group.get(r), List.of(place), stages, AtomicType.AtomicNone, last);
        }
        return last;
    }

    RecordEvent scatter(Instruction.Tscatter scatter, RecordEvent... after) {
        ParallelGroup group = scatter.group();
        Stages stages = new Stages(scatter.tiles(), after);
        long rows = group.root().shape(3);
        RecordEvent last = nothing(after);
        for (int r = 0; r < group.size(); r++) {
            GlobalTensor block = scatter.src().rows(r * rows, rows);
            last = move(block, List.of(group.get(r)), stages, AtomicType.AtomicNone, last);
        }
        return last;
    }

    RecordEvent broadcast(Instruction.Tbroadcast broadcast, RecordEvent... after) {
        Stages stages = new Stages(broadcast.tiles(), after);
        return move(
                broadcast.src(),
                broadcast.group().tensors(),
                stages,
                AtomicType.AtomicNone,
                nothing(after));
    }

    RecordEvent copy(
            GlobalTensor src,
            GlobalTensor dst,
            List<Tile> tiles,
            AtomicType atomic,
            RecordEvent... after) {
        return move(src, List.of(dst), new Stages(tiles, after), atomic, nothing(after));
    }

    /**
     * Moves a tensor through the stages to all of the others; the event is that of the last store.
     */
    private RecordEvent move(
            GlobalTensor src,
            List<GlobalTensor> to,
            Stages stages,
            AtomicType atomic,
            RecordEvent before) {
        RecordEvent[] last = {before};
        Block.forEach(
                src.type(),
                stages.tiles.getFirst().type(),
                block -> {
                    Tile stage = stages.turn();
                    RecordEvent loaded = aiv.load(stage, src, block, stages.whenFree());
                    for (GlobalTensor dst : to) {
                        last[0] = aiv.store(dst, stage, block, atomic, loaded);
                    }
                    stages.used(last[0]);
                });
        return last[0];
    }
}

package org.crosstile.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.crosstile.abi.CoreType;
import org.crosstile.abi.DType;
import org.crosstile.abi.LaneRing;
import org.crosstile.abi.SplitMode;
import org.crosstile.memory.CoreLink;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileHalves;
import org.crosstile.memory.TileMath;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/**
 * What the cores of a core group hand over to each other, the same in every world. Each direction
 * is a ring of {@link LaneRing#TILES} tiles: who is that far ahead waits. The state is touched only
 * by actions that a world carries out one at a time.
 */
public final class CoreGroup {
    /** The cores of a group wait for each other in ways that do not fit. */
    public static final Rule STUCK =
            Rule.of(
                            "core-group-stuck",
                            Verdict.DEADLOCK,
                            "the cores of a core group must meet, give and take alike")
                    .explained(
                            "The two sides of a core group run at the same time. A pl.system.syncall, or a hand-over, that"
                                    + " only some of the cores come to is never passed.",
                            "run-kernel",
                            "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n"
                                    + "    if aiv_id == 0:\n"
                                    + "        pl.system.syncall(core_type=\"aiv_only\")",
                            "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n"
                                    + "    pl.system.syncall(core_type=\"aiv_only\")");

    /** A core is alone. */
    public static final Rule ALONE =
            Rule.of(
                            CoreLink.ALONE,
                            Verdict.FAULT,
                            "what one side of a core group does for the other needs a core on each side")
                    .explained(
                            "A kernel with only cube work, or only vector work, runs on that kind of core alone.",
                            "run-kernel",
                            "pl.system.sync_wait(core_type=\"aiv\")",
                            "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n"
                                    + "    pl.system.sync_wait(core_type=\"aiv\")\n"
                                    + "pl.system.sync_set(core_type=\"aic\")");

    /** How a world lets a core wait, and what it notes about who comes after whom. */
    public interface Gate {
        /**
         * Carries out an action as soon as a condition holds; nobody else of the group acts between
         * the two. Conditions change by actions only.
         */
        void pass(BooleanSupplier condition, Runnable action, int site);

        /** What this core did before happens before what the receiver of the token does after. */
        long sends(int site);

        void receives(long token, int site);
    }

    /** A tile on its way. */
    private record Parcel(Tile tile, SplitMode split, long token, long order) {}

    /** What one core gives. */
    private static final class Ring {
        private final List<Parcel> parcels = new ArrayList<>(LaneRing.TILES);
        private long given;

        Ring() {
            for (int i = 0; i < LaneRing.TILES; i++) {
                parcels.add(new Parcel(Tile.allocate(DType.INT8, 1, 1), SplitMode.NONE, 0, 0));
            }
        }

        Parcel at(long number) {
            return parcels.get((int) (number % LaneRing.TILES));
        }

        void give(Tile tile, SplitMode split, long token, long order) {
            Tile room = at(given).tile();
            boolean fits =
                    room.dtype() == tile.dtype()
                            && room.rows() == tile.rows()
                            && room.columns() == tile.columns();
            Tile copy = fits ? room : Tile.allocate(tile.dtype(), tile.rows(), tile.columns());
            TileMath.copy(tile, copy);
            parcels.set((int) (given % LaneRing.TILES), new Parcel(copy, split, token, order));
            given++;
        }
    }

    /** Cores of a kind that wait for each other; there is one per type of cores. */
    private static final class Meeting {
        private List<Long> arrived = new ArrayList<>();
        private List<Long> last = List.of();
        private long held;
    }

    private final int cubes;
    private final int vectors;
    private final Ring[] rings;
    private final long[] taken;
    private final List<List<Long>> flags = new ArrayList<>();
    private final int[] awaited;
    private final List<Meeting> meetings = new ArrayList<>();
    private long orders;

    /**
     * A group that has done nothing yet.
     *
     * @param cubes number of cube cores, 0 or 1
     * @param vectors number of vector cores, 0 to 2
     */
    public CoreGroup(int cubes, int vectors) {
        this.cubes = cubes;
        this.vectors = vectors;
        int cores = cubes + vectors;
        rings = new Ring[cores];
        taken = new long[cores];
        awaited = new int[cores];
        for (int i = 0; i < cores; i++) {
            rings[i] = new Ring();
            flags.add(new ArrayList<>());
        }
        while (meetings.size() < CoreType.values().length) {
            meetings.add(new Meeting());
        }
    }

    /** What a core reports whose group will never do what it waits for. */
    public static Fault stuck() {
        return RankRules.broken(
                STUCK,
                "the other cores of the group have ended, or wait for this one",
                "let all cores of the kind come here, and give on one side what the other takes");
    }

    /** Which of the vector cores a core is; 0 for a cube core. */
    public int subBlock(int core) {
        return Math.max(0, core - cubes);
    }

    /**
     * What a core of the group does with the others.
     *
     * @param core which one; the cube core comes first
     */
    public CoreLink link(int core, Gate gate) {
        return new Link(core, gate);
    }

    private final class Link implements CoreLink {
        private final int core;
        private final boolean cube;
        private final Gate gate;

        Link(int core, Gate gate) {
            this.core = core;
            this.cube = core < cubes;
            this.gate = gate;
        }

        /** The first core of the other side, and the one after its last. */
        private int first() {
            return cube ? cubes : 0;
        }

        private int end() {
            return cube ? cubes + vectors : cubes;
        }

        private boolean isAlone() {
            return first() == end();
        }

        /** How many of this core's tiles all of the other side have taken. */
        private long takenByAll() {
            long least = Long.MAX_VALUE;
            for (int other = first(); other < end(); other++) {
                least = Math.min(least, taken[other]);
            }
            return least;
        }

        private long givenByAll() {
            long least = Long.MAX_VALUE;
            for (int other = first(); other < end(); other++) {
                least = Math.min(least, rings[other].given);
            }
            return least;
        }

        @Override
        public void push(Tile tile, SplitMode split, int site) {
            if (isAlone()) {
                CoreLink.NONE.push(tile, split, site);
            }
            gate.pass(
                    () -> rings[core].given - takenByAll() < LaneRing.TILES,
                    () -> rings[core].give(tile, split, gate.sends(site), ++orders),
                    site);
        }

        @Override
        public void pop(Tile out, SplitMode split, int site) {
            if (isAlone()) {
                CoreLink.NONE.pop(out, split, site);
            }
            gate.pass(() -> givenByAll() > taken[core], () -> take(out, split, site), site);
        }

        private void take(Tile out, SplitMode split, int site) {
            Parcel newest = rings[first()].at(taken[core]);
            for (int other = first(); other < end(); other++) {
                Parcel parcel = rings[other].at(taken[core]);
                gate.receives(parcel.token(), site);
                newest = parcel.order() > newest.order() ? parcel : newest;
                if (!cube && split != SplitMode.NONE) {
                    TileHalves.take(parcel.tile(), split.axis(), subBlock(core), out);
                } else if (split != SplitMode.NONE) {
                    TileHalves.join(parcel.tile(), split.axis(), subBlock(other), out);
                }
            }
            if (split == SplitMode.NONE) {
                TileMath.copy(newest.tile(), out);
            }
            taken[core]++;
        }

        @Override
        public void set(int site) {
            if (isAlone()) {
                CoreLink.NONE.set(site);
            }
            gate.pass(() -> true, () -> flags.get(core).add(gate.sends(site)), site);
        }

        @Override
        public void await(int site) {
            if (isAlone()) {
                CoreLink.NONE.await(site);
            }
            gate.pass(this::isFlagged, () -> lower(site), site);
        }

        private boolean isFlagged() {
            boolean all = true;
            for (int other = first(); other < end(); other++) {
                all &= flags.get(other).size() > awaited[core];
            }
            return all;
        }

        private void lower(int site) {
            for (int other = first(); other < end(); other++) {
                gate.receives(flags.get(other).get(awaited[core]), site);
            }
            awaited[core]++;
        }

        @Override
        public void meet(CoreType who, int site) {
            int expected =
                    switch (who) {
                        case AIC -> cubes;
                        case AIV -> vectors;
                        case MIX -> cubes + vectors;
                    };
            Meeting meeting = meetings.get(who.ordinal());
            long[] number = new long[1];
            gate.pass(
                    () -> true,
                    () -> {
                        number[0] = meeting.held;
                        meeting.arrived.add(gate.sends(site));
                        if (meeting.arrived.size() == expected) {
                            meeting.last = meeting.arrived;
                            meeting.arrived = new ArrayList<>();
                            meeting.held++;
                        }
                    },
                    site);
            gate.pass(
                    () -> meeting.held > number[0],
                    () -> meeting.last.forEach(token -> gate.receives(token, site)),
                    site);
        }
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.crosstile.abi.LaneRing;
import org.crosstile.abi.MemorySpace;
import org.crosstile.lower.TileBuffers.Buffer;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/**
 * How much each local memory of the modelled core holds, and what to say when that is not enough.
 */
final class MemoryBudget {
    private static final int KIB = 1024;
    private static final int SHOWN = 4;
    private static final int ALIGNMENT = 32;

    private MemoryBudget() {}

    /** Bytes of a memory space of one core. */
    static int of(MemorySpace space) {
        return switch (space) {
            case Vec -> 192 * KIB;
            case Mat -> 512 * KIB;
            case Left, Right -> 64 * KIB;
            case Acc -> 128 * KIB;
            case Bias -> KIB;
            case DDR -> Integer.MAX_VALUE;
        };
    }

    /** Bytes of the ring in which tiles from the other side of the core group wait. */
    static int ring(Block body, MemorySpace space) {
        int[] largest = new int[1];
        Walk.calls(
                body,
                c -> {
                    if (c.op() instanceof Capability.PopsTile
                            && c.type() instanceof Type.Tile tile
                            && tile.space() == space) {
                        int bytes = tile.rows() * tile.columns() * tile.dtype().bytes();
                        largest[0] = Math.max(largest[0], bytes);
                    }
                });
        return LaneRing.TILES * ((largest[0] + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    }

    /**
     * Reports that the tiles of a kernel need more than there is, at the statement that needs most.
     */
    static void overflow(
            Function f,
            MemorySpace space,
            Set<Buffer> buffers,
            TileLives lives,
            int needed,
            int ring,
            Problems problems) {
        int worst = 0;
        long most = 0;
        for (int point = 0; point < lives.size(); point++) {
            long bytes = 0;
            for (Buffer b : buffers) {
                bytes += b.live().get(point) ? b.bytes() : 0;
            }
            if (bytes > most) {
                most = bytes;
                worst = point;
            }
        }
        List<Buffer> alive = new ArrayList<>();
        for (Buffer b : buffers) {
            if (b.live().get(worst)) {
                alive.add(b);
            }
        }
        alive.sort(Comparator.comparingInt(Buffer::bytes).reversed());
        long total = Math.max(most + ring, needed);
        Problem.Builder problem =
                Problem.error(
                                AllocateUb.OVERFLOW,
                                lives.statement(worst).span(),
                                size(total) + " are needed here")
                        .headline(
                                "the tiles of `"
                                        + f.name()
                                        + "` that are alive at the same time must fit the "
                                        + size(of(space))
                                        + " of "
                                        + space);
        for (Buffer b : alive.subList(0, Math.min(SHOWN, alive.size()))) {
            Var tile = b.tiles().getFirst();
            problem.see(
                    tile.span(),
                    "`"
                            + tile.name()
                            + "` takes "
                            + size(b.bytes())
                            + ": "
                            + Describe.type(tile.type()));
        }
        if (alive.size() > SHOWN) {
            problem.note("and " + (alive.size() - SHOWN) + " smaller ones");
        }
        if (ring > 0) {
            problem.note(ringTakes(ring));
        }
        problem.hint("work on smaller pieces in a loop, or store a tile before the next is loaded")
                .to(problems);
    }

    private static String ringTakes(int ring) {
        return "the ring of "
                + LaneRing.TILES
                + " tiles that come from the other side of the core group takes "
                + size(ring);
    }

    private static String size(long bytes) {
        return bytes % KIB == 0 ? bytes / KIB + " KiB" : bytes + " bytes";
    }
}

package org.crosstile.operators;

import java.util.Set;
import org.crosstile.memory.Rank;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * {@code pl.tile.get_block_idx()} and {@code pl.tile.get_block_num()}: which of the cores that run
 * a kernel together this one is, from 0, and how many they are. An INDEX.
 */
public final class BlockIndex extends Primitive implements Capability.GivesBlock {
    /** Which core this is. */
    public static final BlockIndex INDEX =
            new BlockIndex(
                    "get_block_idx",
                    "index",
                    "Gives the index of this core among those that run the kernel.");

    /** How many cores there are. */
    public static final BlockIndex COUNT =
            new BlockIndex(
                    "get_block_num",
                    "count",
                    "Gives the number of cores that run the kernel together.");

    private final String method;
    private final String doc;

    private BlockIndex(String name, String method, String doc) {
        super("pl.tile." + name);
        this.method = method;
        this.doc = doc;
    }

    @Override
    public String doc() {
        return doc;
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.KERNEL);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.INDEX;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(BlockIndex.class, method, long.class, Run.env(Rank.class));
    }

    public static long index(Rank rank) {
        return rank.block();
    }

    public static long count(Rank rank) {
        return rank.blocks();
    }
}

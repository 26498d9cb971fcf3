package org.crosstile.operators;

import java.util.List;
import org.crosstile.memory.Rank;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Lane;
import org.crosstile.model.Run;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * {@code pl.tile.get_subblock_idx()}: which of the two vector cores of its group this is, 0 or 1;
 * on the cube core 0. An INDEX.
 */
public final class SubblockIndex extends LocalPrimitive implements Capability.GivesSubblock {
    public static final SubblockIndex OP = new SubblockIndex();

    private SubblockIndex() {
        super(
                "pl.tile.get_subblock_idx",
                "Gives the index of this vector core in its core group: 0 or 1.",
                KERNEL,
                List.of("pl.get_subblock_idx"));
    }

    @Override
    public Lane lane() {
        return Lane.SHARED;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.INDEX;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(SubblockIndex.class, "index", long.class, Run.env(Rank.class));
    }

    public static long index(Rank rank) {
        return rank.subBlock();
    }
}

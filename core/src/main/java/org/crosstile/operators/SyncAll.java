package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.CoreType;
import org.crosstile.memory.Rank;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Lane;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * {@code pl.system.syncall(core_type="mix")}: the cores of a core group wait for each other. It
 * orders arrival only: what one core has written and another one is to read also needs a fence and
 * a cacheinvalid.
 */
public final class SyncAll extends LocalPrimitive implements Capability.MeetsCores {
    private static final String MIX = "mix";
    private static final Slot WHO =
            Slot.of(
                            "core_type",
                            new Kind.Word(List.of(MIX, "aic_only", "aiv_only")),
                            "whether both sides meet, or the cores of one")
                    .keywordOnly();

    public static final SyncAll OP = new SyncAll();

    private SyncAll() {
        super(
                "pl.system.syncall",
                "Lets the cores of a core group wait for each other.",
                KERNEL,
                List.of(),
                WHO);
    }

    @Override
    public Lane lane(Expr.Call call) {
        return switch (who(call)) {
            case AIC -> Lane.CUBE;
            case AIV -> Lane.VECTOR;
            case MIX -> Lane.SHARED;
        };
    }

    @Override
    public Slot who() {
        return WHO;
    }

    @Override
    public String forAll() {
        return MIX;
    }

    @Override
    public boolean isForAll(Expr.Call call) {
        return who(call) == CoreType.MIX;
    }

    private static CoreType who(Expr.Call call) {
        return switch (call.text(WHO)) {
            case "aic_only" -> CoreType.AIC;
            case "aiv_only" -> CoreType.AIV;
            default -> CoreType.MIX;
        };
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                SyncAll.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.literal(who(call), CoreType.class),
                Run.site());
    }

    public static void run(Rank rank, CoreType who, int site) {
        rank.link().meet(who, site);
    }
}

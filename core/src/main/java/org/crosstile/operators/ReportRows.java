package org.crosstile.operators;

import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.memory.Rank;
import org.crosstile.memory.View;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * {@code pld.system.report_rows(target, peer, asked, sent)}: tells the run how many rows a rank was
 * asked to send to a peer, and how many it sends. Touches no memory. Written by the lowering of
 * all_to_all_v.
 */
public final class ReportRows extends Primitive {
    private static final Slot TARGET = Slot.window("target", "the window that the rows go to");
    private static final Slot PEER =
            Slot.of("peer", new Kind.Integer(DType.INDEX), "rank that gets the rows");
    private static final Slot ASKED =
            Slot.of("asked", new Kind.Integer(DType.INDEX), "how many rows were asked for");
    private static final Slot SENT =
            Slot.of("sent", new Kind.Integer(DType.INDEX), "how many rows are sent");

    public static final ReportRows OP = new ReportRows();

    private ReportRows() {
        super("pld.system.report_rows", TARGET, PEER, ASKED, SENT);
    }

    @Override
    public String doc() {
        return "Tells the run how many rows were to go to a peer, and how many go.";
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
    public Effect effect(Expr.Call call, Slot slot) {
        return Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                ReportRows.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(TARGET, View.class),
                Run.arg(PEER, long.class),
                Run.arg(ASKED, long.class),
                Run.arg(SENT, long.class),
                Run.site());
    }

    public static void run(Rank rank, View target, long peer, long asked, long sent, int site) {
        if (rank.leads()) {
            rank.rowsSent(target, peer, asked, sent, site);
        }
    }
}

package org.crosstile.operators;

import java.util.List;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Meaning;

/** What the collectives that move rows have in common. */
final class Push {
    private Push() {}

    /**
     * The staging tile of a transfer: all of it if that is known and no larger than a chunk of 16
     * KiB, else a part that it slides through.
     */
    static Expr stage(String name, List<Expr> extents, DType dtype, Builder body) {
        long most = Chunks.most(dtype);
        OptionalLong columns = Exprs.constant(extents.getLast());
        OptionalLong rows = Exprs.constant(Exprs.product(extents.subList(0, extents.size() - 1)));
        long width = columns.isPresent() ? Math.min(columns.getAsLong(), most) : most;
        long room = Math.max(1, most / Math.max(1, width));
        long height = rows.isPresent() ? Math.min(rows.getAsLong(), room) : 1;
        return Staging.tile(body, name, dtype, height, width);
    }

    /** The staging tile of a transfer of single rows. */
    static Expr rowStage(Expr columns, DType dtype, Builder body) {
        return stage("tput_stage", List.of(Exprs.index(1), columns), dtype, body);
    }

    /**
     * One put of whole rows: {@code rows} rows from {@code from} on, to {@code peer}'s rows from
     * {@code to}.
     */
    record Rows(Expr target, Expr peer, Expr input, Expr stage) {
        void put(Expr to, Expr from, Expr rows, Expr columns, Builder body) {
            Expr zero = Exprs.index(0);
            body.run(
                    TilePut.OP,
                    target,
                    peer,
                    input,
                    stage,
                    new Expr.None(body.span()),
                    Exprs.tuple(to, zero),
                    Exprs.tuple(from, zero),
                    Exprs.tuple(rows, columns));
        }
    }

    /** Copies elements. */
    static void copy(Meaning.Elements from, long at, Meaning.Elements to, long index, long count) {
        for (long i = 0; i < count; i++) {
            to.set(index + i, from.get(at + i));
        }
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Binding;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * Gives tiles of more than two dimensions two: all leading ones are rows. The box of global memory
 * that a tile is loaded from or stored to keeps its own dimensions.
 *
 * <pre>
 * t: Tile[1, 8, 16] = remote_load(win, p, [k, 0, 0], [1, 8, 16])
 * t: Tile[8, 16]    = remote_load(win, p, [k, 0, 0], [1, 8, 16])
 * </pre>
 */
public final class FlattenTileNdTo2D implements Pass {
    @Override
    public Stage needs() {
        return Stage.PRIMITIVES;
    }

    @Override
    public Stage gives() {
        return Stage.TILES_2D;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(f -> f.place() == Place.KERNEL ? new Flattening().function(f) : f);
    }

    /** A type with its leading dimensions as rows. */
    static Type flat(Type type) {
        if (!(type instanceof Type.Tile tile) || tile.shape().size() <= 2) {
            return type;
        }
        Type.Tile flat =
                new Type.Tile(
                        rows(tile.shape()), tile.dtype(), List.of(), tile.space(), tile.address());
        return tile.valid().isEmpty() ? flat : flat.withValid(rows(tile.valid()));
    }

    private static List<Expr> rows(List<Expr> extents) {
        return List.of(Exprs.product(extents.subList(0, extents.size() - 1)), extents.getLast());
    }

    private static final class Flattening extends Renamer {
        @Override
        protected Type type(Type type) {
            return flat(super.type(type));
        }

        @Override
        protected Expr expr(Expr e) {
            return e instanceof Expr.Call c ? call(c) : super.expr(e);
        }

        private Expr call(Expr.Call c) {
            List<Expr> args = new ArrayList<>();
            boolean changed = false;
            for (int i = 0; i < c.args().size(); i++) {
                Expr image = expr(c.args().get(i));
                changed |= image != c.args().get(i);
                args.add(image);
            }
            Type result = flat(super.type(c.type()));
            if (changed && result instanceof Type.Tile tile) {
                // what follows from the operands follows from their new extents
                Optional<Expr> again =
                        Binding.check(c.op(), args, Map.of(), c.span(), new Problems());
                result =
                        again.map(a -> flat(a.type()))
                                .filter(t -> sameExtents(t, tile))
                                .orElse(tile);
            }
            return new Expr.Call(c.op(), args, attrs(c.attrs()), result, c.span());
        }

        private static boolean sameExtents(Type again, Type.Tile tile) {
            return again instanceof Type.Tile t
                    && t.rows() == tile.rows()
                    && t.columns() == tile.columns();
        }
    }
}

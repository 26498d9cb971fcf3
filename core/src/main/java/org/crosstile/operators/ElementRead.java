package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.memory.Elements;
import org.crosstile.memory.Tile;
import org.crosstile.memory.View;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.read}: one element of a tensor, of this rank's slice of a window, or of a tile. */
public final class ElementRead extends LocalPrimitive {
    public static final ElementRead TENSOR =
            new ElementRead("tensor", new Kind.TensorLike(), View.class, DEVICE);
    public static final ElementRead TILE =
            new ElementRead("tile", new Kind.Tile(), Tile.class, KERNEL);

    private final Slot source;
    private final Slot indices;
    private final Class<?> type;
    private final Rule bounds;
    private final Rule rank;

    private ElementRead(String word, Kind kind, Class<?> type, Set<Place> places) {
        Slot source = Slot.of(word, kind, "where the element is");
        Slot indices = Slot.indices("indices", source, "which element");
        super(
                "pl." + word + ".read",
                "Reads one element of a " + word + " as a scalar.",
                places,
                List.of("pl.read"),
                source,
                indices);
        this.source = source;
        this.indices = indices;
        this.type = type;
        boolean tile = kind instanceof Kind.Tile;
        String x = tile ? "pl.load(x, [0, 0], [8, 64])" : "x";
        this.bounds =
                declare(
                        Rule.of(id("bounds"), "an index must lie inside the extents")
                                .explained(
                                        "What lies behind the extents belongs to somebody else.",
                                        "kernel",
                                        "v = pl.read(" + x + ", [0, 64])",
                                        "v = pl.read(" + x + ", [0, 63])"));
        this.rank =
                Rule.of(id("rank"), "single elements are read from up to two dimensions of a tile")
                        .explained(
                                "A tile is stored as rows and columns.",
                                "kernel",
                                "v = pl.read(pl.load(cube, [0, 0, 0], [2, 8, 64]), [0, 0, 0])",
                                "v = pl.read(pl.load(x, [0, 0], [8, 64]), [0, 0])");
        if (tile) {
            declare(rank);
        }
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(TensorCreate.ELEMENT);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Elementwise.Form form = Elementwise.Form.of(call.get(source));
        if (!form.dtype().isStorable()) {
            Problem.error(
                            TensorCreate.ELEMENT,
                            call.get(source).span(),
                            "this holds " + form.dtype())
                    .to(problems);
        }
        if (call.get(source).type() instanceof Type.Tile tile && tile.shape().size() > 2) {
            Problem.error(rank, call.get(source).span(), "this is " + tile.describe())
                    .hint("pl.tile.reshape it to [rows, columns]")
                    .to(problems);
        }
        new Bounds(bounds, "reads", problems)
                .checkIndex(
                        call.tuple(indices),
                        form.shape(),
                        call.get(source),
                        call.get(indices).span());
        return new Type.Scalar(form.dtype());
    }

    @Override
    public Run run(Expr.Call call) {
        DType dtype = Elementwise.Form.of(call.get(source)).dtype();
        return Run.of(
                Elements.class,
                "read" + Scalars.suffix(dtype),
                Scalars.type(dtype),
                Run.arg(source, type),
                Run.arg(indices, long[].class));
    }
}

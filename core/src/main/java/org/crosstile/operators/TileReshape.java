package org.crosstile.operators;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.tile.reshape}: the same elements in row-major order under other extents. */
public final class TileReshape extends LocalPrimitive {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "the elements");
    private static final Slot SHAPE = Slot.indices("shape", "the new extents, constants");

    public static final TileReshape OP = new TileReshape();

    private final Rule count =
            declare(
                    Rule.of(id("count"), "a reshape must keep the number of elements")
                            .explained(
                                    "A reshape names the same elements by other indices.",
                                    "kernel",
                                    "t = pl.tile.reshape(pl.load(x, [0, 0], [8, 64]), [1, 500])",
                                    "t = pl.tile.reshape(pl.load(x, [0, 0], [8, 64]), [1, 512])"));
    private final Rule valid =
            declare(
                    Rule.of(
                                    id("valid"),
                                    "the valid elements of a reshaped tile must stay one block of leading rows")
                            .explained(
                                    "Gaps between valid rows would lie elsewhere afterwards.",
                                    "kernel",
                                    "t = pl.tile.reshape(pl.load(x, [0, 0], [8, 64], valid_shape=[8, 32]), [4, 128])",
                                    "t = pl.tile.reshape(pl.load(x, [0, 0], [8, 64]), [4, 128])"));

    private TileReshape() {
        super(
                "pl.tile.reshape",
                "Gives the elements of a tile other extents; their row-major order stays.",
                KERNEL,
                List.of("pl.reshape"),
                TILE,
                SHAPE);
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(TileShape.STATIC);
    }

    @Override
    public Optional<Slot> sharesBufferOf() {
        return Optional.of(TILE);
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        return Arrays.asList(MemorySpace.values());
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        if (!TileShape.isStatic(call, SHAPE, problems)) {
            return tile;
        }
        OptionalLong before = Extents.count(tile.shape());
        OptionalLong after = Extents.count(call.tuple(SHAPE));
        if (!before.equals(after)) {
            String elements =
                    after.isPresent() ? after.getAsLong() + " elements" : "2^63 elements or more";
            Problem.error(count, call.get(SHAPE).span(), "these are " + elements)
                    .see(call.get(TILE).span(), "this has " + before.orElseThrow())
                    .to(problems);
            return tile;
        }
        Type.Tile result = new Type.Tile(call.tuple(SHAPE), tile.dtype()).inSpace(tile.space());
        return tile.valid().isEmpty()
                ? result
                : result.withValid(valid(call, tile, result, problems));
    }

    /** The new valid region, if the valid elements are a prefix of both row-major orders. */
    private List<Expr> valid(Expr.Call call, Type.Tile tile, Type.Tile result, Problems problems) {
        List<Expr> old = tile.valid();
        Expr columns = old.getLast();
        Expr rows = Exprs.product(old.subList(0, old.size() - 1));
        boolean fullColumns = Structure.same(columns, tile.shape().getLast());
        List<Expr> valid = ones(result.shape().size());
        if (result.columns() == tile.columns() && result.shape().size() == 2) {
            valid.set(0, rows);
            valid.set(1, columns);
        } else if (result.rows() == 1 && (tile.rows() == 1 || fullColumns)) {
            valid.set(valid.size() - 1, Exprs.mul(rows, columns));
        } else if (result.columns() == 1
                && result.shape().size() == 2
                && (tile.rows() == 1 || fullColumns)) {
            valid.set(0, Exprs.mul(rows, columns));
        } else {
            Problem.error(this.valid, call.get(TILE).span(), "valid are " + Describe.shape(old))
                    .hint("reshape a fully valid tile, or one to a single row")
                    .to(problems);
        }
        return valid;
    }

    private static List<Expr> ones(int rank) {
        List<Expr> ones = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            ones.add(Exprs.index(1));
        }
        return ones;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileMath.class,
                "reshape",
                void.class,
                Run.arg(TILE, Tile.class),
                Run.result(Tile.class));
    }
}

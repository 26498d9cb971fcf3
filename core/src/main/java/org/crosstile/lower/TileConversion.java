package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Block;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** {@link ConvertTensorToTileOps} of one kernel. */
final class TileConversion extends Renamer {
    private final Toolbox toolbox;
    private final Problems problems;
    private final Builder.NameSource names;
    private final TiledValues values;
    private final Map<Var, Expr> loads = new HashMap<>();
    private List<Stmt> out = new ArrayList<>();

    TileConversion(Function f, Toolbox toolbox, Problems problems) {
        this.toolbox = toolbox;
        this.problems = problems;
        this.names = Variables.names(f);
        this.values = new TiledValues(f.body());
    }

    @Override
    public Block block(Block block) {
        List<Stmt> outer = out;
        out = new ArrayList<>();
        for (Stmt s : block.statements()) {
            out.addAll(statement(s));
        }
        Block written = new Block(out);
        out = outer;
        return written;
    }

    @Override
    protected List<Stmt> statement(Stmt s) {
        return switch (s) {
            case Stmt.Assign x
                    when x.value() instanceof Expr.Call c
                            && c.op() instanceof Capability.HasTileForm ->
                    converted(x, c);
            case Stmt.Assign x when x.value() instanceof Var v && values.isTile(v) -> {
                replace(x.target(), image(v));
                yield List.of();
            }
            case Stmt.Assign x
                    when x.value() instanceof Expr.Call c
                            && c.op() instanceof Capability.Views views ->
                    viewed(x, c, views);
            case Stmt.Eval x
                    when x.value() instanceof Expr.Call c
                            && c.op() instanceof Capability.HasTileForm -> {
                Expr value = onTiles(c);
                yield value instanceof Expr.Call
                        ? List.of(new Stmt.Eval(value, x.span()))
                        : List.of();
            }
            case Stmt.For x when anyTile(x.results()) || anyTile(Stmt.Carried.vars(x.carried())) ->
                    List.of(loop(x));
            case Stmt.While x when anyTile(Stmt.Carried.vars(x.carried())) -> {
                List<Stmt.Carried> carried = carried(x.carried());
                Expr condition = expr(x.condition());
                Block body = yielding(x.body(), Stmt.Carried.vars(x.carried()));
                yield List.of(
                        new Stmt.While(
                                condition,
                                carried,
                                body,
                                results(x.results(), types(carried)),
                                x.span()));
            }
            case Stmt.If x when anyTile(x.results()) -> {
                Expr condition = expr(x.condition());
                Block then = yielding(x.then(), x.results());
                Block otherwise = yielding(x.otherwise(), x.results());
                List<Type> types = Variables.yielded(then).stream().map(Expr::type).toList();
                yield List.of(
                        new Stmt.If(
                                condition, then, otherwise, results(x.results(), types), x.span()));
            }
            case Stmt.Return x -> {
                x.values().stream()
                        .filter(v -> expr(v).type() instanceof Type.Tile)
                        .forEach(v -> hasNoMemory(v, x.span(), ""));
                yield super.statement(s);
            }
            default -> super.statement(s);
        };
    }

    private boolean anyTile(List<Var> vars) {
        for (Var v : vars) {
            if (values.isTile(v)) {
                return true;
            }
        }
        return false;
    }

    private List<Stmt> converted(Stmt.Assign x, Expr.Call c) {
        Expr value = onTiles(c);
        if (value.type() instanceof Type.Tile && x.target().type() instanceof Type.TensorLike) {
            if (value instanceof Var) {
                replace(x.target(), value);
                return List.of();
            }
            Var tile = new Var(x.target().name(), value.type(), x.target().span());
            replace(x.target(), tile);
            return List.of(new Stmt.Assign(tile, value, x.span()));
        }
        if (value instanceof Expr.None) {
            // a problem has been reported; what uses the value has nothing to add
            replace(x.target(), value);
            return List.of();
        }
        if (value.type() == Type.Opaque.UNKNOWN) {
            return value instanceof Expr.Call ? List.of(new Stmt.Eval(value, x.span())) : List.of();
        }
        return List.of(new Stmt.Assign(define(x.target()), value, x.span()));
    }

    /** The call's value on tiles; what it needs first is appended to the statements. */
    private Expr onTiles(Expr.Call c) {
        Capability.HasTileForm form = (Capability.HasTileForm) c.op();
        List<Expr> operands = new ArrayList<>();
        boolean complete = true;
        for (int i = 0; i < c.args().size(); i++) {
            Slot slot = c.op().slots().get(i);
            Expr operand = expr(c.args().get(i));
            if (form.inTiles().contains(slot)) {
                Optional<Expr> tile = tile(operand, c.span());
                complete &=
                        tile.isPresent()
                                && !(operand instanceof Expr.None
                                        && c.args().get(i) instanceof Var);
                operand = tile.orElse(operand);
            } else if (c.args().get(i).type() instanceof Type.TensorLike
                    && operand.type() instanceof Type.Tile) {
                hasNoMemory(c.args().get(i), c.span(), c.op().kindHint(slot, operand));
                complete = false;
            }
            operands.add(operand);
        }
        if (!complete) {
            return new Expr.None(c.span());
        }
        Builder body = new Builder(c.span().via("while lowering " + c.op()), names);
        try {
            Expr value = form.onTiles(c, operands, body);
            out.addAll(body.block().statements());
            return value;
        } catch (Builder.Failure failure) {
            problems.add(failure.problem());
            return new Expr.None(c.span());
        }
    }

    private List<Stmt> viewed(Stmt.Assign x, Expr.Call c, Capability.Views views) {
        Expr.Call view = (Expr.Call) expr(c);
        Var target = define(x.target());
        out.add(new Stmt.Assign(target, view, x.span()));
        if (values.isLoaded(x.target()) && view.type() instanceof Type.TensorLike part) {
            Expr source = view.get(views.source());
            boolean rectangle =
                    source.type() instanceof Type.TensorLike whole
                            && whole.rank() == part.rank()
                            && part.view().valid().isEmpty()
                            && views.offsets().isPresent();
            Optional<Expr> tile =
                    rectangle
                            ? load(
                                    source,
                                    view.tuple(views.offsets().orElseThrow()),
                                    part,
                                    x.span())
                            : load(target, zeros(part), part, x.span());
            tile.ifPresent(t -> loads.put(target, t));
        }
        return List.of();
    }

    /** The tile that holds a value, loaded here if it is still in memory. */
    private Optional<Expr> tile(Expr value, Span span) {
        if (!(value.type() instanceof Type.TensorLike tensor)) {
            return Optional.of(value);
        }
        Expr known = value instanceof Var v ? loads.get(v) : null;
        return known != null ? Optional.of(known) : load(value, zeros(tensor), tensor, span);
    }

    private Optional<Expr> load(Expr source, List<Expr> offsets, Type.TensorLike part, Span span) {
        if (part.shape().stream().anyMatch(d -> Exprs.constant(d).isEmpty())) {
            Problem.error(ConvertTensorToTileOps.STATIC_SHAPE, span, "this is " + part.describe())
                    .hint("take a slice of static shape")
                    .to(problems);
            return Optional.empty();
        }
        Optional<Expr> load =
                toolbox.load(
                        source,
                        offsets,
                        part.shape(),
                        span.via("while loading a tensor operand"),
                        problems);
        return load.map(call -> {
            Var tile = new Var(names.fresh("t"), call.type(), span);
            out.add(new Stmt.Assign(tile, call, call.span()));
            return tile;
        });
    }

    private static List<Expr> zeros(Type.TensorLike tensor) {
        return Collections.nCopies(tensor.rank(), Exprs.index(0));
    }

    private Stmt loop(Stmt.For x) {
        Expr start = expr(x.start());
        Expr stop = expr(x.stop());
        Expr step = expr(x.step());
        List<Stmt.Carried> carried = carried(x.carried());
        Block body = yielding(x.body(), Stmt.Carried.vars(x.carried()));
        return new Stmt.For(
                x.index(),
                start,
                stop,
                step,
                x.kind(),
                carried,
                body,
                results(x.results(), types(carried)),
                x.attrs(),
                x.span());
    }

    private List<Stmt.Carried> carried(List<Stmt.Carried> all) {
        List<Stmt.Carried> image = new ArrayList<>();
        for (Stmt.Carried c : all) {
            Expr init = asTile(c.var(), expr(c.init()), c.init().span());
            image.add(
                    new Stmt.Carried(
                            results(List.of(c.var()), List.of(init.type())).getFirst(), init));
        }
        return image;
    }

    private static List<Type> types(List<Stmt.Carried> carried) {
        return carried.stream().map(c -> c.var().type()).toList();
    }

    private List<Var> results(List<Var> results, List<Type> types) {
        List<Var> image = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Var old = results.get(i);
            if (values.isTile(old)) {
                Var tile = new Var(old.name(), types.get(i), old.span());
                replace(old, tile);
                image.add(tile);
            } else {
                image.add(define(old));
            }
        }
        return image;
    }

    private Block yielding(Block block, List<Var> targets) {
        List<Stmt> outer = out;
        out = new ArrayList<>();
        for (Stmt s : block.statements()) {
            if (s instanceof Stmt.Yield y) {
                List<Expr> tiles = new ArrayList<>();
                for (int i = 0; i < y.values().size(); i++) {
                    tiles.add(asTile(targets.get(i), expr(y.values().get(i)), y.span()));
                }
                out.add(new Stmt.Yield(tiles, y.span()));
            } else {
                out.addAll(statement(s));
            }
        }
        Block written = new Block(out);
        out = outer;
        return written;
    }

    private Expr asTile(Var target, Expr value, Span span) {
        return values.isTile(target) ? tile(value, span).orElse(value) : value;
    }

    @Override
    protected Expr expr(Expr e) {
        Expr image = super.expr(e);
        if ((e instanceof Expr.Call || e instanceof Expr.FnCall) && image != e) {
            List<Expr> before = Walk.children(e);
            List<Expr> after = Walk.children(image);
            for (int i = 0; i < before.size(); i++) {
                if (before.get(i).type() instanceof Type.TensorLike
                        && after.get(i).type() instanceof Type.Tile) {
                    hasNoMemory(before.get(i), e.span(), "");
                }
            }
        }
        return image;
    }

    private void hasNoMemory(Expr value, Span use, String hint) {
        Problem.error(
                        ConvertTensorToTileOps.NO_MEMORY,
                        use,
                        "`" + Describe.expr(value) + "` is not in memory")
                .see(value.span(), "it is computed here")
                .hint(hint.isEmpty() ? "assemble it into a tensor parameter, and use that" : hint)
                .to(problems);
    }
}

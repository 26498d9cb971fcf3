package org.crosstile.lower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.abi.CoreType;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Lane;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;

/**
 * What one side of a core group does of a kernel: its own work and what both do. Tiles of the other
 * side are gone; where one crosses, this side gives it or takes it.
 */
final class LaneBody extends Renamer {
    private final Lane side;
    private final Toolbox toolbox;
    private final HandOvers handOvers;

    /** For each loop or branch around, which of its values this side has. */
    private final Deque<List<Boolean>> kept = new ArrayDeque<>();

    private final Map<Var, Expr.Call> absent = new HashMap<>();

    /**
     * @param side CUBE or VECTOR
     */
    LaneBody(Lane side, Toolbox toolbox, HandOvers handOvers) {
        this.side = side;
        this.toolbox = toolbox;
        this.handOvers = handOvers;
    }

    /** What only the other side has computed, and how. */
    Map<Var, Expr.Call> absent() {
        return absent;
    }

    @Override
    protected List<Stmt> statement(Stmt s) {
        List<Stmt> out = new ArrayList<>();
        if (side == Lane.VECTOR) {
            for (int i = 0; i < handOvers.before(s); i++) {
                out.add(sync(false, CoreType.AIV, s));
            }
        }
        switch (s) {
            case Stmt.Assign x when x.value() instanceof Expr.Call c -> assign(x, c, out);
            case Stmt.Eval x when x.value() instanceof Expr.Call c -> {
                Lane lane = Affinity.of(c);
                if (lane == side || lane == Lane.SHARED) {
                    out.add(bare(descend(x)));
                }
            }
            case Stmt.If x -> branch(x, out);
            case Stmt.For x -> loop(x, out);
            case Stmt.While x -> loop(x, out);
            case Stmt.Yield x -> {
                List<Expr> values = new ArrayList<>();
                for (int i = 0; i < x.values().size(); i++) {
                    if (kept.element().get(i)) {
                        values.add(expr(x.values().get(i)));
                    }
                }
                if (!values.isEmpty()) {
                    out.add(new Stmt.Yield(values, x.span()));
                }
            }
            case Stmt.Return x -> {}
            default -> out.add(descend(s));
        }
        if (side == Lane.CUBE && handOvers.isProducer(s)) {
            out.add(sync(true, CoreType.AIC, s));
        }
        return out;
    }

    private Stmt sync(boolean sets, CoreType core, Stmt at) {
        Span span = at.span().via("while ordering the lanes");
        return new Stmt.Eval(toolbox.sync(sets, core, span), span);
    }

    private void assign(Stmt.Assign x, Expr.Call c, List<Stmt> out) {
        switch (Affinity.of(c)) {
            case MIXED -> cross(x, c, out);
            case SHARED, DERIVED -> out.add(bare(descend(x)));
            case CUBE, VECTOR -> {
                if (Affinity.of(c) == side) {
                    out.add(bare(descend(x)));
                } else if (c.op().resultAliases().isPresent()) {
                    replace(x.target(), expr(c.get(c.op().resultAliases().get())));
                } else {
                    absent.put(x.target(), c);
                }
            }
        }
    }

    /** Placement has done its work. */
    private static Stmt bare(Stmt s) {
        return switch (s) {
            case Stmt.Assign x -> new Stmt.Assign(x.target(), bare(x.value()), x.span());
            case Stmt.Eval x -> new Stmt.Eval(bare(x.value()), x.span());
            default -> s;
        };
    }

    private static Expr bare(Expr e) {
        if (!(e instanceof Expr.Call c) || !c.attrs().containsKey(Affinity.PLACEMENT)) {
            return e;
        }
        Map<String, Expr> attrs = new HashMap<>(c.attrs());
        attrs.remove(Affinity.PLACEMENT);
        return new Expr.Call(c.op(), c.args(), attrs, c.type(), c.span());
    }

    /** This side gives the tile, or takes it. */
    private void cross(Stmt.Assign x, Expr.Call c, List<Stmt> out) {
        Type.Tile to = (Type.Tile) c.type();
        SplitMode split = SplitMode.NONE;
        Expr tile;
        if (c.op() instanceof Capability.CrossesLanes crossing) {
            split = c.code(crossing.split(), SplitMode.class);
            tile = c.get(crossing.source());
        } else {
            tile = c.get(((Capability.MovesTile) c.op()).source());
        }
        boolean toVector = !Affinity.isCube(to.space());
        if (toVector == (side == Lane.CUBE)) {
            out.add(new Stmt.Eval(toolbox.push(expr(tile), split, toVector, c.span()), x.span()));
            absent.put(x.target(), c);
        } else {
            Type.Tile type = (Type.Tile) type(to);
            Var target = define(x.target());
            out.add(
                    new Stmt.Assign(
                            target, toolbox.pop(type, split, toVector, c.span()), x.span()));
        }
    }

    /** Whether this side has a value: it is no tile of the other side. */
    private boolean has(Type type) {
        return !(type instanceof Type.Tile tile)
                || Affinity.isCube(tile.space()) == (side == Lane.CUBE);
    }

    private List<Boolean> had(List<Var> vars) {
        return vars.stream().map(v -> has(v.type())).toList();
    }

    private List<Var> defined(List<Var> vars) {
        List<Var> here = new ArrayList<>();
        for (Var v : vars) {
            if (has(v.type())) {
                here.add(define(v));
            }
        }
        return here;
    }

    private Block inner(Block block, List<Boolean> values) {
        kept.push(values);
        Block image = block(block);
        kept.pop();
        return image;
    }

    private void branch(Stmt.If x, List<Stmt> out) {
        List<Boolean> values = had(x.results());
        Expr condition = expr(x.condition());
        Block then = inner(x.then(), values);
        Block otherwise = inner(x.otherwise(), values);
        List<Var> results = defined(x.results());
        if (!then.isEmpty() || !otherwise.isEmpty()) {
            out.add(new Stmt.If(condition, then, otherwise, results, x.span()));
        }
    }

    private List<Stmt.Carried> carried(List<Stmt.Carried> all) {
        List<Stmt.Carried> here = new ArrayList<>();
        for (Stmt.Carried c : all) {
            if (has(c.var().type())) {
                Expr init = expr(c.init());
                here.add(new Stmt.Carried(define(c.var()), init));
            }
        }
        return here;
    }

    private void loop(Stmt.For x, List<Stmt> out) {
        Expr start = expr(x.start());
        Expr stop = expr(x.stop());
        Expr step = expr(x.step());
        List<Stmt.Carried> carried = carried(x.carried());
        Block body = inner(x.body(), had(x.results()));
        List<Var> results = defined(x.results());
        if (!body.isEmpty()) {
            out.add(
                    new Stmt.For(
                            x.index(),
                            start,
                            stop,
                            step,
                            x.kind(),
                            carried,
                            body,
                            results,
                            attrs(x.attrs()),
                            x.span()));
        }
    }

    private void loop(Stmt.While x, List<Stmt> out) {
        List<Stmt.Carried> carried = carried(x.carried());
        Expr condition = expr(x.condition());
        Block body = inner(x.body(), had(x.results()));
        out.add(new Stmt.While(condition, carried, body, defined(x.results()), x.span()));
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/**
 * Writes copies of tiles wherever allocation may need them. A copy whose two sides end in one
 * buffer is taken out again.
 */
final class TileCopies {
    private final Toolbox toolbox;
    private final NameSource names;
    private final Set<Var> detours = new HashSet<>();

    TileCopies(Toolbox toolbox, NameSource names) {
        this.toolbox = toolbox;
        this.names = names;
    }

    static boolean isCopy(Expr e) {
        return e instanceof Expr.Call c && c.op() instanceof Capability.CopiesTile;
    }

    /**
     * The tile that a copy may share a buffer with: its source, unless the copy is there to break a
     * circle.
     */
    Optional<Var> source(Stmt.Assign copy) {
        boolean may = isCopy(copy.value()) && !detours.contains(copy.target());
        return may && ((Expr.Call) copy.value()).args().getFirst() instanceof Var v
                ? Optional.of(v)
                : Optional.empty();
    }

    /** A statement that copies a tile to a fresh variable. */
    Stmt.Assign copy(Expr tile, Stmt near) {
        Var target =
                new Var(
                        names.fresh(tile instanceof Var v ? v.name() : "t"),
                        tile.type(),
                        near.span());
        return new Stmt.Assign(target, toolbox.copy(tile, near.span()), near.span());
    }

    /**
     * The block in which every tile has a variable, every second name is a copy, and every yielded
     * tile is made by the block that yields it, for that purpose alone.
     */
    Block isolated(Block block) {
        return new Isolation().block(block);
    }

    private final class Isolation extends Rewriter {
        @Override
        protected List<Stmt> statement(Stmt s) {
            return switch (s) {
                case Stmt.Eval x when x.value().type() instanceof Type.Tile ->
                        List.of(
                                new Stmt.Assign(
                                        new Var(names.fresh("t"), x.value().type(), x.span()),
                                        x.value(),
                                        x.span()));
                case Stmt.Assign x when x.value() instanceof Var v && TileLives.isTile(v) ->
                        List.of(new Stmt.Assign(x.target(), toolbox.copy(v, x.span()), x.span()));
                case Stmt.If x ->
                        List.of(
                                new Stmt.If(
                                        x.condition(),
                                        yields(x.then(), List.of()),
                                        yields(x.otherwise(), List.of()),
                                        x.results(),
                                        x.span()));
                case Stmt.For x ->
                        List.of(
                                new Stmt.For(
                                        x.index(),
                                        x.start(),
                                        x.stop(),
                                        x.step(),
                                        x.kind(),
                                        x.carried(),
                                        yields(x.body(), x.carried()),
                                        x.results(),
                                        x.attrs(),
                                        x.span()));
                case Stmt.While x ->
                        List.of(
                                new Stmt.While(
                                        x.condition(),
                                        x.carried(),
                                        yields(x.body(), x.carried()),
                                        x.results(),
                                        x.span()));
                default -> super.statement(s);
            };
        }

        private Block yields(Block old, List<Stmt.Carried> carried) {
            Block block = block(old);
            if (block.isEmpty() || !(block.statements().getLast() instanceof Stmt.Yield y)) {
                return block;
            }
            List<Stmt> out =
                    new ArrayList<>(block.statements().subList(0, block.statements().size() - 1));
            Set<Var> own = new HashSet<>(Variables.defined(block));
            List<Expr> values = new ArrayList<>();
            for (int i = 0; i < y.values().size(); i++) {
                Expr value = y.values().get(i);
                boolean kept = i < carried.size() && carried.get(i).var() == value;
                boolean fresh = value instanceof Var v && own.remove(v);
                if (value.type() instanceof Type.Tile && !kept && !fresh) {
                    Stmt.Assign copy = copy(value, y);
                    out.add(copy);
                    value = copy.target();
                }
                values.add(value);
            }
            out.add(new Stmt.Yield(values, y.span()));
            return new Block(out);
        }
    }

    /** The block in which some calls work on a copy of the operand that they would change. */
    Block sparing(Block block, Map<Stmt, Slot> changed) {
        return new Rewriter() {
            @Override
            protected List<Stmt> statement(Stmt s) {
                if (!(s instanceof Stmt.Assign x)
                        || !changed.containsKey(s)
                        || !(x.value() instanceof Expr.Call c)) {
                    return super.statement(s);
                }
                int at = c.op().indexOf(Optional.ofNullable(changed.get(s)).orElseThrow());
                Stmt.Assign copy = copy(c.args().get(at), s);
                List<Expr> args = new ArrayList<>(c.args());
                args.set(at, copy.target());
                return List.of(copy, new Stmt.Assign(x.target(), c.with(args, c.type()), x.span()));
            }
        }.block(block);
    }

    /** The block in which a yield or loop takes its index-th value from a copy. */
    Block detour(Block block, Stmt where, int index) {
        return new Rewriter() {
            @Override
            protected List<Stmt> statement(Stmt s) {
                if (s != where) {
                    return super.statement(s);
                }
                Stmt.Assign copy = copy(values(s).get(index), s);
                detours.add(copy.target());
                return List.of(copy, descend(taking(s, Map.of(index, copy.target()))));
            }
        }.block(block);
    }

    /** The values of a yield, or the initial values of a loop. */
    static List<Expr> values(Stmt s) {
        return switch (s) {
            case Stmt.Yield y -> y.values();
            case Stmt.For x -> Stmt.Carried.inits(x.carried());
            case Stmt.While x -> Stmt.Carried.inits(x.carried());
            default -> List.of();
        };
    }

    /** A yield or loop with other values in some positions. */
    static Stmt taking(Stmt s, Map<Integer, Var> images) {
        return switch (s) {
            case Stmt.Yield y -> {
                List<Expr> values = new ArrayList<>(y.values());
                images.forEach(values::set);
                yield new Stmt.Yield(values, y.span());
            }
            case Stmt.For x ->
                    new Stmt.For(
                            x.index(),
                            x.start(),
                            x.stop(),
                            x.step(),
                            x.kind(),
                            carried(x.carried(), images),
                            x.body(),
                            x.results(),
                            x.attrs(),
                            x.span());
            case Stmt.While x ->
                    new Stmt.While(
                            x.condition(),
                            carried(x.carried(), images),
                            x.body(),
                            x.results(),
                            x.span());
            default -> s;
        };
    }

    private static List<Stmt.Carried> carried(List<Stmt.Carried> all, Map<Integer, Var> images) {
        List<Stmt.Carried> out = new ArrayList<>(all);
        images.forEach((i, image) -> out.set(i, new Stmt.Carried(all.get(i).var(), image)));
        return out;
    }
}

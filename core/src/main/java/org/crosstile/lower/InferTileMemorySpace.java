package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.crosstile.abi.MemorySpace;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Moves tiles to the memories in which operators take them: the operands of a product to Left and
 * Right by way of Mat, its result from Acc to Vec where vector work goes on. What is only loaded to
 * be multiplied is loaded into Mat.
 *
 * <pre>
 * a = tile.load(x)             a = tile.load(x) in Mat
 * b = tile.load(w)             b = tile.load(w) in Mat
 *                              l = tile.move(a, Left)
 *                              r = tile.move(b, Right)
 * c = tile.matmul(a, b)        c = tile.matmul(l, r)
 *                              v = tile.move(c, Vec)
 * d = tile.exp(c)              d = tile.exp(v)
 * </pre>
 */
public final class InferTileMemorySpace implements Pass {
    private final Toolbox toolbox;

    public InferTileMemorySpace(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.TILES_2D;
    }

    @Override
    public Stage gives() {
        return Stage.SPACES;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(
                f -> f.place() == Place.KERNEL && !f.isSubWorker() ? new Moving(f).function(f) : f);
    }

    /** Whether the operator takes a tile of a memory space in a slot. */
    static boolean takes(Expr.Call call, Slot slot, MemorySpace space) {
        return call.op().spaces(slot).contains(space);
    }

    private final class Moving extends Retyping {
        private final Builder.NameSource names;
        private final Set<Var> onlyMultiplied = new HashSet<>();

        Moving(Function f) {
            this.names = Variables.names(f);
            findLoads(f);
        }

        /** Tiles in Vec that nobody takes there, but the cube core does. */
        private void findLoads(Function f) {
            Map<Var, Expr.Call> loads = new HashMap<>();
            Set<Var> elsewhere = new HashSet<>();
            Walk.statements(
                    f.body(),
                    s -> {
                        if (s instanceof Stmt.Assign x
                                && x.value() instanceof Expr.Call c
                                && c.op() instanceof Capability.LoadsTile) {
                            loads.put(x.target(), c);
                        }
                        for (Expr e : Walk.own(s)) {
                            if (e instanceof Expr.Call c) {
                                uses(c, elsewhere);
                            } else {
                                Variables.used(e, elsewhere::add);
                            }
                        }
                    });
            onlyMultiplied.removeAll(elsewhere);
            onlyMultiplied.retainAll(loads.keySet());
        }

        private void uses(Expr.Call c, Set<Var> elsewhere) {
            for (Slot slot : c.op().slots()) {
                if (c.get(slot) instanceof Var v && v.type() instanceof Type.Tile) {
                    boolean cube =
                            !takes(c, slot, MemorySpace.Vec)
                                    || (c.op() instanceof Capability.MovesTile
                                            && c.type() instanceof Type.Tile to
                                            && Affinity.isCube(to.space()));
                    (cube ? onlyMultiplied : elsewhere).add(v);
                } else {
                    Variables.used(c.get(slot), elsewhere::add);
                }
            }
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            if (s instanceof Stmt.Assign x
                    && onlyMultiplied.contains(x.target())
                    && x.value() instanceof Expr.Call c
                    && c.op() instanceof Capability.LoadsTile load
                    && c.type() instanceof Type.Tile tile
                    && tile.space() == MemorySpace.Vec) {
                List<Expr> args = new ArrayList<>(c.args());
                args.set(c.op().indexOf(load.space()), new Expr.Code(MemorySpace.Mat, c.span()));
                Expr.Call toMat =
                        new Expr.Call(
                                c.op(), args, c.attrs(), tile.inSpace(MemorySpace.Mat), c.span());
                return super.statement(new Stmt.Assign(x.target(), toMat, x.span()));
            }
            return super.statement(s);
        }

        @Override
        Expr.Call rewritten(Expr.Call call, List<Expr> args) {
            List<Expr> fitting = new ArrayList<>(args);
            for (Slot slot : call.op().slots()) {
                int i = call.op().indexOf(slot);
                if (args.get(i).type() instanceof Type.Tile tile) {
                    MemorySpace wanted = wanted(call, slot, tile);
                    fitting.set(
                            i, moved(args.get(i), wanted, call.span().via("while moving tiles")));
                }
            }
            return again(call, fitting)
                    .orElseThrow(() ->
                            new IllegalStateException(call.op() + " does not take what it took"));
        }

        /** Where an operand has to be: as it is, if the operator takes it so. */
        private MemorySpace wanted(Expr.Call call, Slot slot, Type.Tile tile) {
            if (call.op() instanceof Capability.MovesTile
                    && call.type() instanceof Type.Tile to
                    && tile.space() == MemorySpace.Vec
                    && Affinity.isCube(to.space())) {
                return to.space() == MemorySpace.Mat ? MemorySpace.Vec : MemorySpace.Mat;
            }
            return takes(call, slot, tile.space())
                    ? tile.space()
                    : call.op().spaces(slot).getFirst();
        }

        private Expr moved(Expr tile, MemorySpace to, Span span) {
            MemorySpace from = ((Type.Tile) tile.type()).space();
            if (from == to) {
                return tile;
            }
            boolean stops = to != MemorySpace.Mat && Affinity.isCube(to) && from != MemorySpace.Mat;
            Expr stop = stops ? moved(tile, MemorySpace.Mat, span) : tile;
            String name = tile instanceof Var v ? v.name() : "tile";
            return let(
                    names.fresh(name + "_" + to.name().toLowerCase(Locale.ROOT)),
                    toolbox.move(stop, to, span),
                    span);
        }

        @Override
        Expr fitted(Expr value, Type.Tile wanted, Span span) {
            return moved(value, wanted.space(), span);
        }
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.WindowEffects;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Keeps the order of memory that kernels rely on: what a rank writes to a window is seen before a
 * later signal, and what was signalled is read after a wait.
 *
 * <pre>
 * put(d, p, s, stage)             put(d, p, s, stage)
 *                                 fence()
 * notify(g, p, [0], 1)            notify(g, p, [0], 1)
 * wait(g, [0], 1)                 wait(g, [0], 1)
 *                                 cacheinvalid()
 * w = store(t, [0, 0], win)       w = store(t, [0, 0], win)
 *                                 cacheinvalid(win, shape, [0, 0])
 *                                 fence()
 * </pre>
 *
 * <p>Nothing follows a signal, a remote load or a write to a plain tensor.
 *
 * <p>A kernel that this pass is done with says so, and so may one that is written by hand: {@code
 * pl.func_attr({"fences": "explicit"})}. It keeps exactly the fences that it has.
 */
public final class InsertCommFence implements Pass {
    private final Toolbox toolbox;

    public InsertCommFence(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.CONTEXTS;
    }

    @Override
    public Stage gives() {
        return Stage.FENCED;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(f -> hasFences(f) ? fenced(f) : f);
    }

    private Function fenced(Function f) {
        return f.withBody(inOrder(f.body(), toolbox))
                .withAttr(Function.FENCES, new Expr.Text(Function.EXPLICIT, Span.NONE));
    }

    /** A block with everything that keeps its memory in order. */
    static Block inOrder(Block block, Toolbox toolbox) {
        return new Fencing(toolbox).block(block);
    }

    private static boolean hasFences(Function f) {
        return f.place() == Place.KERNEL && !f.isSubWorker() && !f.hasExplicitFences();
    }

    private static final class Fencing extends Rewriter {
        private final Toolbox toolbox;

        Fencing(Toolbox toolbox) {
            this.toolbox = toolbox;
        }

        @Override
        public Block block(Block block) {
            List<Stmt> out = new ArrayList<>();
            List<Stmt> all = block.statements();
            boolean changed = false;
            for (int i = 0; i < all.size(); i++) {
                Stmt image = descend(all.get(i));
                changed |= image != all.get(i);
                out.add(image);
                List<Stmt> markers = markers(image, toolbox);
                if (!follow(markers, all, i + 1)) {
                    out.addAll(markers);
                    changed = true;
                }
            }
            return changed ? new Block(out) : block;
        }
    }

    /** Whether the markers stand there already. */
    static boolean follow(List<Stmt> markers, List<Stmt> all, int at) {
        if (at + markers.size() > all.size()) {
            return false;
        }
        for (int i = 0; i < markers.size(); i++) {
            boolean same =
                    markers.get(i) instanceof Stmt.Eval wanted
                            && all.get(at + i) instanceof Stmt.Eval found
                            && Structure.same(wanted.value(), found.value());
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** What must stand directly after a statement. */
    static List<Stmt> markers(Stmt s, Toolbox toolbox) {
        Expr value =
                switch (s) {
                    case Stmt.Assign x -> x.value();
                    case Stmt.Unpack x -> x.value();
                    case Stmt.Eval x -> x.value();
                    default -> new Expr.None(s.span());
                };
        Span span = s.span().via("while keeping memory in order");
        if (value instanceof Expr.FnCall) {
            return evals(span, toolbox.invalidate(span), toolbox.fence(span));
        }
        if (!(value instanceof Expr.Call c)) {
            return List.of();
        }
        if (c.op() instanceof Capability.Awaits) {
            return evals(span, toolbox.invalidate(span));
        }
        if (c.op() instanceof Capability.WritesPeer) {
            return evals(span, toolbox.fence(span));
        }
        return WindowEffects.written(c)
                .map(window -> evals(span, toolbox.invalidate(window, span), toolbox.fence(span)))
                .orElse(List.of());
    }

    private static List<Stmt> evals(Span span, Expr... values) {
        List<Stmt> all = new ArrayList<>();
        for (Expr value : values) {
            all.add(new Stmt.Eval(value, span));
        }
        return all;
    }
}

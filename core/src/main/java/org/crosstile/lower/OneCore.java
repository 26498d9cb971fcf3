package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Block;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Lane;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;

/**
 * What one vector core of a core group does for all of them. A collective is such work: its credits
 * count ranks and not cores, and no core may go on before it is done.
 *
 * <pre>
 * syncall("mix")                         the group has done what stands before the call
 * aiv_id = get_subblock_idx()
 * if aiv_id == 0:                        only where both vector cores run the kernel
 *     notify(...)   core_placement=aiv
 *     wait(...)     core_placement=aiv
 * syncall("mix")                         the group may use what the call has brought
 * </pre>
 */
final class OneCore {
    private final boolean isGroup;
    private final boolean runsOnBoth;
    private final Toolbox toolbox;

    private OneCore(boolean isGroup, boolean runsOnBoth, Toolbox toolbox) {
        this.isGroup = isGroup;
        this.runsOnBoth = runsOnBoth;
        this.toolbox = toolbox;
    }

    /** For a kernel whose calls have not been lowered yet. */
    static OneCore of(Function f, Toolbox toolbox) {
        boolean[] cube = new boolean[1];
        Walk.calls(f.body(), c -> cube[0] |= Affinity.intrinsic(c) == Lane.CUBE);
        boolean both = RegionRules.hasRegions(f) || f.runsOnBothVectorCores();
        boolean divides = cube[0] && LowerAutoVectorSplit.mode(f) != SplitMode.NONE;
        return new OneCore(
                f.kind() == Function.Kind.InCore && (cube[0] || both), both || divides, toolbox);
    }

    /** Whether the kernel runs on more than one core of a group. */
    boolean isGroup() {
        return isGroup;
    }

    /**
     * What all cores of the group do so that one of them does some statements.
     *
     * @param isOne whether just one of the vector cores comes here
     */
    List<Stmt> alone(List<Stmt> statements, boolean isOne, Builder.NameSource names, Span span) {
        List<Stmt> placed = new Placing().block(new Block(statements)).statements();
        if (isOne) {
            return placed;
        }
        List<Stmt> out = new ArrayList<>(meeting(span));
        if (runsOnBoth) {
            Var index = new Var(names.fresh("aiv_id"), Type.INDEX, span);
            out.add(new Stmt.Assign(index, toolbox.subblock(span), span));
            Expr first = Exprs.binary(Expr.BinaryOp.EQ, index, Exprs.index(0));
            out.add(new Stmt.If(first, new Block(placed), Block.EMPTY, List.of(), span));
        } else {
            out.addAll(placed);
        }
        out.addAll(meeting(span));
        return out;
    }

    /** What each core has written is seen by the others afterwards. */
    private List<Stmt> meeting(Span span) {
        return List.of(
                new Stmt.Eval(toolbox.invalidate(span), span),
                new Stmt.Eval(toolbox.fence(span), span),
                new Stmt.Eval(toolbox.meet(span), span),
                new Stmt.Eval(toolbox.invalidate(span), span));
    }

    /** Keeps on the vector cores what both sides would do. */
    private static final class Placing extends Rewriter {
        @Override
        protected Expr expr(Expr e) {
            Expr image = super.expr(e);
            if (!(image instanceof Expr.Call c) || Affinity.intrinsic(c) != Lane.SHARED) {
                return image;
            }
            Map<String, Expr> attrs = new HashMap<>(c.attrs());
            attrs.put(Affinity.PLACEMENT, Affinity.onVector(c.span()));
            return new Expr.Call(c.op(), c.args(), attrs, c.type(), c.span());
        }
    }

    /** The statements that only one vector core comes to because they are guarded so. */
    static Set<Stmt> guarded(Block body) {
        Set<Var> indices = new HashSet<>();
        Set<Stmt> guarded = Collections.newSetFromMap(new IdentityHashMap<>());
        Walk.statements(
                body,
                s -> {
                    if (s instanceof Stmt.Assign x
                            && x.value() instanceof Expr.Call c
                            && c.op() instanceof Capability.GivesSubblock) {
                        indices.add(x.target());
                    }
                    if (s instanceof Stmt.If x && isIndexed(x.condition(), indices)) {
                        guarded.add(s);
                        Walk.statements(x.then(), guarded::add);
                    }
                });
        return guarded;
    }

    private static boolean isIndexed(Expr condition, Set<Var> indices) {
        return condition instanceof Expr.Binary b
                && b.op() == Expr.BinaryOp.EQ
                && b.left() instanceof Var v
                && indices.contains(v)
                && Exprs.constant(b.right()).isPresent();
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Primitive;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Removes what is computed for nothing, backwards through a function in SSA form; see {@link
 * Simplify}.
 */
final class DeadCode {
    private final Set<Var> used = new HashSet<>();
    private final boolean reads;

    private DeadCode(boolean reads) {
        this.reads = reads;
    }

    static Function without(Function f) {
        return f.withBody(without(f.body(), false));
    }

    /**
     * A function's body without what is computed for nothing.
     *
     * @param reads whether that goes for reads of memory, too
     */
    static Block without(Block body, boolean reads) {
        return new DeadCode(reads).block(body);
    }

    private Block block(Block block) {
        List<Stmt> kept = new ArrayList<>();
        for (int i = block.statements().size() - 1; i >= 0; i--) {
            Stmt s = block.statements().get(i);
            if (isDead(s)) {
                continue;
            }
            Stmt swept = inner(s);
            boolean idle =
                    (swept instanceof Stmt.If x && x.then().isEmpty() && x.otherwise().isEmpty())
                            || (swept instanceof Stmt.For y && y.body().isEmpty());
            if (!idle) {
                kept.add(swept);
                Walk.own(swept).forEach(this::use);
                Walk.defined(swept).forEach(v -> Variables.used(v.type(), used::add));
            }
        }
        Collections.reverse(kept);
        return new Block(kept);
    }

    private Stmt inner(Stmt s) {
        return switch (s) {
            case Stmt.If x -> {
                Block otherwise = block(x.otherwise());
                yield new Stmt.If(x.condition(), block(x.then()), otherwise, x.results(), x.span());
            }
            case Stmt.For x ->
                    new Stmt.For(
                            x.index(),
                            x.start(),
                            x.stop(),
                            x.step(),
                            x.kind(),
                            x.carried(),
                            block(x.body()),
                            x.results(),
                            x.attrs(),
                            x.span());
            case Stmt.While x ->
                    new Stmt.While(
                            x.condition(), x.carried(), block(x.body()), x.results(), x.span());
            case Stmt.Scope x ->
                    new Stmt.Scope(x.kind(), x.attrs(), x.bound(), block(x.body()), x.span());
            default -> s;
        };
    }

    private void use(Expr e) {
        Walk.expressions(
                e,
                x -> {
                    if (x instanceof Var v) {
                        used.add(v);
                    } else if (x instanceof Expr.Call c) {
                        Variables.used(c.type(), used::add);
                    }
                });
    }

    private boolean isDead(Stmt s) {
        return switch (s) {
            case Stmt.Assign x ->
                    !used.contains(x.target())
                            && (isPure(x.value()) || (reads && onlyReads(x.value())));
            case Stmt.Eval x -> isPure(x.value());
            default -> false;
        };
    }

    /** Whether nobody notices that an expression is not evaluated. */
    static boolean isPure(Expr e) {
        return switch (e) {
            case Expr.FnCall c -> false;
            case Expr.Call c ->
                    c.op() instanceof Primitive
                            && c.type() != Type.Opaque.UNKNOWN
                            && c.op().resultAliases().isEmpty()
                            && !(c.op() instanceof Capability.AllocatesWindow)
                            && !(c.op() instanceof Capability.PopsTile)
                            && (!touchesMemory(c) || onlyNames(c));
            default -> {
                boolean pure = true;
                for (Expr child : Walk.children(e)) {
                    pure &= isPure(child);
                }
                yield pure;
            }
        };
    }

    private static boolean onlyReads(Expr e) {
        if (!(e instanceof Expr.Call c)
                || !(c.op() instanceof Primitive)
                || c.type() == Type.Opaque.UNKNOWN
                || c.op().resultAliases().isPresent()
                || c.op() instanceof Capability.PopsTile) {
            return false;
        }
        for (Slot slot : c.op().slots()) {
            if (c.get(slot).type() instanceof Type.TensorLike
                    && c.op().effect(c, slot) != Effect.READ
                    && c.op().effect(c, slot) != Effect.NONE) {
                return false;
            }
        }
        return true;
    }

    private static boolean touchesMemory(Expr.Call c) {
        boolean touches = false;
        for (Expr arg : c.args()) {
            touches |= arg.type() instanceof Type.TensorLike;
        }
        return touches;
    }

    private static boolean onlyNames(Expr.Call c) {
        return c.op() instanceof Capability.Views || c.op() instanceof Capability.GivesContext;
    }
}

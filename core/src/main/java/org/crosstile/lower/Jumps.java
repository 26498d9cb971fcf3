package org.crosstile.lower;

import java.util.List;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;

/**
 * How the body of a loop is left early.
 *
 * @param continues whether an iteration may be cut short
 * @param ends whether the loop may be left before its time
 */
record Jumps(boolean continues, boolean ends) {
    static Jumps of(Block loopBody) {
        boolean continues = false;
        boolean ends = false;
        for (Stmt s : loopBody.statements()) {
            Jumps inner =
                    switch (s) {
                        case Stmt.Break x -> new Jumps(false, true);
                        case Stmt.Continue x -> new Jumps(true, false);
                        case Stmt.Return x -> new Jumps(false, true);
                        case Stmt.If x -> {
                            Jumps a = of(x.then());
                            Jumps b = of(x.otherwise());
                            yield new Jumps(a.continues || b.continues, a.ends || b.ends);
                        }
                        case Stmt.Scope x -> of(x.body());
                        default -> new Jumps(false, returns(s));
                    };
            continues |= inner.continues;
            ends |= inner.ends;
        }
        return new Jumps(continues, ends);
    }

    boolean any() {
        return continues || ends;
    }

    /** Whether control may go from inside a statement to somewhere other than the next one. */
    static boolean leaves(Stmt s) {
        return of(new Block(List.of(s))).any();
    }

    /** Whether a statement may leave the function. */
    static boolean returns(Stmt s) {
        if (s instanceof Stmt.Return) {
            return true;
        }
        for (Block block : Walk.blocks(s)) {
            for (Stmt inner : block.statements()) {
                if (returns(inner)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether control never reaches the end of the statements. */
    static boolean always(List<Stmt> statements) {
        for (Stmt s : statements) {
            boolean jumps =
                    switch (s) {
                        case Stmt.Break x -> true;
                        case Stmt.Continue x -> true;
                        case Stmt.Return x -> true;
                        case Stmt.If x ->
                                always(x.then().statements()) && always(x.otherwise().statements());
                        case Stmt.Scope x -> always(x.body().statements());
                        default -> false;
                    };
            if (jumps) {
                return true;
            }
        }
        return false;
    }

    /** Whether an expression calls anything. */
    static boolean calls(Expr e) {
        if (e instanceof Expr.Call || e instanceof Expr.FnCall) {
            return true;
        }
        for (Expr child : Walk.children(e)) {
            if (calls(child)) {
                return true;
            }
        }
        return false;
    }
}

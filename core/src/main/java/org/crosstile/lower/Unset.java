package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * What a variable holds on a path on which it is never set; see {@link ConvertToSSA}. A variable
 * that is not read on such a path may hold anything of its type there.
 */
final class Unset {
    private final Map<Var, List<Expr>> definitions = new HashMap<>();
    private final Toolbox toolbox;
    private final Set<Var> doubtful;

    /**
     * @param doubtful the variables that may be read where they have no value
     */
    Unset(Function f, Toolbox toolbox, Set<Var> doubtful) {
        this.toolbox = toolbox;
        this.doubtful = doubtful;
        Walk.statements(
                f.body(),
                s -> {
                    if (s instanceof Stmt.Assign x) {
                        definitions
                                .computeIfAbsent(x.target(), v -> new ArrayList<>())
                                .add(x.value());
                    }
                });
    }

    /**
     * The value, to be placed before the statement that may set the variable.
     *
     * @param changed what that statement sets
     */
    Optional<Expr> value(Var v, SsaBuilder.Current current, Set<Var> changed) {
        boolean isRead = doubtful.contains(v);
        return switch (v.type()) {
            case Type.Scalar s when !isRead -> Optional.of(Variables.zero(s.dtype(), v.span()));
            case Type.Tile t when !isRead -> Optional.of(toolbox.create(t, v.span()));
            case Type.Scalar s -> Optional.empty();
            case Type.Tile t -> Optional.empty();
            default -> {
                List<Expr> candidates = new ArrayList<>();
                collect(v, current, changed, candidates, new HashSet<>());
                boolean one = !candidates.isEmpty();
                for (Expr candidate : candidates) {
                    one &= !isRead || Structure.same(candidate, candidates.getFirst());
                }
                yield one ? Optional.of(candidates.getFirst()) : Optional.empty();
            }
        };
    }

    private void collect(
            Var v,
            SsaBuilder.Current current,
            Set<Var> changed,
            List<Expr> candidates,
            Set<Var> seen) {
        if (!seen.add(v)) {
            return;
        }
        for (Expr definition : definitions.getOrDefault(v, List.of())) {
            Optional<Expr> same = sameMemory(definition);
            if (same.isPresent() && same.get() instanceof Var u) {
                if (current.knows(u)) {
                    candidates.add(current.value(u));
                } else {
                    collect(u, current, changed, candidates, seen);
                }
            } else if (definition instanceof Expr.Call c) {
                Expr made = doubtful.contains(v) ? c : withoutNumbers(c, current, changed);
                if (isKnown(made, current, changed)) {
                    candidates.add(current.value(made));
                }
            }
        }
    }

    /** A call that is made only so that there is a value: numbers that are not known are zero. */
    private static Expr withoutNumbers(
            Expr.Call call, SsaBuilder.Current current, Set<Var> changed) {
        return new Rewriter() {
            @Override
            protected Expr use(Var u) {
                boolean isKnown = current.knows(u) && !changed.contains(u);
                return u.type() instanceof Type.Scalar s && !isKnown
                        ? Variables.zero(s.dtype(), u.span())
                        : u;
            }

            Expr value(Expr e) {
                return expr(e);
            }
        }.value(call);
    }

    /** The operand of which the value is another name. */
    private static Optional<Expr> sameMemory(Expr value) {
        return switch (value) {
            case Var u -> Optional.of(u);
            case Expr.Call c -> c.op().resultAliases().map(c::get);
            default -> Optional.empty();
        };
    }

    private static boolean isKnown(Expr e, SsaBuilder.Current current, Set<Var> changed) {
        if (e instanceof Var v) {
            return current.knows(v) && !changed.contains(v);
        }
        for (Expr child : Walk.children(e)) {
            if (!isKnown(child, current, changed)) {
                return false;
            }
        }
        return true;
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.model.Block;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Composite;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Replaces each composite by the primitives that carry it out. Every statement that comes of a call
 * has the call's place and the note "while lowering ...". The variable that held the call's value
 * still does. Host orchestrators keep their composites: each device runs a builtin of its own. In a
 * kernel with explicit fences a composite brings those that it needs itself. Where a core group
 * runs the kernel, one vector core carries out a collective, and the group meets around it.
 */
public final class LowerCompositeOps implements Pass {
    private final Toolbox toolbox;

    public LowerCompositeOps(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.TILE_OPS;
    }

    @Override
    public Stage gives() {
        return Stage.PRIMITIVES;
    }

    @Override
    public Program run(Program program, Problems problems) {
        program.functions().forEach(f -> Overlaps.check(f, problems));
        return program.map(f -> f.isSubWorker() ? f : new Lowering(f, problems).function(f));
    }

    private final class Lowering extends Rewriter {
        private final Function f;
        private final Builder.NameSource names;
        private final Problems problems;
        private final OneCore oneCore;
        private final Sharding sharding;

        /** Whether the vector cores of a group may have gone different ways. */
        private boolean isOne;

        Lowering(Function f, Problems problems) {
            this.f = f;
            this.names = Variables.names(f);
            this.problems = problems;
            this.oneCore = OneCore.of(f, toolbox);
            this.sharding = Sharding.of(f);
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            return switch (s) {
                case Stmt.Assign x when isComposite(x.value()) -> {
                    List<Stmt> out = new ArrayList<>();
                    lower(x.value(), out)
                            .ifPresent(
                                    value -> out.add(new Stmt.Assign(x.target(), value, x.span())));
                    yield out;
                }
                case Stmt.Eval x when isComposite(x.value()) -> {
                    List<Stmt> out = new ArrayList<>();
                    lower(x.value(), out);
                    yield out;
                }
                case Stmt.Return x when x.values().stream().anyMatch(this::isComposite) -> {
                    List<Stmt> out = new ArrayList<>();
                    List<Expr> values = new ArrayList<>();
                    for (Expr value : x.values()) {
                        values.add(isComposite(value) ? lower(value, out).orElse(value) : value);
                    }
                    out.add(new Stmt.Return(values, x.span()));
                    yield out;
                }
                default -> {
                    boolean outer = isOne;
                    isOne |= sharding.decides(s);
                    List<Stmt> out = super.statement(s);
                    isOne = outer;
                    yield out;
                }
            };
        }

        private boolean isComposite(Expr e) {
            return e instanceof Expr.Call c
                    && c.op() instanceof Composite op
                    && op.lowersAt(f.place());
        }

        /** Appends the lowering; empty if it reported a problem. */
        private Optional<Expr> lower(Expr e, List<Stmt> out) {
            Expr.Call call = (Expr.Call) e;
            Span span = call.span().via("while lowering " + call.op());
            Builder body = new Builder(span, names);
            try {
                Expr value = ((Composite) call.op()).lower(call, body);
                Block lowered =
                        f.hasExplicitFences()
                                ? InsertCommFence.inOrder(body.block(), toolbox)
                                : body.block();
                out.addAll(
                        oneCore.isGroup() && call.op() instanceof Capability.Collective
                                ? oneCore.alone(lowered.statements(), isOne, names, span)
                                : lowered.statements());
                // a value without a type is nothing to bind
                return value.type() == Type.Opaque.UNKNOWN ? Optional.empty() : Optional.of(value);
            } catch (Builder.Failure failure) {
                problems.add(failure.problem());
                return Optional.empty();
            }
        }
    }
}

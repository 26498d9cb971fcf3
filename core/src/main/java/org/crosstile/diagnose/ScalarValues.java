package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.memory.Domain;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.model.WindowFlow;
import org.crosstile.record.TaskRecord;

/**
 * What a scalar expression is on a certain rank, as far as that follows from the launch's arguments
 * and the rank's place in its domains without running anything.
 */
@SuppressWarnings("ReferenceEquality") // variables are who they are
final class ScalarValues {
    private static final int MAX_DEPTH = 64;

    /**
     * Where an expression stands.
     *
     * @param calls how the launched function came to call {@code function}
     */
    record Frame(int device, TaskRecord task, String function, List<Expr.FnCall> calls) {
        Frame caller() {
            List<Expr.FnCall> outer = calls.subList(0, calls.size() - 1);
            return new Frame(
                    device,
                    task,
                    outer.isEmpty() ? task.function() : outer.getLast().callee(),
                    outer);
        }
    }

    private final Program program;
    private final WindowFlow flow;
    private final Map<String, Domain> domains;
    private final Map<Var, Expr> definitions = new HashMap<>();

    ScalarValues(Program program, WindowFlow flow, Map<String, Domain> domains) {
        this.program = program;
        this.flow = flow;
        this.domains = domains;
        for (Function function : program.functions()) {
            Walk.statements(
                    function.body(),
                    s -> {
                        if (s instanceof Stmt.Assign assign) {
                            definitions.put(assign.target(), assign.value());
                        }
                    });
        }
    }

    /** The value; empty if it depends on data, on a loop or on anything else that is not known. */
    OptionalLong of(Expr e, Frame frame) {
        return of(e, frame, 0);
    }

    private OptionalLong of(Expr e, Frame frame, int depth) {
        if (depth > MAX_DEPTH) {
            return OptionalLong.empty();
        }
        return switch (e) {
            case Var v -> ofVariable(v, frame, depth);
            case Expr.Cast cast ->
                    cast.to().isInteger()
                            ? of(cast.operand(), frame, depth + 1)
                            : OptionalLong.empty();
            case Expr.Binary b -> {
                OptionalLong left = of(b.left(), frame, depth + 1);
                OptionalLong right = of(b.right(), frame, depth + 1);
                yield left.isPresent() && right.isPresent()
                        ? folded(b.op(), left.getAsLong(), right.getAsLong())
                        : OptionalLong.empty();
            }
            case Expr.Call call when call.op() instanceof Capability.ReadsContext reads ->
                    ofContext(call.get(reads.context()), reads.givesRank(), frame, depth);
            default -> Exprs.constant(e);
        };
    }

    /** As {@link Exprs#fold}, with truth as 1 and 0. */
    private static OptionalLong folded(Expr.BinaryOp op, long a, long b) {
        return switch (op) {
            case EQ -> truth(a == b);
            case NE -> truth(a != b);
            case LT -> truth(a < b);
            case LE -> truth(a <= b);
            case GT -> truth(a > b);
            case GE -> truth(a >= b);
            case AND -> truth(a != 0 && b != 0);
            case OR -> truth(a != 0 || b != 0);
            default -> Exprs.fold(op, a, b);
        };
    }

    private static OptionalLong truth(boolean value) {
        return OptionalLong.of(value ? 1 : 0);
    }

    /**
     * Names of the allocations that a window may be a view of here: where the launch passes it on,
     * the one that it passes. Empty if that is unknown.
     */
    Set<String> windows(Expr e, Frame frame) {
        Set<String> all = flow.of(e);
        return all.size() < 2 ? all : passed(e, frame, 0).map(Set::of).orElse(all);
    }

    private Optional<String> passed(Expr e, Frame frame, int depth) {
        if (depth > MAX_DEPTH) {
            return Optional.empty();
        }
        if (e instanceof Expr.Call call && call.op() instanceof Capability.ViewsWindow views) {
            return passed(call.get(views.buffer()), frame, depth + 1);
        }
        if (e instanceof Expr.Call call && call.op().resultAliases().isPresent()) {
            return passed(call.get(call.op().resultAliases().get()), frame, depth + 1);
        }
        if (!(e instanceof Var v)) {
            return Optional.empty();
        }
        Expr definition = definitions.get(v);
        int index = definition == null ? parameter(v, frame) : -1;
        if (definition != null) {
            return passed(definition, frame, depth + 1);
        }
        if (index < 0) {
            return Optional.empty();
        }
        return frame.calls().isEmpty()
                ? Optional.ofNullable(frame.task().windows().get(index))
                : passed(frame.calls().getLast().args().get(index), frame.caller(), depth + 1);
    }

    private OptionalLong ofVariable(Var v, Frame frame, int depth) {
        Expr definition = definitions.get(v);
        if (definition != null) {
            return of(definition, frame, depth + 1);
        }
        int index = parameter(v, frame);
        if (index < 0) {
            return OptionalLong.empty();
        }
        if (frame.calls().isEmpty()) {
            Long scalar = frame.task().scalars().get(index);
            return scalar == null ? OptionalLong.empty() : OptionalLong.of(scalar);
        }
        return of(frame.calls().getLast().args().get(index), frame.caller(), depth + 1);
    }

    private int parameter(Var v, Frame frame) {
        return program.find(frame.function()).map(f -> f.paramIndex(v)).orElse(-1);
    }

    private OptionalLong ofContext(Expr context, boolean rank, Frame frame, int depth) {
        if (depth > MAX_DEPTH) {
            return OptionalLong.empty();
        }
        if (context instanceof Expr.Call call
                && call.op() instanceof Capability.GivesContext gives) {
            return inDomain(call.get(gives.window()), rank, frame);
        }
        if (context instanceof Var v) {
            Expr definition = definitions.get(v);
            if (definition != null) {
                return ofContext(definition, rank, frame, depth + 1);
            }
            int index = parameter(v, frame);
            if (index >= 0 && !frame.calls().isEmpty()) {
                return ofContext(
                        frame.calls().getLast().args().get(index), rank, frame.caller(), depth + 1);
            }
            if (index >= 0) {
                return windowOf(v, frame)
                        .map(w -> inDomain(w, rank, frame))
                        .orElse(OptionalLong.empty());
            }
        }
        return OptionalLong.empty();
    }

    private OptionalLong inDomain(Expr window, boolean rank, Frame frame) {
        return domain(window, frame)
                .map(d -> OptionalLong.of(rank ? d.rankOf(frame.device()) : d.size()))
                .orElse(OptionalLong.empty());
    }

    /**
     * The window parameter that a context parameter belongs to: contexts stand in the order of the
     * windows.
     */
    private Optional<Var> windowOf(Var context, Frame frame) {
        List<Var> windows = new ArrayList<>();
        int at = -1;
        int contexts = 0;
        for (Function.Param p : program.find(frame.function()).orElseThrow().params()) {
            if (p.var().type() instanceof Type.Window) {
                windows.add(p.var());
            } else if (p.var().type() == Type.Opaque.COMM_CTX) {
                at = p.var() == context ? contexts : at;
                contexts++;
            }
        }
        return at >= 0 && at < windows.size() ? Optional.of(windows.get(at)) : Optional.empty();
    }

    /** The domain of a window, if all that it may stand for have the same. */
    private Optional<Domain> domain(Expr window, Frame frame) {
        Domain found = null;
        for (String name : windows(window, frame)) {
            Domain domain = domains.get(name);
            if (domain == null || (found != null && !found.devices().equals(domain.devices()))) {
                return Optional.empty();
            }
            found = domain;
        }
        return Optional.ofNullable(found);
    }
}

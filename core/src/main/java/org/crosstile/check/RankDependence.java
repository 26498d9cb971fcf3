package org.crosstile.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;

/**
 * Which scalars may have another value on every rank, as far as the text tells: what comes of the
 * rank itself, what the host passes from the loop over devices, and what is assigned where only
 * some ranks get. What is read from tensors does not count.
 */
final class RankDependence {
    /** Scalars that depend on the rank, and why: the place where they begin to. */
    private final Map<Var, Span> origins = new LinkedHashMap<>();

    private final Map<String, Function> functions = new HashMap<>();
    private boolean changed;

    private RankDependence(Program program) {
        program.functions().forEach(f -> functions.put(f.name(), f));
    }

    static RankDependence of(Program program) {
        RankDependence found = new RankDependence(program);
        do {
            found.changed = false;
            for (Function f : program.functions()) {
                Set<Var> devices = f.isHostOrchestrator() ? devices(f) : Set.of();
                found.block(f.body(), Optional.empty(), devices);
            }
        } while (found.changed);
        return found;
    }

    /** The variables that choose the device of a dispatch. */
    private static Set<Var> devices(Function host) {
        Set<Var> devices = new HashSet<>();
        Walk.expressions(
                host.body(),
                e -> {
                    if (e instanceof Expr.FnCall call
                            && call.attrs().get("device") instanceof Var device) {
                        devices.add(device);
                    }
                });
        return devices;
    }

    /** Where a value begins to depend on the rank; empty if it does not. */
    Optional<Span> origin(Expr value) {
        return origin(value, Set.of());
    }

    private Optional<Span> origin(Expr value, Set<Var> devices) {
        if (value instanceof Var var) {
            return devices.contains(var)
                    ? Optional.of(var.span())
                    : Optional.ofNullable(origins.get(var));
        }
        if (value instanceof Expr.Call call && call.op() instanceof Capability.GivesRank) {
            return Optional.of(call.span());
        }
        if (!(value.type() instanceof Type.Scalar)) {
            return Optional.empty();
        }
        for (Expr part : Walk.children(value)) {
            Optional<Span> found = origin(part, devices);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Where a loop's trip count begins to depend on the rank. */
    Optional<Span> trips(Stmt loop) {
        return switch (loop) {
            case Stmt.For x ->
                    origin(x.start()).or(() -> origin(x.stop())).or(() -> origin(x.step()));
            case Stmt.While x -> origin(x.condition());
            default -> Optional.empty();
        };
    }

    /**
     * @param around what the ranks that get here have in common, if not all do
     */
    private void block(Block block, Optional<Span> around, Set<Var> devices) {
        for (Stmt s : block.statements()) {
            switch (s) {
                case Stmt.Assign x -> add(x.target(), origin(x.value(), devices).or(() -> around));
                case Stmt.Unpack x -> x.targets().forEach(t -> add(t, around));
                default -> {}
            }
            for (Expr own : Walk.own(s)) {
                Walk.expressions(own, e -> pass(e, devices));
            }
            Optional<Span> inner =
                    (s instanceof Stmt.If x ? origin(x.condition()) : trips(s)).or(() -> around);
            if (s instanceof Stmt.For x) {
                add(x.index(), trips(x));
            }
            Walk.blocks(s).forEach(b -> block(b, inner, devices));
        }
    }

    /** The parameters of a callee depend on the rank if one call's arguments do. */
    private void pass(Expr e, Set<Var> devices) {
        if (e instanceof Expr.FnCall call) {
            List<Function.Param> params =
                    Optional.ofNullable(functions.get(call.callee()))
                            .map(Function::params)
                            .orElse(List.of());
            for (int i = 0; i < Math.min(params.size(), call.args().size()); i++) {
                add(params.get(i).var(), origin(call.args().get(i), devices));
            }
        }
    }

    private void add(Var var, Optional<Span> origin) {
        if (origin.isPresent() && var.type() instanceof Type.Scalar && !origins.containsKey(var)) {
            origins.put(var, origin.get());
            changed = true;
        }
    }
}

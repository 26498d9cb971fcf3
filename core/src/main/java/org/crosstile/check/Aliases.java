package org.crosstile.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Which variables may name the same memory, whatever the order of the statements. For programs as
 * read, in which a variable is assigned several times.
 */
@SuppressWarnings("ReferenceEquality") // what did not change is the same object
final class Aliases {
    private final Map<Var, List<Expr>> sources = new HashMap<>();

    /** The variables whose memory each variable may be, by one of its values. */
    private final Map<Var, Set<Var>> direct = new HashMap<>();

    Aliases(Block body) {
        Walk.statements(body, this::scan);
    }

    private void scan(Stmt s) {
        switch (s) {
            case Stmt.Assign x -> add(x.target(), x.value());
            case Stmt.Unpack x -> {
                for (int i = 0; i < x.targets().size(); i++) {
                    Var target = x.targets().get(i);
                    add(target, x.value() instanceof Expr.Tuple t ? t.items().get(i) : x.value());
                }
            }
            case Stmt.If x -> {
                addAll(x.results(), last(x.then()));
                addAll(x.results(), last(x.otherwise()));
            }
            case Stmt.For x -> loop(x.carried(), x.results(), x.body());
            case Stmt.While x -> loop(x.carried(), x.results(), x.body());
            default -> {}
        }
    }

    private void loop(List<Stmt.Carried> carried, List<Var> results, Block body) {
        List<Var> vars = Stmt.Carried.vars(carried);
        addAll(vars, Stmt.Carried.inits(carried));
        addAll(vars, last(body));
        addAll(results, last(body));
        addAll(results, List.copyOf(vars));
    }

    private static List<Expr> last(Block block) {
        return !block.isEmpty() && block.statements().getLast() instanceof Stmt.Yield y
                ? y.values()
                : List.of();
    }

    private void addAll(List<Var> targets, List<? extends Expr> values) {
        for (int i = 0; i < Math.min(targets.size(), values.size()); i++) {
            add(targets.get(i), values.get(i));
        }
    }

    private void add(Var target, Expr value) {
        sources.computeIfAbsent(target, v -> new ArrayList<>()).add(value);
        named(value, direct.computeIfAbsent(target, v -> new LinkedHashSet<>()));
    }

    /**
     * Every variable whose memory a value may be, or be a part of: the named ones and those behind
     * them.
     */
    Set<Var> of(Expr value) {
        Set<Var> found = new LinkedHashSet<>();
        Set<Var> first = new LinkedHashSet<>();
        named(value, first);
        List<Var> open = new ArrayList<>(first);
        while (!open.isEmpty()) {
            Var v = open.removeLast();
            if (found.add(v)) {
                open.addAll(direct.getOrDefault(v, Set.of()));
            }
        }
        return found;
    }

    /** Collects the variables that an expression names as its memory. */
    private static void named(Expr e, Set<Var> found) {
        if (e instanceof Var v) {
            found.add(v);
        } else {
            behind(e).forEach(inner -> named(inner, found));
        }
    }

    /** The operands whose memory an expression's value may be. */
    private static List<Expr> behind(Expr e) {
        return switch (e) {
            case Expr.Call c -> operand(c).map(slot -> List.of(c.get(slot))).orElse(List.of());
            case Expr.FnCall c -> c.args();
            case Expr.Tuple t -> t.items();
            case Expr.Item i -> List.of(i.tuple());
            default -> List.of();
        };
    }

    private static Optional<Slot> operand(Expr.Call c) {
        if (c.op().resultAliases().isPresent()) {
            return c.op().resultAliases();
        }
        return switch (c.op()) {
            case Capability.Views views -> Optional.of(views.source());
            case Capability.ViewsWindow views -> Optional.of(views.buffer());
            case Capability.Collective collective -> Optional.of(collective.data());
            default -> Optional.empty();
        };
    }

    /** Every value that a variable is given by an assignment. */
    List<Expr> values(Var v) {
        return List.copyOf(sources.getOrDefault(v, List.of()));
    }

    /** The only value that a variable is ever given, if there is just one. */
    Optional<Expr> onlyValue(Var v) {
        List<Expr> all = sources.getOrDefault(v, List.of());
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }

    /** The value behind variables that are set once, and behind conversions. */
    Expr resolved(Expr e) {
        Expr value = e;
        for (int i = 0; i < 100; i++) {
            Expr inner =
                    switch (value) {
                        case Expr.Cast c -> c.operand();
                        case Var v -> onlyValue(v).orElse(v);
                        default -> value;
                    };
            if (inner == value) {
                return value;
            }
            value = inner;
        }
        return value;
    }
}

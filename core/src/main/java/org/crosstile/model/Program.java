package org.crosstile.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.crosstile.source.Span;

/** A program: functions in the order of the text. Names are unique. */
public record Program(String name, List<Function> functions, Span span) {
    public Program {
        functions = List.copyOf(functions);
    }

    public Optional<Function> find(String function) {
        for (Function candidate : functions) {
            if (candidate.name().equals(function)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /**
     * The function that a run starts with: the host orchestrator, else the only orchestration that
     * no other calls, else none.
     */
    public Optional<Function> entry() {
        for (Function candidate : functions) {
            if (candidate.isHostOrchestrator()) {
                return Optional.of(candidate);
            }
        }
        Set<String> called = new HashSet<>();
        functions.forEach(f -> called.addAll(callees(f)));
        List<Function> roots = new ArrayList<>();
        for (Function candidate : functions) {
            if (candidate.place() == Place.CHIP
                    && candidate.kind() != Function.Kind.Group
                    && !called.contains(candidate.name())) {
                roots.add(candidate);
            }
        }
        return roots.size() == 1 ? Optional.of(roots.getFirst()) : Optional.empty();
    }

    /** The program of one function and all that it calls, at any depth. */
    public Program startingWith(String function) {
        Set<String> reached = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(function));
        while (!next.isEmpty()) {
            String name = next.pop();
            if (reached.add(name)) {
                find(name).ifPresent(f -> next.addAll(callees(f)));
            }
        }
        return new Program(
                name, functions.stream().filter(f -> reached.contains(f.name())).toList(), span);
    }

    private static Set<String> callees(Function function) {
        Set<String> names = new HashSet<>();
        Walk.expressions(
                function.body(),
                e -> {
                    if (e instanceof Expr.FnCall call) {
                        names.add(call.callee());
                    }
                });
        return names;
    }

    /** The program with every function replaced by its image. */
    public Program map(UnaryOperator<Function> change) {
        List<Function> changed = new ArrayList<>();
        functions.forEach(f -> changed.add(change.apply(f)));
        return new Program(name, changed, span);
    }
}

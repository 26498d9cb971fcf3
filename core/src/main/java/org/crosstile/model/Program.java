package org.crosstile.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
     * The function that a run starts with: the host orchestrator, else the only orchestration, else
     * none.
     */
    public Optional<Function> entry() {
        for (Function candidate : functions) {
            if (candidate.isHostOrchestrator()) {
                return Optional.of(candidate);
            }
        }
        List<Function> chips = functions.stream().filter(f -> f.place() == Place.CHIP).toList();
        return chips.size() == 1 ? Optional.of(chips.getFirst()) : Optional.empty();
    }

    /** The program with every function replaced by its image. */
    public Program map(UnaryOperator<Function> change) {
        List<Function> changed = new ArrayList<>();
        functions.forEach(f -> changed.add(change.apply(f)));
        return new Program(name, changed, span);
    }
}

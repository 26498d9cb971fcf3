package org.crosstile.isa.text;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.source.Span;

/** Names that are visible at a place, and what is known of them before a run. */
final class Scope {
    /**
     * A value.
     *
     * @param address of a tile, else -1
     */
    record Value(Asm.Type type, Span span, int address) {}

    private final Optional<Scope> outer;
    private final Map<String, Value> values = new HashMap<>();
    private final Set<String> broken = new HashSet<>();

    Scope(Optional<Scope> outer) {
        this.outer = outer;
    }

    Scope inner() {
        return new Scope(Optional.of(this));
    }

    Optional<Value> find(String name) {
        Optional<Value> own = Optional.ofNullable(values.get(name));
        return own.isPresent() ? own : outer.flatMap(o -> o.find(name));
    }

    void define(String name, Value value) {
        values.put(name, value);
    }

    /** Defines a name whose definition has an error: what uses it is no further error. */
    void defineBroken(String name) {
        broken.add(name);
    }

    boolean isBroken(String name) {
        return broken.contains(name) || outer.map(o -> o.isBroken(name)).orElse(false);
    }

    /** All visible names. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(values.keySet());
        outer.ifPresent(o -> names.addAll(o.names()));
        return names;
    }
}

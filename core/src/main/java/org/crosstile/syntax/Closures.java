package org.crosstile.syntax;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Python names in scope around a DSL body: those of the class, of the factory, of the module. */
final class Closures {
    private final Optional<Closures> outer;
    private final Map<String, Value> values = new HashMap<>();

    Closures() {
        this.outer = Optional.empty();
    }

    Closures(Closures outer) {
        this.outer = Optional.of(outer);
    }

    void set(String name, Value value) {
        values.put(name, value);
    }

    Optional<Value> get(String name) {
        Value value = values.get(name);
        if (value != null) {
            return Optional.of(value);
        }
        return outer.isPresent() ? outer.get().get(name) : Optional.empty();
    }

    Set<String> names() {
        Set<String> names = new TreeSet<>(values.keySet());
        outer.ifPresent(o -> names.addAll(o.names()));
        return names;
    }
}

package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.model.Function;
import org.crosstile.source.Span;

/** A function while its code runs. */
final class Header {
    private final String name;
    private final Function.Kind kind;
    private final Function.Level level;
    private final Function.Role role;
    private final Span place;
    private final List<Parameter> params = new ArrayList<>();

    Header(String name, Function.Kind kind, Function.Level level, Function.Role role, Span place) {
        this.name = name;
        this.kind = kind;
        this.level = level;
        this.role = role;
        this.place = place;
    }

    String name() {
        return name;
    }

    Function.Kind kind() {
        return kind;
    }

    Function.Level level() {
        return level;
    }

    Function.Role role() {
        return role;
    }

    Span place() {
        return place;
    }

    List<Parameter> params() {
        return params;
    }

    boolean isSubWorker() {
        return level == Function.Level.HOST && role == Function.Role.SubWorker;
    }

    /** A parameter of a function. */
    record Parameter(Node.Variable variable, ValueType type, Function.Direction direction) {}
}

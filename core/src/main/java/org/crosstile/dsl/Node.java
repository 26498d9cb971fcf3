package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Expr;
import org.crosstile.model.Type;
import org.crosstile.source.Span;

/**
 * What an author has noted: a value before it is an expression. A node knows how often it is used,
 * because that decides whether it becomes a part of a larger expression or a variable of its own.
 */
abstract sealed class Node {
    private final Span place;
    private Optional<Body> home = Optional.empty();
    private Optional<Body> lastUse = Optional.empty();
    private int uses;

    private Node(Span place) {
        this.place = place;
    }

    /** The line of the author's source. */
    final Span place() {
        return place;
    }

    /** Where the node is evaluated; empty for what is the same everywhere. */
    final Optional<Body> home() {
        return home;
    }

    final void settle(Body body) {
        home = Optional.of(body);
    }

    final void used(Body by) {
        uses++;
        lastUse = Optional.of(by);
    }

    final int uses() {
        return uses;
    }

    final boolean isLastUsedIn(Body body) {
        return lastUse.isPresent() && lastUse.get() == body;
    }

    /** The nodes that this one is made of, in the order in which they are evaluated. */
    List<Node> operands() {
        return List.of();
    }

    /** A constant or a symbolic extent. */
    static final class Literal extends Node {
        private final Expr value;

        Literal(Expr value) {
            super(Span.NONE);
            this.value = value;
        }

        Expr value() {
            return value;
        }
    }

    /** A parameter, a named value or the index of a loop. */
    static final class Variable extends Node {
        private final String name;

        Variable(String name, Span place) {
            super(place);
            this.name = name;
        }

        String name() {
            return name;
        }
    }

    /** A list of operands. */
    static final class Items extends Node {
        private final List<Node> items;

        Items(List<Node> items) {
            super(Span.NONE);
            this.items = List.copyOf(items);
        }

        List<Node> items() {
            return items;
        }

        @Override
        List<Node> operands() {
            return items;
        }
    }

    /** Scalar arithmetic; one operand is a sign or a negation. */
    static final class Calc extends Node {
        private final String symbol;
        private final List<Node> operands;

        Calc(String symbol, List<Node> operands, Span place) {
            super(place);
            this.symbol = symbol;
            this.operands = List.copyOf(operands);
        }

        String symbol() {
            return symbol;
        }

        @Override
        List<Node> operands() {
            return operands;
        }
    }

    /** An operand that is given by name. */
    record Keyword(String name, Node value) {}

    /** A call of an operator. */
    static final class Apply extends Node {
        private final String op;
        private final List<Node> positional;
        private final List<Keyword> keywords;

        Apply(String op, List<Node> positional, List<Keyword> keywords, Span place) {
            super(place);
            this.op = op;
            this.positional = List.copyOf(positional);
            this.keywords = List.copyOf(keywords);
        }

        String op() {
            return op;
        }

        List<Node> positional() {
            return positional;
        }

        List<Keyword> keywords() {
            return keywords;
        }

        @Override
        List<Node> operands() {
            List<Node> all = new ArrayList<>(positional);
            keywords.forEach(k -> all.add(k.value()));
            return all;
        }
    }

    /** A call of a function of the program. */
    static final class Invoke extends Node {
        private final String function;
        private final List<Node> args;
        private final Map<String, Node> attrs;

        Invoke(String function, List<Node> args, Map<String, Node> attrs, Span place) {
            super(place);
            this.function = function;
            this.args = List.copyOf(args);
            this.attrs = Map.copyOf(attrs);
        }

        String function() {
            return function;
        }

        List<Node> args() {
            return args;
        }

        Map<String, Node> attrs() {
            return attrs;
        }

        @Override
        List<Node> operands() {
            List<Node> all = new ArrayList<>(args);
            all.addAll(attrs.values());
            return all;
        }
    }

    /** Bounds of one dimension of a part; a dropped dimension has only the first. */
    record Bounds(Optional<Node> low, Optional<Node> high, boolean isDropped) {}

    /** A part of a tensor, read or written. */
    static final class Part extends Node {
        private final Node of;
        private final Optional<Node> written;
        private final List<Bounds> bounds;

        Part(Node of, Optional<Node> written, List<Bounds> bounds, Span place) {
            super(place);
            this.of = of;
            this.written = written;
            this.bounds = List.copyOf(bounds);
        }

        Node of() {
            return of;
        }

        Optional<Node> written() {
            return written;
        }

        List<Bounds> bounds() {
            return bounds;
        }

        @Override
        List<Node> operands() {
            List<Node> all = new ArrayList<>(List.of(of));
            for (Bounds b : bounds) {
                b.low().ifPresent(all::add);
                b.high().ifPresent(all::add);
            }
            written.ifPresent(all::add);
            return all;
        }
    }

    /** A value whose kind the author states, because Java cannot know what a function returns. */
    static final class Stated extends Node {
        private final Node value;
        private final Class<? extends Type> kind;

        Stated(Node value, Class<? extends Type> kind, Span place) {
            super(place);
            this.value = value;
            this.kind = kind;
        }

        Node value() {
            return value;
        }

        Class<? extends Type> kind() {
            return kind;
        }

        @Override
        List<Node> operands() {
            return List.of(value);
        }
    }
}

package org.crosstile.syntax;

import java.util.List;
import java.util.Optional;
import org.crosstile.source.Span;

/** An expression as written. */
sealed interface Node {
    Span span();

    record Name(String id, Span span) implements Node {}

    record Whole(long value, Span span) implements Node {}

    record Real(double value, Span span) implements Node {}

    record Text(String value, Span span) implements Node {}

    /** Something of Python that the language does not have: a formatted string, a set. */
    record Foreign(String what, Span span) implements Node {}

    record Truth(boolean value, Span span) implements Node {}

    record Nothing(Span span) implements Node {}

    record Ellipsis(Span span) implements Node {}

    record Attribute(Node of, String name, Span nameSpan, Span span) implements Node {}

    /** A call; keyword arguments follow in the order of the text. */
    record Call(Node function, List<Argument> arguments, Span span) implements Node {}

    /** An operand of a call; {@code name} is empty for a positional one. */
    record Argument(String name, Node value, Span span) {}

    record Subscript(Node of, List<Node> indices, Span span) implements Node {}

    record Slice(Optional<Node> low, Optional<Node> high, Optional<Node> step, Span span)
            implements Node {}

    /** Several expressions, in brackets, parentheses or bare. */
    record Items(List<Node> items, Span span) implements Node {}

    record Dict(List<Entry> entries, Span span) implements Node {}

    record Entry(Node key, Node value) {}

    /** An operation on two operands, {@code and} and {@code or} included. */
    record Binary(String op, Node left, Node right, Span span) implements Node {}

    /** {@code -}, {@code +}, {@code ~} or {@code not}. */
    record Unary(String op, Node operand, Span span) implements Node {}

    /** One or more comparisons in a row. */
    record Compare(Node first, List<String> ops, List<Node> rest, Span span) implements Node {}

    /** {@code then if condition else otherwise}. */
    record Choice(Node condition, Node then, Node otherwise, Span span) implements Node {}

    /** {@code pl.Level.HOST} as text; empty if this is not a dotted name. */
    static String path(Node node) {
        return switch (node) {
            case Name name -> name.id();
            case Attribute attribute -> {
                String of = path(attribute.of());
                yield of.isEmpty() ? "" : of + "." + attribute.name();
            }
            default -> "";
        };
    }
}

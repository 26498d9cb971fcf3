package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.Coded;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.source.Span;

/** A call of an operator that is being put together. */
final class Operation {
    private final String op;
    private final List<Node> positional = new ArrayList<>();
    private final List<Node.Keyword> keywords = new ArrayList<>();

    private Operation(String op) {
        this.op = op;
    }

    static Operation of(String op) {
        return new Operation(op);
    }

    static Node literal(long value) {
        return Dsl.index(value).node();
    }

    static Node literal(double value) {
        return Dsl.real(value).node();
    }

    static Node literal(boolean value) {
        return new Node.Literal(new Expr.Bool(value, Span.NONE));
    }

    static Node literal(String value) {
        return new Node.Literal(new Expr.Text(value, Span.NONE));
    }

    static Node literal(DType value) {
        return new Node.Literal(new Expr.Element(value, Span.NONE));
    }

    static Node literal(Coded value) {
        return new Node.Literal(new Expr.Code(value, Span.NONE));
    }

    static Node literal(At value) {
        return value.node();
    }

    static Node literal(Shape value) {
        return value.node();
    }

    private Operation add(Node node) {
        positional.add(node);
        return this;
    }

    Operation with(Value value) {
        return add(value.node());
    }

    Operation with(At value) {
        return add(literal(value));
    }

    Operation with(Shape value) {
        return add(literal(value));
    }

    Operation with(long value) {
        return add(literal(value));
    }

    Operation with(double value) {
        return add(literal(value));
    }

    Operation with(DType value) {
        return add(literal(value));
    }

    Operation with(Coded value) {
        return add(literal(value));
    }

    Operation with(String value) {
        return add(literal(value));
    }

    Operation named(String name, Node value) {
        keywords.add(new Node.Keyword(name, value));
        return this;
    }

    /** Adds operands that are given by name. */
    Operation options(Object... options) {
        for (Object option : options) {
            keywords.add(((Option) option).keyword());
        }
        return this;
    }

    /** Notes the call. */
    Node note() {
        Recorder recorder = Recorder.current();
        Span place = recorder.place();
        return recorder.evaluate(new Node.Apply(op, positional, keywords, place));
    }
}

package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Stmt;
import org.crosstile.source.Span;

/** The lines of a function's body, of a loop, of a branch. */
final class Body {
    private final String function;
    private final Optional<Body> parent;
    private final boolean isLoop;
    private final List<Line> lines = new ArrayList<>();
    private boolean closed;

    Body(String function, Optional<Body> parent, boolean isLoop) {
        this.function = function;
        this.parent = parent;
        this.isLoop = isLoop;
    }

    /** The name of the function that this belongs to. */
    String function() {
        return function;
    }

    Optional<Body> parent() {
        return parent;
    }

    List<Line> lines() {
        return lines;
    }

    void add(Line line) {
        lines.add(line);
    }

    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether a loop is around. */
    boolean isInLoop() {
        return isLoop || (parent.isPresent() && parent.get().isInLoop());
    }

    /** What happens, in the order in which it was noted. */
    sealed interface Line {
        Span place();

        /** A node's operands are there: here it is computed. */
        record Evaluate(Node node) implements Line {
            @Override
            public Span place() {
                return node.place();
            }
        }

        /** A value gets a name. */
        record Let(Node.Variable target, Node value, Span place) implements Line {}

        /** The components of a value get names. */
        record Unpack(List<Node.Variable> targets, Node value, Span place) implements Line {}

        /** A named value changes. */
        record Set(Node.Variable target, Node value, Span place) implements Line {}

        record Return(List<Node> values, Span place) implements Line {}

        /** {@code break}, or {@code continue}. */
        record Jump(boolean isBreak, Span place) implements Line {}

        record If(Node condition, Body then, Body otherwise, Span place) implements Line {}

        record For(
                Node.Variable index,
                Node start,
                Node stop,
                Node step,
                Stmt.LoopKind kind,
                Map<String, Node> attrs,
                Body body,
                Span place)
                implements Line {}

        record While(Body condition, Node truth, Body body, Span place) implements Line {}

        /**
         * A scope.
         *
         * @param index what counts the copies of the body, if it is carried out several times
         * @param bound what names the scope behind it
         */
        record Scope(
                Stmt.ScopeKind kind,
                Map<String, Node> attrs,
                Optional<Node.Variable> index,
                Optional<Node.Variable> bound,
                Body body,
                Span place)
                implements Line {}
    }
}

package org.crosstile.syntax;

import java.util.List;
import java.util.Optional;
import org.crosstile.source.Span;

/** A statement as written. The span of a compound statement is that of its header. */
sealed interface Tree {
    Span span();

    record Plain(Node value, Span span) implements Tree {}

    record Assign(List<Node> targets, Node value, Span span) implements Tree {}

    record Annotated(Node target, Node annotation, Optional<Node> value, Span span)
            implements Tree {}

    record Augmented(Node target, Span span) implements Tree {}

    record Return(Optional<Node> value, Span span) implements Tree {}

    record Pass(Span span) implements Tree {}

    record Break(Span span) implements Tree {}

    record Continue(Span span) implements Tree {}

    /** A conditional; {@code elif} is a conditional in {@code otherwise}. */
    record If(Node condition, List<Tree> then, List<Tree> otherwise, Span span) implements Tree {}

    record Elif(Node condition, Span span) implements Tree {}

    record Else(Span span) implements Tree {}

    record For(List<Node> targets, Node iterable, List<Tree> body, Span span) implements Tree {}

    record While(Node condition, List<Tree> body, Span span) implements Tree {}

    record With(Node context, Optional<Node> name, List<Tree> body, Span span) implements Tree {}

    /** A function; its block stays unread. */
    record Def(
            String name,
            Span nameSpan,
            List<Parameter> parameters,
            Optional<Node> returns,
            List<Node> decorators,
            Line line,
            Span span)
            implements Tree {}

    /**
     * A parameter.
     *
     * @param star the stars or the slash in front, empty for an ordinary parameter
     */
    record Parameter(
            String star,
            String name,
            Optional<Node> annotation,
            Optional<Node> fallback,
            Span span) {}

    /** A class; its block stays unread. */
    record ClassDef(String name, Span nameSpan, List<Node> decorators, Line line, Span span)
            implements Tree {}

    record Decorator(Node value, Span span) implements Tree {}

    /**
     * A line that does not parse, which has been reported.
     *
     * @param names the names that it seems to assign
     * @param body what of its block does parse
     */
    record Unread(List<Node.Name> names, List<Tree> body, Span span) implements Tree {}

    /** A statement of Python that the language does not have, begun by {@code word}. */
    record Foreign(String word, Span span) implements Tree {}
}

package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.source.Span;

/** A logical line and the lines of its block. */
final class Line {
    final Tokens tokens;
    final int first;
    final int end;
    final int indent;

    /** What is wrong with the indentation; empty if nothing is. */
    final String trouble;

    /** Whether the line stands deeper than blocks may nest; what is below it has been left out. */
    final boolean isTooDeep;

    final List<Line> body = new ArrayList<>();

    Line(Tokens tokens, int first, int end, int indent, String trouble, boolean isTooDeep) {
        this.tokens = tokens;
        this.first = first;
        this.end = end;
        this.indent = indent;
        this.trouble = trouble;
        this.isTooDeep = isTooDeep;
    }

    int type() {
        return tokens.type(first);
    }

    /** The line without its block. */
    Span span() {
        return tokens.span(first).to(tokens.span(end - 1));
    }

    /** The line and its block. */
    Span whole() {
        Line last = this;
        while (!last.body.isEmpty()) {
            last = last.body.getLast();
        }
        return span().to(last.span());
    }

    boolean startsWith(String word) {
        return tokens.is(first, word);
    }

    /** Whether this is a string that stands alone. */
    boolean isDocstring() {
        for (int i = first; i < end; i++) {
            if (tokens.type(i) != DslParser.STRING) {
                return false;
            }
        }
        return body.isEmpty();
    }

    /** The dotted name behind the {@code @} of a decorator line; empty if this is none. */
    String decorator() {
        if (type() != DslParser.AT) {
            return "";
        }
        StringBuilder name = new StringBuilder();
        for (int i = first + 1; i < end; i++) {
            boolean fits =
                    tokens.type(i)
                            == (name.isEmpty() || tokens.type(i - 1) == DslParser.DOT
                                    ? DslParser.NAME
                                    : DslParser.DOT);
            if (!fits) {
                break;
            }
            name.append(tokens.text(i));
        }
        return name.toString();
    }
}

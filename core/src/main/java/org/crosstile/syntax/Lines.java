package org.crosstile.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.crosstile.model.Nesting;

/**
 * Nests logical lines by indentation; simple statements that share a line become lines of their
 * own.
 */
final class Lines {
    static final int DEEPEST = Nesting.DEEPEST;

    private final Tokens tokens;
    private final List<Line> roots = new ArrayList<>();
    private final Deque<Level> open = new ArrayDeque<>();

    /** Lines that are indented more than this are left out. */
    private int leftOut = Integer.MAX_VALUE;

    private record Level(List<Line> lines, int indent) {}

    private Lines(Tokens tokens) {
        this.tokens = tokens;
        open.push(new Level(roots, 0));
    }

    static List<Line> of(Tokens tokens) {
        Lines lines = new Lines(tokens);
        for (Tokens.Raw raw : tokens.lines()) {
            lines.place(raw);
        }
        return lines.roots;
    }

    private void place(Tokens.Raw raw) {
        if (raw.indent() > leftOut) {
            return;
        }
        leftOut = Integer.MAX_VALUE;
        String trouble = "";
        Level left = open.element();
        while (open.size() > 1 && raw.indent() < open.element().indent()) {
            left = open.pop();
        }
        Level level = open.element();
        if (raw.indent() > level.indent()) {
            if (left != level) {
                open.push(left);
                trouble = "this indentation matches no line above";
            } else if (level.lines().isEmpty()) {
                trouble = "this line is indented, but nothing above opens a block";
            } else if (open.size() > DEEPEST) {
                trouble = "blocks nest more than " + DEEPEST + " deep";
                leftOut = level.indent();
                split(raw, level.lines().getLast().body, trouble);
                return;
            } else {
                open.push(new Level(level.lines().getLast().body, raw.indent()));
            }
        }
        split(raw, open.element().lines(), trouble);
    }

    private void split(Tokens.Raw raw, List<Line> into, String trouble) {
        int colon = opensBlock(raw.first()) ? headerEnd(raw) : -1;
        if (colon < 0) {
            pieces(raw, raw.first(), into, trouble);
            return;
        }
        Line header = new Line(tokens, raw.first(), colon + 1, raw.indent(), trouble, isTooDeep());
        into.add(header);
        if (colon + 1 < raw.end()) {
            pieces(raw, colon + 1, header.body, "");
        }
    }

    private boolean isTooDeep() {
        return leftOut != Integer.MAX_VALUE;
    }

    private boolean opensBlock(int first) {
        return switch (tokens.type(first)) {
            case DslParser.IF,
                    DslParser.ELIF,
                    DslParser.ELSE,
                    DslParser.WHILE,
                    DslParser.FOR,
                    DslParser.WITH,
                    DslParser.DEF,
                    DslParser.CLASS ->
                    true;
            case DslParser.OTHER ->
                    tokens.is(first, "try")
                            || tokens.is(first, "except")
                            || tokens.is(first, "finally")
                            || tokens.is(first, "async");
            default -> false;
        };
    }

    /** The colon that ends a header; -1 if there is none. */
    private int headerEnd(Tokens.Raw raw) {
        int depth = 0;
        int lambdas = 0;
        for (int i = raw.first(); i < raw.end(); i++) {
            switch (tokens.type(i)) {
                case DslParser.LPAREN, DslParser.LBRACK, DslParser.LBRACE -> depth++;
                case DslParser.RPAREN, DslParser.RBRACK, DslParser.RBRACE -> depth--;
                case DslParser.OTHER -> lambdas += depth == 0 && tokens.is(i, "lambda") ? 1 : 0;
                case DslParser.COLON -> {
                    if (depth == 0 && lambdas-- == 0) {
                        return i;
                    }
                }
                default -> {}
            }
        }
        return -1;
    }

    private void pieces(Tokens.Raw raw, int from, List<Line> into, String trouble) {
        int first = from;
        for (int i = from; i <= raw.end(); i++) {
            if (i == raw.end() || tokens.type(i) == DslParser.SEMI) {
                if (i > first) {
                    into.add(new Line(tokens, first, i, raw.indent(), trouble, isTooDeep()));
                }
                first = i + 1;
            }
        }
    }
}

package org.crosstile.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** Says what is wrong with a line that does not parse. */
final class SyntaxMessages {
    private final Line line;
    private final Tokens tokens;
    private final int position;
    private final IntervalSet expected;
    private final Problems problems;

    private SyntaxMessages(Line line, int position, IntervalSet expected, Problems problems) {
        this.line = line;
        this.tokens = line.tokens;
        this.position = position;
        this.expected = expected;
        this.problems = problems;
    }

    static void report(Line line, int position, IntervalSet expected, Problems problems) {
        new SyntaxMessages(line, position, expected, problems).report();
    }

    private void report() {
        for (int i = line.first; i < line.end; i++) {
            if (tokens.type(i) == DslParser.BROKEN) {
                Problem.error(SyntaxRules.SYNTAX, tokens.span(i), tokens.complaint(i))
                        .headline("text must consist of tokens of the language")
                        .to(problems);
                return;
            }
        }
        Deque<Integer> open = openBrackets(position);
        boolean atEnd = position >= line.end;
        Deque<Integer> forgotten = atEnd ? open : openBrackets(outdented());
        if (!forgotten.isEmpty()) {
            int bracket = forgotten.element();
            Problem.error(
                            SyntaxRules.SYNTAX,
                            tokens.span(bracket),
                            "this `" + tokens.text(bracket) + "` is never closed")
                    .headline("every bracket must be closed")
                    .hint("add `" + closing(bracket) + "`")
                    .to(problems);
        } else if (atEnd) {
            atEnd();
        } else if (isClosing(position)) {
            wrongClosing(open);
        } else {
            unexpected(open);
        }
    }

    private void atEnd() {
        int last = line.end - 1;
        Span end = Span.of(tokens.source, tokens.end(last), tokens.end(last));
        Problem.error(SyntaxRules.SYNTAX, tokens.span(last).to(end), "the line ends after this")
                .headline("expected " + expectation())
                .hint(
                        expected.contains(DslParser.COLON) && opensBlock()
                                ? "write `:` at the end of the line"
                                : "")
                .to(problems);
    }

    private void wrongClosing(Deque<Integer> open) {
        Problem.Builder problem;
        if (open.isEmpty()) {
            problem =
                    Problem.error(
                                    SyntaxRules.SYNTAX,
                                    tokens.span(position),
                                    "no bracket is open here")
                            .headline("every bracket must have a partner")
                            .hint("remove `" + tokens.text(position) + "`");
        } else if (!closing(open.element()).equals(tokens.text(position))) {
            problem =
                    Problem.error(
                                    SyntaxRules.SYNTAX,
                                    tokens.span(position),
                                    "found `" + tokens.text(position) + "`")
                            .headline("expected `" + closing(open.element()) + "`")
                            .see(tokens.span(open.element()), "to close this bracket");
        } else {
            problem =
                    Problem.error(
                                    SyntaxRules.SYNTAX,
                                    tokens.span(position),
                                    "the bracket closes here")
                            .headline("expected " + expectation());
        }
        problem.to(problems);
    }

    private void unexpected(Deque<Integer> open) {
        String text = tokens.text(position);
        String foreign = foreign();
        if (!foreign.isEmpty()) {
            Problem.error(
                            SyntaxRules.UNSUPPORTED_EXPRESSION,
                            tokens.span(position),
                            foreign + " starts here")
                    .headline(foreign + " is not part of the language")
                    .to(problems);
            return;
        }
        Problem.error(SyntaxRules.SYNTAX, tokens.span(position), "found `" + text + "`")
                .headline("expected " + expectation())
                .hint(hint(open))
                .to(problems);
    }

    /** The feature of Python that the token at hand begins; empty if it begins none. */
    private String foreign() {
        return switch (tokens.type(position)) {
            case DslParser.FOR -> "a comprehension";
            case DslParser.STAR, DslParser.POW -> "a starred expression";
            case DslParser.WALRUS -> "an assignment inside of an expression";
            case DslParser.OTHER ->
                    switch (tokens.text(position)) {
                        case "lambda" -> "a lambda";
                        case "for", "async" -> "a comprehension";
                        case "yield", "await" -> "`" + tokens.text(position) + "`";
                        default -> "";
                    };
            default -> "";
        };
    }

    private String hint(Deque<Integer> open) {
        if (tokens.type(position) == DslParser.ASSIGN && opensBlock()) {
            return "did you mean `==`?";
        }
        boolean inList = expected.contains(DslParser.COMMA) || expectsClosing();
        if (inList && !open.isEmpty() && startsOperand()) {
            return "is a comma missing before `" + tokens.text(position) + "`?";
        }
        int first = line.first;
        if (position == first + 1 && tokens.type(first) == DslParser.NAME && startsOperand()) {
            List<String> words =
                    List.of("for", "while", "with", "if", "elif", "return", "def", "class");
            return Names.closest(tokens.text(first), words)
                    .map(word -> "did you mean `" + word + "`?")
                    .orElse("");
        }
        return "";
    }

    private boolean expectsClosing() {
        return expected.contains(DslParser.RPAREN)
                || expected.contains(DslParser.RBRACK)
                || expected.contains(DslParser.RBRACE);
    }

    private boolean startsOperand() {
        return switch (tokens.type(position)) {
            case DslParser.NAME,
                    DslParser.NUMBER,
                    DslParser.STRING,
                    DslParser.FSTRING,
                    DslParser.TRUE,
                    DslParser.FALSE,
                    DslParser.NONE,
                    DslParser.LBRACK,
                    DslParser.LBRACE ->
                    true;
            default -> false;
        };
    }

    private boolean opensBlock() {
        return switch (line.type()) {
            case DslParser.IF,
                    DslParser.ELIF,
                    DslParser.ELSE,
                    DslParser.WHILE,
                    DslParser.FOR,
                    DslParser.WITH,
                    DslParser.DEF,
                    DslParser.CLASS ->
                    true;
            default -> false;
        };
    }

    private String expectation() {
        List<String> parts = new ArrayList<>();
        if (expected.contains(DslParser.NUMBER)) {
            return "an expression";
        }
        if (expected.contains(DslParser.NAME)) {
            parts.add("a name");
        }
        if (expected.contains(DslParser.COMMA) || expectsClosing()) {
            parts.add("`,`");
        }
        offer(parts, DslParser.RPAREN, "`)`");
        offer(parts, DslParser.RBRACK, "`]`");
        offer(parts, DslParser.RBRACE, "`}`");
        offer(parts, DslParser.LPAREN, parts.isEmpty() ? "`(`" : "");
        offer(parts, DslParser.IN, "`in`");
        offer(parts, DslParser.ELSE, "`else`");
        offer(parts, DslParser.COLON, "`:`");
        if (expected.contains(org.antlr.v4.runtime.Token.EOF)) {
            parts.add("the end of the line");
        }
        if (parts.isEmpty()) {
            return "something else here";
        }
        String last = parts.removeLast();
        return parts.isEmpty() ? last : String.join(", ", parts) + " or " + last;
    }

    private void offer(List<String> parts, int type, String text) {
        if (expected.contains(type) && !text.isEmpty()) {
            parts.add(text);
        }
    }

    /** The brackets that are open in front of a token, innermost first. */
    private Deque<Integer> openBrackets(int before) {
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = line.first; i < Math.min(before, line.end); i++) {
            switch (tokens.type(i)) {
                case DslParser.LPAREN, DslParser.LBRACK, DslParser.LBRACE -> open.push(i);
                case DslParser.RPAREN, DslParser.RBRACK, DslParser.RBRACE -> open.poll();
                default -> {}
            }
        }
        return open;
    }

    /**
     * The first token of the text line with the mistake, if that is not indented as the inside of a
     * bracket would be; else the first token of all.
     */
    private int outdented() {
        int first = position;
        int textLine = tokens.source.lineOf(tokens.start(position));
        while (first > line.first && tokens.source.lineOf(tokens.start(first - 1)) == textLine) {
            first--;
        }
        boolean outdented = tokens.source.columnOf(tokens.start(first)) - 1 <= line.indent;
        return outdented && !isClosing(first) ? first : line.first;
    }

    private boolean isClosing(int index) {
        int type = tokens.type(index);
        return type == DslParser.RPAREN || type == DslParser.RBRACK || type == DslParser.RBRACE;
    }

    private String closing(int index) {
        return switch (tokens.type(index)) {
            case DslParser.LPAREN -> ")";
            case DslParser.LBRACK -> "]";
            default -> "}";
        };
    }
}

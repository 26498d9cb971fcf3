package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;

/**
 * Words of a text. A type ({@code !pto.memref<16xf32>}) and an attribute value ({@code
 * #pto.cmp<GE>}) are one word each, with all that stands in their brackets.
 */
final class AsmLexer {
    enum Kind {
        VALUE,
        SYMBOL,
        TYPE,
        ATTRIBUTE,
        WORD,
        NUMBER,
        STRING,
        MARK,
        END
    }

    /** A word of the text. */
    record Token(Kind kind, String text, Span span) {
        boolean is(String mark) {
            return text.equals(mark) && kind != Kind.STRING;
        }
    }

    /** Some editors begin every file with it. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final SourceText source;
    private final String text;
    private final Problems problems;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private AsmLexer(SourceText source, Problems problems) {
        this.source = source;
        this.text = source.text();
        this.problems = problems;
        this.at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    }

    static List<Token> read(SourceText source, Problems problems) {
        AsmLexer lexer = new AsmLexer(source, problems);
        while (lexer.next()) {}
        int end = source.text().length();
        lexer.tokens.add(new Token(Kind.END, "the end", Span.of(source, end, end)));
        return lexer.tokens;
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private boolean next() {
        skip();
        if (at >= text.length() || problems.errors() >= AsmTokens.MOST_ERRORS) {
            return false;
        }
        int start = at;
        char c = peek(0);
        if (c == '%' || c == '@') {
            at++;
            name();
            add(c == '%' ? Kind.VALUE : Kind.SYMBOL, start);
        } else if (c == '!' || c == '#') {
            at++;
            name();
            brackets();
            add(c == '!' ? Kind.TYPE : Kind.ATTRIBUTE, start);
        } else if (c == '"') {
            string();
            add(Kind.STRING, start);
        } else if (isDigit(c) || (c == '-' && isDigit(peek(1)))) {
            at++;
            number();
            add(Kind.NUMBER, start);
        } else if (Character.isLetter(c) || c == '_') {
            name();
            add(Kind.WORD, start);
        } else {
            at += c == '-' && peek(1) == '>' ? 2 : 1;
            mark(start);
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void mark(int start) {
        String mark = text.substring(start, at);
        if ("(){}<>[],:=->".contains(mark) && !mark.equals("-")) {
            add(Kind.MARK, start);
        } else {
            Problem.error(
                            AsmRules.SYNTAX,
                            Span.of(source, start, at),
                            "`" + mark + "` has no meaning here")
                    .to(problems);
        }
    }

    private void add(Kind kind, int start) {
        tokens.add(new Token(kind, text.substring(start, at), Span.of(source, start, at)));
    }

    private void skip() {
        while (at < text.length()) {
            if (Character.isWhitespace(peek(0))) {
                at++;
            } else if (peek(0) == '/' && peek(1) == '/') {
                while (at < text.length() && peek(0) != '\n') {
                    at++;
                }
            } else {
                return;
            }
        }
    }

    private void name() {
        while (Character.isLetterOrDigit(peek(0)) || "_.$".indexOf(peek(0)) >= 0) {
            at++;
        }
    }

    private void number() {
        while (isDigit(peek(0)) || (peek(0) == '.' && isDigit(peek(1)))) {
            at++;
        }
    }

    private void string() {
        at++;
        while (at < text.length() && peek(0) != '"' && peek(0) != '\n') {
            at++;
        }
        at = Math.min(at + 1, text.length());
    }

    /** Everything up to the bracket that closes the one here, on the same line. */
    private void brackets() {
        int depth = 0;
        int from = at;
        while (at < text.length() && peek(0) != '\n') {
            depth += peek(0) == '<' ? 1 : peek(0) == '>' ? -1 : 0;
            if (depth <= 0) {
                at += at > from ? 1 : 0;
                return;
            }
            at++;
        }
    }
}

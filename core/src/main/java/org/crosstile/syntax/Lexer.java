package org.crosstile.syntax;

import org.crosstile.source.SourceText;

/**
 * Cuts Python text into tokens and logical lines. It knows the whole of Python's lexical structure,
 * so that code which is not ours can be stepped over; what is wrong with a text becomes a broken
 * token, which matters only if somebody parses its line.
 */
final class Lexer {
    private static final int TAB = 8;

    private final String text;
    private final Tokens tokens;
    private int at;
    private int depth;
    private int lineFirst;
    private int indent;

    private Lexer(SourceText source) {
        this.text = source.text();
        this.tokens = new Tokens(source);
    }

    static Tokens lex(SourceText source) {
        Lexer lexer = new Lexer(source);
        lexer.run();
        return lexer.tokens;
    }

    private void run() {
        measureIndent();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n' || c == '\r') {
                newline();
            } else if (c == ' ' || c == '\t' || c == '\f' || (c == '\ufeff' && at == 0)) {
                at++;
            } else if (c == '#') {
                while (at < text.length() && text.charAt(at) != '\n') {
                    at++;
                }
            } else if (c == '\\' && isLineEnd(at + 1)) {
                at = skipLineEnd(at + 1);
            } else {
                token(c);
            }
        }
        endLine();
    }

    private void newline() {
        at = skipLineEnd(at);
        if (depth == 0) {
            endLine();
            measureIndent();
        } else if (startsStatement()) {
            // A bracket was never closed: a new statement cannot begin inside of one.
            depth = 0;
            endLine();
            measureIndent();
        }
    }

    private void endLine() {
        if (tokens.count() > lineFirst) {
            tokens.endLine(lineFirst, indent);
            lineFirst = tokens.count();
        }
    }

    private void measureIndent() {
        indent = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ' ') {
                indent++;
            } else if (c == '\t') {
                indent = (indent / TAB + 1) * TAB;
            } else {
                return;
            }
            at++;
        }
    }

    /** Whether the physical line at hand begins with a word that only begins statements. */
    private boolean startsStatement() {
        int from = at;
        while (from < text.length() && (text.charAt(from) == ' ' || text.charAt(from) == '\t')) {
            from++;
        }
        if (from < text.length() && text.charAt(from) == '@') {
            return text.startsWith("@pl", from);
        }
        int to = from;
        while (to < text.length() && Character.isLetter(text.charAt(to))) {
            to++;
        }
        boolean wordEnds = to == text.length() || !Words.isPartOfName(text.codePointAt(to));
        return wordEnds
                && switch (text.substring(from, to)) {
                    case "def",
                            "class",
                            "return",
                            "with",
                            "while",
                            "import",
                            "raise",
                            "assert",
                            "del",
                            "try",
                            "pass",
                            "break",
                            "continue" ->
                            !isKeywordOperand(to);
                    default -> false;
                };
    }

    private boolean isKeywordOperand(int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) == ' ') {
            i++;
        }
        return i < text.length() && (text.charAt(i) == '=' || text.charAt(i) == ',');
    }

    private boolean isLineEnd(int index) {
        return index >= text.length() || text.charAt(index) == '\n' || text.charAt(index) == '\r';
    }

    private int skipLineEnd(int index) {
        int i = index;
        if (i < text.length() && text.charAt(i) == '\r') {
            i++;
        }
        if (i < text.length() && text.charAt(i) == '\n') {
            i++;
        }
        return i;
    }

    private void token(char c) {
        int start = at;
        if (Words.startsName(text.codePointAt(at))) {
            word();
        } else if (isDigit(c)
                || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
            number();
        } else if (c == '"' || c == '\'') {
            string(start, at, false);
        } else {
            operator(c);
        }
    }

    private void word() {
        int start = at;
        while (at < text.length() && Words.isPartOfName(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        if (at < text.length()
                && (text.charAt(at) == '"' || text.charAt(at) == '\'')
                && isPrefix(start, at)) {
            boolean formatted = false;
            for (int i = start; i < at; i++) {
                formatted |= "fFtT".indexOf(text.charAt(i)) >= 0;
            }
            string(start, at, formatted);
            return;
        }
        tokens.add(Words.type(text.substring(start, at)), start, at);
    }

    private boolean isPrefix(int from, int to) {
        for (int i = from; i < to; i++) {
            if ("rRbBuUfFtT".indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return to - from <= 3;
    }

    private void number() {
        int start = at;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean sign = (c == '+' || c == '-') && isExponent(start, at);
            if (!Character.isLetterOrDigit(c) && c != '_' && c != '.' && !sign) {
                break;
            }
            at++;
        }
        tokens.add(DslParser.NUMBER, start, at);
    }

    private boolean isExponent(int start, int sign) {
        char before = text.charAt(sign - 1);
        return (before == 'e' || before == 'E')
                && !text.startsWith("0x", start)
                && !text.startsWith("0X", start);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void string(int start, int quote, boolean formatted) {
        int end = Quotes.end(text, quote, formatted);
        if (end < 0) {
            boolean triple = Quotes.isTriple(text, quote);
            int stop = quote;
            while (stop < text.length() && (triple || !isLineEnd(stop))) {
                stop++;
            }
            at = stop;
            tokens.addBroken(start, triple ? quote + 3 : stop, "this string is never closed");
            return;
        }
        at = end;
        tokens.add(formatted ? DslParser.FSTRING : DslParser.STRING, start, end);
    }

    private void operator(char c) {
        int start = at;
        int length = Words.operatorLength(text, at);
        if (length == 0) {
            at += Character.charCount(text.codePointAt(at));
            tokens.addBroken(start, at, "this character has no meaning here");
            return;
        }
        at += length;
        if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
            depth--;
        }
        tokens.add(Words.operatorType(text, start, length), start, at);
    }
}

package org.crosstile.isa.text;

import java.util.List;
import java.util.Optional;
import org.crosstile.isa.text.AsmLexer.Kind;
import org.crosstile.isa.text.AsmLexer.Token;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** The words of a text, one after the other. */
final class AsmTokens {
    /** Whoever has made so many errors reads no more of them. */
    static final int MOST_ERRORS = 100;

    private final List<Token> tokens;
    private final Problems problems;
    private int at;

    AsmTokens(List<Token> tokens, Problems problems) {
        this.tokens = tokens;
        this.problems = problems;
    }

    /** What stands here cannot be read; the problem has been reported. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable() {
            super("", null, false, false);
        }
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    Token next() {
        Token token = peek();
        if (token.kind() != Kind.END) {
            at++;
        }
        return token;
    }

    /** The word before the next one. */
    Token last() {
        return tokens.get(Math.max(0, at - 1));
    }

    boolean isAtEnd() {
        return peek().kind() == Kind.END;
    }

    /** Takes a mark or word if it is the next one. */
    boolean take(String mark) {
        boolean found = peek().is(mark);
        if (found) {
            next();
        }
        return found;
    }

    Token expect(String mark) throws Unreadable {
        if (!peek().is(mark)) {
            throw wrong("`" + mark + "`");
        }
        return next();
    }

    Token expect(Kind kind, String what) throws Unreadable {
        if (peek().kind() != kind) {
            throw wrong(what);
        }
        return next();
    }

    /** Reports that something else was expected. */
    Unreadable wrong(String expected) {
        return wrong(
                AsmRules.SYNTAX,
                peek().span(),
                found() + ", where " + expected + " is expected",
                "");
    }

    Unreadable wrong(Rule rule, Span span, String found, String hint) {
        Problem.error(rule, span, found).hint(hint).to(problems);
        return new Unreadable();
    }

    private String found() {
        return peek().kind() == Kind.END ? "the text ends" : "this is `" + peek().text() + "`";
    }

    /** Goes on with the first word of a later line; after many errors with the end. */
    void skipLine(int line) {
        if (problems.errors() >= MOST_ERRORS) {
            skipAll();
        }
        while (!isAtEnd() && peek().span().line() <= line) {
            next();
        }
    }

    /** Goes to the end. */
    void skipAll() {
        at = tokens.size() - 1;
    }

    /** A value: {@code %x}. */
    Asm.Word value(String what) throws Unreadable {
        Token token = expect(Kind.VALUE, what + ", such as %x,");
        if (token.text().length() == 1) {
            throw wrong(AsmRules.SYNTAX, token.span(), "a name is missing behind %", "");
        }
        return new Asm.Word(token.text().substring(1), token.span());
    }

    /** A type. */
    Asm.Typed type() throws Unreadable {
        Token token = peek();
        if (token.kind() != Kind.TYPE && token.kind() != Kind.WORD) {
            throw wrong("a type");
        }
        next();
        try {
            return new Asm.Typed(AsmTypes.read(token.text()), token.span());
        } catch (AsmTypes.FormException e) {
            throw wrong(AsmRules.TYPE_FORM, token.span(), String.valueOf(e.getMessage()), "");
        }
    }

    /** Where the text goes on after what begins at {@code start}. */
    Span since(Token start) {
        return start.span().to(last().span());
    }

    Optional<Token> optional(Kind kind) {
        return peek().kind() == kind ? Optional.of(next()) : Optional.empty();
    }
}

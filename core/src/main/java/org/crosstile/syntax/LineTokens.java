package org.crosstile.syntax;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenSource;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.misc.Interval;
import org.jspecify.annotations.Nullable;

/** The tokens of one line as ANTLR wants to see them. */
final class LineTokens implements TokenStream {
    private final Tokens tokens;
    private final int first;
    private final Tok[] slice;
    private int at;

    LineTokens(Line line) {
        this.tokens = line.tokens;
        this.first = line.first;
        int size = line.end - line.first;
        this.slice = new Tok[size + 1];
        for (int i = 0; i < size; i++) {
            int index = first + i;
            slice[i] =
                    new Tok(tokens, i, tokens.type(index), tokens.start(index), tokens.end(index));
        }
        int stop = tokens.end(line.end - 1);
        slice[size] = new Tok(tokens, size, Token.EOF, stop, stop);
    }

    /** The index in the whole text's tokens of the token at hand. */
    int position() {
        return first + at;
    }

    @Override
    public Token LT(int k) {
        int index = k > 0 ? at + k - 1 : at + k;
        return slice[Math.max(0, Math.min(index, slice.length - 1))];
    }

    @Override
    public int LA(int k) {
        return LT(k).getType();
    }

    @Override
    public Token get(int index) {
        return slice[index];
    }

    @Override
    public void consume() {
        if (at < slice.length - 1) {
            at++;
        }
    }

    @Override
    public int mark() {
        return 0;
    }

    @Override
    public void release(int marker) {}

    @Override
    public int index() {
        return at;
    }

    @Override
    public void seek(int index) {
        at = index;
    }

    @Override
    public int size() {
        return slice.length;
    }

    @Override
    public String getSourceName() {
        return tokens.source.name();
    }

    @Override
    public @Nullable TokenSource getTokenSource() {
        return null;
    }

    @Override
    public String getText() {
        return "";
    }

    @Override
    public String getText(Interval interval) {
        return "";
    }

    @Override
    public String getText(RuleContext context) {
        return "";
    }

    @Override
    public String getText(Token start, Token stop) {
        return "";
    }

    /** A token with its place. */
    record Tok(Tokens tokens, int index, int type, int start, int end) implements Token {
        @Override
        public String getText() {
            return type == EOF ? "" : tokens.source.text().substring(start, end);
        }

        @Override
        public int getType() {
            return type;
        }

        @Override
        public int getLine() {
            return tokens.source.lineOf(start);
        }

        @Override
        public int getCharPositionInLine() {
            return tokens.source.columnOf(start) - 1;
        }

        @Override
        public int getChannel() {
            return DEFAULT_CHANNEL;
        }

        @Override
        public int getTokenIndex() {
            return index;
        }

        @Override
        public int getStartIndex() {
            return start;
        }

        @Override
        public int getStopIndex() {
            return end - 1;
        }

        @Override
        public @Nullable TokenSource getTokenSource() {
            return null;
        }

        @Override
        public @Nullable CharStream getInputStream() {
            return null;
        }
    }
}

package org.crosstile.syntax;

import java.util.Optional;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** Parses one line. The first mistake ends a line; it is told in our own words. */
final class LineParser {
    private static final int MOST_OPERATORS = 800;

    private LineParser() {}

    /** The statement or header on a line, without its block; empty if a problem was reported. */
    static Optional<Tree> parse(Line line, Problems problems) {
        if (!line.trouble.isEmpty()) {
            Problem.error(
                            line.isTooDeep ? SyntaxRules.TOO_DEEP : SyntaxRules.INDENTATION,
                            line.span(),
                            line.trouble)
                    .hint(
                            line.isTooDeep
                                    ? ""
                                    : "indent every line of a block by the same number of spaces")
                    .to(problems);
            return Optional.empty();
        }
        if (line.type() == DslParser.OTHER) {
            return Optional.of(new Tree.Foreign(line.tokens.text(line.first), line.span()));
        }
        if (isTooDeep(line)) {
            Problem.error(
                            SyntaxRules.TOO_DEEP,
                            line.span(),
                            "too many operators or brackets in one statement")
                    .hint("give parts of it names")
                    .to(problems);
            return Optional.empty();
        }
        LineTokens stream = new LineTokens(line);
        DslParser parser = new DslParser(stream);
        parser.removeErrorListeners();
        parser.setErrorHandler(new FirstMistake());
        try {
            return new TreeBuilder(line, problems).build(parser.line());
        } catch (Mistake mistake) {
            SyntaxMessages.report(line, mistake.position, mistake.expected, problems);
            return Optional.empty();
        }
    }

    private static boolean isTooDeep(Line line) {
        int[] chains = new int[Lines.DEEPEST + 1];
        int depth = 0;
        int operators = 0;
        for (int i = line.first; i < line.end; i++) {
            switch (line.tokens.type(i)) {
                case DslParser.LPAREN, DslParser.LBRACK, DslParser.LBRACE -> {
                    chains[depth] = continuesOperand(line, i) ? chains[depth] + 1 : 0;
                    if (chains[depth] > Lines.DEEPEST || depth == Lines.DEEPEST) {
                        return true;
                    }
                    chains[++depth] = 0;
                }
                case DslParser.RPAREN, DslParser.RBRACK, DslParser.RBRACE ->
                        depth = Math.max(0, depth - 1);
                case DslParser.DOT -> {
                    if (++chains[depth] > Lines.DEEPEST) {
                        return true;
                    }
                }
                case DslParser.NAME ->
                        chains[depth] = continuesOperand(line, i) ? chains[depth] : 0;
                case DslParser.NUMBER,
                        DslParser.COMMA,
                        DslParser.ASSIGN,
                        DslParser.STRING,
                        DslParser.COLON ->
                        chains[depth] = 0;
                default -> operators++;
            }
        }
        return operators > MOST_OPERATORS;
    }

    /** Whether a token belongs to the operand before it: an attribute, a call, a subscript. */
    private static boolean continuesOperand(Line line, int token) {
        if (token == line.first) {
            return false;
        }
        return switch (line.tokens.type(token - 1)) {
            case DslParser.NAME, DslParser.RPAREN, DslParser.RBRACK, DslParser.RBRACE ->
                    line.tokens.type(token) != DslParser.NAME;
            case DslParser.DOT -> line.tokens.type(token) == DslParser.NAME;
            default -> false;
        };
    }

    /** Where a line stops to make sense. */
    static final class Mistake extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final int position;
        final transient IntervalSet expected;

        Mistake(int position, IntervalSet expected) {
            super("", null, false, false);
            this.position = position;
            this.expected = expected;
        }
    }

    /** Ends parsing at the first mistake. */
    private static final class FirstMistake extends DefaultErrorStrategy {
        @Override
        public void reportError(Parser parser, RecognitionException e) {}

        @Override
        public void recover(Parser parser, RecognitionException e) {
            throw mistake(parser);
        }

        @Override
        public Token recoverInline(Parser parser) {
            throw mistake(parser);
        }

        @Override
        public void sync(Parser parser) {}

        private static Mistake mistake(Parser parser) {
            int position = ((LineTokens) parser.getInputStream()).position();
            return new Mistake(position, parser.getExpectedTokens());
        }
    }
}

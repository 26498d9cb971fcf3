package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.isa.text.AsmLexer.Kind;
import org.crosstile.isa.text.AsmLexer.Token;
import org.crosstile.isa.text.AsmTokens.Unreadable;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;

/** Reads the text of tile-level programs. What a line has wrong does not hide the next one. */
public final class AsmParser {
    private static final String DIRECTIONS = "pto.in, pto.out, pto.inout or pto.scratch";

    /** So deep that nobody writes it, and that no stack overflows. */
    private static final int MOST_DEPTH = 100;

    private final AsmTokens tokens;
    private final OpParser ops;
    private int depth;

    private AsmParser(AsmTokens tokens) {
        this.tokens = tokens;
        this.ops = new OpParser(tokens);
    }

    /** Reads a text; of use only if no problem is reported. */
    public static Asm.Module parse(SourceText source, Problems problems) {
        AsmTokens tokens = new AsmTokens(AsmLexer.read(source, problems), problems);
        Asm.Module module = new AsmParser(tokens).module();
        if (module.functions().isEmpty() && !problems.hasErrors()) {
            Problem.error(AsmRules.FUNCTION, source.lineSpan(1), "this text has none")
                    .headline("a text has at least one function")
                    .hint("write func.func @main(%x: !pto.memref<64x32xf32>) { ... return }")
                    .to(problems);
        }
        return module;
    }

    private Asm.Module module() {
        Optional<Asm.Word> target = Optional.empty();
        List<Asm.Function> functions = new ArrayList<>();
        try {
            boolean wrapped = tokens.take("module");
            if (wrapped) {
                target = moduleAttributes();
                tokens.expect("{");
            }
            while (!tokens.isAtEnd() && !tokens.peek().is("}")) {
                functions.add(function());
            }
            if (wrapped) {
                tokens.expect("}");
            }
            if (!tokens.isAtEnd()) {
                throw tokens.wrong("the end");
            }
        } catch (Unreadable e) {
            return new Asm.Module(target, functions);
        }
        return new Asm.Module(target, functions);
    }

    private Optional<Asm.Word> moduleAttributes() throws Unreadable {
        Optional<Asm.Word> target = Optional.empty();
        if (!tokens.take("attributes")) {
            return target;
        }
        tokens.expect("{");
        while (!tokens.take("}")) {
            Token name = tokens.expect(Kind.WORD, "an attribute");
            tokens.expect("=");
            Token value = tokens.next();
            if (name.is("pto.target_arch")) {
                String text = value.text().replace("\"", "");
                target = Optional.of(new Asm.Word(text, value.span()));
            }
            if (!tokens.peek().is("}")) {
                tokens.expect(",");
            }
        }
        return target;
    }

    private Asm.Function function() throws Unreadable {
        Token start = tokens.expect("func.func");
        Token name = tokens.expect(Kind.SYMBOL, "the name of a function, such as @main,");
        tokens.expect("(");
        List<Asm.Param> params = new ArrayList<>();
        while (!tokens.take(")")) {
            params.add(param());
            if (!tokens.peek().is(")")) {
                tokens.expect(",");
            }
        }
        Span span = tokens.since(start);
        if (tokens.take("attributes")) {
            skipBraces();
        }
        tokens.expect("{");
        List<Asm.Stmt> body = new ArrayList<>();
        block(body);
        if (!tokens.last().is("return")) {
            throw tokens.wrong("`return`");
        }
        tokens.expect("}");
        return new Asm.Function(
                new Asm.Word(name.text().substring(1), name.span()), params, body, span);
    }

    private void skipBraces() throws Unreadable {
        tokens.expect("{");
        int depth = 1;
        while (depth > 0 && !tokens.isAtEnd()) {
            Token token = tokens.next();
            depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
        }
    }

    private Asm.Param param() throws Unreadable {
        Asm.Word name = tokens.value("a parameter");
        tokens.expect(":");
        Asm.Typed type = tokens.type();
        Asm.Role role = Asm.Role.in;
        if (tokens.take("{")) {
            role = role(tokens.expect(Kind.WORD, DIRECTIONS));
            tokens.expect("}");
        }
        return new Asm.Param(name, type.type(), role);
    }

    private Asm.Role role(Token word) throws Unreadable {
        for (Asm.Role role : Asm.Role.values()) {
            if (word.is("pto." + role.name())) {
                return role;
            }
        }
        throw tokens.wrong(AsmRules.ATTRIBUTE, word.span(), "a parameter is " + DIRECTIONS, "");
    }

    /** Statements up to {@code return} (which is taken) or a closing brace (which is not). */
    private void block(List<Asm.Stmt> body) {
        while (!tokens.isAtEnd() && !tokens.peek().is("}")) {
            if (tokens.take("return")) {
                return;
            }
            int line = tokens.peek().span().line();
            try {
                body.add(statement());
            } catch (Unreadable e) {
                tokens.skipLine(line);
            }
        }
    }

    private Asm.Stmt statement() throws Unreadable {
        Token start = tokens.peek();
        if (tokens.take("scf.if")) {
            return conditional(start);
        }
        if (tokens.take("scf.for")) {
            return loop(start);
        }
        return ops.op();
    }

    private Asm.Stmt conditional(Token start) throws Unreadable {
        Asm.Word condition = tokens.value("a condition");
        Span span = tokens.since(start);
        List<Asm.Stmt> then = braced();
        List<Asm.Stmt> otherwise = tokens.take("else") ? braced() : List.of();
        return new Asm.If(condition, then, otherwise, span);
    }

    private Asm.Stmt loop(Token start) throws Unreadable {
        Asm.Word variable = tokens.value("a loop variable");
        tokens.expect("=");
        Asm.Word from = tokens.value("the first value");
        tokens.expect("to");
        Asm.Word to = tokens.value("the end");
        tokens.expect("step");
        Asm.Word step = tokens.value("the step");
        Span span = tokens.since(start);
        return new Asm.For(variable, from, to, step, braced(), span);
    }

    private List<Asm.Stmt> braced() throws Unreadable {
        Token open = tokens.expect("{");
        if (++depth > MOST_DEPTH) {
            tokens.skipAll();
            throw tokens.wrong(
                    AsmRules.SYNTAX,
                    open.span(),
                    "this is more than " + MOST_DEPTH + " braces deep",
                    "");
        }
        List<Asm.Stmt> body = new ArrayList<>();
        block(body);
        tokens.expect("}");
        depth--;
        return body;
    }
}

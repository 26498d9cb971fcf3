package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.isa.text.AsmLexer.Kind;
import org.crosstile.isa.text.AsmLexer.Token;
import org.crosstile.isa.text.AsmTokens.Unreadable;
import org.crosstile.source.Names;

/**
 * Reads one operation: {@code %r = name %a, %b {attr = value} after(%e) : (T, T) -> T}. What
 * follows the name depends on it only for a few.
 */
final class OpParser {
    private final AsmTokens tokens;

    OpParser(AsmTokens tokens) {
        this.tokens = tokens;
    }

    Asm.Op op() throws Unreadable {
        Token start = tokens.peek();
        Optional<Asm.Word> result = Optional.empty();
        if (start.kind() == Kind.VALUE) {
            result = Optional.of(tokens.value("a result"));
            tokens.expect("=");
        }
        Mnemonic mnemonic = mnemonic();
        List<Asm.Attr> attrs = new ArrayList<>();
        List<Asm.Word> operands = new ArrayList<>();
        switch (mnemonic) {
            case CONSTANT -> attrs.add(constant());
            case BARRIER -> barrier();
            case CMPI -> attrs.add(predicate());
            default -> {}
        }
        operands(operands, attrs);
        attributes(attrs);
        List<Asm.Word> after = after();
        List<Asm.Typed> types = new ArrayList<>();
        Optional<Asm.Typed> resultType = Optional.empty();
        if (tokens.take(":")) {
            resultType = types(mnemonic, types);
        }
        return new Asm.Op(
                mnemonic, result, operands, attrs, after, types, resultType, tokens.since(start));
    }

    private Mnemonic mnemonic() throws Unreadable {
        Token name = tokens.expect(Kind.WORD, "an operation");
        Optional<Mnemonic> known = Mnemonic.named(name.text());
        if (known.isEmpty()) {
            throw tokens.wrong(
                    AsmRules.UNKNOWN_OP,
                    name.span(),
                    "there is no `" + name.text() + "`",
                    Names.suggestion(name.text(), Mnemonic.names()));
        }
        return known.get();
    }

    private Asm.Attr constant() throws Unreadable {
        Token value = tokens.expect(Kind.NUMBER, "a number");
        return new Asm.Attr("value", "number", value.text(), value.span());
    }

    private Asm.Attr predicate() throws Unreadable {
        Token word = tokens.expect(Kind.WORD, "eq, ne, slt, sle, sgt or sge");
        tokens.expect(",");
        return new Asm.Attr("predicate", "word", word.text(), word.span());
    }

    private void barrier() throws Unreadable {
        tokens.expect("<");
        Token pipe = tokens.expect(Kind.WORD, "PIPE_ALL");
        if (!pipe.is("PIPE_ALL")) {
            throw tokens.wrong(
                    AsmRules.ATTRIBUTE,
                    pipe.span(),
                    "this is `" + pipe.text() + "`",
                    "there is PIPE_ALL");
        }
        tokens.expect(">");
    }

    /** A value in front of `=` is the result of the next operation, and no operand of this one. */
    private void operands(List<Asm.Word> operands, List<Asm.Attr> attrs) throws Unreadable {
        if (tokens.peek().kind() != Kind.VALUE || tokens.peek(1).is("=")) {
            return;
        }
        operands.add(tokens.value("an operand"));
        while (tokens.take(",")) {
            if (tokens.peek().kind() == Kind.WORD) {
                attrs.add(list(operands));
            } else {
                operands.add(tokens.value("an operand"));
            }
        }
    }

    /**
     * {@code offsets = [%i, 0]}: values among the numbers become operands, the attribute says which
     * of the entries they are.
     */
    private Asm.Attr list(List<Asm.Word> operands) throws Unreadable {
        Token name = tokens.next();
        tokens.expect("=");
        tokens.expect("[");
        StringBuilder entries = new StringBuilder();
        while (!tokens.take("]")) {
            if (!entries.isEmpty()) {
                tokens.expect(",");
                entries.append(',');
            }
            if (tokens.peek().kind() == Kind.VALUE) {
                entries.append('%');
                operands.add(tokens.value("an entry"));
            } else {
                entries.append(tokens.expect(Kind.NUMBER, "a number or value").text());
            }
        }
        return new Asm.Attr(name.text(), "list", entries.toString(), tokens.since(name));
    }

    private void attributes(List<Asm.Attr> attrs) throws Unreadable {
        if (!tokens.take("{")) {
            return;
        }
        while (!tokens.take("}")) {
            Token name = tokens.expect(Kind.WORD, "an attribute");
            tokens.expect("=");
            attrs.add(attribute(name));
            if (!tokens.peek().is("}")) {
                tokens.expect(",");
            }
        }
    }

    private Asm.Attr attribute(Token name) throws Unreadable {
        Token value = tokens.peek();
        if (value.kind() == Kind.NUMBER) {
            tokens.next();
            if (tokens.take(":")) {
                tokens.expect("i32");
            }
            return new Asm.Attr(name.text(), "i32", value.text(), tokens.since(name));
        }
        Token known = tokens.expect(Kind.ATTRIBUTE, "a number or a #pto. attribute");
        String text = known.text();
        int open = text.indexOf('<');
        if (!text.startsWith("#pto.") || open < 0 || !text.endsWith(">")) {
            throw tokens.wrong(
                    AsmRules.ATTRIBUTE, known.span(), "this is not as in #pto.reduce_op<Sum>", "");
        }
        return new Asm.Attr(
                name.text(),
                text.substring(5, open),
                text.substring(open + 1, text.length() - 1).strip(),
                tokens.since(name));
    }

    private List<Asm.Word> after() throws Unreadable {
        List<Asm.Word> events = new ArrayList<>();
        if (tokens.take("after")) {
            tokens.expect("(");
            do {
                events.add(tokens.value("an event"));
            } while (tokens.take(","));
            tokens.expect(")");
        }
        return events;
    }

    private Optional<Asm.Typed> types(Mnemonic mnemonic, List<Asm.Typed> types) throws Unreadable {
        if (mnemonic.isArithmetic()) {
            types.add(tokens.type());
            return Optional.empty();
        }
        if (mnemonic == Mnemonic.INDEX_CAST) {
            types.add(tokens.type());
            tokens.expect("to");
            return Optional.of(tokens.type());
        }
        tokens.expect("(");
        while (!tokens.take(")")) {
            types.add(tokens.type());
            if (!tokens.peek().is(")")) {
                tokens.expect(",");
            }
        }
        return tokens.take("->") ? Optional.of(tokens.type()) : Optional.empty();
    }
}

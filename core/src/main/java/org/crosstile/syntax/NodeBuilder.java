package org.crosstile.syntax;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;

/**
 * Turns the parse of an expression into nodes. Levels of precedence that do nothing leave no trace.
 */
final class NodeBuilder {
    private final SourceText source;
    private final Problems problems;

    NodeBuilder(SourceText source, Problems problems) {
        this.source = source;
        this.problems = problems;
    }

    Span span(TerminalNode node) {
        return span(node.getSymbol(), node.getSymbol());
    }

    Span span(ParserRuleContext context) {
        return span(context.getStart(), context.getStop());
    }

    private Span span(Token first, Token last) {
        return Span.of(source, first.getStartIndex(), last.getStopIndex() + 1);
    }

    /** Reports a comma that follows another one. */
    void checkCommas(ParserRuleContext list) {
        for (int i = 1; i < list.getChildCount(); i++) {
            if (list.getChild(i) instanceof TerminalNode comma
                    && list.getChild(i - 1) instanceof TerminalNode) {
                Problem.error(SyntaxRules.SYNTAX, span(comma), "found `,`")
                        .headline("expected an expression")
                        .hint("remove one of the commas")
                        .to(problems);
            }
        }
    }

    /** One expression, or several separated by commas. */
    Node tests(DslParser.TestsContext c) {
        if (c.getChildCount() == 1) {
            return test(c.test(0));
        }
        return new Node.Items(items(c), span(c));
    }

    private List<Node> items(DslParser.TestsContext c) {
        checkCommas(c);
        List<Node> items = new ArrayList<>();
        for (DslParser.TestContext test : c.test()) {
            items.add(test(test));
        }
        return items;
    }

    Node test(DslParser.TestContext c) {
        Node value = chain(c.disjunction(0));
        return c.IF() == null
                ? value
                : new Node.Choice(chain(c.disjunction(1)), value, test(c.test()), span(c));
    }

    /** Operands with operators between them, left to right. */
    private Node chain(ParserRuleContext c) {
        Node left = level(c.getChild(0));
        for (int i = 2; i < c.getChildCount(); i += 2) {
            Node right = level(c.getChild(i));
            // From token to token: the spans of the operands are without their parentheses.
            Span span = span(c.getStart(), ((ParserRuleContext) c.getChild(i)).getStop());
            left = new Node.Binary(c.getChild(i - 1).getText(), left, right, span);
        }
        return left;
    }

    private Node level(ParseTree child) {
        return switch (child) {
            case DslParser.InversionContext c -> inversion(c);
            case DslParser.ComparisonContext c -> comparison(c);
            case DslParser.FactorContext c -> factor(c);
            case ParserRuleContext c -> chain(c);
            default -> throw new IllegalStateException("an expression level that no case covers");
        };
    }

    private Node inversion(DslParser.InversionContext c) {
        Node value = comparison(c.comparison());
        for (int i = c.getChildCount() - 2; i >= 0; i--) {
            value =
                    new Node.Unary(
                            "not", value, span((TerminalNode) c.getChild(i)).to(value.span()));
        }
        return value;
    }

    private Node comparison(DslParser.ComparisonContext c) {
        if (c.getChildCount() == 1) {
            return bits(c.bits(0));
        }
        List<String> ops = new ArrayList<>();
        List<Node> rest = new ArrayList<>();
        for (int i = 1; i < c.bits().size(); i++) {
            DslParser.ComparatorContext op = c.comparator(i - 1);
            ops.add(
                    op.getChildCount() == 1
                            ? op.getText()
                            : op.getChild(0).getText() + " " + op.getChild(1).getText());
            rest.add(bits(c.bits(i)));
        }
        return new Node.Compare(bits(c.bits(0)), ops, rest, span(c));
    }

    Node bits(DslParser.BitsContext c) {
        return chain(c);
    }

    private Node factor(DslParser.FactorContext c) {
        Node value = power(c.power());
        for (int i = c.getChildCount() - 2; i >= 0; i--) {
            TerminalNode sign = (TerminalNode) c.getChild(i);
            boolean smallest = value instanceof Node.Whole w && w.value() == Long.MIN_VALUE;
            value =
                    smallest
                            ? new Node.Whole(Long.MIN_VALUE, span(sign).to(value.span()))
                            : new Node.Unary(sign.getText(), value, span(sign).to(value.span()));
        }
        return value;
    }

    private Node power(DslParser.PowerContext c) {
        Node base = primary(c.primary());
        return c.factor() == null ? base : new Node.Binary("**", base, factor(c.factor()), span(c));
    }

    private Node primary(DslParser.PrimaryContext c) {
        Node value = atom(c.atom());
        for (DslParser.TrailerContext trailer : c.trailer()) {
            Span span = value.span().to(span(trailer));
            if (trailer.DOT() != null) {
                value =
                        new Node.Attribute(
                                value, trailer.NAME().getText(), span(trailer.NAME()), span);
            } else if (trailer.LPAREN() != null) {
                value = new Node.Call(value, arguments(trailer.arguments()), span);
            } else {
                value = new Node.Subscript(value, subscripts(trailer.subscripts()), span);
            }
        }
        return value;
    }

    private List<Node.Argument> arguments(DslParser.ArgumentsContext c) {
        List<Node.Argument> arguments = new ArrayList<>();
        if (c == null) {
            return arguments;
        }
        checkCommas(c);
        boolean named = false;
        for (DslParser.ArgumentContext a : c.argument()) {
            Node first = test(a.test(0));
            if (a.ASSIGN() == null) {
                if (named) {
                    Problem.error(SyntaxRules.SYNTAX, first.span(), "this operand has no name")
                            .headline("operands by position must stand before operands by name")
                            .to(problems);
                }
                arguments.add(new Node.Argument("", first, first.span()));
            } else if (first instanceof Node.Name name) {
                named = true;
                arguments.add(new Node.Argument(name.id(), test(a.test(1)), span(a)));
            } else {
                Problem.error(SyntaxRules.SYNTAX, first.span(), "this is not a name")
                        .headline("expected a name in front of `=`")
                        .hint("did you mean `==`?")
                        .to(problems);
            }
        }
        return arguments;
    }

    private List<Node> subscripts(DslParser.SubscriptsContext c) {
        checkCommas(c);
        List<Node> indices = new ArrayList<>();
        for (DslParser.SubscriptContext s : c.subscript()) {
            indices.add(s.COLON().isEmpty() ? test(s.test(0)) : slice(s));
        }
        return indices;
    }

    private Node slice(DslParser.SubscriptContext s) {
        List<Optional<Node>> parts =
                new ArrayList<>(List.of(Optional.empty(), Optional.empty(), Optional.empty()));
        int part = 0;
        for (ParseTree child : s.children) {
            if (child instanceof DslParser.TestContext test) {
                parts.set(part, Optional.of(test(test)));
            } else {
                part++;
            }
        }
        return new Node.Slice(parts.get(0), parts.get(1), parts.get(2), span(s));
    }

    private Node atom(DslParser.AtomContext c) {
        Span span = span(c);
        if (c.NAME() != null) {
            return new Node.Name(c.NAME().getText(), span);
        } else if (c.NUMBER() != null) {
            return number(c.NUMBER().getText(), span);
        } else if (!c.STRING().isEmpty()) {
            StringBuilder value = new StringBuilder();
            c.STRING().forEach(s -> value.append(Quotes.value(s.getText())));
            return new Node.Text(value.toString(), span);
        } else if (c.LBRACE() != null) {
            return dict(c, span);
        } else if (c.LPAREN() != null) {
            boolean one = c.tests() != null && c.tests().getChildCount() == 1;
            return one ? test(c.tests().test(0)) : new Node.Items(optional(c.tests()), span);
        } else if (c.LBRACK() != null) {
            return new Node.Items(optional(c.tests()), span);
        }
        return switch (c.getStart().getType()) {
            case DslParser.TRUE -> new Node.Truth(true, span);
            case DslParser.FALSE -> new Node.Truth(false, span);
            case DslParser.NONE -> new Node.Nothing(span);
            case DslParser.ELLIPSIS -> new Node.Ellipsis(span);
            default -> new Node.Foreign("a formatted string", span);
        };
    }

    private List<Node> optional(DslParser.TestsContext c) {
        return c == null ? List.of() : items(c);
    }

    private Node dict(DslParser.AtomContext c, Span span) {
        List<Node.Entry> entries = new ArrayList<>();
        for (int i = 2; i < c.getChildCount() - 1; i++) {
            if (c.getChild(i) instanceof TerminalNode comma
                    && c.getChild(i - 1) instanceof TerminalNode) {
                Problem.error(SyntaxRules.SYNTAX, span(comma), "found `,`")
                        .headline("expected an expression")
                        .to(problems);
            }
        }
        for (DslParser.EntryContext e : c.entry()) {
            if (e.COLON() == null) {
                return new Node.Foreign("a set", span);
            }
            entries.add(new Node.Entry(test(e.test(0)), test(e.test(1))));
        }
        return new Node.Dict(entries, span);
    }

    private Node number(String written, Span span) {
        String text = written.replace("_", "");
        try {
            int radix = radix(text);
            if (radix == 10 && !isWhole(text)) {
                return new Node.Real(Double.parseDouble(checked(text)), span);
            }
            BigInteger value = new BigInteger(radix == 10 ? text : text.substring(2), radix);
            boolean smallest = value.equals(BigInteger.TWO.pow(63)) && isNegated(span);
            return new Node.Whole(smallest ? Long.MIN_VALUE : value.longValueExact(), span);
        } catch (ArithmeticException e) {
            Problem.error(SyntaxRules.NUMBER, span, "this does not fit in 64 bits").to(problems);
        } catch (NumberFormatException e) {
            Problem.error(SyntaxRules.NUMBER, span, "`" + written + "` is not a number")
                    .to(problems);
        }
        return new Node.Whole(0, span);
    }

    /**
     * Whether a minus stands in front: the one number that has no positive counterpart needs it.
     */
    private boolean isNegated(Span span) {
        return span.start() > 0 && source.text().charAt(span.start() - 1) == '-';
    }

    /** Java reads some suffixes as numbers that Python does not have. */
    private static String checked(String text) {
        char last = text.charAt(text.length() - 1);
        if ((last < '0' || last > '9') && last != '.') {
            throw new NumberFormatException(text);
        }
        return text;
    }

    private static int radix(String text) {
        if (text.length() < 3 || text.charAt(0) != '0') {
            return 10;
        }
        return switch (text.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'o', 'O' -> 8;
            case 'b', 'B' -> 2;
            default -> 10;
        };
    }

    private static boolean isWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}

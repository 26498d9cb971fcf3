package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** Turns the parse of a line into a statement. */
final class TreeBuilder {
    private final Line line;
    private final NodeBuilder nodes;
    private final Problems problems;

    TreeBuilder(Line line, Problems problems) {
        this.line = line;
        this.problems = problems;
        this.nodes = new NodeBuilder(line.tokens.source, problems);
    }

    /** The statement; empty if it has a mistake that the grammar lets through. */
    Optional<Tree> build(DslParser.LineContext context) {
        int before = problems.errors();
        Tree tree = tree(context);
        return problems.errors() > before ? Optional.empty() : Optional.of(tree);
    }

    private Tree tree(DslParser.LineContext context) {
        Span span = line.span();
        return switch (context) {
            case DslParser.IfLineContext c ->
                    new Tree.If(nodes.test(c.test()), List.of(), List.of(), span);
            case DslParser.ElifLineContext c -> new Tree.Elif(nodes.test(c.test()), span);
            case DslParser.ElseLineContext c -> new Tree.Else(span);
            case DslParser.WhileLineContext c ->
                    new Tree.While(nodes.test(c.test()), List.of(), span);
            case DslParser.ForLineContext c ->
                    new Tree.For(targets(c.targets()), nodes.tests(c.tests()), List.of(), span);
            case DslParser.WithLineContext c ->
                    new Tree.With(nodes.test(c.test()), name(c), List.of(), span);
            case DslParser.DefLineContext c -> def(c, span);
            case DslParser.ClassLineContext c ->
                    new Tree.ClassDef(
                            c.NAME().getText(), nodes.span(c.NAME()), List.of(), line, span);
            case DslParser.DecoratorLineContext c -> new Tree.Decorator(nodes.test(c.test()), span);
            case DslParser.ReturnLineContext c -> new Tree.Return(optional(c.tests()), span);
            case DslParser.PassLineContext c -> new Tree.Pass(span);
            case DslParser.BreakLineContext c -> new Tree.Break(span);
            case DslParser.ContinueLineContext c -> new Tree.Continue(span);
            case DslParser.PlainLineContext c -> plain(c, span);
            default -> throw new IllegalStateException("a line that no case covers");
        };
    }

    private Optional<Node> optional(DslParser.TestsContext tests) {
        return tests == null ? Optional.empty() : Optional.of(nodes.tests(tests));
    }

    private Optional<Node> name(DslParser.WithLineContext c) {
        return c.targets() == null
                ? Optional.empty()
                : Optional.of(targets(c.targets()).getFirst());
    }

    private List<Node> targets(DslParser.TargetsContext c) {
        nodes.checkCommas(c);
        List<Node> targets = new ArrayList<>();
        for (DslParser.BitsContext bits : c.bits()) {
            targets.add(nodes.bits(bits));
        }
        return targets;
    }

    private Tree plain(DslParser.PlainLineContext c, Span span) {
        Node first = nodes.tests(c.tests(0));
        if (c.AUGMENTED() != null) {
            return new Tree.Augmented(first, nodes.span(c.AUGMENTED()));
        }
        if (c.COLON() != null) {
            Optional<Node> value =
                    c.tests().size() > 1 ? Optional.of(nodes.tests(c.tests(1))) : Optional.empty();
            return new Tree.Annotated(first, nodes.test(c.test()), value, span);
        }
        if (c.tests().size() == 1) {
            return new Tree.Plain(first, span);
        }
        List<Node> all = new ArrayList<>();
        for (DslParser.TestsContext tests : c.tests()) {
            all.add(nodes.tests(tests));
        }
        Node value = all.removeLast();
        return new Tree.Assign(all, value, span);
    }

    private Tree def(DslParser.DefLineContext c, Span span) {
        List<Tree.Parameter> parameters = new ArrayList<>();
        if (c.parameters() != null) {
            nodes.checkCommas(c.parameters());
            for (DslParser.ParameterContext p : c.parameters().parameter()) {
                parameters.add(parameter(p));
            }
        }
        Optional<Node> returns =
                c.test() == null ? Optional.empty() : Optional.of(nodes.test(c.test()));
        return new Tree.Def(
                c.NAME().getText(),
                nodes.span(c.NAME()),
                parameters,
                returns,
                List.of(),
                line,
                span);
    }

    private Tree.Parameter parameter(DslParser.ParameterContext p) {
        ParseTree first = p.getChild(0);
        String star = first instanceof TerminalNode t && t != p.NAME() ? t.getText() : "";
        int test = 0;
        Optional<Node> annotation =
                p.COLON() == null ? Optional.empty() : Optional.of(nodes.test(p.test(test++)));
        Optional<Node> fallback =
                p.ASSIGN() == null ? Optional.empty() : Optional.of(nodes.test(p.test(test)));
        String name = p.NAME() == null ? "" : p.NAME().getText();
        return new Tree.Parameter(
                star, name, annotation, fallback, nodes.span((ParserRuleContext) p));
    }

    /** Reports a statement form that Python has and the language has not. */
    static void refuse(Tree.Foreign foreign, Problems problems) {
        Problem.error(
                        SyntaxRules.UNSUPPORTED_STATEMENT,
                        foreign.span(),
                        "found `" + foreign.word() + "`")
                .headline("`" + foreign.word() + "` is not a statement of the language")
                .to(problems);
    }
}

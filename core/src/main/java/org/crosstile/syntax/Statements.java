package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** Parses the lines of a block and puts compound statements together. */
final class Statements {
    private final Problems problems;

    /** How many blocks are around the lines at hand, a branch counted as inside of those before. */
    private int depth;

    private Statements(Problems problems) {
        this.problems = problems;
    }

    /** All statements of a block that parse; those that do not have been reported. */
    static List<Tree> of(List<Line> lines, Problems problems) {
        return new Statements(problems).block(lines);
    }

    private List<Tree> block(List<Line> lines) {
        List<Tree> statements = new ArrayList<>();
        List<Node> decorators = new ArrayList<>();
        int i = 0;
        while (i < lines.size()) {
            Line line = lines.get(i++);
            Optional<Tree> parsed = LineParser.parse(line, problems);
            int next =
                    line.type() == DslParser.IF
                            ? branchesEnd(lines, i)
                            : handlersEnd(line, lines, i);
            if (parsed.isEmpty()) {
                // Its block may be fine or not: it is read for its own mistakes.
                List<Tree> body = new ArrayList<>(block(line.body));
                lines.subList(i, next).forEach(branch -> body.addAll(block(branch.body)));
                statements.add(new Tree.Unread(Assigned.by(line), body, line.span()));
            } else {
                switch (parsed.get()) {
                    case Tree.Decorator d -> decorators.add(d.value());
                    case Tree.If head ->
                            statements.add(conditional(head, line, lines.subList(i, next)));
                    case Tree.Elif head -> stray(line);
                    case Tree.Else head -> stray(line);
                    default -> statements.add(withBody(parsed.get(), line, decorators));
                }
            }
            i = next;
            if (line.type() != DslParser.AT) {
                decorators.clear();
            }
        }
        return statements;
    }

    private static int branchesEnd(List<Line> lines, int from) {
        int to = from;
        while (to < lines.size()
                && (lines.get(to).type() == DslParser.ELIF
                        || lines.get(to).type() == DslParser.ELSE)) {
            if (lines.get(to++).type() == DslParser.ELSE) {
                break;
            }
        }
        return to;
    }

    /** Behind the parts of a {@code try}, which is refused as a whole. */
    private static int handlersEnd(Line line, List<Line> lines, int from) {
        int to = from;
        while (line.startsWith("try")
                && to < lines.size()
                && (lines.get(to).startsWith("except")
                        || lines.get(to).startsWith("finally")
                        || lines.get(to).startsWith("else"))) {
            to++;
        }
        return to;
    }

    private Tree withBody(Tree head, Line line, List<Node> decorators) {
        return switch (head) {
            case Tree.For h -> new Tree.For(h.targets(), h.iterable(), body(line), h.span());
            case Tree.While h -> new Tree.While(h.condition(), body(line), h.span());
            case Tree.With h -> new Tree.With(h.context(), h.name(), body(line), h.span());
            case Tree.Def h ->
                    new Tree.Def(
                            h.name(),
                            h.nameSpan(),
                            h.parameters(),
                            h.returns(),
                            List.copyOf(decorators),
                            line,
                            h.span());
            case Tree.ClassDef h ->
                    new Tree.ClassDef(
                            h.name(), h.nameSpan(), List.copyOf(decorators), line, h.span());
            case Tree.Foreign h -> h;
            default -> {
                if (!line.body.isEmpty()) {
                    Problem.error(
                                    SyntaxRules.INDENTATION,
                                    line.body.getFirst().span(),
                                    "this is indented deeper than the line above")
                            .see(line.span(), "this opens no block")
                            .hint("remove the extra indentation")
                            .to(problems);
                    block(line.body);
                }
                yield head;
            }
        };
    }

    private Tree conditional(Tree.If head, Line line, List<Line> branches) {
        int room = Lines.DEEPEST - depth;
        if (branches.size() > room) {
            Line first = branches.get(Math.max(0, room));
            Problem.error(
                            SyntaxRules.TOO_DEEP,
                            first.span(),
                            "blocks nest more than " + Lines.DEEPEST + " deep")
                    .note("a branch stands inside of the `else` of the one before it")
                    .to(problems);
        }
        List<Tree> then = body(line);
        List<Tree> otherwise = List.of();
        for (int i = Math.min(branches.size(), room) - 1; i >= 0; i--) {
            Line branch = branches.get(i);
            Optional<Tree> parsed = LineParser.parse(branch, problems);
            depth += i;
            List<Tree> body = body(branch);
            depth -= i;
            if (parsed.isPresent() && parsed.get() instanceof Tree.Elif elif) {
                otherwise = List.of(new Tree.If(elif.condition(), body, otherwise, elif.span()));
            } else if (parsed.isPresent()) {
                otherwise = body;
            }
        }
        return new Tree.If(head.condition(), then, otherwise, head.span());
    }

    private List<Tree> body(Line line) {
        if (line.body.isEmpty()) {
            Problem.error(SyntaxRules.INDENTATION, line.span(), "no block follows")
                    .headline("a line that opens a block must be followed by indented lines")
                    .hint("write `pass` if there is nothing to do")
                    .to(problems);
        }
        depth++;
        List<Tree> body = block(line.body);
        depth--;
        return body;
    }

    private void stray(Line line) {
        Problem.error(SyntaxRules.SYNTAX, line.span(), "no `if` belongs to this")
                .headline("`" + line.tokens.text(line.first) + "` must follow an `if`")
                .to(problems);
        block(line.body);
    }
}

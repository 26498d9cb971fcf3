package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;

/** Finds out which names statements assign. */
final class Assigned {
    private Assigned() {}

    /** The names that a line assigns as far as its tokens tell. */
    static List<Node.Name> by(Line line) {
        List<Node.Name> names = new ArrayList<>();
        if (line.type() == DslParser.DEF || line.type() == DslParser.CLASS) {
            if (line.first + 1 < line.end) {
                names.add(
                        new Node.Name(
                                line.tokens.text(line.first + 1),
                                line.tokens.span(line.first + 1)));
            }
            return names;
        }
        int end =
                line.type() == DslParser.FOR
                        ? find(line, DslParser.IN)
                        : find(line, DslParser.ASSIGN);
        int first = line.type() == DslParser.FOR ? line.first + 1 : line.first;
        if (line.type() == DslParser.WITH) {
            first = find(line, DslParser.AS);
            end = line.end;
        }
        for (int i = first; i < end && line.tokens.type(i) != DslParser.COLON; i++) {
            if (line.tokens.type(i) == DslParser.NAME) {
                names.add(new Node.Name(line.tokens.text(i), line.tokens.span(i)));
            }
        }
        return names;
    }

    /** The first token of a type; the first of the line if there is none. */
    private static int find(Line line, int type) {
        for (int i = line.first; i < line.end; i++) {
            if (line.tokens.type(i) == type) {
                return i;
            }
        }
        return line.first;
    }

    /** Whether statements assign a name, at any depth. */
    static boolean in(List<Tree> statements, String name) {
        for (Tree tree : statements) {
            boolean here =
                    switch (tree) {
                        case Tree.Assign a ->
                                a.targets().stream().anyMatch(t -> isOrHolds(t, name));
                        case Tree.Annotated a -> isOrHolds(a.target(), name);
                        case Tree.If i -> in(i.then(), name) || in(i.otherwise(), name);
                        case Tree.For f -> in(f.body(), name);
                        case Tree.While w -> in(w.body(), name);
                        case Tree.With w -> in(w.body(), name);
                        default -> false;
                    };
            if (here) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOrHolds(Node target, String name) {
        return switch (target) {
            case Node.Name n -> n.id().equals(name);
            case Node.Items items -> items.items().stream().anyMatch(item -> isOrHolds(item, name));
            default -> false;
        };
    }
}

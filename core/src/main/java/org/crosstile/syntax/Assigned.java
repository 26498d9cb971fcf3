package org.crosstile.syntax;

import java.util.List;

/** Finds out which names statements assign. */
final class Assigned {
    private Assigned() {}

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

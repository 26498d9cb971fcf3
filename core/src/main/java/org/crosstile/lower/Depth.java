package org.crosstile.lower;

import org.crosstile.model.Block;
import org.crosstile.model.Function;
import org.crosstile.model.Nesting;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** How deep blocks nest in what a pass has made: its text must be one that can be read again. */
final class Depth {
    /** Without the class and the function. */
    private static final int MOST = Nesting.DEEPEST - 2;

    private Depth() {}

    static void check(Program program, Problems problems) {
        for (Function f : program.functions()) {
            check(f.body(), 0, problems);
        }
    }

    private static boolean check(Block block, int depth, Problems problems) {
        for (Stmt s : block.statements()) {
            for (Block inner : Walk.blocks(s)) {
                if (depth == MOST) {
                    Problem.error(
                                    Nesting.RULE,
                                    s.span(),
                                    "lowered, this is a block inside of " + MOST + " others")
                            .hint("move inner blocks into a function of their own")
                            .to(problems);
                    return false;
                }
                if (!check(inner, depth + 1, problems)) {
                    return false;
                }
            }
        }
        return true;
    }
}

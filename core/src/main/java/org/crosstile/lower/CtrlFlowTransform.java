package org.crosstile.lower;

import org.crosstile.model.Program;
import org.crosstile.source.Problems;

/**
 * Writes break, continue and early return as conditions, so that no later pass sees them:
 *
 * <pre>
 * for i in range(n):            i_at = 0; go = i_at &lt; n
 *     if a: continue            while go:
 *     if b: break                   i = i_at; broke = False
 *     c                             if a: pass
 *                                   else:
 *                                       if b: broke = True
 *                                       else: c
 *                                   if broke: go = False
 *                                   else: i_at = i_at + 1; go = i_at &lt; n
 * </pre>
 *
 * <p>What follows an {@code if} of which one branch always jumps moves into the other branch; where
 * neither always jumps, a flag guards what follows. The condition of a {@code while} that calls
 * operators becomes a variable that is set before the loop and at the end of its body. A loop that
 * is never left early stays as it is.
 */
public final class CtrlFlowTransform implements Pass {
    @Override
    public Stage needs() {
        return Stage.PARSED;
    }

    @Override
    public Stage gives() {
        return Stage.PARSED;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(f -> f.isSubWorker() ? f : new JumpRemoval(f).function());
    }
}

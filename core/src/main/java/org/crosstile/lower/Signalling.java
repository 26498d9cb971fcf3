package org.crosstile.lower;

import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Walk;

/**
 * Whether code says who signals whom and where windows are viewed. Such code stays where it is even
 * if it never runs: rules about a program count it, and they hold for what is made of the program,
 * too.
 */
final class Signalling {
    private Signalling() {}

    static boolean in(Block block) {
        boolean[] found = {false};
        Walk.calls(
                block,
                c ->
                        found[0] |=
                                c.op() instanceof Capability.Notifies
                                        || c.op() instanceof Capability.Awaits
                                        || c.op() instanceof Capability.Collective
                                        || c.op() instanceof Capability.ViewsWindow);
        return found[0];
    }
}

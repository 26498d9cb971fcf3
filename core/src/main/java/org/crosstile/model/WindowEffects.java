package org.crosstile.model;

import java.util.Optional;

/** What calls do to windows as data; signals are not data. */
public final class WindowEffects {
    private WindowEffects() {}

    /** The window that a call writes: a peer's slice of it, or this rank's own. */
    public static Optional<Expr> written(Expr.Call call) {
        if (call.op() instanceof Capability.Notifies) {
            return Optional.empty();
        }
        if (call.op() instanceof Capability.WritesPeer writes) {
            return Optional.of(call.get(writes.target()));
        }
        for (Slot slot : call.op().slots()) {
            if (call.get(slot).type() instanceof Type.Window
                    && call.op().effect(call, slot).writes()) {
                return Optional.of(call.get(slot));
            }
        }
        return Optional.empty();
    }
}

package org.crosstile.model;

import java.util.Optional;

/**
 * An operator that runs as it stands: the kernel compiler emits a direct call of the plain static
 * method that {@link #run} names.
 */
public abstract non-sealed class Primitive extends Op {
    protected Primitive(String name, Slot... slots) {
        super(name, slots);
    }

    /** The method that carries out {@code call}. */
    public abstract Run run(Expr.Call call);

    /**
     * The tile operand whose buffer the result occupies, changed in place or viewed differently.
     * Such an operand must not be read afterwards except through the result.
     */
    public Optional<Slot> sharesBufferOf() {
        return Optional.empty();
    }

    /** True if the result may be written over a tile operand that dies with this call. */
    public boolean isInPlaceSafe() {
        return false;
    }
}

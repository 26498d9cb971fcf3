package org.crosstile.model;

/**
 * An operator that is lowered to primitives, and whose meaning is stated apart from that lowering.
 */
public abstract non-sealed class Composite extends Op {
    protected Composite(String name, Slot... slots) {
        super(name, slots);
    }

    /**
     * Appends the primitives that carry out {@code call} and returns its value.
     *
     * @param call a call outside a host orchestrator
     */
    public abstract Expr lower(Expr.Call call, Builder body);

    /**
     * Whether {@link #lower} applies at this place; host forms are lowered by passes of their own.
     */
    public boolean lowersAt(Place place) {
        return place == Place.KERNEL;
    }

    /** What the call does to the windows of all ranks, as if nothing were concurrent. */
    public abstract void meaning(Expr.Call call, Meaning world);
}

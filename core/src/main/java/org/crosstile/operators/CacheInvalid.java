package org.crosstile.operators;

import java.util.Set;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * {@code pl.system.cacheinvalid([tensor, shape, offsets])}: makes this core read a region of global
 * memory, or all of it, anew.
 */
public final class CacheInvalid extends Primitive implements Capability.InvalidatesCache {
    private static final String REGION = "region";
    private static final Slot TENSOR =
            Slot.of(
                            "tensor",
                            new Kind.TensorLike(),
                            "what to read anew; absent: all of global memory")
                    .optional()
                    .inGroup(REGION);
    private static final Slot SHAPE =
            Slot.indices("shape", TENSOR, "extents of the region").optional().inGroup(REGION);
    private static final Slot OFFSETS =
            Slot.indices("offsets", TENSOR, "where the region begins").optional().inGroup(REGION);

    public static final CacheInvalid OP = new CacheInvalid();

    private CacheInvalid() {
        super("pl.system.cacheinvalid", TENSOR, SHAPE, OFFSETS);
    }

    @Override
    public String doc() {
        return "Makes this core read a region of global memory anew.";
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.KERNEL);
    }

    @Override
    public Slot region() {
        return TENSOR;
    }

    @Override
    public Slot shape() {
        return SHAPE;
    }

    @Override
    public Slot offsets() {
        return OFFSETS;
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return call.get(TENSOR) instanceof Expr.None
                ? Run.of(CacheInvalid.class, "run", void.class, Run.env(Rank.class))
                : Run.of(
                        CacheInvalid.class,
                        "run",
                        void.class,
                        Run.env(Rank.class),
                        Run.arg(TENSOR, View.class),
                        Run.arg(OFFSETS, long[].class),
                        Run.arg(SHAPE, long[].class));
    }

    /** All of global memory. */
    public static void run(Rank rank) {
        rank.invalidate();
    }

    /** A region of one window. */
    public static void run(Rank rank, View tensor, long[] offsets, long[] shape) {
        if (tensor.window().isPresent()) {
            rank.invalidate(Transfer.slice(tensor, shape, offsets));
        }
    }
}

package org.crosstile.operators;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Slot;
import org.crosstile.source.Rule;

/**
 * What the operators of one rank have in common: they read their data operands unless they say
 * more.
 */
abstract class LocalPrimitive extends Primitive {
    static final Set<Place> KERNEL = Set.of(Place.KERNEL);
    static final Set<Place> DEVICE = Set.of(Place.CHIP, Place.KERNEL);
    static final Set<Place> EVERYWHERE = Set.of(Place.HOST, Place.CHIP, Place.KERNEL);

    private final String doc;
    private final Set<Place> places;
    private final List<String> aliases;
    private final Map<String, Rule> rules = new LinkedHashMap<>();

    protected LocalPrimitive(
            String name, String doc, Set<Place> places, List<String> aliases, Slot... slots) {
        super(name, slots);
        this.doc = doc;
        this.places = places;
        this.aliases = aliases;
    }

    @Override
    public final String doc() {
        return doc;
    }

    @Override
    public final Set<Place> places() {
        return places;
    }

    @Override
    public final List<String> aliases() {
        return aliases;
    }

    @Override
    public final List<Rule> rules() {
        List<Rule> all = new ArrayList<>(rules.values());
        all.addAll(sharedRules());
        return List.copyOf(all);
    }

    /** Rules that this operator shares with others. */
    protected List<Rule> sharedRules() {
        return List.of();
    }

    /**
     * Declares a rule of this operator alone; its id is the operator's prefix and {@code aspect}.
     */
    protected final Rule declare(Rule rule) {
        rules.put(rule.id(), rule);
        return rule;
    }

    /** {@code tile-load-bounds} for the aspect {@code bounds} of {@code pl.tile.load}. */
    protected final String id(String aspect) {
        return rulePrefix() + "-" + aspect;
    }

    /** Operands are read, but for what a view is made of: a view is no access. */
    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        boolean onlyNamed = this instanceof Capability.Views views && views.source() == slot;
        return isData(slot.kind()) && !onlyNamed ? Effect.READ : Effect.NONE;
    }

    private static boolean isData(Kind kind) {
        return switch (kind) {
            case Kind.Window w -> true;
            case Kind.Tensor t -> true;
            case Kind.TensorLike t -> true;
            case Kind.Tile t -> true;
            case Kind.Data d -> true;
            case Kind.TileOrScalar t -> true;
            case Kind.TensorOrScalar t -> true;
            case Kind.Array a -> true;
            default -> false;
        };
    }
}

package org.crosstile.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.MemorySpace;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * An operator: typed slots, plus what the toolchain asks through narrow ports. One operator is one
 * class; everything else of the toolchain asks for capabilities and never for names.
 */
public abstract sealed class Op permits Primitive, Composite {
    private final String name;
    private final List<Slot> slots;
    private final Map<String, Rule> declared = new LinkedHashMap<>();

    /**
     * @param name the canonical three-part name, for example {@code pld.system.notify}
     */
    protected Op(String name, Slot... slots) {
        this.name = name;
        this.slots = List.of(slots);
    }

    /** The canonical name, as printed. */
    public final String name() {
        return name;
    }

    public final List<Slot> slots() {
        return slots;
    }

    /** Position of a slot among the operands. */
    public final int indexOf(Slot slot) {
        for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i) == slot) {
                return i;
            }
        }
        throw new IllegalArgumentException(name + " has no slot " + slot);
    }

    /** One sentence about what the operator does. */
    public abstract String doc();

    /**
     * Further names under which programs call the operator ({@code pl.load} for {@code
     * pl.tile.load}).
     */
    public List<String> aliases() {
        return List.of();
    }

    /** Where the operator may be called. */
    public abstract Set<Place> places();

    /**
     * True for the operators that only passes create. They print and parse like the others, and a
     * program that has been lowered may contain them.
     */
    public boolean isInternal() {
        return false;
    }

    /** Prefix of this operator's rule ids; unique. */
    public String rulePrefix() {
        return name.substring(name.indexOf('.') + 1).replace('.', '-').replace('_', '-');
    }

    /**
     * Checks a call whose operands are bound and of the right kind, and gives the result type.
     *
     * @param call the call; its own type is not known yet
     * @return the result type; whatever if problems were reported
     */
    public abstract Type check(Expr.Call call, Problems problems);

    /**
     * Checks what holds at one place only: the kernel form of a collective wants another signal
     * than the host form. For calls that {@link #check} has passed.
     */
    public void checkAt(Expr.Call call, Place place, Problems problems) {}

    /**
     * The rules that {@link #check} and {@link #checkAt} apply, besides those that follow from the
     * slots.
     */
    public List<Rule> rules() {
        return List.of();
    }

    /**
     * Builds the expression of a checked call; scalar forms override it and give plain arithmetic.
     */
    public Expr build(Expr.Call call) {
        return call;
    }

    /** What the operator does to the memory behind an operand. */
    public Effect effect(Expr.Call call, Slot slot) {
        return Effect.UNDECLARED;
    }

    /** The operand that the result is another name for: the destination of a store. */
    public Optional<Slot> resultAliases() {
        return Optional.empty();
    }

    /**
     * What to write instead of an operand of the wrong kind; empty if nothing sensible can be said.
     */
    public String kindHint(Slot slot, Expr found) {
        return "";
    }

    /** The lane that the operator states for itself. */
    public Lane lane() {
        return Lane.DERIVED;
    }

    /** The lane that a call states; differs from {@link #lane()} where an operand decides. */
    public Lane lane(Expr.Call call) {
        return lane();
    }

    /**
     * The memories in which a tile operand may lie; one that lies elsewhere is moved to the first
     * of them.
     */
    public List<MemorySpace> spaces(Slot slot) {
        return List.of(MemorySpace.Vec);
    }

    /** True if the operator must not be copied onto a second lane. */
    public boolean isNoDuplicate() {
        return false;
    }

    /** The rule about one aspect of a slot: {@code kind}, {@code rank}, {@code missing}. */
    public final Rule slotRule(Slot slot, String aspect, String headline) {
        String id = rulePrefix() + "-" + slot.name().replace('_', '-') + "-" + aspect;
        return declared.computeIfAbsent(id, i -> Rule.of(i, headline));
    }

    /** The rules that follow from the slots, all of them. */
    public final List<Rule> slotRules() {
        List<Rule> rules = new ArrayList<>();
        for (Slot slot : slots) {
            if (slot.fallback().isEmpty()) {
                rules.add(Binding.missing(this, slot));
            }
            if (!(slot.kind() instanceof Kind.Any)) {
                rules.add(Binding.kind(this, slot));
            }
            if (slot.kind() instanceof Kind.Indices indices && indices.of().isPresent()) {
                rules.add(Binding.rank(this, slot));
            }
        }
        return rules;
    }

    /** A call with every operand given, checked; for passes and tests that know what they build. */
    public final Expr call(Span span, Expr... operands) {
        return Binding.build(this, span, List.of(operands));
    }

    @Override
    public final String toString() {
        return name;
    }
}

package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Limits;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * What the two forms of {@code pld.remote_store(src, target, peer, offsets)} share: they write the
 * valid region of a local value into a peer's slice. They differ only in whether the value is in a
 * tile.
 */
abstract class RemoteStore extends Primitive
        implements Capability.WritesPeer, Capability.AddsToPeer {
    /** The short name, under which the kind of the source decides. */
    static final String SHORT_NAME = "pld.remote_store";

    /** The operands of a form. */
    record Slots(Slot src, Slot target, Slot peer, Slot offsets, Slot atomic) {
        static Slots of(Kind source) {
            Slot target = Slot.window("target", "the window to write");
            return new Slots(
                    Slot.of("src", source, "what is written"),
                    target,
                    Slot.of("peer", new Kind.Integer(DType.INT32), "rank whose slice is written"),
                    Slot.indices("offsets", target, "where the region begins"),
                    Atomics.slot());
        }
    }

    /** The rules of a form. */
    record Rules(
            Rule dtype,
            Rule sourceRank,
            Rule leading,
            Rule targetRank,
            Rule bounds,
            Rule atomic,
            Rule peer) {
        /**
         * @param load the lines that make a source {@code t} of shape {@code [8, 64]}; may be empty
         * @param source the name of a source
         */
        static Rules of(String prefix, String load, String source) {
            String head = load + "pld.remote_store(";
            String good = head + source + ", win, peer, [0, 0])";
            return new Rules(
                    Rule.of(prefix + "-dtype", "source and target must have the same element type")
                            .explained(
                                    "A push copies bytes: nothing converts them on the way.",
                                    "kernel",
                                    head + source + ", half, peer, [0, 0])",
                                    good),
                    Rule.of(
                            prefix + "-src-dimensions",
                            "the source must have at least two dimensions"),
                    Rule.of(prefix + "-src-leading", "leading extents of the source must be 1"),
                    Rule.of(
                                    prefix + "-target-dimensions",
                                    "the target must have at least two dimensions")
                            .explained(
                                    "What is written is a rectangle in the last two dimensions of the target.",
                                    "kernel",
                                    head + source + ", flat, peer, [0])",
                                    good),
                    Rule.of(prefix + "-bounds", "the written region must lie inside the target")
                            .explained(
                                    "A push carries no shape of its own: one that is too large would overwrite what"
                                            + " lies next to the region.",
                                    "kernel",
                                    head + source + ", win, peer, [1, 0])",
                                    good),
                    Rule.of(
                            prefix + "-atomic-dtype",
                            "atomic addition must be one that the store unit has"),
                    Rule.of(prefix + "-peer-negative", "`peer` must not be negative")
                            .explained(
                                    "Ranks of a domain are numbered from 0.",
                                    "kernel",
                                    head + source + ", win, -1, [0, 0])",
                                    head + source + ", win, 1, [0, 0])"));
        }

        /** What a run asks of the box that is written, by the same rules. */
        Limits limits() {
            return new Limits(bounds.id(), bounds.headline(), bounds.id());
        }

        List<Rule> all() {
            return List.of(
                    dtype,
                    sourceRank,
                    leading,
                    targetRank,
                    bounds,
                    atomic,
                    peer,
                    SignalCells.PEER_HUGE);
        }
    }

    final Slots slots;
    private final Rules rules;

    RemoteStore(String name, Slots slots, Rules rules) {
        super(name, slots.src(), slots.target(), slots.peer(), slots.offsets(), slots.atomic());
        this.slots = slots;
        this.rules = rules;
    }

    @Override
    public final String doc() {
        return "Writes a local value into a region of a peer's slice of a window.";
    }

    @Override
    public final List<String> aliases() {
        return List.of(SHORT_NAME);
    }

    @Override
    public final Set<Place> places() {
        return Set.of(Place.KERNEL);
    }

    @Override
    public final List<Rule> rules() {
        return rules.all();
    }

    @Override
    public final Slot target() {
        return slots.target();
    }

    @Override
    public final Slot peer() {
        return slots.peer();
    }

    @Override
    public final Optional<DType> added(Expr.Call call) {
        return Atomics.added(call, slots.atomic(), slots.target());
    }

    @Override
    public final Effect effect(Expr.Call call, Slot slot) {
        if (slot == slots.target()) {
            return Atomics.adds(call, slots.atomic()) ? Effect.READ_WRITE : Effect.WRITE;
        }
        return slot == slots.src() ? Effect.READ : Effect.NONE;
    }

    @Override
    public final String kindHint(Slot slot, Expr found) {
        if (slot == slots.src()) {
            return sourceHint(found);
        }
        if (slot == slots.target()) {
            return found.type() instanceof Type.Tensor
                    ? "pl.store writes this rank's own tensors"
                    : Hints.window(found);
        }
        return slot == slots.peer()
                ? Hints.peer(found)
                : slot == slots.offsets() ? Hints.indices(found) : "";
    }

    /** Names the form that takes such a source. */
    abstract String sourceHint(Expr found);

    @Override
    public final List<MemorySpace> spaces(Slot slot) {
        return List.of(MemorySpace.Vec, MemorySpace.Acc);
    }

    @Override
    public final Type check(Expr.Call call, Problems problems) {
        Expr src = call.get(slots.src());
        Expr target = call.get(slots.target());
        Type.Window window = (Type.Window) target.type();
        SignalCells.peer(rules.peer(), call.get(slots.peer()), problems);
        DType dtype =
                src.type() instanceof Type.Tile t
                        ? t.dtype()
                        : ((Type.TensorLike) src.type()).dtype();
        if (dtype != window.dtype()) {
            Problem.error(rules.dtype(), src.span(), "this is " + src.type().describe())
                    .see(target.span(), "the target is " + window.describe())
                    .hint("convert it first: pl.cast(value, pl." + window.dtype() + ")")
                    .to(problems);
        } else if (window.rank() < 2) {
            Problem.error(
                            rules.targetRank(),
                            target.span(),
                            "this has shape " + Describe.shape(window.shape()))
                    .hint("view the allocation with two dimensions: [1, n]")
                    .to(problems);
        } else {
            Atomics.check(rules.atomic(), call, slots.atomic(), dtype, target, problems);
            checkExtents(call, src, window, problems);
        }
        return Type.Opaque.UNKNOWN;
    }

    private void checkExtents(Expr.Call call, Expr src, Type.Window window, Problems problems) {
        List<Expr> valid = Extents.valid(src.type());
        if (valid.size() < 2) {
            Problem.error(rules.sourceRank(), src.span(), "this is " + src.type().describe())
                    .hint("give it the shape [1, n]")
                    .to(problems);
            return;
        }
        List<Expr> shape =
                src.type() instanceof Type.Tile t
                        ? t.shape()
                        : ((Type.TensorLike) src.type()).shape();
        for (Expr leading : shape.subList(0, shape.size() - 2)) {
            if (Extents.differ(leading, Exprs.index(1))) {
                Problem.error(rules.leading(), src.span(), "this is " + src.type().describe())
                        .note(
                                "leading dimensions become rows of the tile, and would run past the target's own")
                        .hint("push one [rows, columns] slice at a time")
                        .to(problems);
                return;
            }
        }
        List<Expr> extents = new ArrayList<>(Extents.ones(window.rank() - 2));
        extents.addAll(valid.subList(valid.size() - 2, valid.size()));
        new Bounds(rules.bounds(), "writes", problems)
                .check(
                        call.tuple(slots.offsets()),
                        extents,
                        window.shape(),
                        call.get(slots.target()),
                        call.get(slots.offsets()).span());
    }
}

package org.crosstile.isa;

import java.util.List;
import java.util.Optional;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/** What the instructions are held to, whether a Java program issues them or a text. */
public final class IsaRules {
    static final Rule LAYOUT =
            Rule.of(
                    "isa-layout",
                    "the strides of a global tensor fit its layout: ND has columns next to each other, DN rows");
    static final Rule DIMENSIONS =
            Rule.of("isa-dimensions", "a global tensor has at most five dimensions");
    static final Rule DTYPE =
            Rule.of("isa-dtype", "the tensors and tiles of an instruction have one element type");
    static final Rule VECTOR_DTYPE =
            Rule.of(
                    "isa-vector-dtype",
                    "the vector unit must have the reduction for the element type");
    static final Rule SHAPE =
            Rule.of("isa-shape", "the tensors of an instruction have the same extents and layout");
    static final Rule ROWS =
            Rule.of(
                    "isa-rows",
                    "the root's tensor has room for a block of rows per rank, and else the extents of a block");
    static final Rule TILES_ALIKE =
            Rule.of("isa-tiles-alike", "the tiles of an instruction have one type");
    static final Rule TILE_OVERLAP =
            Rule.of("isa-tile-overlap", "the tiles of an instruction must not share bytes of the UB");
    static final Rule TILE_ALIGN =
            Rule.of("isa-tile-align", "addresses and rows of tiles are multiples of 32 bytes");
    static final Rule TILE_VALID =
            Rule.of("isa-tile-valid", "the valid part of a tile lies inside it");
    static final Rule TILE_DTYPE =
            Rule.of("isa-tile-dtype", "tiles hold elements that the chip can move and compute");
    static final Rule TILE_FITS =
            Rule.of("isa-tile-fits", "a tile must have room for the tensor that it is loaded from or stored to");
    static final Rule ATOMIC_DTYPE =
            Rule.of("isa-atomic-dtype", "elements that are added atomically have at most 32 bits");
    public static final Rule UB = Rule.of("isa-ub", "tiles must fit the UB");
    static final Rule STATIC_VALID =
            Rule.of(
                    "isa-static-valid",
                    "a static valid extent must divide the extent that it slides over");
    static final Rule GROUP_EMPTY = Rule.of("isa-group-empty", "a group has at least one rank");
    static final Rule GROUP_ROOT = Rule.of("isa-group-root", "the root is a rank of its group");
    static final Rule GROUP_TYPES =
            Rule.of(
                    "isa-group-types",
                    "all tensors of a group have the root tensor's element type, extents and strides");
    static final Rule GROUP_OWNER =
            Rule.of("isa-group-owner", "tensor r of a group is the buffer of rank r");
    static final Rule ROOT = run("isa-root", "only the root of a group may issue its collectives");
    static final Rule LOCAL = run("isa-local", "this operand must be in the rank's own memory");
    static final Rule SIGNAL_DTYPE = Rule.of("isa-signal-dtype", "signal cells are INT32");
    static final Rule SIGNAL_ALIGN =
            run("isa-signal-align", "signal cells lie at multiples of 4 bytes");
    static final Rule RACE =
            Rule.of(
                    "isa-race",
                    Verdict.RACE,
                    "two pipes may touch the same bytes only if an event orders them");
    static final Rule DEADLOCK =
            Rule.of(
                    "isa-deadlock",
                    Verdict.DEADLOCK,
                    "a TWAIT must be satisfied by a TNOTIFY that some rank can still issue");
    public static final Rule CCU_ARCH = Rule.of("isa-ccu-arch", "CCU engine is not available on A2/A3");
    static final Rule CCU_LAUNCH =
            run("isa-ccu-launch", "every rank registers, launches and triggers a CCU collective");
    static final Rule CCU_SLOT =
            run("isa-ccu-slot", "a trigger rings the CKE slot that the collective is registered with");
    static final Rule CCU_MASK =
            run("isa-ccu-mask", "a trigger has the gate mask that the collective is registered with");
    static final Rule CCU_SELF =
            run("isa-ccu-self", "selfIdx is the index of the calling rank in the group");
    public static final Rule CCU_CONTEXT =
            Rule.of("isa-ccu-context", "a CCU collective needs a CcuTriggerContext, an AIV one none");
    static final Rule CCU_REGISTRATION =
            run("isa-ccu-registration", "all ranks register the same CCU collective, once");
    static final Rule CCU_INPUT =
            run("isa-ccu-input", "the partial result of a trigger fills the registered input");

    private IsaRules() {}

    private static Rule run(String id, String headline) {
        return Rule.of(id, Verdict.PEER_LOST, headline);
    }

    /** All of them. */
    public static List<Rule> all() {
        return List.of(
                LAYOUT,
                DIMENSIONS,
                DTYPE,
                VECTOR_DTYPE,
                SHAPE,
                ROWS,
                TILES_ALIKE,
                TILE_OVERLAP,
                TILE_ALIGN,
                TILE_VALID,
                TILE_DTYPE,
                TILE_FITS,
                ATOMIC_DTYPE,
                UB,
                STATIC_VALID,
                GROUP_EMPTY,
                GROUP_ROOT,
                GROUP_TYPES,
                GROUP_OWNER,
                ROOT,
                LOCAL,
                SIGNAL_DTYPE,
                SIGNAL_ALIGN,
                RACE,
                DEADLOCK,
                CCU_ARCH,
                CCU_LAUNCH,
                CCU_SLOT,
                CCU_MASK,
                CCU_SELF,
                CCU_CONTEXT,
                CCU_REGISTRATION,
                CCU_INPUT);
    }

    /** The rule of an id. */
    public static Optional<Rule> find(String id) {
        return all().stream().filter(rule -> rule.id().equals(id)).findFirst();
    }
}

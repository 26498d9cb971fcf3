package org.crosstile.isa;

import java.util.List;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/** What collectives by the CCU are held to. */
public final class CcuRules {
    private static final String REGISTER =
            "ccu.register %g, %y {op = #pto.reduce_op<Sum>, cke = 3 : i32, mask = 1 : i32}\n";
    private static final String LAUNCH = "ccu.launch {cke = 3 : i32}\n";
    private static final String RING =
            "treduce %g, %y, %me {op = #pto.reduce_op<Sum>, engine = #pto.coll_engine<CCU>, cke = 3 : i32,"
                    + " mask = 1 : i32, source = #pto.ccu_input_source<HostManaged>}";

    /** The rule about chips without a CCU. */
    public static final Rule ARCH =
            Rule.of("isa-ccu-arch", "CCU engine is not available on A2/A3")
                    .explained(
                            "Only an A5 has a CCU. The AIV engine is the default and runs on all chips.",
                            IsaRules.KERNEL,
                            LAUNCH.strip(),
                            """
                            scf.if %is_root {
                              treduce %g, %y {op = #pto.reduce_op<Sum>}
                            }\
                            """);

    static final Rule COMPLETE =
            run(
                            "isa-ccu-launch",
                            "every rank registers, launches and triggers a CCU collective, once")
                    .explained(
                            "The CCU moves the data when the gates of all ranks are open. If one stays shut, all wait"
                                    + " for ever.",
                            IsaRules.A5,
                            REGISTER + "scf.if %is_root {\n  " + LAUNCH + "  " + RING + "\n}",
                            REGISTER + LAUNCH + RING);
    static final Rule SLOT =
            run(
                            "isa-ccu-slot",
                            "a trigger rings the CKE slot that the collective is registered with")
                    .explained(
                            "The slot is how the CCU knows which collective a doorbell means.",
                            IsaRules.A5,
                            REGISTER + LAUNCH + RING.replace("cke = 3", "cke = 4"),
                            REGISTER + LAUNCH + RING);
    static final Rule MASK =
            run(
                            "isa-ccu-mask",
                            "a trigger has the gate mask that the collective is registered with")
                    .explained(
                            "The gate opens for the bits of its mask; other bits open another gate or none.",
                            IsaRules.A5,
                            REGISTER + LAUNCH + RING.replace("mask = 1", "mask = 2"),
                            REGISTER + LAUNCH + RING);
    static final Rule SELF =
            run("isa-ccu-self", "selfIdx is the index of the calling rank in the group")
                    .explained(
                            "It says whose input is ready, and where AivStored puts it.",
                            IsaRules.A5,
                            REGISTER + LAUNCH + RING.replace("%me", "%c0"),
                            REGISTER + LAUNCH + RING);

    /** The rule about an engine and its context. */
    public static final Rule CONTEXT =
            Rule.of("isa-ccu-context", "a CCU collective needs a trigger context, an AIV one none")
                    .explained(
                            "Slot and mask mean nothing to the vector core, which moves the data itself.",
                            IsaRules.A5,
                            """
                            scf.if %is_root {
                              treduce %g, %y {op = #pto.reduce_op<Sum>, cke = 3 : i32, mask = 1 : i32}
                            }\
                            """,
                            """
                            scf.if %is_root {
                              treduce %g, %y {op = #pto.reduce_op<Sum>}
                            }\
                            """);

    static final Rule REGISTRATION =
            run("isa-ccu-registration", "all ranks register the same CCU collective, once")
                    .explained(
                            "A slot stands for one collective: its group, reduction and mask are the same on all ranks.",
                            IsaRules.A5,
                            REGISTER + REGISTER + LAUNCH + RING,
                            REGISTER + LAUNCH + RING);
    static final Rule INPUT =
            run("isa-ccu-input", "the partial result of a trigger fills the registered input")
                    .explained(
                            "AivStored stores the accumulator tile to the registered input in one piece.",
                            IsaRules.A5,
                            REGISTER
                                    + LAUNCH
                                    + "%acc = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>\n"
                                    + stored(),
                            REGISTER
                                    + LAUNCH
                                    + "%acc = pto.alloc_tile : !pto.tile_buf<vec, 64x32xf32>\n"
                                    + "%filled = texpands %acc, %me\n"
                                    + stored()
                                    + " after(%filled)");

    private CcuRules() {}

    private static String stored() {
        return RING.replace("%y, %me", "%y, %acc, %me").replace("HostManaged", "AivStored");
    }

    private static Rule run(String id, String headline) {
        return Rule.of(id, Verdict.FAULT, headline);
    }

    /** All of them. */
    static List<Rule> all() {
        return List.of(ARCH, COMPLETE, SLOT, MASK, SELF, CONTEXT, REGISTRATION, INPUT);
    }
}

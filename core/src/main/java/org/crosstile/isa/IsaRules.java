package org.crosstile.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/**
 * What the instructions are held to, whether a Java program issues them or a text. The snippets of
 * their pages are lines of a tile-level text, run by two ranks with a window {@code %x} and a
 * result {@code %y} of {@code 64x32xf32}, signal cells {@code %sig}, the group {@code %g} of {@code
 * %x} with root 0, {@code %me}, {@code %c0}, {@code %c1}, {@code %is_root} and {@code %one : i32};
 * or lines of Java where a text cannot say it.
 */
public final class IsaRules {
    /** Where most snippets stand: a text for A2/A3. */
    static final String KERNEL = "tile-kernel";

    /** The same for A5. */
    static final String A5 = "tile-kernel-a5";

    /** Lines of a Java kernel. */
    static final String JAVA = "tile-java";

    static final Rule LAYOUT =
            Rule.of(
                            "isa-layout",
                            "the strides of a global tensor fit its layout: ND has columns next to each other, DN rows")
                    .explained(
                            "Transfers move runs of neighbouring elements; the layout says in which dimension they lie.",
                            JAVA,
                            "GlobalTensor.of(\"t\", 0, x[0].view(), Layout.DN);",
                            "GlobalTensor.of(\"t\", 0, x[0].view(), Layout.ND);");
    static final Rule DIMENSIONS =
            Rule.of("isa-dimensions", "a global tensor has at most five dimensions")
                    .explained(
                            "Instructions have registers for five extents and strides.",
                            JAVA,
                            "fabric.tensors(\"t\", DType.FP32, 1, 2, 3, 4, 5, 6);",
                            "fabric.tensors(\"t\", DType.FP32, 2, 3, 4, 5, 6);");
    static final Rule DTYPE =
            Rule.of("isa-dtype", "the tensors and tiles of an instruction have one element type")
                    .explained(
                            "An instruction moves and reduces elements as they are: it converts nothing.",
                            KERNEL,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 64x32xf16>
                            tget %y, %x, %t\
                            """,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 64x32xf32>
                            tget %y, %x, %t\
                            """);
    static final Rule VECTOR_DTYPE =
            Rule.of(
                            "isa-vector-dtype",
                            "the vector unit must have the reduction for the element type")
                    .explained(
                            "A2/A3 reduce FP32, FP16, INT32 and INT16; A5 also INT8, and sums of BF16.",
                            JAVA,
                            """
                            GlobalTensor[] b = fabric.tensors("b", DType.BF16, 1, 64);
                            TileType row = TileType.fixed(DType.BF16, 1, 64);
                            core.treduce(
                                    ParallelGroup.create(b, 2, 0), b[0],
                                    core.tile("acc", row), core.tile("recv", row), ReduceOp.Max);\
                            """,
                            """
                            GlobalTensor[] b = fabric.tensors("b", DType.FP32, 1, 64);
                            TileType row = TileType.fixed(DType.FP32, 1, 64);
                            core.treduce(
                                    ParallelGroup.create(b, 2, 0), b[0],
                                    core.tile("acc", row), core.tile("recv", row), ReduceOp.Max);\
                            """);
    static final Rule ATOMIC_DTYPE =
            Rule.of("isa-atomic-dtype", "elements that are added atomically have at most 32 bits")
                    .explained(
                            "Transfers add in words of 32 bits.",
                            JAVA,
                            """
                            GlobalTensor[] n = fabric.tensors("n", DType.INT64, 1, 64);
                            List<Tile> stage = List.of(core.tile("t", TileType.fixed(DType.INT64, 1, 64)));
                            core.tput(n[1], n[0], stage, AtomicType.AtomicAdd);\
                            """,
                            """
                            GlobalTensor[] n = fabric.tensors("n", DType.INT32, 1, 64);
                            List<Tile> stage = List.of(core.tile("t", TileType.fixed(DType.INT32, 1, 64)));
                            core.tput(n[1], n[0], stage, AtomicType.AtomicAdd);\
                            """);
    static final Rule SHAPE =
            Rule.of("isa-shape", "the tensors of an instruction have the same extents and layout")
                    .explained(
                            "Every element goes to the element of the same index.",
                            KERNEL,
                            """
                            %part = pto.partition_view %x, offsets = [0, 0], sizes = [16, 32]
                            tget %y, %part\
                            """,
                            """
                            %part = pto.partition_view %x, offsets = [0, 0], sizes = [16, 32]
                            %to = pto.partition_view %y, offsets = [16, 0], sizes = [16, 32]
                            tget %to, %part\
                            """);
    static final Rule ROWS =
            Rule.of(
                            "isa-rows",
                            "the root's tensor has room for a block of rows per rank, and else the extents of a block")
                    .explained(
                            "The blocks of the ranks lie one below the other in dimension 3. Further rows stay as they"
                                    + " are.",
                            KERNEL,
                            """
                            scf.if %is_root {
                              tgather %g, %y
                            }\
                            """,
                            """
                            %half = pto.partition_view %x, offsets = [0, 0], sizes = [32, 32]
                            %parts = pto.group %half {root = 0 : i32}
                            scf.if %is_root {
                              tgather %parts, %y
                            }\
                            """);
    static final Rule GROUP_EMPTY =
            Rule.of("isa-group-empty", "a group has at least one rank")
                    .explained(
                            "Without a rank there is no root.",
                            JAVA,
                            "ParallelGroup.create(x, 0, 0);",
                            "ParallelGroup.create(x, 2, 0);");
    static final Rule GROUP_ROOT =
            Rule.of("isa-group-root", "the root is a rank of its group")
                    .explained(
                            "The root is the rank that executes the collectives of the group.",
                            KERNEL,
                            "%far = pto.group %x {root = 2 : i32}",
                            "%far = pto.group %x {root = 1 : i32}");
    static final Rule GROUP_TYPES =
            Rule.of(
                            "isa-group-types",
                            "all tensors of a group have the root tensor's element type, extents and strides")
                    .explained(
                            "The root slides over all of them alike.",
                            JAVA,
                            """
                            GlobalTensor small = fabric.tensors("s", DType.FP32, 16, 32)[1];
                            new ParallelGroup(List.of(x[0], small), 0);\
                            """,
                            "new ParallelGroup(List.of(x[0], x[1]), 0);");
    static final Rule GROUP_OWNER =
            Rule.of("isa-group-owner", "tensor r of a group is the buffer of rank r")
                    .explained(
                            "Reductions run in the order of the ranks, and blocks lie in that order.",
                            JAVA,
                            "new ParallelGroup(List.of(x[1], x[0]), 0);",
                            "new ParallelGroup(List.of(x[0], x[1]), 0);");
    static final Rule ROOT =
            run("isa-root", "only the root of a group may issue its collectives")
                    .explained(
                            "The root's core moves all data; the other ranks only keep their buffers ready.",
                            KERNEL,
                            "tbroadcast %g, %y",
                            """
                            scf.if %is_root {
                              tbroadcast %g, %y
                            }\
                            """);
    static final Rule LOCAL =
            run("isa-local", "this operand must be in the rank's own memory")
                    .explained(
                            "TPUT sends what is here, TGET fetches to here, and a rank waits for its own cells.",
                            KERNEL,
                            """
                            %far = pto.peer %x, %c1
                            scf.if %is_root {
                              tput %y, %far
                            }\
                            """,
                            """
                            %far = pto.peer %x, %c1
                            scf.if %is_root {
                              tget %y, %far
                            }\
                            """);
    static final Rule SIGNAL_DTYPE =
            Rule.of("isa-signal-dtype", "signal cells are INT32")
                    .explained(
                            "TNOTIFY adds to or replaces a word of 32 bits.",
                            KERNEL,
                            "tnotify %x, %one {op = #pto.notify_op<Set>}",
                            "tnotify %sig, %one {op = #pto.notify_op<Set>}");
    static final Rule SIGNAL_ALIGN =
            run("isa-signal-align", "signal cells lie at multiples of 4 bytes")
                    .explained(
                            "An atomic operation on a word that crosses a boundary is none.",
                            JAVA,
                            """
                            View bytes = View.zeros(DType.INT32, 4);
                            new Signal(GlobalTensor.of("s", 0, View.packed(bytes.segment(), 2, DType.INT32, 1)));\
                            """,
                            """
                            View bytes = View.zeros(DType.INT32, 4);
                            new Signal(GlobalTensor.of("s", 0, View.packed(bytes.segment(), 4, DType.INT32, 1)));\
                            """);
    static final Rule RACE =
            Rule.of(
                            "isa-race",
                            Verdict.RACE,
                            "two pipes may touch the same bytes only if an event orders them")
                    .explained(
                            "The pipes of a core work at the same time. Every instruction returns an event; one that"
                                    + " touches the same bytes on another pipe waits for it, directly or through others, or a"
                                    + " barrier stands between them. Between ranks, a TNOTIFY does so that a TWAIT could not do"
                                    + " without: one of several that would each have been enough orders nothing, nor does"
                                    + " one that a wait found already satisfied.",
                            KERNEL,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 64x32xf32>
                            %loaded = tload %t, %x
                            tstore %y, %t\
                            """,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 64x32xf32>
                            %loaded = tload %t, %x
                            tstore %y, %t after(%loaded)\
                            """);

    /** What is stored must have been written. */
    public static final Rule UNINIT =
            Rule.of(
                            "isa-uninit",
                            Verdict.UNINIT,
                            "what is stored of a tile must have been written to the UB")
                    .explained(
                            "A tile that has been allocated holds whatever the UB held before, and so does what is"
                                    + " computed from it.",
                            KERNEL,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 64x32xf32>
                            tstore %y, %t\
                            """,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 64x32xf32>
                            %loaded = tload %t, %x
                            tstore %y, %t after(%loaded)\
                            """);

    static final Rule DEADLOCK =
            Rule.of(
                            "isa-deadlock",
                            Verdict.DEADLOCK,
                            "a TWAIT must be satisfied by a TNOTIFY that some rank can still issue")
                    .explained(
                            "When all ranks wait or have ended, nobody can change a cell any more.",
                            KERNEL,
                            """
                            %mine = pto.partition_view %sig, offsets = [0], sizes = [1]
                            twait %mine, %one {cmp = #pto.cmp<GE>}\
                            """,
                            """
                            %mine = pto.partition_view %sig, offsets = [0], sizes = [1]
                            %other = arith.subi %c1, %me : index
                            %far = pto.peer %mine, %other
                            tnotify %far, %one {op = #pto.notify_op<AtomicAdd>}
                            twait %mine, %one {cmp = #pto.cmp<GE>}\
                            """);

    static final Rule TIME =
            Rule.of("isa-time-limit", Verdict.TIMEOUT, "a run must end within its time limit")
                    .explained(
                            "Waits that nobody can satisfy are found at once; this is about loops. The page's run ends"
                                    + " after a second.",
                            KERNEL,
                            """
                            %many = arith.constant 1000000000000 : index
                            scf.for %i = %c0 to %many step %c1 {
                              %b = arith.addi %i, %i : index
                            }\
                            """,
                            """
                            %many = arith.constant 1000 : index
                            scf.for %i = %c0 to %many step %c1 {
                              %b = arith.addi %i, %i : index
                            }\
                            """);

    private IsaRules() {}

    private static Rule run(String id, String headline) {
        return Rule.of(id, Verdict.FAULT, headline);
    }

    /** All of them. */
    public static List<Rule> all() {
        List<Rule> all =
                new ArrayList<>(
                        List.of(
                                LAYOUT,
                                DIMENSIONS,
                                DTYPE,
                                VECTOR_DTYPE,
                                ATOMIC_DTYPE,
                                SHAPE,
                                ROWS,
                                GROUP_EMPTY,
                                GROUP_ROOT,
                                GROUP_TYPES,
                                GROUP_OWNER,
                                ROOT,
                                LOCAL,
                                SIGNAL_DTYPE,
                                SIGNAL_ALIGN,
                                RACE,
                                TIME,
                                UNINIT,
                                DEADLOCK));
        all.addAll(TileRules.all());
        all.addAll(CcuRules.all());
        return List.copyOf(all);
    }

    /** The rule of an id. */
    public static Optional<Rule> find(String id) {
        return all().stream().filter(rule -> rule.id().equals(id)).findFirst();
    }
}

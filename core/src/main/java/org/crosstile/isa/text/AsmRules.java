package org.crosstile.isa.text;

import java.util.List;
import org.crosstile.source.Rule;

/**
 * What the text of a tile-level program is held to. Snippets stand where those of {@link
 * org.crosstile.isa.IsaRules} do, or are whole texts.
 */
public final class AsmRules {
    private static final String KERNEL = "tile-kernel";
    private static final String TEXT = "tile-text";
    private static final String HEAD = "func.func @main(%x: !pto.memref<16xf32, window>) {\n";
    private static final String TAIL = "\n  return\n}";

    static final Rule SYNTAX =
            Rule.of("asm-syntax", "the text follows the grammar of tile-level programs")
                    .explained(
                            "A line is `%result = name %operand, %operand {attribute = value} after(%event) : (types)`;"
                                    + " all but the name may be missing.",
                            KERNEL, "tget %y %x", "tget %y, %x");
    static final Rule UNKNOWN_OP =
            Rule.of("asm-unknown-op", "operations have names that exist")
                    .explained(
                            "Instructions are written as the instruction set names them, in lower case.",
                            KERNEL,
                            "tgat %y, %x",
                            "tget %y, %x");
    static final Rule TYPE_FORM =
            Rule.of("asm-type-form", "types are written as the instructions know them")
                    .explained(
                            "A memref has up to five extents, an element type and perhaps `window`, `dn` and strides; a"
                                    + " tile has two extents and perhaps a valid part, where ? is dynamic.",
                            TEXT,
                            "func.func @main(%x: !pto.memref<16xfloat>) {" + TAIL,
                            "func.func @main(%x: !pto.memref<16xf32>) {" + TAIL);
    static final Rule NAME =
            Rule.of("asm-name", "a value is defined before it is used")
                    .explained(
                            "What is defined in braces is not visible behind them.",
                            KERNEL,
                            "tget %z, %x",
                            "tget %y, %x");
    static final Rule REDEFINED =
            Rule.of("asm-redefined", "a value is defined once where it is visible")
                    .explained(
                            "Every value has one definition.",
                            KERNEL,
                            "%c1 = arith.constant 2 : index",
                            "%c2 = arith.constant 2 : index");
    static final Rule TYPE =
            Rule.of("asm-type", "types are those that the operation has or needs")
                    .explained(
                            "Types behind the colon may be left out; what is written must be true.",
                            KERNEL,
                            "tget %y, %x : (!pto.memref<64x32xf32>, !pto.memref<64x32xf32>)",
                            "tget %y, %x : (!pto.memref<64x32xf32>, !pto.memref<64x32xf32, window>)");
    static final Rule OPERANDS =
            Rule.of("asm-operands", "an operation has the operands and the result that it needs")
                    .explained(
                            "Collectives take a group and a tensor, TPUT and TGET two tensors, the destination first;"
                                    + " tiles may follow.",
                            KERNEL,
                            "tget %y",
                            "tget %y, %x");
    static final Rule ATTRIBUTE =
            Rule.of("asm-attribute", "attributes have names and values that the operation knows")
                    .explained(
                            "The assembler would ignore a misspelt attribute and do what it does without.",
                            KERNEL,
                            "tput %x, %y {atomics = #pto.atomic_type<AtomicAdd>}",
                            "tput %x, %y {atomic = #pto.atomic_type<AtomicAdd>}");

    /** The rule about the functions of a text. */
    public static final Rule FUNCTION =
            Rule.of("asm-function", "a text has functions of different names, and a run starts one")
                    .explained(
                            "With several functions, --entry says which one a run starts.",
                            TEXT,
                            HEAD + TAIL + "\n" + HEAD + TAIL,
                            HEAD + TAIL);

    static final Rule TARGET =
            Rule.of("asm-target", "pto.target_arch is a2, a3 or a5, and the chip that runs")
                    .explained(
                            "Chips differ in the size of the UB, in the CCU and in what the vector unit computes.",
                            TEXT,
                            "module attributes {pto.target_arch = \"a4\"} {\n"
                                    + HEAD
                                    + TAIL
                                    + "\n}",
                            "module attributes {pto.target_arch = \"a3\"} {\n"
                                    + HEAD
                                    + TAIL
                                    + "\n}");
    static final Rule TILE_PLACE =
            Rule.of("asm-tile-place", "a tile without an address is allocated outside of loops")
                    .explained(
                            "Nothing frees a tile: in a loop each round would take another part of the UB.",
                            KERNEL,
                            """
                            scf.for %i = %c0 to %c1 step %c1 {
                              %t = pto.alloc_tile : !pto.tile_buf<vec, 64x32xf32>
                              tget %y, %x, %t
                            }\
                            """,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 64x32xf32>
                            scf.for %i = %c0 to %c1 step %c1 {
                              tget %y, %x, %t
                            }\
                            """);

    /** The rule about arguments of a run. */
    public static final Rule ARGUMENT =
            Rule.of("asm-argument", "every parameter has a value that fits")
                    .explained(
                            "Tensors are generated or given by --in, numbers are given by --set.",
                            TEXT,
                            "func.func @main(%n: index) {" + TAIL,
                            HEAD + TAIL);

    static final Rule PEER =
            Rule.of("asm-peer", "a peer is one of the ranks, and has the window")
                    .explained(
                            "Ranks count from 0. A tensor that is no window exists on its own rank only.",
                            KERNEL,
                            """
                            %next = arith.addi %me, %c1 : index
                            %far = pto.peer %x, %next\
                            """,
                            """
                            %n = pto.nranks : index
                            %sum = arith.addi %me, %c1 : index
                            %next = arith.remsi %sum, %n : index
                            %far = pto.peer %x, %next\
                            """);
    static final Rule NUMBER =
            Rule.of("asm-number", "divisors are not 0, and steps of loops are at least 1")
                    .explained(
                            "Otherwise there is no result, or no end.",
                            KERNEL,
                            "%q = arith.divsi %c1, %c0 : index",
                            "%q = arith.divsi %c0, %c1 : index");
    static final Rule VIEW =
            Rule.of("asm-view", "a partition stays inside its tensor, and its sizes are numbers")
                    .explained(
                            "What lies behind a tensor belongs to another one.",
                            KERNEL,
                            "%part = pto.partition_view %x, offsets = [60, 0], sizes = [8, 32]",
                            "%part = pto.partition_view %x, offsets = [56, 0], sizes = [8, 32]");

    private AsmRules() {}

    /** All of them. */
    public static List<Rule> all() {
        return List.of(
                SYNTAX,
                UNKNOWN_OP,
                TYPE_FORM,
                NAME,
                REDEFINED,
                TYPE,
                OPERANDS,
                ATTRIBUTE,
                FUNCTION,
                TARGET,
                TILE_PLACE,
                ARGUMENT,
                PEER,
                NUMBER,
                VIEW);
    }
}

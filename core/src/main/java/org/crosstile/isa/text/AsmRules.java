package org.crosstile.isa.text;

import java.util.List;
import org.crosstile.source.Rule;

/** What the text of a tile-level program is held to. */
public final class AsmRules {
    static final Rule SYNTAX = Rule.of("asm-syntax", "the text follows the grammar of tile-level programs");
    static final Rule UNKNOWN_OP = Rule.of("asm-unknown-op", "operations have names that exist");
    static final Rule TYPE_FORM = Rule.of("asm-type-form", "types are written as the instructions know them");
    static final Rule NAME = Rule.of("asm-name", "a value is defined before it is used");
    static final Rule REDEFINED = Rule.of("asm-redefined", "a value is defined once where it is visible");
    static final Rule TYPE = Rule.of("asm-type", "the types behind the colon are those of the operands");
    static final Rule OPERANDS = Rule.of("asm-operands", "an operation has the operands that it needs");
    static final Rule ATTRIBUTE = Rule.of("asm-attribute", "attributes have names and values that the operation knows");
    public static final Rule FUNCTION = Rule.of("asm-function", "a text has functions of different names, and a run starts one");
    static final Rule TARGET = Rule.of("asm-target", "pto.target_arch is a2, a3 or a5, and the chip that runs");
    static final Rule TILE_PLACE = Rule.of("asm-tile-place", "a tile without an address is allocated outside of loops");
    public static final Rule ARGUMENT = Rule.of("asm-argument", "every parameter has a value");
    static final Rule PEER = Rule.of("asm-peer", "a peer is one of the ranks");
    static final Rule NUMBER = Rule.of("asm-number", "arithmetic has a result");
    static final Rule VIEW = Rule.of("asm-view", "a partition stays inside its tensor");

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

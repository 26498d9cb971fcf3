package org.crosstile.dsl;

import java.util.List;
import org.crosstile.source.Rule;

/**
 * The rules that building a program from Java applies, besides those of the operators. Most are
 * rules of the text form, with the same ids; those of Java begin with {@code java-}.
 */
public final class DslRules {
    static final Rule SCALARS = Rule.of("scalar-operands", "arithmetic takes scalars of one category");
    static final Rule REASSIGN_TYPE = Rule.of("reassign-type", "a name must keep its type");
    static final Rule CALL_ARITY =
            Rule.of(
                    "call-arity",
                    "a call must give as many operands as the function has parameters");
    static final Rule CALL_DEVICE =
            Rule.of("call-device", "device= belongs to calls of orchestrators");
    static final Rule ALLOC_TWICE = 
            Rule.of("alloc-twice", "allocations must have different names in a program");
    static final Rule LOOP_STEP = Rule.of("loop-step", "a loop's step must not be zero");
    static final Rule LOOP_OPERANDS = Rule.of("loop-operands", "a loop takes bounds, a step and init_values=");
    static final Rule UNROLL = Rule.of("unroll-constant", "the bounds of pl.unroll must be constants");
    static final Rule SUBSCRIPT = Rule.of("subscript", "tensors, arrays and tuples can be subscripted");
    static final Rule SUBSCRIPT_NEGATIVE =
            Rule.of("subscript-negative", "offsets must not be negative");
    static final Rule RETURN_TYPES =
            Rule.of("return-count", "all returns must give as many values");
    static final Rule UNPACK = Rule.of("unpack", "as many names must be given as there are values");
    static final Rule PARAMETER = Rule.of("parameter", "a parameter must have a type of the language");

    static final Rule SCOPE =
            Rule.of("java-value-scope", "a value is used inside the block that computes it");
    static final Rule CONDITION =
            Rule.of("java-while-condition", "the condition of a while loop is one expression");
    static final Rule KIND =
            Rule.of("java-value-kind", "what a function returns is of the kind that is asked for");
    static final Rule PLACE = Rule.of("java-place", "statements stand inside a function");

    private DslRules() {}

    /** The rules that only programs in Java can break. */
    public static List<Rule> rules() {
        return List.of(SCOPE, CONDITION, KIND, PLACE);
    }
}

package org.crosstile.dsl;

import java.util.List;
import org.crosstile.source.Rule;

/**
 * The rules that building a program from Java applies, besides those of the operators. Most are
 * rules of the text form, with the same ids; those of Java begin with {@code java-}.
 */
public final class DslRules {
    static final Rule SCALARS =
            Rule.of("scalar-operands", "arithmetic takes scalars of one category");
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
    static final Rule LOOP_OPERANDS =
            Rule.of("loop-operands", "a loop takes bounds, a step and init_values=");
    static final Rule UNROLL =
            Rule.of("unroll-constant", "the bounds of pl.unroll must be constants");
    static final Rule SUBSCRIPT =
            Rule.of("subscript", "tensors, arrays and tuples can be subscripted");
    static final Rule SUBSCRIPT_NEGATIVE =
            Rule.of("subscript-negative", "offsets must not be negative");
    static final Rule RETURN_TYPES =
            Rule.of("return-count", "all returns must give as many values");
    static final Rule UNPACK = Rule.of("unpack", "as many names must be given as there are values");
    static final Rule PARAMETER =
            Rule.of("parameter", "a parameter must have a type of the language");

    static final Rule SCOPE =
            Rule.of("java-value-scope", "a value is used inside the block that computes it")
                    .explained(
                            "What a loop or a branch computes may not have been computed, or many times. A variable in"
                                    + " front of the block has one value behind it.",
                            "java",
                            """
                            kernel("k", () -> {
                                Tensor x = out("x", tensor(INT32, 1, 64));
                                Scalar[] last = new Scalar[1];
                                range(3).each(i -> last[0] = i.plus(1));
                                Pl.write(x, at(0, last[0]), constant(1, INT32));
                            });\
                            """,
                            """
                            kernel("k", () -> {
                                Tensor x = out("x", tensor(INT32, 1, 64));
                                Scalar.Var last = let("last", 0);
                                range(3).each(i -> last.set(i.plus(1)));
                                Pl.write(x, at(0, last), constant(1, INT32));
                            });\
                            """);
    static final Rule CONDITION =
            Rule.of("java-while-condition", "the condition of a while loop is one expression")
                    .explained(
                            "The condition is computed before every iteration, so it has no place for statements. A"
                                    + " value that it uses twice would need one.",
                            "java",
                            """
                            kernel("k", () -> {
                                Tensor x = inOut("x", tensor(INT32, 1, 64));
                                whileTrue(() -> {
                                    Scalar n = Pl.read(x, at(0, 0));
                                    return n.gt(0).and(n.lt(9));
                                }).repeat(() -> Pl.write(x, at(0, 0), constant(9, INT32)));
                            });\
                            """,
                            """
                            kernel("k", () -> {
                                Tensor x = inOut("x", tensor(INT32, 1, 64));
                                whileTrue(() -> Pl.read(x, at(0, 0)).lt(9))
                                        .repeat(() -> Pl.write(x, at(0, 0), constant(9, INT32)));
                            });\
                            """);
    static final Rule KIND =
            Rule.of("java-value-kind", "what a function returns is of the kind that is asked for")
                    .explained(
                            "Java does not know what a function of the program returns, so the author says it.",
                            "java",
                            """
                            Fn k = kernel("k", () -> returns(out("x", tensor(INT32, 1, 64))));
                            chip("c", () -> returns(k.call(out("x", tensor(INT32, 1, 64))).asWindow()));\
                            """,
                            """
                            Fn k = kernel("k", () -> returns(out("x", tensor(INT32, 1, 64))));
                            chip("c", () -> returns(k.call(out("x", tensor(INT32, 1, 64))).asTensor()));\
                            """);

    static final Rule UNFINISHED =
            Rule.of("java-unfinished", "a loop or a branch must say what it does")
                    .explained(
                            "range, when and whileTrue only begin a statement: each, then and repeat complete it.",
                            "java",
                            """
                            kernel("k", () -> {
                                Tensor x = out("x", tensor(INT32, 1, 64));
                                range(3);
                            });\
                            """,
                            """
                            kernel("k", () -> {
                                Tensor x = out("x", tensor(INT32, 1, 64));
                                range(3).each(i -> Pl.write(x, at(0, i), constant(1, INT32)));
                            });\
                            """);

    private DslRules() {}

    /** The rules that only programs in Java can break. */
    public static List<Rule> rules() {
        return List.of(SCOPE, CONDITION, KIND, UNFINISHED);
    }
}

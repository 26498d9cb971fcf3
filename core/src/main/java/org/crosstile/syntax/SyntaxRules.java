package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.crosstile.model.Nesting;
import org.crosstile.source.Rule;

/** The rules that reading applies. */
public final class SyntaxRules {
    static final Rule SYNTAX = Rule.of("syntax", "text must follow the grammar");
    static final Rule INDENTATION = Rule.of("indentation", "blocks must be indented consistently");
    static final Rule TOO_DEEP = Nesting.RULE;
    static final Rule NUMBER = Rule.of("number", "numbers must be ones that the language can hold");
    static final Rule UNSUPPORTED_STATEMENT =
            Rule.of("unsupported-statement", "a statement must be one that the language has");
    static final Rule UNSUPPORTED_EXPRESSION =
            Rule.of("unsupported-expression", "an expression must be one that the language has");
    static final Rule UNDEFINED_NAME =
            Rule.of("undefined-name", "a name must be defined before it is used");
    static final Rule NOT_EVALUATED =
            Rule.of("not-evaluated", "what a program captures must be known when it is loaded");
    static final Rule LOOP_NAME_ENDED =
            Rule.of("loop-name-ended", "a loop's variable has a value only inside its loop");
    static final Rule REASSIGN_TYPE = Rule.of("reassign-type", "a name must keep its type");
    static final Rule NOT_A_VALUE =
            Rule.of("not-a-value", "only values can be assigned, passed or returned");
    static final Rule SCALARS =
            Rule.of("scalar-operands", "arithmetic takes scalars of one category");
    static final Rule CHAINED = Rule.of("comparison-chained", "a comparison has one operator");
    static final Rule ASSIGN_TARGET =
            Rule.of("assign-target", "only names and slices can be assigned");
    static final Rule UNPACK = Rule.of("unpack", "as many names must be given as there are values");
    static final Rule ANNOTATION =
            Rule.of("annotation", "an annotation must be a type of the language");
    static final Rule ANNOTATION_MISMATCH =
            Rule.of("annotation-mismatch", "a value must have the type that its annotation says");
    static final Rule EXTENT =
            Rule.of("extent", "extents must be positive integers, symbols or scalars");
    static final Rule UNKNOWN_OPERATOR =
            Rule.of("unknown-operator", "a called operator must exist");
    static final Rule UNKNOWN_DISTRIBUTED =
            Rule.of("unknown-distributed-operator", "a called distributed operator must exist");
    static final Rule UNKNOWN_CATEGORY =
            Rule.of(
                    "unknown-distributed-category",
                    "distributed operators are in system, tensor and tile");
    static final Rule UNKNOWN_CONSTANT =
            Rule.of("unknown-constant", "a constant of pl or pld must exist");
    static final Rule UNKNOWN_FUNCTION =
            Rule.of("unknown-function", "a called function must belong to the program");
    static final Rule CALL_ARITY =
            Rule.of(
                    "call-arity",
                    "a call must give as many operands as the function has parameters");
    static final Rule CALL_KEYWORD =
            Rule.of("call-keyword", "calls of functions take operands by position");
    static final Rule CALL_DEVICE =
            Rule.of("call-device", "device= belongs to calls of orchestrators");
    static final Rule CALL_RECURSION =
            Rule.of("call-recursion", "functions must not call themselves");
    static final Rule CONST = Rule.of("const", "pl.const takes a number and an element type");
    static final Rule ALLOC_TARGET =
            Rule.of("alloc-target", "an allocation must be assigned to one name, directly");
    static final Rule ALLOC_TWICE =
            Rule.of("alloc-twice", "allocations must have different names in a program");
    static final Rule ALLOC_NAME =
            Rule.of("alloc-name", "an allocation takes its name from its variable");
    static final Rule LOOP_ITERABLE =
            Rule.of("loop-iterable", "a loop must run over pl.range or one of its kin");
    static final Rule LOOP_OPERANDS =
            Rule.of("loop-operands", "a loop takes bounds, a step and init_values=");
    static final Rule LOOP_TARGET =
            Rule.of("loop-target", "a loop names its index and its carried values");
    static final Rule LOOP_EXTRA = Rule.of("loop-extra-operand", "a loop has no fourth operand");
    static final Rule LOOP_STEP = Rule.of("loop-step", "a loop's step must not be zero");
    static final Rule UNROLL =
            Rule.of("unroll-constant", "the bounds of pl.unroll must be constants");
    static final Rule CARRIED =
            Rule.of("loop-carried", "carried values must match their initial values");
    static final Rule YIELD_PLACE =
            Rule.of(
                    "yield-place",
                    "pl.yield_ ends a branch or the body of a loop with init_values=");
    static final Rule YIELD_COUNT =
            Rule.of("yield-count", "as many values must be yielded as are carried");
    static final Rule OUTSIDE_LOOP =
            Rule.of("outside-loop", "break and continue must stand in a loop");
    static final Rule CONDITION = Rule.of("condition", "a condition must be a scalar");
    static final Rule SCOPE = Rule.of("scope", "a with statement opens one of the scopes of pl");
    static final Rule SUBSCRIPT =
            Rule.of("subscript", "tensors, arrays and tuples can be subscripted");
    static final Rule SUBSCRIPT_NEGATIVE =
            Rule.of("subscript-negative", "offsets must not be negative");
    static final Rule SUBSCRIPT_STEP = Rule.of("subscript-step", "slices have no step");
    static final Rule SUBMIT =
            Rule.of("submit", "pl.submit takes a function of the program and its operands");
    static final Rule PARAMETER =
            Rule.of("parameter", "a parameter must have a type of the language");
    static final Rule DECORATOR = Rule.of("decorator", "a decorator must be one of the language");
    static final Rule FUNCTION_KIND = Rule.of("function-kind", "a function must say where it runs");
    static final Rule METHOD =
            Rule.of("program-member", "a program consists of decorated functions");
    static final Rule DUPLICATE =
            Rule.of("function-twice", "functions of a program must have different names");
    static final Rule RETURN_TYPES =
            Rule.of("return-count", "all returns must give as many values");
    static final Rule NO_PROGRAM = Rule.of("no-program", "a file must hold a program");
    static final Rule WHICH_PROGRAM = Rule.of("which-program", "one program must be chosen");
    static final Rule FACTORY_ARGUMENT =
            Rule.of("factory-argument", "a factory's parameters must be given by --set NAME=VALUE");
    static final Rule FACTORY_RESULT =
            Rule.of("factory-result", "a factory must return its program");
    static final Rule FACTORY_RAISES =
            Rule.of("factory-raises", "a factory must accept its arguments");

    private static final List<Rule> PLAIN =
            List.of(
                    SYNTAX,
                    INDENTATION,
                    TOO_DEEP,
                    NUMBER,
                    UNSUPPORTED_STATEMENT,
                    UNSUPPORTED_EXPRESSION,
                    UNDEFINED_NAME,
                    NOT_EVALUATED,
                    LOOP_NAME_ENDED,
                    REASSIGN_TYPE,
                    NOT_A_VALUE,
                    SCALARS,
                    CHAINED,
                    ASSIGN_TARGET,
                    UNPACK,
                    ANNOTATION,
                    ANNOTATION_MISMATCH,
                    EXTENT,
                    UNKNOWN_OPERATOR,
                    UNKNOWN_DISTRIBUTED,
                    UNKNOWN_CATEGORY,
                    UNKNOWN_CONSTANT,
                    UNKNOWN_FUNCTION,
                    CALL_ARITY,
                    CALL_KEYWORD,
                    CALL_DEVICE,
                    CALL_RECURSION,
                    CONST,
                    ALLOC_TARGET,
                    ALLOC_TWICE,
                    ALLOC_NAME,
                    LOOP_ITERABLE,
                    LOOP_OPERANDS,
                    LOOP_TARGET,
                    LOOP_EXTRA,
                    LOOP_STEP,
                    UNROLL,
                    CARRIED,
                    YIELD_PLACE,
                    YIELD_COUNT,
                    OUTSIDE_LOOP,
                    CONDITION,
                    SCOPE,
                    SUBSCRIPT,
                    SUBSCRIPT_NEGATIVE,
                    SUBSCRIPT_STEP,
                    SUBMIT,
                    PARAMETER,
                    DECORATOR,
                    FUNCTION_KIND,
                    METHOD,
                    DUPLICATE,
                    RETURN_TYPES,
                    NO_PROGRAM,
                    WHICH_PROGRAM,
                    FACTORY_ARGUMENT,
                    FACTORY_RESULT,
                    FACTORY_RAISES);

    private SyntaxRules() {}

    /** All of them, with their pages. */
    public static List<Rule> all() {
        Map<String, Rule.Page> pages = new TreeMap<>(StatementPages.ALL);
        pages.putAll(ValuePages.ALL);
        pages.putAll(ProgramPages.ALL);
        List<Rule> explained = new ArrayList<>();
        for (Rule rule : PLAIN) {
            Rule.Page page = pages.get(rule.id());
            explained.add(
                    page == null
                            ? rule
                            : new Rule(
                                    rule.id(), rule.verdict(), rule.headline(), Optional.of(page)));
        }
        return explained;
    }
}

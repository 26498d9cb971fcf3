package org.crosstile.kernels;

import java.util.HashSet;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** What one class file can hold. Nobody writes such programs, but {@code pl.unroll} may. */
final class Limits {
    /** A method takes 255 slots: one for the port, two for each long. */
    private static final int MAX_PARAMS = 127;

    /** Entries of the constant pool, of which there are 65,535. */
    private static final int MAX_ENTRIES = 60_000;

    /** Bytes of a method, of which there are 65,535. */
    private static final int MAX_CODE = 64_000;

    private static final int PER_FUNCTION = 8;
    private static final int PER_CONSTANT = 2;

    /** With more variables than this, debuggers do not see any: names are entries too. */
    private static final int MAX_NAMES = 10_000;

    private Limits() {}

    static void check(Program program, Problems problems) {
        Set<Object> constants = new HashSet<>();
        for (Function function : program.functions()) {
            if (function.params().size() > MAX_PARAMS) {
                Problem.error(
                                KernelRules.SIZE,
                                function.span(),
                                function.params().size() + " parameters")
                        .headline("a function must have at most " + MAX_PARAMS + " parameters")
                        .to(problems);
            }
            if (isTooLong(function)) {
                Problem.error(KernelRules.SIZE, function.span(), "this function is too large")
                        .headline("a function must fit a method of the Java virtual machine")
                        .hint("make functions of its parts; unroll fewer iterations")
                        .to(problems);
            }
            scalars(function, problems);
            constants(function.body(), constants);
        }
        int functions = PER_FUNCTION * program.functions().size();
        if (functions + PER_CONSTANT * constants.size() + MAX_NAMES > MAX_ENTRIES) {
            Problem.error(
                            KernelRules.SIZE,
                            program.span(),
                            constants.size()
                                    + " different constants in "
                                    + program.functions().size()
                                    + " functions")
                    .hint("unroll fewer iterations: pl.range runs any number of them")
                    .to(problems);
        }
    }

    private static void scalars(Function function, Problems problems) {
        for (Function.Param param : function.params()) {
            if (param.var().type() instanceof Type.Scalar scalar
                    && !Carrier.carries(scalar.dtype())) {
                Problem.error(
                                KernelRules.SCALAR_DTYPE,
                                param.var().span(),
                                "`" + param.var().name() + "` is " + scalar.dtype())
                        .hint("use INT32, INT64, INDEX, BOOL, INT8, INT16, FP16, BF16 or FP32")
                        .to(problems);
            }
        }
    }

    /** Where all values are used far from where they are made, cutting a function does not help. */
    private static boolean isTooLong(Function function) {
        return CodeSize.of(function.body()) > MAX_CODE
                && CodeSize.of(Outliner.outline(function).function().body()) > MAX_CODE;
    }

    private static void constants(Block block, Set<Object> into) {
        Walk.expressions(
                block,
                e -> {
                    if (e instanceof Expr.Int i && i.value() != (short) i.value()) {
                        into.add(i.value());
                    } else if (e instanceof Expr.Real r) {
                        into.add(r.value());
                    } else if (e instanceof Expr.Text t) {
                        into.add(t.value());
                    }
                });
    }

    /** Whether the names of all variables fit. */
    static boolean namesFit(Program program) {
        int[] count = {0};
        for (Function function : program.functions()) {
            count[0] += function.params().size();
            Walk.statements(function.body(), s -> count[0] += Walk.defined(s).size());
        }
        return count[0] <= MAX_NAMES;
    }
}

package org.crosstile.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Expr.UnaryOp;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scalar arithmetic against exact arithmetic. */
class ScalarsTest {
    private static final int ROUNDS = 400;

    private final FakeRank rank = new FakeRank(0);

    private static String name(BinaryOp op) {
        return op.name().toLowerCase(java.util.Locale.ROOT);
    }

    @ParameterizedTest
    @EnumSource(names = {"INT8", "INT16", "INT32", "INT64", "INDEX", "FP16", "BF16", "FP32"})
    void arithmetic_is_that_of_the_element_type(DType dtype) {
        Written written = new Written("");
        for (BinaryOp op : BinaryOp.values()) {
            if (!(op.isLogic() && dtype.isFloat())) {
                Type type = new Type.Scalar(dtype);
                Var a = Written.var("a", type);
                Var b = Written.var("b", type);
                boolean truth = op.isComparison() || op.isLogic();
                Type result = truth ? Type.BOOL : type;
                written.kernel(
                        name(op),
                        List.of(a, b),
                        List.of(result),
                        written.give(new Expr.Binary(op, a, b, result, Span.NONE)));
            }
        }
        CompiledProgram program = written.compile();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            Object a = RandomValues.random(random, dtype);
            Object b = RandomValues.random(random, dtype);
            for (CompiledFunction f : program.functions()) {
                BinaryOp op = BinaryOp.valueOf(f.name().toUpperCase(java.util.Locale.ROOT));
                assertThat(outcome(f, a, b))
                        .as("seed %d: %s %s %s as %s", seed, a, op, b, dtype)
                        .isEqualTo(expected(op, dtype, a, b));
            }
        }
    }

    private static Object expected(BinaryOp op, DType dtype, Object a, Object b) {
        try {
            return Oracle.binary(op, dtype, a, b);
        } catch (Oracle.ByZero e) {
            return KernelRules.DIVISION_BY_ZERO.id();
        }
    }

    /** The result as Long or Float, or the id of the rule that was broken. */
    private Object outcome(CompiledFunction f, Object... args) {
        try {
            Object result = f.invoke(rank, args);
            return result instanceof Integer i ? (Object) (long) i : result;
        } catch (Fault fault) {
            return fault.rule();
        }
    }

    @Test
    void casts_round_wrap_and_never_fault() {
        List<DType> types = new ArrayList<>();
        for (DType dtype : DType.values()) {
            if (dtype.isStorable()) {
                types.add(dtype);
            }
        }
        Written written = new Written("");
        for (DType from : types) {
            for (DType to : types) {
                Var a = Written.var("a", new Type.Scalar(from));
                written.kernel(
                        from + "_" + to,
                        List.of(a),
                        List.of(new Type.Scalar(to)),
                        written.give(new Expr.Cast(a, to, Span.NONE)));
            }
        }
        CompiledProgram program = written.compile();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            for (DType from : types) {
                Object a = RandomValues.random(random, from);
                for (DType to : types) {
                    CompiledFunction f = program.function(from + "_" + to).orElseThrow();
                    assertThat(outcome(f, a))
                            .as("seed %d: %s %s as %s", seed, a, from, to)
                            .isEqualTo(Oracle.cast(from, to, a));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {"INT8", "INT16", "INT32", "INT64", "INDEX", "FP16", "BF16", "FP32", "BOOL"})
    void unary_operations(DType dtype) {
        Type type = new Type.Scalar(dtype);
        Var a = Written.var("a", type);
        Written written = new Written("");
        written.kernel(
                "neg",
                List.of(a),
                List.of(type),
                written.give(new Expr.Unary(UnaryOp.NEG, a, type, Span.NONE)));
        written.kernel(
                "not",
                List.of(a),
                List.of(Type.BOOL),
                written.give(new Expr.Unary(UnaryOp.NOT, a, Type.BOOL, Span.NONE)));
        if (!dtype.isFloat()) {
            written.kernel(
                    "invert",
                    List.of(a),
                    List.of(type),
                    written.give(new Expr.Unary(UnaryOp.INVERT, a, type, Span.NONE)));
        }
        CompiledProgram program = written.compile();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            Object v = RandomValues.random(random, dtype);
            boolean zero = v instanceof Float f ? f == 0 : (Long) v == 0;
            assertThat(outcome(program.function("not").orElseThrow(), v))
                    .isEqualTo(Oracle.truth(zero));
            if (dtype.isFloat()) {
                assertThat(outcome(program.function("neg").orElseThrow(), v)).isEqualTo(-(Float) v);
            } else if (dtype != DType.BOOL) {
                assertThat(outcome(program.function("neg").orElseThrow(), v))
                        .as("seed %d: -%s", seed, v)
                        .isEqualTo(Oracle.binary(BinaryOp.SUB, dtype, 0L, v));
                assertThat(outcome(program.function("invert").orElseThrow(), v))
                        .isEqualTo(~(Long) v);
            } else {
                assertThat(outcome(program.function("invert").orElseThrow(), v))
                        .isEqualTo(1 - (Long) v);
            }
        }
    }

    @Test
    void constants_take_the_type_that_they_are_used_as() {
        Written written = new Written("");
        written.kernel(
                "wrapped",
                List.of(),
                List.of(new Type.Scalar(DType.INT8)),
                written.give(new Expr.Int(300, DType.INDEX, Span.NONE)));
        written.kernel(
                "rounded",
                List.of(),
                List.of(new Type.Scalar(DType.BF16)),
                written.give(new Expr.Real(1.001, DType.FP32, Span.NONE)));
        written.kernel(
                "asFloat",
                List.of(),
                List.of(Type.FP32),
                written.give(new Expr.Int(3, DType.INT32, Span.NONE)));
        CompiledProgram program = written.compile();
        assertThat(Written.run(program, "wrapped", rank)).isEqualTo(44);
        assertThat(Written.run(program, "rounded", rank)).isEqualTo(1f);
        assertThat(Written.run(program, "asFloat", rank)).isEqualTo(3f);
    }

    @Test
    void and_and_or_evaluate_no_more_than_they_need() {
        Written written = new Written("");
        Var a = Written.var("a", Type.BOOL);
        Expr fails = new Expr.Cast(TestOps.FAIL.call(Span.NONE, a), DType.BOOL, Span.NONE);
        for (BinaryOp op : List.of(BinaryOp.AND, BinaryOp.OR)) {
            Expr both = new Expr.Binary(op, a, fails, Type.BOOL, Span.NONE);
            written.kernel(name(op), List.of(a), List.of(Type.BOOL), written.give(both));
            written.kernel(
                    "not_" + name(op),
                    List.of(a),
                    List.of(Type.BOOL),
                    written.give(new Expr.Unary(UnaryOp.NOT, both, Type.BOOL, Span.NONE)));
        }
        CompiledProgram program = written.compile();
        assertThat(Written.run(program, "and", rank, false)).isEqualTo(0);
        assertThat(Written.run(program, "or", rank, true)).isEqualTo(1);
        assertThat(Written.run(program, "not_and", rank, false)).isEqualTo(1);
        assertThat(Written.run(program, "not_or", rank, true)).isEqualTo(0);
        assertThat(catchThrowable(() -> Written.run(program, "and", rank, true)))
                .isInstanceOf(Fault.class);
        assertThat(catchThrowable(() -> Written.run(program, "or", rank, false)))
                .isInstanceOf(Fault.class);
    }

    @Test
    void a_scalar_parameter_takes_any_number() {
        Written written = new Written("");
        Var a = Written.var("a", new Type.Scalar(DType.INT8));
        Var b = Written.var("b", new Type.Scalar(DType.FP16));
        written.kernel("f", List.of(a, b), List.of(a.type(), b.type()), written.give(a, b));
        assertThat((Object[]) Written.run(written.compile(), "f", rank, 257L, 0.1))
                .containsExactly(1, Float.float16ToFloat(Float.floatToFloat16(0.1f)));
    }
}

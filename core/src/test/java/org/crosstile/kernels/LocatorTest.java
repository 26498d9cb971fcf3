package org.crosstile.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;

/** From a throwable back to the DSL text. */
class LocatorTest {
    private static final String TEXT =
            """
            def kernel(n):
                x = echo(n); y = fail(x)
                z = n // (n - n)
                return (
                    y)

            def outer(a):
                for i in range(a):
                    kernel(
                        crash(i))
            """;

    private final FakeRank rank = new FakeRank(0);
    private final Written written = new Written(TEXT);

    private Expr call(String phrase, org.crosstile.model.Op op, Expr operand) {
        return op.call(written.at(phrase), operand);
    }

    private Throwable thrown(CompiledProgram program, String function, Object... args) {
        return catchThrowable(() -> Written.run(program, function, rank, args));
    }

    private CompiledProgram failing(org.crosstile.model.Op second) {
        Var n = new Var("n", Type.INDEX, written.at("n)"));
        Var x = Written.var("x", Type.INDEX);
        Var y = Written.var("y", Type.INDEX);
        written.kernel(
                "kernel",
                List.of(n),
                List.of(Type.INDEX),
                new Stmt.Assign(x, call("echo(n)", TestOps.ECHO, n), written.at("x = echo(n)")),
                new Stmt.Assign(y, call("fail(x)", second, x), written.at("y = fail(x)")),
                new Stmt.Return(List.of(y), written.at("return (\n        y)")));
        Var a = Written.var("a", Type.INDEX);
        Var i = Written.var("i", Type.INDEX);
        Expr inner =
                new Expr.FnCall(
                        "kernel",
                        List.of(i),
                        Map.of(),
                        Type.INDEX,
                        written.at("kernel(\n            crash(i))"));
        written.kernel(
                "outer",
                List.of(a),
                List.of(),
                new Stmt.For(
                        i,
                        Exprs.index(0),
                        a,
                        Exprs.index(1),
                        Stmt.LoopKind.RANGE,
                        List.of(),
                        Written.block(written.eval(inner)),
                        List.of(),
                        Map.of(),
                        written.at("for i in range(a):")));
        return written.compile();
    }

    @Test
    void a_fault_is_found_to_the_column() {
        CompiledProgram program = failing(TestOps.FAIL);
        Throwable thrown = thrown(program, "kernel", 1);
        assertThat(program.locate(thrown).text()).isEqualTo("fail(x)");
        assertThat(program.locate(thrown).toString()).isEqualTo("dir/written.py:2:22");
        assertThat(program.locate(new RuntimeException(thrown)).text()).isEqualTo("fail(x)");
    }

    @Test
    void the_trail_names_the_calls_that_led_there() {
        CompiledProgram program = failing(TestOps.FAIL);
        assertThat(program.trail(thrown(program, "outer", 1)))
                .extracting(Span::line)
                .containsExactly(2, 9);
    }

    @Test
    void any_other_exception_is_found_to_the_line() {
        CompiledProgram program = failing(TestOps.CRASH);
        Throwable thrown = thrown(program, "outer", 1);
        assertThat(thrown).isInstanceOf(ArithmeticException.class);
        assertThat(program.trail(thrown)).extracting(Span::line).containsExactly(2, 9);
    }

    @Test
    void an_exception_from_elsewhere_has_no_place() {
        CompiledProgram program = failing(TestOps.FAIL);
        assertThat(program.locate(new RuntimeException("elsewhere")).isNone()).isTrue();
        CompiledProgram other = new Written("x").compile();
        assertThat(other.locate(thrown(program, "kernel", 1)).isNone()).isTrue();
    }

    @Test
    void a_stack_trace_shows_the_lines_of_the_text() {
        CompiledProgram program = failing(TestOps.CRASH);
        List<String> frames = new ArrayList<>();
        for (StackTraceElement frame : thrown(program, "outer", 1).getStackTrace()) {
            if ("written.py".equals(frame.getFileName())) {
                frames.add(frame.getMethodName() + ":" + frame.getLineNumber());
            }
        }
        assertThat(frames).startsWith("kernel:2", "outer:9");
    }

    @Test
    void arithmetic_that_faults_is_found() {
        Var n = Written.var("n", Type.INDEX);
        Expr zero = Exprs.binary(BinaryOp.SUB, n, n);
        Expr quotient =
                new Expr.Binary(
                        BinaryOp.FLOOR_DIV, n, zero, Type.INDEX, written.at("n // (n - n)"));
        written.kernel(
                "kernel",
                List.of(n),
                List.of(Type.INDEX),
                new Stmt.Return(List.of(quotient), written.at("z = n // (n - n)")));
        CompiledProgram program = written.compile();
        Throwable thrown = thrown(program, "kernel", 5);
        assertThat(thrown).hasMessageContaining("5 // 0");
        assertThat(program.locate(thrown).text()).isEqualTo("n // (n - n)");
    }

    @Test
    void what_has_no_place_takes_that_of_what_encloses_it() {
        Var n = Written.var("n", Type.INDEX);
        written.kernel(
                "kernel",
                List.of(n),
                List.of(Type.INDEX),
                new Stmt.Return(
                        List.of(Exprs.floorDiv(TestOps.ECHO.call(Span.NONE, n), Exprs.sub(n, n))),
                        written.at("z = n // (n - n)")));
        CompiledProgram program = written.compile();
        assertThat(program.locate(thrown(program, "kernel", 5)).line()).isEqualTo(3);
    }

    @Test
    void an_argument_that_does_not_fit_points_at_the_parameter() {
        Var n =
                new Var(
                        "n",
                        new Type.Tensor(
                                List.of(new Dim("N", Span.NONE), Exprs.index(4)), DType.FP32),
                        written.at("n)"));
        written.kernel("kernel", List.of(n), List.of());
        CompiledProgram program = written.compile();
        Throwable thrown = thrown(program, "kernel", Views.of(DType.FP32, 3, 5));
        assertThat(program.locate(thrown).toString()).isEqualTo("dir/written.py:1:12");
        assertThat(thrown)
                .hasMessageContaining(
                        "the argument is [3, 5] FP32, but `n` of kernel is [N, 4] FP32");
    }

    @Test
    void debuggers_see_the_names_of_the_text() {
        CompiledProgram program = failing(TestOps.FAIL);
        assertThat(variables(program, "kernel")).containsExactlyInAnyOrder("n", "x", "y");
        assertThat(variables(program, "outer")).containsExactlyInAnyOrder("a", "i");
    }

    private static List<String> variables(CompiledProgram program, String method) {
        List<String> names = new ArrayList<>();
        for (MethodModel m : ClassFile.of().parse(program.classFile()).methods()) {
            if (m.methodName().equalsString(method)) {
                m.findAttribute(Attributes.code())
                        .flatMap(c -> c.findAttribute(Attributes.localVariableTable()))
                        .orElseThrow()
                        .localVariables()
                        .forEach(v -> names.add(v.name().stringValue()));
            }
        }
        return names;
    }
}

package org.crosstile.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.crosstile.model.Block;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Stmt.Carried;
import org.crosstile.model.Stmt.LoopKind;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops, branches, carried values, ways out of them. */
@Timeout(60)
class StatementsTest {
    private final FakeRank rank = new FakeRank(0);
    private final Written written = new Written("");

    private static Var index(String name) {
        return Written.var(name, Type.INDEX);
    }

    private static Stmt.For loop(
            Var i,
            Expr start,
            Expr stop,
            Expr step,
            List<Carried> carried,
            List<Var> results,
            Stmt... body) {
        return new Stmt.For(
                i,
                start,
                stop,
                step,
                LoopKind.RANGE,
                carried,
                Written.block(body),
                results,
                Map.of(),
                Span.NONE);
    }

    private static Stmt yields(Expr... values) {
        return new Stmt.Yield(List.of(values), Span.NONE);
    }

    private static Stmt when(Expr condition, Stmt... then) {
        return new Stmt.If(condition, Written.block(then), Block.EMPTY, List.of(), Span.NONE);
    }

    private static Expr less(Expr a, Expr b) {
        return Exprs.binary(BinaryOp.LT, a, b);
    }

    private static Expr equal(Expr a, Expr b) {
        return Exprs.binary(BinaryOp.EQ, a, b);
    }

    @ParameterizedTest
    @CsvSource({"0,10,1", "0,10,3", "10,0,-1", "10,-3,-4", "5,5,1", "5,0,1", "0,5,-1", "-7,9,2"})
    void a_counted_loop_visits_what_range_gives(long start, long stop, long step) {
        Var a = index("a");
        Var b = index("b");
        Var c = index("c");
        Var i = index("i");
        written.kernel(
                "dynamic",
                List.of(a, b, c),
                List.of(),
                loop(i, a, b, c, List.of(), List.of(), written.eval(TestOps.LOG, i)));
        Var j = index("j");
        written.kernel(
                "constant",
                List.of(),
                List.of(),
                loop(
                        j,
                        Exprs.index(start),
                        Exprs.index(stop),
                        Exprs.index(step),
                        List.of(),
                        List.of(),
                        written.eval(TestOps.LOG, j)));
        Var k = Written.var("k", Type.INT32);
        written.kernel(
                "narrow",
                List.of(a, b, c),
                List.of(),
                loop(k, a, b, c, List.of(), List.of(), written.eval(TestOps.LOG, k)));
        CompiledProgram program = written.compile();
        Object[] expected =
                LongStream.iterate(start, x -> step > 0 ? x < stop : x > stop, x -> x + step)
                        .boxed()
                        .toArray();
        for (String f : List.of("dynamic", "narrow")) {
            rank.log().clear();
            Written.run(program, f, rank, start, stop, step);
            assertThat(rank.log()).as(f).containsExactly(expected);
        }
        rank.log().clear();
        Written.run(program, "constant", rank);
        assertThat(rank.log()).containsExactly(expected);
    }

    @Test
    void a_step_of_zero_is_a_fault() {
        Var c = index("c");
        written.kernel(
                "dynamic",
                List.of(c),
                List.of(),
                loop(index("i"), Exprs.index(0), Exprs.index(4), c, List.of(), List.of()));
        written.kernel(
                "constant",
                List.of(),
                List.of(),
                loop(
                        index("i"),
                        Exprs.index(0),
                        Exprs.index(4),
                        Exprs.index(0),
                        List.of(),
                        List.of()));
        CompiledProgram program = written.compile();
        assertThatThrownBy(() -> Written.run(program, "dynamic", rank, 0))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("loop-step-zero"));
        assertThatThrownBy(() -> Written.run(program, "constant", rank))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("loop-step-zero"));
    }

    @ParameterizedTest
    @CsvSource({"9223372036854775807,2", "-9223372036854775808,-2"})
    void a_range_that_would_wrap_around_is_a_fault_and_no_endless_loop(long stop, long step) {
        Var b = index("b");
        Var c = index("c");
        written.kernel(
                "f",
                List.of(b, c),
                List.of(),
                loop(index("i"), Exprs.index(0), b, c, List.of(), List.of()));
        written.kernel(
                "g",
                List.of(),
                List.of(),
                loop(
                        index("i"),
                        Exprs.index(0),
                        Exprs.index(stop),
                        Exprs.index(step),
                        List.of(),
                        List.of()));
        CompiledProgram program = written.compile();
        assertThatThrownBy(() -> Written.run(program, "f", rank, stop, step))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("loop-range-overflow"));
        assertThatThrownBy(() -> Written.run(program, "g", rank)).isInstanceOf(Fault.class);
    }

    @ParameterizedTest
    @EnumSource
    void all_kinds_of_loops_run_in_order(LoopKind kind) {
        Var i = index("i");
        Stmt.For range =
                loop(
                        i,
                        Exprs.index(0),
                        Exprs.index(3),
                        Exprs.index(1),
                        List.of(),
                        List.of(),
                        written.eval(TestOps.LOG, i));
        written.kernel(
                "f",
                List.of(),
                List.of(),
                new Stmt.For(
                        i,
                        range.start(),
                        range.stop(),
                        range.step(),
                        kind,
                        List.of(),
                        range.body(),
                        List.of(),
                        Map.of(),
                        Span.NONE));
        Written.run(written.compile(), "f", rank);
        assertThat(rank.log()).containsExactly(0L, 1L, 2L);
    }

    @Test
    void carried_values_change_places_at_once() {
        Var n = index("n");
        Var a = index("a");
        Var b = index("b");
        Var first = index("first");
        Var second = index("second");
        written.kernel(
                "fibonacci",
                List.of(n),
                List.of(Type.INDEX, Type.INDEX),
                loop(
                        index("i"),
                        Exprs.index(0),
                        n,
                        Exprs.index(1),
                        List.of(new Carried(a, Exprs.index(0)), new Carried(b, Exprs.index(1))),
                        List.of(first, second),
                        yields(b, Exprs.add(a, b))),
                written.give(first, second));
        CompiledProgram program = written.compile();
        assertThat((Object[]) Written.run(program, "fibonacci", rank, 10))
                .containsExactly(55L, 89L);
        assertThat((Object[]) Written.run(program, "fibonacci", rank, 0)).containsExactly(0L, 1L);
    }

    @Test
    void while_carries_values() {
        Var n = index("n");
        Var x = index("x");
        Var steps = index("steps");
        Var count = index("count");
        Builder.NameSource names = new Builder.NameSource();
        Builder body = new Builder(Span.NONE, names);
        List<Expr> half =
                body.choose(
                        equal(Exprs.mod(x, Exprs.index(2)), Exprs.index(0)),
                        () -> List.of(Exprs.floorDiv(x, Exprs.index(2))),
                        () -> List.of(Exprs.add(Exprs.mul(x, Exprs.index(3)), Exprs.index(1))));
        body.add(yields(half.getFirst(), Exprs.add(steps, Exprs.index(1))));
        written.kernel(
                "collatz",
                List.of(n),
                List.of(Type.INDEX),
                new Stmt.While(
                        Exprs.notEqual(x, Exprs.index(1)),
                        List.of(new Carried(x, n), new Carried(steps, Exprs.index(0))),
                        body.block(),
                        List.of(index("last"), count),
                        Span.NONE),
                written.give(count));
        assertThat(Written.run(written.compile(), "collatz", rank, 27)).isEqualTo(111L);
    }

    @Test
    void break_continue_and_return_leave_where_they_should() {
        Var n = index("n");
        Var i = index("i");
        Var j = index("j");
        written.kernel(
                "f",
                List.of(n),
                List.of(Type.INDEX),
                loop(
                        i,
                        Exprs.index(0),
                        Exprs.index(10),
                        Exprs.index(1),
                        List.of(),
                        List.of(),
                        when(
                                equal(Exprs.mod(i, Exprs.index(2)), Exprs.index(0)),
                                new Stmt.Continue(Span.NONE)),
                        loop(
                                j,
                                Exprs.index(0),
                                Exprs.index(10),
                                Exprs.index(1),
                                List.of(),
                                List.of(),
                                when(less(i, j), new Stmt.Break(Span.NONE)),
                                when(
                                        equal(Exprs.mul(i, j), n),
                                        written.give(
                                                Exprs.add(Exprs.mul(i, Exprs.index(100)), j)))),
                        written.eval(TestOps.LOG, i)),
                written.give(Exprs.index(-1)));
        CompiledProgram program = written.compile();
        assertThat(Written.run(program, "f", rank, 21)).isEqualTo(703L);
        assertThat(rank.log()).containsExactly(1L, 3L, 5L);
        assertThat(Written.run(program, "f", rank, 1000)).isEqualTo(-1L);
    }

    @Test
    void a_yield_before_a_break_says_what_the_loop_gives() {
        Var n = index("n");
        Var i = index("i");
        Var best = index("best");
        Var result = index("result");
        written.kernel(
                "f",
                List.of(n),
                List.of(Type.INDEX),
                loop(
                        i,
                        Exprs.index(0),
                        Exprs.index(100),
                        Exprs.index(1),
                        List.of(new Carried(best, Exprs.index(-1))),
                        List.of(result),
                        when(equal(Exprs.mul(i, i), n), yields(i), new Stmt.Break(Span.NONE)),
                        yields(best)),
                written.give(result));
        CompiledProgram program = written.compile();
        assertThat(Written.run(program, "f", rank, 49)).isEqualTo(7L);
        assertThat(Written.run(program, "f", rank, 50)).isEqualTo(-1L);
    }

    @Test
    void a_program_may_assign_its_loop_variable_and_read_it_later() {
        Var i = index("i");
        written.kernel(
                "f",
                List.of(),
                List.of(Type.INDEX),
                loop(
                        i,
                        Exprs.index(0),
                        Exprs.index(4),
                        Exprs.index(1),
                        List.of(),
                        List.of(),
                        written.eval(TestOps.LOG, i),
                        written.assign(i, Exprs.add(i, Exprs.index(100)))),
                written.give(i));
        assertThat(Written.run(written.compile(), "f", rank)).isEqualTo(103L);
        assertThat(rank.log()).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void a_variable_that_a_branch_sets_may_be_read_after_it() {
        Var n = index("n");
        Var x = index("x");
        written.kernel(
                "f",
                List.of(n),
                List.of(Type.INDEX),
                when(less(n, Exprs.index(0)), written.assign(x, Exprs.negate(n))),
                written.give(x));
        CompiledProgram program = written.compile();
        assertThat(Written.run(program, "f", rank, -4)).isEqualTo(4L);
        assertThat(Written.run(program, "f", rank, 4)).isEqualTo(0L);
    }

    @Test
    void unpacking_takes_literals_at_once_and_results_one_by_one() {
        Var a = index("a");
        Var b = index("b");
        Var c = Written.var("c", Type.INT32);
        Var f = Written.var("f", Type.FP32);
        Expr pair = TestOps.PAIR.call(Span.NONE, a);
        written.kernel(
                "swap",
                List.of(a, b),
                List.of(Type.INDEX, Type.INDEX),
                new Stmt.Unpack(List.of(a, b), new Expr.Tuple(List.of(b, a), Span.NONE), Span.NONE),
                written.give(a, b));
        written.kernel(
                "pair",
                List.of(a),
                List.of(Type.INT32, Type.FP32),
                new Stmt.Unpack(List.of(c, f), pair, Span.NONE),
                written.give(c, f));
        written.kernel(
                "item",
                List.of(a),
                List.of(Type.FP32),
                written.give(new Expr.Item(pair, 1, Type.FP32, Span.NONE)));
        written.kernel("whole", List.of(a), List.of(Type.INDEX, Type.FP32), written.give(pair));
        Expr literal =
                new Expr.Tuple(List.of(TestOps.ECHO.call(Span.NONE, a), Exprs.index(5)), Span.NONE);
        written.kernel(
                "literal",
                List.of(a),
                List.of(Type.INDEX),
                written.give(new Expr.Item(literal, 1, Type.INDEX, Span.NONE)));
        CompiledProgram program = written.compile();
        assertThat((Object[]) Written.run(program, "swap", rank, 1, 2)).containsExactly(2L, 1L);
        assertThat((Object[]) Written.run(program, "pair", rank, 3)).containsExactly(4, 1.5f);
        assertThat(Written.run(program, "item", rank, 3)).isEqualTo(1.5f);
        assertThat((Object[]) Written.run(program, "whole", rank, 3)).containsExactly(4L, 1.5f);
        assertThat(Written.run(program, "literal", rank, 3)).isEqualTo(5L);
        assertThat(rank.log()).containsExactly(3L);
    }

    @Test
    void a_scope_runs_its_body_in_place() {
        Var task = Written.var("task", Type.TASK_ID);
        written.kernel(
                "f",
                List.of(),
                List.of(Type.TASK_ID),
                new Stmt.Scope(
                        Stmt.ScopeKind.AT,
                        Map.of(),
                        Optional.of(task),
                        Written.block(
                                written.eval(TestOps.LOG, Exprs.index(1)), written.give(task)),
                        Span.NONE));
        assertThat(Written.run(written.compile(), "f", rank)).isEqualTo(-1L);
        assertThat(rank.log()).containsExactly(1L);
    }

    @Test
    void a_path_without_return_is_a_fault_in_a_function_with_results() {
        Var n = index("n");
        written.kernel(
                "f",
                List.of(n),
                List.of(Type.INDEX),
                when(less(n, Exprs.index(0)), written.give(n)));
        CompiledProgram program = written.compile();
        assertThat(Written.run(program, "f", rank, -1)).isEqualTo(-1L);
        assertThatThrownBy(() -> Written.run(program, "f", rank, 1))
                .isInstanceOfSatisfying(
                        Fault.class,
                        f -> assertThat(f.rule()).isEqualTo("function-without-return"));
    }

    @Test
    void code_after_a_way_out_is_left_out() {
        written.kernel(
                "f",
                List.of(),
                List.of(),
                new Stmt.While(
                        new Expr.Bool(true, Span.NONE),
                        List.of(),
                        Written.block(
                                new Stmt.Break(Span.NONE),
                                written.eval(TestOps.FAIL, Exprs.index(0))),
                        List.of(),
                        Span.NONE),
                written.give(),
                written.eval(TestOps.FAIL, Exprs.index(0)));
        assertThat((Object[]) Written.run(written.compile(), "f", rank)).isEmpty();
    }

    @Test
    void what_has_not_been_lowered_is_our_defect() {
        Var x = index("x");
        written.kernel("f", List.of(), List.of(), written.eval(TestOps.LOG, x));
        written.kernel("g", List.of(), List.of(DTypeHolder.UNSIGNED), written.give(Exprs.index(1)));
        assertThatThrownBy(written::compile).isInstanceOf(IllegalStateException.class);
    }

    private static final class DTypeHolder {
        static final Type UNSIGNED = new Type.Scalar(DType.UINT32);
    }
}

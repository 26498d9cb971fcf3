package org.crosstile.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;

/** Primitives, calls between functions, launches, extents of parameters. */
class CallsTest {
    private final FakeRank rank = new FakeRank(0);
    private final Written written = new Written("");

    private static Type tensor(Expr... shape) {
        return new Type.Tensor(List.of(shape), DType.FP32);
    }

    private static Type tensor(long... shape) {
        return new Type.Tensor(Exprs.indices(shape), DType.FP32);
    }

    private static Dim dim(String name) {
        return new Dim(name, Span.NONE);
    }

    private static Type.Tile tile(int address) {
        return new Type.Tile(Exprs.indices(1, 8), DType.FP32).withAddress(address);
    }

    private static Expr.FnCall call(String callee, Type type, Expr... args) {
        return new Expr.FnCall(callee, List.of(args), Map.of(), type, Span.NONE);
    }

    @Test
    void constants_arrive_as_the_method_asks() {
        Expr[] operands = {
            Exprs.tuple(Exprs.index(3), Exprs.index(-4)),
            new Expr.Text("ring", Span.NONE),
            new Expr.Element(DType.BF16, Span.NONE),
            new Expr.Bool(true, Span.NONE),
            new Expr.Code(NotifyOp.Set, Span.NONE)
        };
        written.kernel(
                "f",
                List.of(),
                List.of(),
                written.eval(TestOps.CONSTANTS, operands),
                written.eval(TestOps.CONSTANTS, operands));
        CompiledProgram program = written.compile();
        Written.run(program, "f", rank);
        assertThat(rank.log().subList(0, 12))
                .containsExactly(
                        "[3, -4]",
                        NotifyOp.Set,
                        1,
                        "ring",
                        DType.BF16,
                        true,
                        7,
                        8L,
                        0.5f,
                        "lit",
                        NotifyOp.Set,
                        0);
        assertThat(rank.log().get(12)).as("one constant list").isSameAs(rank.log().get(25));
        assertThat(program.sites())
                .extracting(CallSite::op)
                .containsExactly("test.constants", "test.constants");
        assertThat(program.sites()).extracting(CallSite::function).containsOnly("f");
    }

    @Test
    void a_list_with_variables_is_built_anew() {
        Var n = Written.var("n", Type.INT32);
        Expr[] operands = {
            Exprs.tuple(n, Exprs.add(n, Exprs.int32(1))),
            new Expr.Text("ring", Span.NONE),
            new Expr.Element(DType.BF16, Span.NONE),
            new Expr.Bool(false, Span.NONE),
            new Expr.Code(NotifyOp.AtomicAdd, Span.NONE)
        };
        written.kernel("f", List.of(n), List.of(), written.eval(TestOps.CONSTANTS, operands));
        Written.run(written.compile(), "f", rank, 5);
        assertThat(rank.log()).startsWith("[5, 6]");
    }

    @Test
    void scalars_arrive_in_every_form() {
        Var n = Written.var("n", new Type.Scalar(DType.INT16));
        Var f = Written.var("f", new Type.Scalar(DType.FP16));
        written.kernel(
                "ints",
                List.of(n),
                List.of(Type.FP32),
                written.give(TestOps.FORMS.call(Span.NONE, n)));
        written.kernel(
                "floats",
                List.of(f),
                List.of(Type.FP32),
                written.give(TestOps.FORMS.call(Span.NONE, f)));
        CompiledProgram program = written.compile();
        assertThat(Written.run(program, "ints", rank, -3)).isEqualTo(-3f);
        assertThat(Written.run(program, "floats", rank, 2.5f)).isEqualTo(2.5f);
        assertThat(rank.log()).containsExactly(-3, -3L, -3f, -3.0, true, 3, 3L, 2.5f, 2.5, true);
    }

    @Test
    void tiles_are_what_stands_at_their_address() {
        Var a = Written.var("a", tile(0));
        Var b = Written.var("b", tile(32));
        Var c = Written.var("c", tile(64));
        Var again = Written.var("again", tile(0));
        written.kernel(
                "f",
                List.of(),
                List.of(Type.FP32, Type.FP32, Type.FP32),
                written.assign(a, TestOps.fill(tile(0)).call(Span.NONE, Exprs.index(2))),
                written.assign(b, TestOps.fill(tile(32)).call(Span.NONE, Exprs.index(3))),
                written.assign(c, TestOps.add(tile(64)).call(Span.NONE, a, b)),
                written.assign(again, TestOps.fill(tile(0)).call(Span.NONE, Exprs.index(9))),
                written.give(first(c), first(a), first(TestOps.VIEW_OF_TILE.call(Span.NONE, b))));
        assertThat((Object[]) Written.run(written.compile(), "f", rank))
                .containsExactly(5f, 9f, 3f);
        assertThat(rank.ub().tile(64, DType.FP32, 1, 8).floats()).containsOnly(5f);
    }

    private static Expr first(Expr tile) {
        return TestOps.FIRST.call(Span.NONE, tile);
    }

    @Test
    void memory_spaces_count_addresses_apart() {
        Type.Tile left = tile(0).inSpace(MemorySpace.Left);
        Var a = Written.var("a", tile(0));
        Var b = Written.var("b", left);
        written.kernel(
                "f",
                List.of(),
                List.of(Type.FP32, Type.FP32),
                written.assign(a, TestOps.fill(tile(0)).call(Span.NONE, Exprs.index(2))),
                written.assign(b, TestOps.fill(left).call(Span.NONE, Exprs.index(3))),
                written.give(first(a), first(b)));
        assertThat((Object[]) Written.run(written.compile(), "f", rank)).containsExactly(2f, 3f);
    }

    @Test
    void the_value_of_a_store_is_its_destination() {
        Var x = Written.var("x", tensor(1, 4));
        Var y = Written.var("y", tensor(1, 4));
        written.kernel(
                "f",
                List.of(x),
                List.of(x.type()),
                written.assign(
                        y,
                        TestOps.STORE.call(Span.NONE, x, new Expr.Real(4, DType.FP32, Span.NONE))),
                written.give(TestOps.STORE.call(Span.NONE, identity(y), Exprs.index(5))));
        written.kernel("identity", List.of(x), List.of(x.type()), written.give(x));
        View view = Views.of(DType.FP32, 1, 4);
        assertThat(Written.run(written.compile(), "f", rank, view)).isSameAs(view);
        assertThat(Views.get(view, 0, 0)).isEqualTo(5f);
    }

    private static Expr identity(Expr x) {
        return call("identity", x.type(), x);
    }

    @Test
    void arrays_are_changed_in_place() {
        Var a = Written.var("a", new Type.Array(2, DType.INT32));
        Var n = Written.var("n", Type.INT32);
        written.kernel(
                "f",
                List.of(n),
                List.of(Type.INT32),
                written.assign(a, TestOps.ARRAY.call(Span.NONE)),
                written.assign(a, TestOps.UPDATE.call(Span.NONE, a, n)),
                written.give(TestOps.ELEMENT.call(Span.NONE, a)));
        assertThat(Written.run(written.compile(), "f", rank, -8)).isEqualTo(-8);
    }

    @Test
    void arguments_take_the_types_of_parameters() {
        Var a = Written.var("a", new Type.Scalar(DType.INT8));
        Var f = Written.var("f", new Type.Scalar(DType.BF16));
        Var n = Written.var("n", Type.INDEX);
        Var x = Written.var("x", Type.INDEX);
        Var y = Written.var("y", Type.FP32);
        Type both = new Type.Tuple(List.of(a.type(), f.type()));
        written.kernel("callee", List.of(a, f), List.of(a.type(), f.type()), written.give(a, f));
        written.kernel(
                "caller",
                List.of(n),
                List.of(Type.INDEX, Type.FP32),
                new Stmt.Unpack(
                        List.of(x, y),
                        call("callee", both, n, new Expr.Real(1.001, DType.FP32, Span.NONE)),
                        Span.NONE),
                written.give(x, y));
        assertThat((Object[]) Written.run(written.compile(), "caller", rank, 258))
                .containsExactly(2L, 1f);
    }

    @Test
    void the_host_launches_and_calls_host_functions() {
        Var r = Written.var("r", Type.INDEX);
        Var x = Written.var("x", tensor(2, 4));
        Var p = Written.var("p", Type.INT32);
        Var v = Written.var("v", tensor(8));
        written.kernel(
                "kernel",
                List.of(v, p),
                List.of(),
                written.eval(TestOps.SHAPE, v),
                written.eval(TestOps.LOG, p));
        written.host(
                "twice",
                List.of(r),
                List.of(Type.INDEX),
                written.give(Exprs.mul(r, Exprs.index(2))));
        written.host(
                "host",
                List.of(x),
                List.of(),
                new Stmt.For(
                        r,
                        Exprs.index(0),
                        TestOps.WORLD_SIZE.call(Span.NONE),
                        Exprs.index(1),
                        Stmt.LoopKind.RANGE,
                        List.of(),
                        Written.block(
                                written.eval(
                                        new Expr.FnCall(
                                                "kernel",
                                                List.of(x, call("twice", Type.INDEX, r)),
                                                Map.of("device", r),
                                                Type.Opaque.UNKNOWN,
                                                Span.NONE))),
                        List.of(),
                        Map.of(),
                        Span.NONE),
                written.eval(call("kernel", Type.Opaque.UNKNOWN, x, Exprs.index(9))));
        CompiledProgram program = written.compile();
        FakeHost host = new FakeHost(program, 2);
        program.function("host").orElseThrow().invoke(host, Views.of(DType.FP32, 2, 4));
        assertThat(host.launches()).extracting(FakeHost.Launch::device).containsExactly(0L, 1L, 0L);
        assertThat(host.launches().get(1).args().get(1)).isEqualTo(2);
        assertThat(host.rank(0).log()).containsExactly("[8]", 0L, "[8]", 9L);
        assertThat(host.rank(1).log()).containsExactly("[8]", 2L);
        assertThat(program.sites())
                .extracting(CallSite::op)
                .containsExactly("test.shape", "kernel", "kernel");
    }

    @Test
    void extents_that_are_dynamic_follow_from_arguments() {
        Dim rows = dim("ROWS");
        Dim half = dim("HALF");
        Dim sum = dim("SUM");
        Var x = Written.var("x", tensor(Exprs.index(2), rows));
        Var y =
                Written.var(
                        "y",
                        tensor(
                                Exprs.mul(half, Exprs.index(2)),
                                Exprs.add(Exprs.mul(rows, sum), half)));
        written.kernel(
                "f",
                List.of(y, x),
                List.of(Type.INDEX, Type.INDEX, Type.INDEX),
                written.give(rows, half, sum));
        CompiledProgram program = written.compile();
        View in = Views.of(DType.FP32, 2, 3);
        assertThat((Object[]) Written.run(program, "f", rank, Views.of(DType.FP32, 8, 19), in))
                .containsExactly(3L, 4L, 5L);
        assertThatThrownBy(() -> Written.run(program, "f", rank, Views.of(DType.FP32, 7, 19), in))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("dim-conflict"))
                .hasMessageContaining("`y` of f is [HALF * 2, (ROWS * SUM) + HALF] FP32");
    }

    @Test
    void one_extent_cannot_be_two() {
        Dim n = dim("N");
        Var x = Written.var("x", tensor(n));
        Var y = Written.var("y", tensor(n, n));
        written.kernel("f", List.of(x, y), List.of(Type.INDEX), written.give(n));
        CompiledProgram program = written.compile();
        View three = Views.of(DType.FP32, 3);
        assertThat(Written.run(program, "f", rank, three, Views.of(DType.FP32, 3, 3)))
                .isEqualTo(3L);
        assertThatThrownBy(() -> Written.run(program, "f", rank, three, Views.of(DType.FP32, 3, 4)))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("dim-conflict"))
                .hasMessageContaining("dimension 1 should be 3");
    }

    @Test
    void an_extent_that_nothing_gives_is_a_fault_where_it_is_used() {
        Dim m = dim("M");
        Var x = Written.var("x", tensor(Exprs.binary(BinaryOp.MOD, m, Exprs.index(2))));
        Var n = Written.var("n", Type.BOOL);
        written.kernel(
                "f",
                List.of(x, n),
                List.of(Type.INDEX),
                new Stmt.If(
                        n, Written.block(written.give(m)), Written.block(), List.of(), Span.NONE),
                written.give(Exprs.index(0)));
        CompiledProgram program = written.compile();
        View view = Views.of(DType.FP32, 1);
        assertThat(Written.run(program, "f", rank, view, false)).isEqualTo(0L);
        assertThatThrownBy(() -> Written.run(program, "f", rank, view, true))
                .isInstanceOfSatisfying(
                        Fault.class,
                        f -> {
                            assertThat(f.rule()).isEqualTo("dim-unknown");
                            assertThat(f.hint()).contains("--set M=...");
                        });
    }

    @Test
    void a_view_is_taken_in_the_parameters_form_or_refused() {
        Dim n = dim("N");
        Var x = Written.var("x", tensor(1, 8));
        Var y = Written.var("y", tensor(n, Exprs.index(4)));
        written.kernel("fixed", List.of(x), List.of(), written.eval(TestOps.SHAPE, x));
        written.kernel(
                "free",
                List.of(y),
                List.of(Type.INDEX),
                written.eval(TestOps.SHAPE, y),
                written.give(n));
        CompiledProgram program = written.compile();
        Written.run(program, "fixed", rank, Views.of(DType.FP32, 8));
        Written.run(program, "fixed", rank, Views.of(DType.FP32, 2, 2, 2));
        assertThat(Written.run(program, "free", rank, Views.of(DType.FP32, 8))).isEqualTo(2L);
        assertThat(rank.log()).containsExactly("[1, 8]", "[1, 8]", "[2, 4]");
        refuses(program, "fixed", Views.of(DType.FP32, 8, 1), "argument-shape");
        refuses(program, "fixed", Views.of(DType.FP32, 9), "argument-shape");
        refuses(program, "fixed", Views.of(DType.FP16, 1, 8), "argument-dtype");
        refuses(program, "free", Views.of(DType.FP32, 9), "argument-shape");
        View gaps = Views.strided(DType.FP32, new long[] {2, 2, 2}, new long[] {8, 2, 1});
        refuses(program, "fixed", gaps, "argument-shape");
    }

    private void refuses(CompiledProgram program, String function, View argument, String rule) {
        assertThatThrownBy(() -> Written.run(program, function, rank, argument))
                .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.rule()).isEqualTo(rule));
    }

    @Test
    void a_handle_has_the_functions_own_types() throws Throwable {
        Var n = Written.var("n", Type.INT32);
        Var f = Written.var("f", Type.FP32);
        written.kernel("f", List.of(n, f), List.of(Type.FP32), written.give(f));
        CompiledFunction function = written.compile().function(0);
        assertThat(function.handle().type().toString()).isEqualTo("(Rank,int,float)float");
        assertThat((float) function.handle().invoke((org.crosstile.memory.Rank) rank, 1, 2f))
                .isEqualTo(2f);
    }
}

package org.crosstile.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.lower.Pipeline;
import org.crosstile.model.Block;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Printed programs read back as the same programs, whatever they look like. */
class PrinterTest {
    private static final Path EXAMPLES = Path.of("../programs/examples");
    private static final Var N = new Var("n", Type.INDEX, Span.NONE);
    private static final Var F = new Var("f", Type.FP32, Span.NONE);
    private static final Var X =
            new Var("x", new Type.Tensor(Exprs.indices(8, 64), DType.FP32), Span.NONE);

    private static Program program(Stmt... body) {
        List<Function.Param> params = new ArrayList<>();
        List.of(N, F, X).forEach(v -> params.add(new Function.Param(v, Function.Direction.IN)));
        Function kernel =
                new Function(
                        "kernel",
                        Function.Kind.InCore,
                        Function.Level.CHIP_DIE,
                        Function.Role.SubWorker,
                        params,
                        List.of(),
                        new Block(List.of(body)),
                        Map.of(),
                        "",
                        Span.NONE);
        return new Program("P", List.of(kernel), Span.NONE);
    }

    private static Stmt assign(String name, Expr value) {
        return new Stmt.Assign(new Var(name, value.type(), Span.NONE), value, Span.NONE);
    }

    private static Expr raw(BinaryOp op, Expr a, Expr b) {
        return Exprs.exact(op, a, b, Span.NONE);
    }

    private static Expr real(double value, DType dtype) {
        return new Expr.Real(value, dtype, Span.NONE);
    }

    private static Expr integer(long value, DType dtype) {
        return new Expr.Int(value, dtype, Span.NONE);
    }

    private static String body(Stmt... statements) {
        String text = Texts.roundTrip(program(statements));
        int from = text.indexOf(":\n", text.indexOf("def kernel")) + 2;
        return text.substring(from).indent(-8).strip();
    }

    @Test
    void constants_keep_their_types() {
        assertThat(
                        body(
                                assign("a", Exprs.index(-4)),
                                assign("b", integer(7, DType.INT32)),
                                assign("c", real(1.5, DType.FP32)),
                                assign("d", real(0.1, DType.FP16)),
                                assign("e", real(Double.NEGATIVE_INFINITY, DType.FP32)),
                                assign("g", real(-0.0, DType.FP32)),
                                assign("h", new Expr.Bool(true, Span.NONE)),
                                assign("i", integer(Long.MIN_VALUE, DType.INT64))))
                .contains(
                        "a = -4",
                        "b = pl.const(7, pl.INT32)",
                        "c = 1.5",
                        "d = pl.const(0.1, pl.FP16)",
                        "g = -0.0");
    }

    @Test
    void arithmetic_on_constants_is_not_folded_when_it_is_read() {
        Expr sum = raw(BinaryOp.ADD, Exprs.index(1), Exprs.index(2));

        assertThat(body(assign("a", sum), assign("b", raw(BinaryOp.MUL, sum, N))))
                .contains("a = pl.const(1, pl.INDEX) + pl.const(2, pl.INDEX)")
                .contains("b = (pl.const(1, pl.INDEX) + pl.const(2, pl.INDEX)) * n");
        body(
                assign("a", raw(BinaryOp.MIN, Exprs.index(1), Exprs.index(2))),
                assign(
                        "b",
                        new Expr.Unary(Expr.UnaryOp.NEG, Exprs.index(3), Type.INDEX, Span.NONE)),
                assign(
                        "c",
                        new Expr.Unary(
                                Expr.UnaryOp.NOT,
                                new Expr.Bool(true, Span.NONE),
                                Type.BOOL,
                                Span.NONE)),
                assign("d", new Expr.Cast(Exprs.index(3), DType.INT32, Span.NONE)),
                assign("e", raw(BinaryOp.ADD, N, Exprs.index(0))),
                assign("g", raw(BinaryOp.MUL, new Dim("M", Span.NONE), Exprs.index(1))),
                assign("h", raw(BinaryOp.EQ, Exprs.index(1), Exprs.index(1))));
    }

    @Test
    void parentheses_stand_where_they_are_needed() {
        Expr difference = raw(BinaryOp.SUB, N, Exprs.index(1));
        Expr less = raw(BinaryOp.LT, N, Exprs.index(1));
        Expr negated = new Expr.Unary(Expr.UnaryOp.NEG, difference, Type.INDEX, Span.NONE);

        assertThat(
                        body(
                                assign("a", raw(BinaryOp.SUB, N, difference)),
                                assign("b", raw(BinaryOp.SUB, difference, N)),
                                assign("c", raw(BinaryOp.MUL, negated, difference)),
                                assign("d", raw(BinaryOp.EQ, less, less)),
                                assign(
                                        "e",
                                        new Expr.Unary(
                                                Expr.UnaryOp.NOT, less, Type.BOOL, Span.NONE)),
                                assign(
                                        "g",
                                        raw(
                                                BinaryOp.AND,
                                                raw(BinaryOp.OR, less, less),
                                                raw(BinaryOp.AND, less, less)))))
                .contains("a = n - (n - 1)")
                .contains("b = n - 1 - n")
                .contains("c = -(n - 1) * (n - 1)")
                .contains("d = (n < 1) == (n < 1)")
                .contains("e = not n < 1")
                .contains("g = (n < 1 or n < 1) and (n < 1 and n < 1)");
    }

    @Test
    void variables_of_one_name_are_told_apart() {
        Var first = new Var("n", Type.INDEX, Span.NONE);
        Var strange = new Var("if", Type.INDEX, Span.NONE);

        assertThat(
                        body(
                                new Stmt.Assign(first, N, Span.NONE),
                                new Stmt.Assign(strange, first, Span.NONE),
                                assign("pl", strange)))
                .isEqualTo("n_1 = n\nv = n_1\npl_1 = v");
    }

    @Test
    void types_are_said_where_the_value_does_not_say_them() {
        Type.Tile placed =
                new Type.Tile(
                        Exprs.indices(8, 64),
                        DType.FP32,
                        List.of(Exprs.index(8), N),
                        MemorySpace.Vec,
                        java.util.OptionalInt.of(256));
        Expr load =
                Catalogue.standard()
                        .named("pl.tile.load")
                        .getFirst()
                        .call(
                                Span.NONE,
                                X,
                                Exprs.tuple(Exprs.indices(0, 0)),
                                Exprs.tuple(Exprs.indices(8, 64)));
        Var tile = new Var("t", placed, Span.NONE);
        Type.Tensor strided =
                new Type.Tensor(
                        Exprs.indices(8, 64),
                        DType.FP32,
                        new TensorView(Exprs.indices(128, 1), TensorView.Layout.DN, List.of()));

        assertThat(
                        body(
                                new Stmt.Assign(tile, load, Span.NONE),
                                new Stmt.Assign(new Var("s", strided, Span.NONE), X, Span.NONE)))
                .contains(
                        "t: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(256), pl.TileView(valid_shape=[8, n])] = ")
                .contains(
                        "s: pl.Tensor[[8, 64], pl.FP32, pl.TensorView(stride=[128, 1], layout=pl.TensorLayout.DN)] = x");
    }

    @Test
    void loops_and_branches_with_results() {
        Type.Tensor narrowed =
                new Type.Tensor(
                        Exprs.indices(8, 64),
                        DType.FP32,
                        TensorView.PACKED.withValid(List.of(Exprs.index(8), N)));
        Var index = new Var("i", Type.INT64, Span.NONE);
        Var carried = new Var("a", narrowed, Span.NONE);
        Var count = new Var("c", Type.INDEX, Span.NONE);
        List<Var> results =
                List.of(new Var("a", narrowed, Span.NONE), new Var("c", Type.INDEX, Span.NONE));
        Stmt.For loop =
                new Stmt.For(
                        index,
                        integer(1, DType.INT64),
                        N,
                        Exprs.index(2),
                        Stmt.LoopKind.PARALLEL,
                        List.of(new Stmt.Carried(carried, X), new Stmt.Carried(count, N)),
                        new Block(List.of(new Stmt.Yield(List.of(carried, count), Span.NONE))),
                        results,
                        Map.of("stage", Exprs.index(2), "other", N),
                        Span.NONE);
        Var chosen = new Var("d", narrowed, Span.NONE);
        Stmt.If branch =
                new Stmt.If(
                        raw(BinaryOp.EQ, N, Exprs.index(0)),
                        new Block(List.of(new Stmt.Yield(List.of(X), Span.NONE))),
                        new Block(List.of(new Stmt.Yield(List.of(results.getFirst()), Span.NONE))),
                        List.of(chosen),
                        Span.NONE);
        Var w = new Var("w", Type.INDEX, Span.NONE);
        Stmt.While repeat =
                new Stmt.While(
                        raw(BinaryOp.LT, w, N),
                        List.of(new Stmt.Carried(w, Exprs.index(0))),
                        new Block(
                                List.of(
                                        new Stmt.Yield(
                                                List.of(raw(BinaryOp.ADD, w, Exprs.index(1))),
                                                Span.NONE))),
                        List.of(new Var("w", Type.INDEX, Span.NONE)),
                        Span.NONE);

        assertThat(body(loop, branch, repeat, new Stmt.Return(List.of(chosen), Span.NONE)))
                .contains(
                        "for i, (a, c) in pl.parallel(pl.const(1, pl.INT64), n, 2, init_values=(x, n), stage=2, attrs={\"other\": n}):")
                .contains("a_1, c_1 = pl.yield_(a, c)")
                .contains("for (w,) in pl.while_(init_values=(0,)):")
                .contains("pl.cond(w < n)");
    }

    @Test
    void attributes_of_functions_and_calls_round_trip() {
        Expr call =
                Catalogue.standard()
                        .named("pl.tile.load")
                        .getFirst()
                        .call(
                                Span.NONE,
                                X,
                                Exprs.tuple(Exprs.indices(0, 0)),
                                Exprs.tuple(Exprs.indices(8, 64)));
        Expr.Call load = (Expr.Call) call;
        Map<String, Expr> attrs =
                Map.of(
                        "core_placement", new Expr.Text("it's \"aiv\"", Span.NONE),
                        "level", new Expr.Code(Function.Level.CHIP, Span.NONE),
                        "dirs",
                                Exprs.tuple(
                                        N,
                                        new Expr.None(Span.NONE),
                                        new Expr.Bool(false, Span.NONE)),
                        "dtype", new Expr.Element(DType.BF16, Span.NONE));
        Function kernel =
                program(
                                assign(
                                        "t",
                                        new Expr.Call(
                                                load.op(),
                                                load.args(),
                                                attrs,
                                                load.type(),
                                                Span.NONE)))
                        .functions()
                        .getFirst();
        Function attributed =
                new Function(
                        kernel.name(),
                        kernel.kind(),
                        kernel.level(),
                        kernel.role(),
                        kernel.params(),
                        kernel.returns(),
                        kernel.body(),
                        Map.of(
                                "auto_scope",
                                new Expr.Bool(false, Span.NONE),
                                "split",
                                Exprs.index(1)),
                        "",
                        Span.NONE);

        assertThat(Texts.roundTrip(new Program("P", List.of(attributed), Span.NONE)))
                .contains("auto_scope=False", "pl.func_attr({\"split\": 1})");
    }

    @Test
    void an_allocation_keeps_its_name_even_if_others_want_it() {
        String text =
                Texts.IMPORTS
                        + """
                        @pl.program
                        class P:
                            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                            def host(self, x: pl.Tensor[[8], pl.FP32]):
                                buf = pld.alloc_window_buffer(64)
                                other = pld.alloc_window_buffer([1, 16], dtype=pl.FP32)
                                win = pld.window(buf, [16], dtype=pl.FP32)
                        """;
        Program program = Texts.program(text);
        Function host = program.functions().getFirst();
        List<Stmt> body = new ArrayList<>();
        body.add(
                new Stmt.Assign(
                        new Var("other", Type.INDEX, Span.NONE), Exprs.index(1), Span.NONE));
        body.addAll(host.body().statements());

        assertThat(
                        Texts.roundTrip(
                                new Program(
                                        "P", List.of(host.withBody(new Block(body))), Span.NONE)))
                .contains("other_1 = 1", "other = pld.tensor.alloc_window_buffer(64)");
    }

    @Test
    void scopes_round_trip() {
        String text =
                Texts.IMPORTS
                        + """
                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.Orchestration)
                            def chip(self, x: pl.InOut[pl.Tensor[[8, 8], pl.FP32]]):
                                with pl.manual_scope():
                                    with pl.at(level=pl.Level.CORE_GROUP, name_hint="first") as first:
                                        t = pl.load(x, [0, 0], [8, 8])
                                        x = pl.store(t, [0, 0], x)
                                    with pl.at(level=pl.Level.CORE_GROUP, deps=[first, None]):
                                        pass
                                    for i in pl.spmd(4, name_hint="blocks"):
                                        j = i + 1
                        """;

        assertThat(Texts.roundTrip(Texts.program(text)))
                .contains("with pl.at(level=pl.Level.CORE_GROUP, name_hint='first') as first:")
                .contains("with pl.at(level=pl.Level.CORE_GROUP, deps=[first, None]):")
                .contains("for i in pl.spmd(4, name_hint='blocks'):");
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(f -> f.toString().endsWith(".py")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_stage_of_every_example_round_trips(Path file) throws IOException {
        Problems problems = new Problems();
        Loaded loaded =
                Reader.load(
                        new SourceText(file.toString(), Files.readString(file)),
                        LoadOptions.of(2),
                        problems);
        Pipeline pipeline = Pipeline.standard(Catalogue.standard().all());

        for (Program program : loaded.programs()) {
            Texts.roundTrip(program);
            pipeline.runShowing(program, problems, (pass, image) -> Texts.roundTrip(image));
        }
        assertThat(problems.sorted()).isEmpty();
        assertThat(Optional.of(loaded.units()))
                .hasValueSatisfying(units -> assertThat(units).isNotEmpty());
    }
}

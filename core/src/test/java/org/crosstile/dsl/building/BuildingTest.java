package org.crosstile.dsl.building;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INDEX;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import java.util.List;
import java.util.Map;
import org.crosstile.dsl.DslException;
import org.crosstile.dsl.Fn;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Result;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.TaskId;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.TensorLike;
import org.crosstile.dsl.Tile;
import org.crosstile.engine.Engine;
import org.crosstile.model.Program;
import org.crosstile.model.Structure;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.junit.jupiter.api.Test;

/** What an author's code becomes. */
class BuildingTest {

    private interface Kernel {
        void write(Tensor.Var x, Tensor.Var y);
    }

    private static Program kernelOf(Kernel body) {
        return program(
                "demo",
                () ->
                        kernel(
                                "k",
                                () -> {
                                    Tensor.Var x = in("x", tensor(FP32, 1, 64));
                                    Tensor.Var y = out("y", tensor(FP32, 1, 64));
                                    body.write(x, y);
                                }));
    }

    /** The statements of the only kernel, as text. */
    private static List<String> lines(Kernel body) {
        List<String> lines = Printer.print(kernelOf(body)).lines().map(String::strip).toList();
        int from =
                lines.stream()
                        .filter(l -> l.startsWith("def k("))
                        .map(lines::indexOf)
                        .findFirst()
                        .orElseThrow();
        while (!lines.get(from).endsWith(":")) {
            from++;
        }
        return lines.subList(from + 1, lines.size()).stream()
                .filter(l -> !l.isEmpty())
                .map(l -> l.replace("[1, 64], [1, 64])", "[1, 64])"))
                .toList();
    }

    private static Tile row(TensorLike of) {
        return Pl.load(of, at(0, 0), shape(1, 64));
    }

    @Test
    void a_nested_call_stays_nested() {
        assertThat(lines((x, y) -> Pl.store(Pl.add(row(x), 1.0), at(0, 0), y)))
                .containsExactly(
                        "pl.tile.store(pl.tile.add(pl.tile.load(x, [0, 0], [1, 64]), 1.0), [0, 0], y)");
    }

    @Test
    void a_value_that_is_used_twice_is_computed_once() {
        assertThat(
                        lines((x, y) -> {
                            Tile tile = row(x);
                            Pl.store(Pl.mul(tile, tile), at(0, 0), y);
                        }))
                .containsExactly(
                        "load = pl.tile.load(x, [0, 0], [1, 64])",
                        "pl.tile.store(pl.tile.mul(load, load), [0, 0], y)");
    }

    @Test
    void what_happens_first_in_java_happens_first_in_the_program() {
        assertThat(
                        lines((x, y) -> {
                            Tile before = row(y);
                            Pl.store(row(x), at(0, 0), y);
                            Pl.store(before, at(0, 0), y);
                        }))
                .containsExactly(
                        "load = pl.tile.load(y, [0, 0], [1, 64])",
                        "pl.tile.store(pl.tile.load(x, [0, 0], [1, 64]), [0, 0], y)",
                        "pl.tile.store(load, [0, 0], y)");
    }

    @Test
    void operands_out_of_their_order_keep_the_order_of_java() {
        assertThat(
                        lines((x, y) -> {
                            Tile first = row(x);
                            Tile second = row(y);
                            Pl.store(Pl.sub(second, first), at(0, 0), y);
                        }))
                .containsExactly(
                        "load = pl.tile.load(x, [0, 0], [1, 64])",
                        "load_1 = pl.tile.load(y, [0, 0], [1, 64])",
                        "pl.tile.store(pl.tile.sub(load_1, load), [0, 0], y)");
    }

    @Test
    void a_value_keeps_what_its_variable_was_when_it_was_computed() {
        assertThat(
                        lines((x, y) -> {
                            Scalar.Var at = let("at", 0);
                            Scalar next = at.plus(1);
                            at.set(7);
                            Pl.write(y, at(0, next), Pl.read(x, at(0, at)));
                        }))
                .containsExactly(
                        "at = 0",
                        "v = at + 1",
                        "at = 7",
                        "pl.tensor.write(y, [0, v], pl.tensor.read(x, [0, at]))");
    }

    @Test
    void loops_branches_and_variables() {
        assertThat(
                        lines((x, y) -> {
                            Scalar.Var n = let("n", 0);
                            range(8).named("k")
                                    .each(k ->
                                            when(k.lt(3))
                                                    .then(() -> n.set(n.plus(k)))
                                                    .otherwise(() -> {
                                                        n.set(n.plus(1));
                                                        leaveLoop();
                                                    }));
                            whileTrue(() -> n.lt(9).and(n.gt(0))).repeat(() -> n.set(n.times(2)));
                            Pl.write(y, at(0, n), Pl.read(x, at(0, 0)));
                        }))
                .containsExactly(
                        "n = 0",
                        "for k in pl.range(8):",
                        "if k < 3:",
                        "n = n + k",
                        "else:",
                        "n = n + 1",
                        "break",
                        "while n < 9 and n > 0:",
                        "n = n * 2",
                        "pl.tensor.write(y, [0, n], pl.tensor.read(x, [0, 0]))");
    }

    @Test
    void parts_of_tensors_are_slices_and_assembles() {
        assertThat(lines((x, y) -> y.put(x.get(all(), from(0, 32)), all(), from(32, 64))))
                .containsExactly(
                        "y = pl.tensor.assemble(y, pl.tensor.slice(x, [1, 32], [0, 0]), [0, 32])");
    }

    @Test
    void several_results_are_named() {
        Program program =
                program(
                        "demo",
                        () -> {
                            Fn both =
                                    kernel(
                                            "both",
                                            () -> {
                                                Tensor x = in("x", tensor(FP32, 1, 64));
                                                Tensor a = out("a", tensor(FP32, 1, 64));
                                                Tensor b = out("b", tensor(FP32, 1, 64));
                                                Tile tile = row(x);
                                                returns(
                                                        Pl.store(tile, at(0, 0), a),
                                                        Pl.store(Pl.neg(tile), at(0, 0), b));
                                            });
                            chip(
                                    "chip",
                                    () -> {
                                        Tensor x = in("x", tensor(FP32, 1, 64));
                                        Tensor a = out("a", tensor(FP32, 1, 64));
                                        Tensor b = out("b", tensor(FP32, 1, 64));
                                        List<Result> parts = both.call(x, a, b).unpack("p", "q");
                                        returns(parts.get(1).asTensor(), parts.getFirst());
                                    });
                        });

        assertThat(Printer.print(program)).contains("p, q = self.both(x, a, b)", "return q, p");
    }

    private static List<Problem> problems(Kernel body) {
        try {
            kernelOf(body);
            return List.of();
        } catch (DslException e) {
            return e.problems();
        }
    }

    @Test
    void a_broken_rule_is_shown_on_the_authors_line() {
        assertThatThrownBy(() ->
                        kernelOf((x, y) -> {
                            Tile tile = Pl.load(x, at(0), shape(1, 64));
                            Pl.store(tile, at(0, 0), y);
                        }))
                .isInstanceOf(DslException.class)
                .hasMessageContaining("error[tile-load-offsets-rank]")
                .hasMessageContaining("BuildingTest.java:")
                .hasMessageContaining("Tile tile = Pl.load(x, at(0), shape(1, 64));")
                .hasMessageContaining("in(\"x\", tensor(FP32, 1, 64))");
    }

    @Test
    void one_mistake_is_one_problem_and_all_are_reported() {
        assertThat(
                        problems((x, y) -> {
                            Tile tile = Pl.load(x, at(0), shape(1, 64));
                            Pl.store(Pl.add(tile, 1.0), at(0, 0), y);
                            Scalar.Var n = let("n", 0);
                            n.set(Pl.read(x, at(0, 0)));
                        }))
                .extracting(p -> p.rule().id())
                .containsExactly("tile-load-offsets-rank", "reassign-type");
    }

    @Test
    void a_value_stays_in_its_block() {
        Scalar[] leaked = new Scalar[1];

        assertThat(
                        problems((x, y) -> {
                            range(3).each(i -> leaked[0] = let("n", i.plus(1)));
                            Pl.write(y, at(0, leaked[0]), Pl.read(x, at(0, 0)));
                        }))
                .extracting(p -> p.rule().id())
                .containsExactly("java-value-scope");
    }

    @Test
    void mixed_arithmetic_needs_a_cast() {
        assertThat(problems((x, y) -> let("n", Pl.read(x, at(0, 0)).plus(1))))
                .extracting(p -> p.rule().id())
                .containsExactly("scalar-operands");
        assertThat(
                        problems((x, y) -> {
                            Scalar n = let("n", Pl.cast(Pl.read(x, at(0, 0)), INT32));
                            let("m", Pl.cast(n, INDEX).plus(1));
                        }))
                .isEmpty();
    }

    @Test
    void the_condition_of_a_while_loop_is_one_expression() {
        assertThat(
                        problems((x, y) ->
                                whileTrue(
                                                () -> {
                                                    Scalar n = Pl.read(x, at(0, 0));
                                                    return n.lt(n.times(n));
                                                })
                                        .repeat(() -> Pl.write(y, at(0, 0), Pl.read(x, at(0, 0))))))
                .extracting(p -> p.rule().id())
                .containsExactly("java-while-condition");
    }

    @Test
    void statements_outside_of_a_program_are_refused() {
        assertThatThrownBy(() -> let("n", 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("program(");
        assertThatThrownBy(() -> program("demo", () -> let("n", 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("kernel(");
    }

    @Test
    void an_author_may_call_and_divide_and_conquer_in_java() {
        assertThat(
                        lines((x, y) -> {
                            Tile sum = row(x);
                            for (int i = 0; i < 2; i++) {
                                sum = Pl.add(sum, i + 1.0);
                            }
                            returns(Pl.store(sum, at(0, 0), y));
                        }))
                .containsExactly(
                        "return pl.tile.store(pl.tile.add(pl.tile.add(pl.tile.load(x, [0, 0], [1, 64]), 1.0), 2.0), [0, 0], y)");
    }

    @Test
    void scopes_of_tasks_read_like_the_text_form() {
        Program program =
                program(
                        "demo",
                        () -> {
                            Fn copy =
                                    kernel(
                                            "copy",
                                            () -> {
                                                Tensor x = in("x", tensor(FP32, 1, 64));
                                                Tensor y = out("y", tensor(FP32, 1, 64));
                                                returns(Pl.store(row(x), at(0, 0), y));
                                            });
                            chip(
                                    "chip",
                                    () -> {
                                        Tensor x = in("x", tensor(FP32, 1, 64));
                                        Tensor y = out("y", tensor(FP32, 1, 64));
                                        manualScope(() -> {
                                            TaskId first =
                                                    task("first")
                                                            .run(() ->
                                                                    Pl.store(row(x), at(0, 0), y));
                                            task("second")
                                                    .after(first)
                                                    .run(() -> Pl.store(row(y), at(0, 0), y));
                                        });
                                        List<Result> submitted =
                                                copy.submit(List.of(), x, y).unpack("out", "tid");
                                        copy.submit(List.of(submitted.get(1).asTask()), x, y);
                                    });
                        });
        String text = Printer.print(program);

        assertThat(text)
                .contains("with pl.manual_scope():")
                .contains("with pl.at(level=pl.Level.CORE_GROUP, name_hint='first') as first:")
                .contains("name_hint='second'")
                .contains("deps=[first]")
                .contains("out, tid = pl.submit(self.copy, x, y)")
                .contains("pl.submit(self.copy, x, y, deps=[tid])");
        assertThat(Structure.same(program, reread(text))).isTrue();
    }

    private static Program reread(String text) {
        Problems problems = new Problems();
        LoadOptions options = new LoadOptions(Map.of(), 2);
        Program read =
                Engine.standard()
                        .load(new SourceText("printed.py", text), options, problems)
                        .select("")
                        .orElseThrow();
        assertThat(problems.sorted()).isEmpty();
        return read;
    }
}

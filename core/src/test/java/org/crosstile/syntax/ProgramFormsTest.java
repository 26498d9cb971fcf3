package org.crosstile.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.junit.jupiter.api.Test;

/** Classes, free functions and factories; and the Python around them, which is stepped over. */
class ProgramFormsTest {
    private static final String JIT =
            """
            import argparse
            import pypto.language as pl
            import pypto.language.distributed as pld

            ROWS = 8

            @pl.jit.incore
            def unused(x):
                return x

            @pl.jit.incore
            def kernel(x: pl.Tensor[[ROWS, 8], pl.FP32], y: pl.Out[pl.Tensor[[ROWS, 8], pl.FP32]], r: pl.Scalar[pl.INT32]):
                tile = pl.load(x, [0, 0], [ROWS, 8])
                y = pl.store(tile, [0, 0], y)
                return y

            @pl.jit
            def chip(x: pl.Tensor[[ROWS, 8], pl.FP32], y: pl.Out[pl.Tensor[[ROWS, 8], pl.FP32]], r: pl.Scalar[pl.INT32]):
                return kernel(x, y, r)

            @pl.jit.host
            def host(x: pl.Tensor[[2, ROWS, 8], pl.FP32], y: pl.Out[pl.Tensor[[2, ROWS, 8], pl.FP32]]):
                for r in pl.range(pld.world_size()):
                    chip(x[r], y[r], r, device=r)

            def main() -> int:
                parser = argparse.ArgumentParser(description=f"{__name__}")
                values = [int(d) for d in "0,1".split(",")]
                return lambda *a, **k: {**k, "a": a[0:1]}
            """;

    private static final String FACTORY =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld

            LIMIT = 4096

            def build(n_ranks: int, size: int, *, reduce_op: pld.ReduceOp = pld.ReduceOp.Sum, dtype=pl.FP32, flag=None):
                \"\"\"A factory.\"\"\"
                nr = n_ranks
                REDUCE = reduce_op
                rows = 32 // dtype.get_byte() if size == 1 else 1
                if size == 1:
                    cols = 1
                elif dtype == pl.FP16:
                    cols = min(LIMIT, ((size + 15) // 16) * 16)
                else:
                    cols = LIMIT
                if nr > 8:
                    raise ValueError(f"too many: {nr}")
                names = [str(i) for i in range(nr)]

                @pl.program
                class Made:
                    WIDTH = cols * rows

                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(
                        self,
                        data: pl.InOut[pld.DistributedTensor[[nr, WIDTH], dtype]],
                        signal: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
                    ):
                        return pld.tensor.allreduce(data, signal, op=REDUCE)

                return Made
            """;

    private static Loaded load(String text, Map<String, String> set, Problems problems) {
        return Reader.load(Texts.source(text), new LoadOptions(set, 4), problems);
    }

    @Test
    void a_host_function_forms_a_program_with_what_it_calls() {
        Program program = Texts.program(JIT);

        assertThat(program.name()).isEqualTo("host");
        assertThat(program.functions())
                .extracting(Function::name)
                .containsExactly("kernel", "chip", "host");
        assertThat(program.functions())
                .extracting(Function::kind)
                .containsExactly(
                        Function.Kind.InCore, Function.Kind.Orchestration, Function.Kind.Opaque);
        assertThat(program.find("chip").orElseThrow().returns()).hasSize(1);
        assertThat(program.entry().orElseThrow().name()).isEqualTo("host");
        Texts.roundTrip(program);
    }

    @Test
    void a_parameter_without_a_shape_is_a_problem_only_where_it_is_needed() {
        String text = JIT.replace("chip(x[r]", "unused(x)\n        chip(x[r]");

        assertThat(Texts.problems(text)).extracting(p -> p.rule().id()).contains("parameter");
    }

    @Test
    void a_factory_is_called_with_the_arguments_that_are_set() {
        Program program =
                Texts.program(FACTORY, Map.of("size", "17", "dtype", "FP16", "reduce_op", "Max"));
        Function kernel = program.find("kernel").orElseThrow();

        assertThat(program.name()).isEqualTo("Made");
        assertThat(kernel.params().getFirst().var().type().describe())
                .isEqualTo("DistributedTensor[[4, 32], FP16]");
        Stmt.Return last = (Stmt.Return) kernel.body().statements().getLast();
        assertThat(Texts.roundTrip(program)).contains("op=pld.ReduceOp.Max");
        assertThat(last.values()).hasSize(1);
    }

    @Test
    void the_number_of_ranks_can_be_set() {
        Program program = Texts.program(FACTORY, Map.of("n_ranks", "2", "size", "1"));

        assertThat(program.find("kernel").orElseThrow().params().getLast().var().type().describe())
                .isEqualTo("DistributedTensor[[2, 1], INT32]");
        assertThat(program.find("kernel").orElseThrow().params().getFirst().var().type().describe())
                .isEqualTo("DistributedTensor[[2, 8], FP32]");
    }

    @Test
    void a_factory_lists_its_parameters_and_misses_what_has_no_value() {
        Problems problems = new Problems();
        Loaded loaded = load(FACTORY, Map.of(), problems);

        assertThat(loaded.units().getFirst().parameters())
                .extracting(Loaded.Parameter::name)
                .containsExactly("n_ranks", "size", "reduce_op", "dtype", "flag");
        assertThat(loaded.select("")).isEmpty();
        assertThat(problems.sorted()).hasSize(1);
        Problem problem = problems.sorted().getFirst();
        assertThat(problem.headline()).isEqualTo("`build` needs a value for `size`");
        assertThat(problem.hint()).isEqualTo("--set size=VALUE");
    }

    @Test
    void a_factory_that_raises_says_so() {
        Problems problems = new Problems();

        assertThat(load(FACTORY, Map.of("size", "1", "n_ranks", "9"), problems).select(""))
                .isEmpty();
        assertThat(problems.sorted())
                .extracting(p -> p.rule().id())
                .containsExactly("factory-raises");
        assertThat(problems.sorted().getFirst().secondary().getFirst().text())
                .contains("n_ranks=9");
    }

    @Test
    void names_select_classes_host_functions_and_factories() {
        String text = JIT + "\n" + FACTORY;
        Problems problems = new Problems();
        Loaded loaded = load(text, Map.of("size", "1"), problems);

        assertThat(loaded.units()).extracting(Loaded.Unit::name).containsExactly("host", "build");
        assertThat(loaded.select("host").orElseThrow().name()).isEqualTo("host");
        assertThat(loaded.select("build").orElseThrow().name()).isEqualTo("Made");
        assertThat(loaded.select("Made").orElseThrow().name()).isEqualTo("Made");
        assertThat(loaded.programs()).hasSize(2);
        assertThat(problems.isEmpty()).isTrue();
        assertThat(loaded.select("hots")).isEmpty();
        assertThat(problems.sorted().getFirst().hint()).isEqualTo("did you mean `host`?");
        assertThat(loaded.select("")).isEmpty();
        assertThat(problems.sorted()).hasSize(2);
    }

    @Test
    void python_around_the_programs_is_stepped_over() {
        String text =
                """
                from __future__ import annotations
                import os, sys
                from pathlib import (Path,
                    PurePath)
                x: dict[str, int] = {k: v for k, v in {}.items()}
                async def f(): await g()
                @decorated(lambda: 0)
                class Test(Base, metaclass=M):
                    '''doc'''
                    async def m(self, *args, **kw) -> "T | None":
                        match args:
                            case [1, *rest] if rest: yield from rest
                        async with a as b, c as d: pass
                        return f"{self!r:>{10}} {x['a']}" + rf'\\d{2}' + b"\\x00".hex()
                try:
                    import torch
                except ImportError as e:
                    torch = None; print(e)
                if (n := len(sys.argv)) > 1: raise SystemExit(n)
                total = sum(i ** 2 for i in range(3)) @ matrix
                del total
                with open("f") as f, open("g") as g:
                    data = [*f, *g]
                """
                        + JIT
                        + "\nif __name__ == '__main__':\n    raise SystemExit(main())\n";

        assertThat(Texts.program(text).functions()).hasSize(3);
    }

    @Test
    void captured_names_that_cannot_be_evaluated_are_problems_only_where_they_are_used() {
        String text =
                Texts.kernel("a = n + LIMIT")
                        .replace("SIZE = 64", "SIZE = 64\nLIMIT = compute(3)\nOTHER = f()");

        List<Problem> problems = Texts.problems(text);

        assertThat(problems).extracting(p -> p.rule().id()).containsExactly("not-evaluated");
        assertThat(problems.getFirst().secondary().getFirst().text()).contains("compute");
    }

    @Test
    void dims_are_shared_by_name_and_may_be_written_inline() {
        Program program =
                Texts.program(
                        Texts.kernel("pass")
                                .replace(
                                        "x: pl.Tensor[[8, 64]",
                                        "x: pl.Tensor[[pl.dynamic(\"M\") * 2, NR]"));
        Type.Tensor type =
                (Type.Tensor) program.find("helper").orElseThrow().params().getFirst().var().type();

        assertThat(type.shape().getLast())
                .isInstanceOfSatisfying(Dim.class, d -> assertThat(d.name()).isEqualTo("NR"));
        assertThat(Texts.roundTrip(program))
                .contains("M = pl.dynamic(\"M\")", "pl.Tensor[[M * 2, NR], pl.FP32]");
    }

    @Test
    void sub_workers_keep_their_text() {
        String text =
                Texts.IMPORTS
                        + """
                        @pl.program
                        class P:
                            @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
                            def verify(f: pl.Tensor[[8, 8], pl.FP32]):
                                expected = torch.full((8, 8), 5.0)

                                if not torch.allclose(f, expected):  # close enough
                                    raise AssertionError(f"max={f.max().item()}")

                            @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
                            def later(f: pl.Tensor[[8, 8], pl.FP32]): ...

                            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                            def host(self, f: pl.Tensor[[8, 8], pl.FP32]):
                                self.verify(f)
                                self.later(f)
                        """;
        Program program = Texts.program(text);

        assertThat(program.find("verify").orElseThrow().verbatim())
                .startsWith("expected = torch.full((8, 8), 5.0)\n\nif not")
                .contains("    raise AssertionError(f\"max={f.max().item()}\")");
        assertThat(program.find("later").orElseThrow().verbatim()).isEqualTo("...");
        Texts.roundTrip(program);
    }

    @Test
    void calls_pass_the_callees_values_on() {
        String text =
                Texts.IMPORTS
                        + """
                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.Orchestration)
                            def outer(self, x: pl.Tensor[[8], pl.FP32], y: pl.Tensor[[8], pl.INT32]):
                                return self.inner(x, y)

                            @pl.function(type=pl.FunctionType.InCore)
                            def inner(self, x: pl.Tensor[[8], pl.FP32], y: pl.Tensor[[8], pl.INT32]):
                                return y, x
                        """;
        Program program = Texts.program(text);

        assertThat(program.find("outer").orElseThrow().returns())
                .extracting(Type::describe)
                .containsExactly("Tensor[[8], INT32]", "Tensor[[8], FP32]");
        Texts.roundTrip(program);
    }

    @Test
    void submitted_calls_give_a_task_id_as_well() {
        String text =
                Texts.IMPORTS
                        + """
                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.InCore)
                            def k(self, x: pl.InOut[pl.Tensor[[8], pl.FP32]]) -> pl.Tensor[[8], pl.FP32]:
                                return x

                            @pl.function(type=pl.FunctionType.Orchestration)
                            def chip(self, x: pl.InOut[pl.Tensor[[8], pl.FP32]]):
                                a, first = pl.submit(self.k, x)
                                b, second = pl.submit(self.k, a, deps=[first, None], allow_early_resolve=True)
                                both = pl.spmd_submit(self.k, b, core_num=4)
                                c = both[0]
                        """;
        Program program = Texts.program(text);
        Stmt.Unpack first =
                (Stmt.Unpack) program.find("chip").orElseThrow().body().statements().getFirst();

        assertThat(first.targets())
                .extracting(v -> v.type().describe())
                .containsExactly("Tensor[[8], FP32]", "Scalar[TASK_ID]");
        assertThat(((Expr.FnCall) first.value()).attrs()).containsKey("submit");
        assertThat(Texts.roundTrip(program))
                .contains("pl.submit(self.k, a, deps=[first, None], allow_early_resolve=True)");
    }

    @Test
    void functions_must_not_call_themselves() {
        String text =
                Texts.IMPORTS
                        + """
                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.Orchestration)
                            def a(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
                                return self.b(x)

                            @pl.function(type=pl.FunctionType.Orchestration)
                            def b(self, x: pl.Tensor[[8], pl.FP32]) -> pl.Tensor[[8], pl.FP32]:
                                return self.a(x)
                        """;

        assertThat(Texts.problems(text))
                .extracting(p -> p.rule().id())
                .containsExactly("call-recursion");
        assertThat(Texts.problems(text.replace(" -> pl.Tensor[[8], pl.FP32]", "")))
                .extracting(p -> p.rule().id())
                .contains("call-recursion");
    }

    @Test
    void members_that_are_no_functions_of_the_program_are_problems() {
        String text =
                """
                @pl.progam
                class Q:
                    pass

                @pl.function
                def free(x):
                    return x

                @pl.program
                class P:
                    LIMIT = 3

                    def plain(self):
                        pass

                    @pl.fnction(type=pl.FunctionType.InCore)
                    def misspelt(self):
                        pass

                    @pl.function(type=pl.FunctionType.InCor)
                    def kind(self):
                        pass

                    @pl.function
                    def where(self):
                        pass

                    @pl.function(type=pl.FunctionType.InCore)
                    def twice(self, a: pl.Scalar[pl.INT32] = 1, *rest):
                        pass

                    @pl.function(type=pl.FunctionType.InCore)
                    def twice(self):
                        pass

                    print("hello")
                """;

        assertThat(Texts.problems(text))
                .extracting(p -> p.rule().id())
                .containsExactly(
                        "decorator",
                        "decorator",
                        "program-member",
                        "decorator",
                        "decorator",
                        "function-kind",
                        "parameter",
                        "parameter",
                        "function-twice",
                        "program-member");
        assertThat(Texts.problems(text).getFirst().hint()).contains("pl.program");
    }

    @Test
    void a_statement_may_have_values_of_all_captured_kinds() {
        Optional<Stmt> first =
                Texts.kernelOf("a = pl.const(HALF, DTYPE)").body().statements().stream()
                        .findFirst();

        Expr value = ((Stmt.Assign) first.orElseThrow()).value();
        assertThat(value)
                .isInstanceOfSatisfying(
                        Expr.Real.class, r -> assertThat(r.dtype()).isEqualTo(DType.FP32));
    }
}

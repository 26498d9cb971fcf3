package org.crosstile.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.check.Checker;
import org.crosstile.lower.Pipeline;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Reader;
import org.junit.jupiter.api.Test;

/** Program text to result, on ranks that have no peers. */
class EndToEndTest {
    private static final String SCALE =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld

            ROWS = pl.dynamic("ROWS")


            @pl.program
            class Scale:
                @pl.function(type=pl.FunctionType.InCore)
                def scale(
                    self,
                    x: pl.Tensor[[ROWS, 64], pl.FP32],
                    y: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]],
                    rank: pl.Scalar[pl.INT32],
                ) -> pl.Tensor[[ROWS, 64], pl.FP32]:
                    total = pl.load(x, [0, 0], [1, 64])
                    for i in pl.range(1, ROWS):
                        row = pl.load(x, [i, 0], [1, 64])
                        if i % 2 == 1:
                            total = pl.add(total, row)
                        else:
                            total = pl.sub(total, pl.mul(row, 0.5))
                        y = pl.store(total, [i, 0], y)
                    factor = (rank + 7) // (3 - rank)
                    y = pl.store(pl.mul(total, pl.cast(factor, pl.FP32)), [0, 0], y)
                    return y

                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(
                    self,
                    x: pl.Tensor[[ROWS, 64], pl.FP32],
                    y: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]],
                    rank: pl.Scalar[pl.INT32],
                ) -> pl.Tensor[[ROWS, 64], pl.FP32]:
                    return self.scale(x, y, rank)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(
                    self,
                    x: pl.Tensor[[4, ROWS, 64], pl.FP32],
                    y: pl.Out[pl.Tensor[[4, ROWS, 64], pl.FP32]],
                ):
                    for r in pl.range(pld.world_size()):
                        self.chip(x[r], y[r], r, device=r)
            """;

    private static CompiledProgram compile(String text) {
        Problems problems = new Problems();
        SourceText source = new SourceText("examples/scale.py", text);
        Program program = Reader.load(source, LoadOptions.of(4), problems).select("").orElseThrow();
        Checker.check(program, problems);
        Program lowered =
                Pipeline.standard(Catalogue.standard().all()).verifying().run(program, problems);
        KernelCompiler.check(lowered, problems);
        assertThat(problems.hasErrors())
                .as(() -> ProblemText.plain().render(problems.sorted()))
                .isFalse();
        return KernelCompiler.compile(lowered);
    }

    private static void run(CompiledProgram program, int ranks, View x, View y) {
        FakeHost host = new FakeHost(program, ranks);
        program.function("host").orElseThrow().invoke(host, x, y);
    }

    @Test
    void a_program_computes_what_its_text_says() {
        View x = Views.of(DType.FP32, 4, 5, 64);
        View y = Views.of(DType.FP32, 4, 5, 64);
        for (int r = 0; r < 3; r++) {
            for (int i = 0; i < 5; i++) {
                for (int c = 0; c < 64; c++) {
                    Views.set(x, (r * 31 + i * 7 + c) % 13, r, i, c);
                }
            }
        }
        run(compile(SCALE), 3, x, y);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 64; c++) {
                float total = Views.get(x, r, 0, c);
                for (int i = 1; i < 5; i++) {
                    float row = Views.get(x, r, i, c);
                    total = i % 2 == 1 ? total + row : total - row * 0.5f;
                    assertThat(Views.get(y, r, i, c)).isEqualTo(total);
                }
                assertThat(Views.get(y, r, 0, c)).isEqualTo(total * Math.floorDiv(r + 7, 3 - r));
            }
        }
    }

    @Test
    void a_fault_leads_back_to_the_text() {
        CompiledProgram program = compile(SCALE);
        View x = Views.of(DType.FP32, 4, 5, 64);
        Throwable thrown = catchThrowable(() -> run(program, 4, x, Views.of(DType.FP32, 4, 5, 64)));
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("scalar-division-by-zero"))
                .hasMessageContaining("10 // 0");
        List<String> trail = new ArrayList<>();
        program.trail(thrown).forEach(span -> trail.add(span.line() + " " + span.text()));
        assertThat(trail)
                .containsExactly(
                        "24 (rank + 7) // (3 - rank)",
                        "35 self.scale(x, y, rank)",
                        "44 self.chip(x[r], y[r], r, device=r)");
        List<String> frames = new ArrayList<>();
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if ("scale.py".equals(frame.getFileName()) && frame.getLineNumber() > 0) {
                frames.add(frame.getMethodName() + ":" + frame.getLineNumber());
            }
        }
        assertThat(frames).containsExactly("scale:24", "chip:35", "host:44");
    }

    @Test
    void a_long_unrolled_function_runs_in_pieces() {
        String text = SCALE.replace("for i in pl.range(1, ROWS):", "for i in pl.unroll(1, 400):");
        CompiledProgram program = compile(text);
        Map<String, Integer> sizes = program.methodSizes();
        assertThat(sizes.keySet()).contains("scale", "scale$1");
        assertThat(sizes.values()).as("%s", sizes).allMatch(bytes -> bytes < 8000);
        View x = Views.of(DType.FP32, 4, 400, 64);
        View y = Views.of(DType.FP32, 4, 400, 64);
        Views.set(x, 3f, 0, 399, 5);
        Views.set(x, 1f, 0, 398, 5);
        run(program, 1, x, y);
        assertThat(Views.get(y, 0, 399, 5)).isEqualTo(2.5f);
        assertThat(Views.get(y, 0, 0, 5)).isEqualTo(5f);
        Throwable thrown = catchThrowable(() -> run(program, 4, x, y));
        assertThat(program.trail(thrown))
                .extracting(span -> span.line())
                .containsExactly(24, 35, 44);
    }

    @Test
    void what_does_not_fit_a_class_file_is_a_problem() {
        Written written = new Written("");
        List<Var> params = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            params.add(Written.var("p" + i, Type.INDEX));
        }
        written.kernel("f", params, List.of());
        Problems problems = new Problems();
        KernelCompiler.check(written.program(), problems);
        assertThat(problems.sorted())
                .extracting(p -> p.rule().id() + ": " + p.headline())
                .containsExactly("program-size: a function must have at most 127 parameters");
    }
}

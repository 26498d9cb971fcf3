package org.crosstile.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Structure;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;

/** Short texts around what a test is about, and what reading them gives. */
final class Texts {
    static final String IMPORTS =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld

            SIZE = 64
            HALF = SIZE // 2
            NAME = "ring"
            DTYPE = pl.FP32
            NR = pl.dynamic("NR")

            """;

    private static final String KERNEL =
            """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def helper(self, x: pl.Tensor[[8, 64], pl.FP32]) -> pl.Tensor[[8, 64], pl.FP32]:
                    return x

                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
                    x: pl.Tensor[[8, 64], pl.FP32],
                    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
                    ints: pl.InOut[pl.Tensor[[8, 64], pl.INT32]],
                    win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    n: pl.Scalar[pl.INDEX],
                    m: pl.Scalar[pl.INT32],
                    f: pl.Scalar[pl.FP32],
                ):
            """;

    private Texts() {}

    /** A module with one kernel, whose body is {@code body}. */
    static String kernel(String body) {
        return IMPORTS + KERNEL + body.stripTrailing().indent(8);
    }

    /** The first line of the body of {@link #kernel}. */
    static int kernelLine() {
        return kernel("pass").lines().toList().size();
    }

    static SourceText source(String text) {
        return new SourceText("test.py", text);
    }

    /** The problems that reading a text finds. */
    static List<Problem> problems(String text) {
        Problems problems = new Problems();
        Reader.load(source(text), LoadOptions.of(4), problems).programs();
        return problems.sorted();
    }

    /** The one problem of a kernel's body. */
    static Problem problem(String body) {
        List<Problem> all = problems(kernel(body));
        assertThat(all).describedAs(body).hasSize(1);
        return all.getFirst();
    }

    /** The only program of a text that has no problems. */
    static Program program(String text) {
        return program(text, Map.of());
    }

    static Program program(String text, Map<String, String> set) {
        Problems problems = new Problems();
        Optional<Program> program =
                Reader.load(source(text), new LoadOptions(set, 4), problems).select("");
        assertThat(problems.sorted()).describedAs(text).isEmpty();
        return program.orElseThrow();
    }

    /** The kernel of {@link #kernel}. */
    static Function kernelOf(String body) {
        return program(kernel(body)).find("kernel").orElseThrow();
    }

    /** Prints a program, reads the text, and expects the same program. */
    static String roundTrip(Program program) {
        String text = Printer.print(program);
        Problems problems = new Problems();
        Optional<Program> read = Reader.load(source(text), LoadOptions.of(4), problems).select("");
        assertThat(problems.sorted()).describedAs(text).isEmpty();
        assertThat(Structure.same(program, read.orElseThrow()))
                .describedAs("%s%nreads as%n%s", text, Printer.print(read.get()))
                .isTrue();
        return text;
    }
}

package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.crosstile.check.Checker;
import org.crosstile.model.Program;
import org.crosstile.model.Structure;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.crosstile.syntax.Reader;

/** Programs as text: read, lowered, printed. */
final class Texts {
    /** A kernel around the statements of a test. */
    private static final String KERNEL =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            NR = pl.dynamic("NR")
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
                    x: pl.Tensor[[8, 64], pl.FP32],
                    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
                    counts: pl.Tensor[[8], pl.INT32],
                    win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
                    half: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP16]],
                    sig: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                    n: pl.Scalar[pl.INDEX],
                ):
            """;

    private static final Pipeline PIPELINE =
            Pipeline.standard(Catalogue.standard().all()).verifying();

    private Texts() {}

    /** The statements of a kernel after a pass, as text. */
    static String kernel(String pass, String statements) {
        return body(after(pass, KERNEL + statements.indent(8)), "kernel");
    }

    /** The rules that a kernel of these statements breaks while it is lowered. */
    static List<String> kernelProblems(String statements) {
        return problems(KERNEL + statements.indent(8)).stream().map(p -> p.rule().id()).toList();
    }

    static List<Problem> problems(String text) {
        Problems problems = new Problems();
        PIPELINE.run(read(text), problems);
        return problems.sorted();
    }

    static Program read(String text) {
        Problems problems = new Problems();
        List<Program> programs =
                Reader.load(new SourceText("test.py", text), LoadOptions.of(2), problems)
                        .programs();
        programs.forEach(program -> Checker.check(program, problems));
        if (!problems.isEmpty() || programs.size() != 1) {
            throw new IllegalArgumentException(problems.sorted().toString());
        }
        return programs.getFirst();
    }

    /** The program after a pass. */
    static Program after(String pass, String text) {
        Problems problems = new Problems();
        Program lowered = PIPELINE.runTo(pass, read(text), problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.sorted().toString());
        }
        return lowered;
    }

    /**
     * Asserts that a pass changes nothing in what it has made, and that its text reads back equal.
     */
    static void assertIdempotent(String pass, String text) {
        Program once = after(pass, text);
        Problems problems = new Problems();
        Program twice =
                PIPELINE.passes().stream()
                        .filter(p -> p.name().equals(pass))
                        .findFirst()
                        .orElseThrow()
                        .run(once, problems);
        assertThat(problems.sorted()).isEmpty();
        assertThat(Printer.print(twice)).isEqualTo(Printer.print(once));
        assertThat(Structure.same(once, twice)).isTrue();
        assertReadsBack(once);
    }

    /** Asserts that the text of a program, at whatever stage, reads back equal. */
    static void assertReadsBack(Program program) {
        Problems problems = new Problems();
        String printed = Printer.print(program);
        List<Program> read =
                Reader.load(new SourceText("printed.py", printed), LoadOptions.of(2), problems)
                        .programs();
        assertThat(problems.sorted()).as(printed).isEmpty();
        assertThat(Structure.same(program, read.getFirst())).as(printed).isTrue();
    }

    /** The statements of a function, without their common indentation. */
    static String body(Program program, String function) {
        List<String> lines =
                Printer.print(program.find(function).orElseThrow())
                        .lines()
                        .collect(Collectors.toCollection(ArrayList::new));
        int header = 0;
        while (!lines.get(header).endsWith(":")
                || !lines.get(header).stripLeading().matches("\\).*|def .*")) {
            header++;
        }
        return String.join("\n", lines.subList(header + 1, lines.size())).stripIndent().strip()
                + "\n";
    }
}

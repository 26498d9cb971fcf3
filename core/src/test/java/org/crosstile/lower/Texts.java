package org.crosstile.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.crosstile.check.Checker;
import org.crosstile.model.Program;
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

    private static final Pipeline PIPELINE = Pipeline.standard(Catalogue.standard().all()).verifying();

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
        List<Program> programs = Reader.load(new SourceText("test.py", text), LoadOptions.of(2), problems).programs();
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

    /** The statements of a function, without their common indentation. */
    static String body(Program program, String function) {
        List<String> lines =
                Printer.print(program.find(function).orElseThrow()).lines().collect(Collectors.toCollection(ArrayList::new));
        int header = 0;
        while (!lines.get(header).endsWith(":") || !lines.get(header).stripLeading().matches("\\).*|def .*")) {
            header++;
        }
        return String.join("\n", lines.subList(header + 1, lines.size())).stripIndent().strip() + "\n";
    }
}

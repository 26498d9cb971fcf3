package org.crosstile.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.crosstile.source.ProblemText;
import org.crosstile.source.SourceText;

/** Runs program texts. */
final class Programs {
    private static final String IMPORTS =
            "import pypto.language as pl\nimport pypto.language.distributed as pld\n\nNR = pl.dynamic(\"NR\")\n\n\n";

    private Programs() {}

    /** A program of programs/examples. */
    static SourceText example(String name) {
        Path file =
                Path.of(
                        System.getProperty("crosstile.root", ".."),
                        "programs",
                        "examples",
                        name + ".py");
        try {
            return new SourceText(name + ".py", Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A text that begins with the usual imports and the symbolic dim {@code NR}. */
    static SourceText text(String body) {
        return new SourceText("demo.py", IMPORTS + body);
    }

    /**
     * A kernel {@code k} with the given parameters and body, a chip function that calls it, and a
     * host that launches it on every device with the windows {@code sig} (NR cells) and {@code
     * data} (8 FP32), the row {@code y[r]} of the output and the neighbour {@code next}.
     */
    static SourceText kernel(String body) {
        String params =
                """
                    y: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                    data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
                    next: pl.Scalar[pl.INT32],
                ):
                """;
        return text(
                "@pl.jit.incore\ndef k(\n"
                        + params
                        + body.indent(4)
                        + "\n\n@pl.jit\ndef chip(\n"
                        + params
                        + """
                            return k(y, sig, data, next)


                        @pl.jit.host
                        def host(y: pl.Out[pl.Tensor[[NR, 1, 8], pl.FP32]]):
                            sig_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
                            data_buf = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
                            for r in pl.range(pld.world_size()):
                                sig = pld.window(sig_buf, [pld.world_size(), 1], dtype=pl.INT32)
                                data = pld.window(data_buf, [1, 8], dtype=pl.FP32)
                                chip(y[r], sig, data, (r + 1) % pld.world_size(), device=r)
                        """);
    }

    static RunResult run(SourceText text, int ranks, Map<String, Input> inputs) {
        RunRequest request =
                new RunRequest(ranks, Map.of(), inputs, 3, Optional.of(Duration.ofSeconds(60)));
        return Engine.standard().verifying().run(text, "", request);
    }

    static RunResult run(SourceText text, int ranks) {
        return run(text, ranks, new HashMap<>());
    }

    static String report(RunResult result) {
        return ProblemText.plain().render(result.problems());
    }

    /** Elements {@code f(i)} in row-major order. */
    static View tensor(DType dtype, java.util.function.LongToDoubleFunction f, long... shape) {
        View view = View.zeros(dtype, shape);
        for (long i = 0; i < view.elements(); i++) {
            HostElements.set(view, i, f.applyAsDouble(i));
        }
        return view;
    }
}

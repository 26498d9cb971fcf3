package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.crosstile.isa.Arch;
import org.crosstile.isa.CostModel;
import org.crosstile.isa.Pipe;
import org.crosstile.isa.Timeline;
import org.crosstile.isa.text.AsmParser;
import org.crosstile.isa.text.AsmPrinter;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tile-level examples in {@code programs/isa}: what they compute, and that they print as read.
 */
@Timeout(60)
class TileExamplesTest {
    private static final Path DIRECTORY = Path.of("../programs/isa");

    private static String read(String name) throws IOException {
        return Files.readString(DIRECTORY.resolve(name + ".ptoasm"));
    }

    private static TileProgram.Ran run(String text, int ranks, Arch arch, RunRequest request) {
        Problems problems = new Problems();
        Optional<TileProgram> program =
                TileProgram.build(
                        new SourceText("example.ptoasm", text),
                        "",
                        Optional.of(arch),
                        ranks,
                        problems);
        assertThat(program).as(ProblemText.plain().render(problems.sorted())).isPresent();
        TileProgram.Ran ran = program.get().run(request, CostModel.standard(arch));
        assertThat(ran.result().isOk())
                .as(ProblemText.plain().render(ran.result().problems()))
                .isTrue();
        return ran;
    }

    private static HostTensor output(String name, String tensor, int ranks) throws IOException {
        return run(read(name), ranks, Arch.A2A3, counting(ranks)).result().output(tensor);
    }

    private static RunRequest counting(int ranks) {
        return RunRequest.of(ranks).with("x", new Input.Generated(Input.Fill.arange));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void treduce_sum_and_the_same_by_hand(int ranks) throws IOException {
        for (String name : List.of("treduce_sum", "reduce_by_hand")) {
            HostTensor y = output(name, "y", ranks);
            long n = y.elements() / ranks;
            for (long i = 0; i < n; i++) {
                float sum = 0;
                for (int r = 0; r < ranks; r++) {
                    sum += (float) (r * n + i);
                }
                assertThat(y.get(i)).as("%s, element %d", name, i).isEqualTo(sum);
            }
            assertThat(ranks == 1 ? 0 : y.get(n)).as("%s: other ranks", name).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void ring_put(int ranks) throws IOException {
        HostTensor w = output("ring_put", "w", ranks);
        long n = w.elements() / ranks;
        for (int r = 0; r < ranks; r++) {
            int left = (r + ranks - 1) % ranks;
            assertThat(w.get(r * n)).isEqualTo(org.crosstile.abi.DType.FP16.round(left * n));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void scatter_gather(int ranks) throws IOException {
        RunRequest request =
                RunRequest.of(ranks).with("rows", new Input.Generated(Input.Fill.arange));
        HostTensor all =
                run(read("scatter_gather"), ranks, Arch.A2A3, request).result().output("all");
        for (long i = 0; i < ranks * 32L * 40; i++) {
            assertThat(all.get(i)).isEqualTo(i + i / (32 * 40));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void atomic_put(int ranks) throws IOException {
        HostTensor sum = output("atomic_put", "sum", ranks);
        for (long i = 0; i < 100 * 48; i++) {
            long expected = 0;
            for (int r = 0; r < ranks; r++) {
                expected += r * 100L * 48 + i;
            }
            assertThat(sum.get(i)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void broadcast_get(int ranks) throws IOException {
        HostTensor y = output("broadcast_get", "y", ranks);
        for (int r = 0; r < ranks; r++) {
            assertThat(y.get(r * 30L * 37)).isEqualTo(3700);
        }
    }

    @Test
    void ccu_reduce() throws IOException {
        TileProgram.Ran ran = run(read("ccu_reduce"), 4, Arch.A5, RunRequest.of(4));
        Timeline timeline = ran.timeline().orElseThrow();

        assertThat(ran.result().output("y").get(17)).isEqualTo(0 + 1 + 2 + 3);
        assertThat(timeline.busy(0, Pipe.CCU)).isPositive();
    }

    static Stream<Path> texts() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files
                    .filter(f -> f.toString().endsWith(TileProgram.SUFFIX))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void what_is_printed_reads_as_the_same_before_and_after_lowering(Path file) throws IOException {
        Problems problems = new Problems();
        SourceText text = new SourceText(file.toString(), Files.readString(file));
        String printed = AsmPrinter.print(AsmParser.parse(text, problems));
        assertThat(AsmPrinter.print(AsmParser.parse(new SourceText("again", printed), problems)))
                .isEqualTo(printed);
        String lower =
                TileProgram.check(text, Optional.empty(), 4, problems)
                        .map(checked -> AsmPrinter.print(checked.lowered()))
                        .orElse("");
        assertThat(
                        TileProgram.check(
                                        new SourceText("lowered", lower),
                                        Optional.empty(),
                                        4,
                                        problems)
                                .map(checked -> AsmPrinter.print(checked.lowered())))
                .as(ProblemText.plain().render(problems.sorted()))
                .hasValue(lower);
    }

    /** Examples with words exchanged: an error, or a run that ends, but never an exception. */
    @ParameterizedTest
    @MethodSource("texts")
    void damaged_examples_give_problems_or_run(Path file) throws IOException {
        String[] words = Files.readString(file).split("(?<=[ ,(){}])");
        Random random = new Random(words.length);
        for (int i = 0; i < 200; i++) {
            String[] damaged = words.clone();
            damaged[random.nextInt(words.length)] = words[random.nextInt(words.length)];
            String text = String.join("", damaged);
            Problems problems = new Problems();
            assertThatCode(() ->
                            TileProgram.build(
                                            new SourceText("damaged", text),
                                            "",
                                            Optional.empty(),
                                            3,
                                            problems)
                                    .ifPresent(p ->
                                            p.run(RunRequest.of(3), CostModel.standard(p.arch()))))
                    .as(text)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void the_example_in_java(@TempDir Path directory) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        var files = javac.getStandardFileManager(null, null, null);
        List<String> options =
                List.of(
                        "-d",
                        directory.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-proc:none");
        boolean compiled =
                javac.getTask(
                                messages,
                                null,
                                null,
                                options,
                                null,
                                files.getJavaFileObjects(DIRECTORY.resolve("ReduceInJava.java")))
                        .call();
        assertThat(compiled).as(messages.toString()).isTrue();
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("ReduceInJava")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(out);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("one receiving tile:  22258 cycles")
                .contains("two, taking turns:   18766 cycles")
                .contains("last element: 133864.0");
    }
}

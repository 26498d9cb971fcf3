package org.crosstile.dsl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.crosstile.engine.Engine;
import org.crosstile.model.Program;
import org.crosstile.model.Structure;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every program of programs/examples exists in Java, too, and is the same program. */
class ExamplesTest {
    private static final Path EXAMPLES =
            Path.of(System.getProperty("crosstile.root", ".."), "programs", "examples");
    private static final int RANKS = 4;

    /** The programs by the name of their file; those that depend on the number of ranks get it. */
    static final Map<String, IntFunction<Program>> PROGRAMS = programs();

    private static Map<String, IntFunction<Program>> programs() {
        Map<String, IntFunction<Program>> all = new TreeMap<>();
        all.put("allreduce", n -> AllReduce.program());
        all.put("allreduce_fp16", n -> AllReduce.fp16());
        all.put("allreduce_odd_size", n -> AllReduce.oddSize());
        return all;
    }

    static Stream<String> names() {
        return PROGRAMS.keySet().stream();
    }

    static Program text(String name) throws IOException {
        SourceText text =
                new SourceText(name + ".py", Files.readString(EXAMPLES.resolve(name + ".py")));
        Problems problems = new Problems();
        LoadOptions options = new LoadOptions(Map.of("n_ranks", Integer.toString(RANKS)), RANKS);
        return Engine.standard().load(text, options, problems).select("").orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("names")
    void the_java_form_is_the_same_program(String name) throws IOException {
        Program java = PROGRAMS.get(name).apply(RANKS);
        Program text = text(name);

        assertThat(Structure.same(java, text))
                .as("%s in Java%n%s%nas text%n%s", name, Printer.print(java), Printer.print(text))
                .isTrue();
    }
}

package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.crosstile.isa.Arch;
import org.crosstile.isa.Core;
import org.crosstile.isa.CostModel;
import org.crosstile.isa.Fabric;
import org.crosstile.isa.GlobalTensor;
import org.crosstile.isa.IsaRules;
import org.crosstile.isa.text.AsmRules;
import org.crosstile.memory.Fault;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.SourceText;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples on the pages of tile-level rules: texts are run, lines of Java compiled and run. */
@Timeout(60)
class TilePagesTest {
    private static final String JAVA = "tile-java";
    private static final String MAIN =
            """
            func.func @main(%x: !pto.memref<64x32xf32, window> {pto.inout}, %y: !pto.memref<64x32xf32> {pto.out},
                            %sig: !pto.memref<4xi32, window> {pto.scratch}) {
              %me = pto.rank : index
              %c0 = arith.constant 0 : index
              %c1 = arith.constant 1 : index
              %one = arith.constant 1 : i32
              %is_root = arith.cmpi eq, %me, %c0 : index
              %g = pto.group %x {root = 0 : i32}
            """;
    private static final String HEAD =
"""
            import java.time.Duration;
import java.util.List;
import java.util.Map;
            import org.crosstile.abi.DType;
            import org.crosstile.isa.*;
            import org.crosstile.memory.View;

            public final class Pages {
""";

    private static final RunRequest REQUEST =
            new RunRequest(2, Map.of(), Map.of(), 0, Optional.of(Duration.ofSeconds(1)));

    @TempDir static Path directory;
    private static Class<?> pages;

    static List<Rule> rules() {
        return Stream.concat(IsaRules.all().stream(), AsmRules.all().stream()).toList();
    }

    static List<Rule> texts() {
        return rules().stream().filter(r -> !r.page().orElseThrow().where().equals(JAVA)).toList();
    }

    static List<Rule> javas() {
        return rules().stream().filter(r -> r.page().orElseThrow().where().equals(JAVA)).toList();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void every_rule_has_a_page(Rule rule) {
        assertThat(rule.page()).isPresent();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void the_texts_of_a_page_break_its_rule_and_keep_it(Rule rule) {
        Rule.Page page = rule.page().orElseThrow();
        List<Problem> bad = problems(page.where(), page.bad());
        assertThat(bad.stream().map(p -> p.rule().id()).distinct())
                .as(ProblemText.plain().render(bad))
                .containsExactly(rule.id());
        List<Problem> good = problems(page.where(), page.good());
        assertThat(good).as(ProblemText.plain().render(good)).isEmpty();
    }

    private static List<Problem> problems(String where, String snippet) {
        Arch arch = where.equals("tile-kernel-a5") ? Arch.A5 : Arch.A2A3;
        String text =
                where.equals("tile-text") ? snippet : MAIN + snippet.indent(2) + "  return\n}\n";
        Problems problems = new Problems();
        Optional<TileProgram> program =
                TileProgram.build(
                        new SourceText("page.ptoasm", text), "", Optional.of(arch), 2, problems);
        return program.map(p -> p.run(REQUEST, CostModel.standard(arch)).result().problems())
                .orElseGet(problems::sorted);
    }

    @BeforeAll
    static void compile() throws Exception {
        StringBuilder source = new StringBuilder(HEAD);
        for (Rule rule : javas()) {
            Rule.Page page = rule.page().orElseThrow();
            method(source, "bad_", rule, page.bad());
            method(source, "good_", rule, page.good());
        }
        source.append("}\n");
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of(
                        "-d",
                        directory.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-proc:none");
        boolean compiled =
                javac.getTask(messages, null, null, options, null, List.of(unit(source.toString())))
                        .call();
        assertThat(compiled).as(messages.toString()).isTrue();
        URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()});
        pages = loader.loadClass("Pages");
    }

    private static void method(StringBuilder source, String kind, Rule rule, String lines) {
        source.append("public static void ")
                .append(kind)
                .append(rule.id().replace('-', '_'))
                .append("(Fabric fabric, GlobalTensor[] x, Core core) {\n")
                .append(lines)
                .append("\n}\n");
    }

    private static JavaFileObject unit(String source) {
        return new SimpleJavaFileObject(
                URI.create("string:///Pages.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    @ParameterizedTest
    @MethodSource("javas")
    void the_lines_of_java_of_a_page_break_its_rule_and_keep_it(Rule rule) throws Exception {
        assertThat(run("bad_", rule).map(Fault::rule)).hasValue(rule.id());
        assertThat(run("good_", rule)).isEmpty();
    }

    private static Optional<Fault> run(String kind, Rule rule) throws Exception {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 2);
        GlobalTensor[] x = fabric.tensors("x", org.crosstile.abi.DType.FP32, 64, 32);
        var method =
                pages.getMethod(
                        kind + rule.id().replace('-', '_'),
                        Fabric.class,
                        GlobalTensor[].class,
                        Core.class);
        try {
            fabric.run(core -> {
                if (core.rank() == 0) {
                    try {
                        method.invoke(null, fabric, x, core);
                    } catch (InvocationTargetException e) {
                        throw (RuntimeException) e.getCause();
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            return Optional.empty();
        } catch (Fault fault) {
            return Optional.of(fault);
        }
    }
}

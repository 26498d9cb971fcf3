package org.crosstile.dsl.building;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.crosstile.dsl.DslException;
import org.crosstile.dsl.DslRules;
import org.crosstile.source.Rule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of the rules that only programs in Java can break. */
class JavaPagesTest {
    private static final String HEAD =
            """
            import static org.crosstile.abi.DType.INT32;
            import static org.crosstile.dsl.Dsl.*;
            import org.crosstile.dsl.*;

            public final class Pages {
            """;

    @TempDir static Path directory;
    private static Class<?> pages;

    static List<Rule> rules() {
        return DslRules.rules();
    }

    @BeforeAll
    static void compile() throws Exception {
        StringBuilder source = new StringBuilder(HEAD);
        for (Rule rule : rules()) {
            method(source, "bad_", rule, rule.page().orElseThrow().bad());
            method(source, "good_", rule, rule.page().orElseThrow().good());
        }
        Path file = directory.resolve("Pages.java");
        Files.writeString(file, source.append("}\n"));
        String classPath = System.getProperty("java.class.path");
        String[] options = {
            "-proc:none", "-d", directory.toString(), "-cp", classPath, file.toString()
        };
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options)).isZero();
        pages = new URLClassLoader(new URL[] {directory.toUri().toURL()}).loadClass("Pages");
    }

    private static void method(StringBuilder source, String kind, Rule rule, String lines) {
        source.append("public static void ")
                .append(kind)
                .append(rule.id().replace('-', '_'))
                .append("() { program(\"p\", () -> {\n")
                .append(lines)
                .append("\n}); }\n");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_lines_of_a_page_break_its_rule_and_keep_it(Rule rule) throws Exception {
        assertThat(broken("bad_", rule)).containsExactly(rule.id());
        assertThat(broken("good_", rule)).isEmpty();
    }

    private static List<String> broken(String kind, Rule rule) throws Exception {
        try {
            pages.getMethod(kind + rule.id().replace('-', '_')).invoke(null);
            return List.of();
        } catch (InvocationTargetException e) {
            assertThat(e.getCause()).isInstanceOf(DslException.class);
            return ((DslException) e.getCause())
                    .problems().stream().map(p -> p.rule().id()).distinct().toList();
        }
    }
}

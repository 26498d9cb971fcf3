package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Deep and long programs take time that grows with their size, and no stack. */
class LargeProgramsTest {
    /** Twice as much per level, or per statement, would never end. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    static Stream<Arguments> programs() {
        return Stream.of(
                Arguments.of(
                        "nested loops",
                        nested("for i%d in pl.range(1):", 40, "t = pl.add(t, 1.0)")),
                Arguments.of("nested whiles", nested("while n > %d:", 40, "t = pl.add(t, 1.0)")),
                Arguments.of("nested ifs", nested("if n > %d:", 40, "t = pl.add(t, 1.0)")),
                Arguments.of(
                        "early returns",
                        "if n == 4:\n    return\npl.store(t, [0, 0], y)\n".repeat(300)),
                Arguments.of(
                        "continues",
                        "for i in pl.range(4):\n"
                                + "    if n == i:\n        continue\n    pl.store(t, [0, 0], y)\n"
                                        .repeat(300)),
                Arguments.of("stores", "y = pl.store(t, [0, 0], y)\n".repeat(5000)),
                Arguments.of("numbers", "k = k + n\n".repeat(10_000)),
                Arguments.of("branches", "if n > k:\n    k = k + 1\n".repeat(1000)));
    }

    private static String nested(String header, int levels, String innermost) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < levels; i++) {
            text.append("    ".repeat(i)).append(header.formatted(i)).append('\n');
        }
        return text + "    ".repeat(levels) + innermost + "\n";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void a_large_program_is_lowered(String what, String statements) {
        String body =
                "k = 0\nt = pl.load(x, [0, 0], [1, 64])\n"
                        + statements
                        + "pl.store(t, [0, 0], y)\n";

        assertTimeoutPreemptively(
                LIMIT, () -> assertThat(Texts.kernelProblems(body)).as(what).isEmpty());
    }
}

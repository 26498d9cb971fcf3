package org.crosstile.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said about text that does not parse: in our words, at the right place, all of it. */
class SyntaxErrorsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a = pl.load(x, [0, 0], [8, 64]         | (  | every bracket must be closed   | add `)`",
                "a = pl.load(x, [0, 0, [8, 64])         | )  | expected `]`                   | ~~",
                "a = n)                                 | )  | every bracket must have a partner | remove `)`",
                "a = pl.load(x, , [8, 64])              | ,  | expected an expression         | remove one of the commas",
                "a = pl.load(x [0, 0] y)                | y  | expected `,` or `)`            | is a comma missing before `y`?",
                "a = n n                                | n  | expected the end of the line   | ~~",
                "a = n +                                | +  | expected an expression         | ~~",
                "a =                                    | =  | expected an expression         | ~~",
                "if n = 1: pass                         | =  | expected `:`                   | did you mean `==`?",
                "fro i in pl.range(4): pass             | i  | expected the end of the line   | did you mean `for`?",
                "for i pl.range(4): pass                | pl | expected `in`                  | ~~",
                "while n == 1                           | 1  | expected `:`                   | write `:` at the end of the line",
                "a = 'text                              | 'text | text must consist of tokens of the language | ~~",
                "a = n $ 2                              | $  | text must consist of tokens of the language | ~~",
                "a = pl.cast(n + 1 = 2)                 | n + 1 | expected a name in front of `=` | did you mean `==`?",
            })
    void says_what_was_expected(String body, String at, String headline, String hint) {
        Problem problem = Texts.problems(Texts.kernel(body.strip())).getFirst();

        assertThat(problem.rule().id()).isEqualTo("syntax");
        assertThat(problem.headline()).isEqualTo(headline);
        assertThat(problem.primary().span().text()).isEqualTo(at);
        assertThat(problem.hint()).isEqualTo(hint == null ? "" : hint);
    }

    @Test
    void an_open_bracket_does_not_swallow_the_next_statements() {
        List<Problem> problems =
                Texts.problems(
                        Texts.kernel(
                                """
                                t = pl.load(x, [0, 0], [8, 64]
                                y = pl.store(t, [0, 0], y)
                                a = mystery
                                return y
                                """));

        assertThat(problems)
                .extracting(p -> p.primary().text())
                .contains("this `(` is never closed");
    }

    @Test
    void a_wrong_bracket_names_the_one_that_is_open() {
        Problem problem = Texts.problem("a = pl.load(x, [0, 0), [8, 64])");

        assertThat(problem.headline()).isEqualTo("expected `]`");
        assertThat(problem.secondary()).hasSize(1);
        assertThat(problem.secondary().getFirst().span().text()).isEqualTo("[");
    }

    @Test
    void every_line_with_a_mistake_is_reported() {
        assertThat(
                        Texts.problems(
                                Texts.kernel(
                                        "a = 1 +\nb = n n\nfor i in pl.range(n):\n    c = ]\nd = 3 3")))
                .hasSize(4);
    }

    @Test
    void what_hangs_on_a_mistake_is_silent_and_what_does_not_is_told() {
        List<Problem> problems =
                Texts.problems(
                        Texts.kernel(
                                """
                                a = n n
                                b = a + 1
                                for i in range(n):
                                    c = i + b
                                    d = mystery
                                    if i == 2:
                                        break
                                e = c + d
                                for j in pl.range(n) j:
                                    g = j
                                    h = enigma
                                k = g + j + h
                                with pl.at(level=pl.Level.CORE_GROUP as t:
                                    pass
                                u = t
                                """));

        assertThat(problems)
                .extracting(p -> p.primary().span().text())
                .containsExactly("n", "range(n)", "mystery", "j", "enigma", "as");
    }

    @Test
    void deep_nesting_is_a_problem_and_no_crash() {
        assertThat(Texts.problem("a = " + "(".repeat(5000) + "n" + ")".repeat(5000)).rule().id())
                .isEqualTo("nesting");
        assertThat(Texts.problem("a = n" + " + n".repeat(5000)).rule().id()).isEqualTo("nesting");
        assertThat(Texts.problem("a = " + "-".repeat(5000) + "n").rule().id()).isEqualTo("nesting");
        assertThat(Texts.problem("a = x" + "[0]".repeat(5000)).rule().id()).isEqualTo("nesting");
        assertThat(Texts.problem("a = pl" + ".a".repeat(5000)).rule().id()).isEqualTo("nesting");
        assertThat(Texts.problem("a = pl.f" + "()".repeat(5000)).rule().id()).isEqualTo("nesting");
    }

    @Test
    void deep_blocks_are_a_problem_and_no_crash() {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            body.append(" ".repeat(i)).append("if n == 1:\n");
        }
        body.append(" ".repeat(200)).append("a = n\n");

        assertThat(Texts.problems(Texts.kernel(body.toString())))
                .extracting(p -> p.rule().id())
                .containsExactly("nesting");
    }

    @Test
    void so_are_many_branches_of_one_conditional() {
        String branches = "if n == 1:\n    a = n\n" + "elif n == 2:\n    a = n\n".repeat(5000);

        assertThat(Texts.problems(Texts.kernel(branches)))
                .extracting(p -> p.rule().id())
                .containsExactly("nesting");
    }

    @Test
    void what_nobody_sees_is_no_part_of_a_name() {
        for (String character :
                List.of("\u0000", "\u001b", "\u007f", "\u200b", "\u00ad", "\ufeff")) {
            assertThat(Texts.problems(Texts.kernel("a" + character + "b = n")))
                    .extracting(p -> p.rule().id())
                    .containsExactly("syntax");
        }
        assertThat(Texts.problems(Texts.kernel("größe = n\n𝑥 = größe"))).isEmpty();
        assertThat(Texts.problems("\ufeff" + Texts.kernel("a = n"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "\ufeff",
                "(((",
                "@pl.program",
                "@pl.program\nclass",
                "class P:\n\tpass",
                "'''",
                "\\"
            })
    void a_file_without_a_program_is_told_so(String text) {
        List<Problem> problems = Texts.problems(text);

        assertThat(problems).hasSize(1);
    }

    @Test
    void the_place_of_an_operand_is_its_use_and_the_declaration_is_beside_it() {
        Problem problem = Texts.problem("pld.system.notify(x, 0, [0, 0], 1, op=pld.NotifyOp.Set)");

        assertThat(problem.rule().id()).isEqualTo("notify-target-kind");
        assertThat(problem.primary().span().text()).isEqualTo("x");
        assertThat(problem.primary().span().line()).isEqualTo(Texts.kernelLine());
        assertThat(problem.secondary().getFirst().text()).isEqualTo("declared here");
    }

    @Test
    void a_code_out_of_range_is_told_the_constants() {
        Problem problem = Texts.problem("pld.system.notify(sig, 0, [0, 0], 1, op=7)");

        assertThat(problem.rule().id()).isEqualTo("notify-op-kind");
        assertThat(problem.primary().span().text()).isEqualTo("7");
        assertThat(problem.headline()).contains("NotifyOp.AtomicAdd");
    }

    @ParameterizedTest
    @CsvSource({
        "pl.laod(x), pl.load",
        "pld.system.notfy(sig), pld.system.notify",
        "pld.tensor.notify(sig), pld.system.notify",
        "self.helpr(x), helper",
        "SIZES + n, SIZE",
    })
    void a_misspelt_name_gets_a_suggestion(String expression, String meant) {
        List<Problem> problems = Texts.problems(Texts.kernel("a = " + expression));

        assertThat(problems).anyMatch(p -> p.hint().contains("did you mean `" + meant + "`"));
    }

    @Test
    void both_sides_of_a_type_conflict_are_shown() {
        Problem problem = Texts.problem("a = n\na = f");

        assertThat(problem.headline()).isEqualTo("`a` must keep its type");
        assertThat(problem.primary().span().line()).isEqualTo(Texts.kernelLine() + 1);
        assertThat(problem.primary().text()).isEqualTo("this is Scalar[FP32]");
        assertThat(problem.secondary().getFirst().span().line()).isEqualTo(Texts.kernelLine());
        assertThat(problem.secondary().getFirst().text()).isEqualTo("here it is Scalar[INDEX]");
    }

    @Test
    void mutilated_text_gives_problems_and_never_a_crash() {
        String text =
                Texts.kernel(
                        "for i, (t,) in pl.range(0, n, 8, init_values=(x,)):\n    u = pl.yield_(t)\nreturn u");
        for (int i = 0; i < text.length(); i++) {
            Problems problems = new Problems();
            Reader.load(
                            Texts.source(text.substring(0, i) + text.substring(i + 1)),
                            LoadOptions.of(4),
                            problems)
                    .programs();
            Reader.load(Texts.source(text.substring(0, i)), LoadOptions.of(4), new Problems())
                    .programs();
            Reader.load(
                            Texts.source(
                                    text.substring(0, i)
                                            + "([{'\"\\\n:,=@#".charAt(i % 11)
                                            + text.substring(i)),
                            LoadOptions.of(4),
                            new Problems())
                    .programs();
        }
    }
}

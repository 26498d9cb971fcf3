package org.crosstile.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProblemTextTest {
    private static final Rule RULE =
            Rule.of("notify-offsets-rank", "offsets must name one cell of the target");
    private static final SourceText RING =
            new SourceText(
                    "ring.py",
                    """
                    import pypto.language as pl

                    def host():
                        sig = pld.window(buf, [NR, 1], dtype=pl.INT32)
                        nxt = 1

                    pld.system.notify(sig, peer=nxt, offsets=[my_rank], value=1, op=pld.NotifyOp.Set)
                    \tt = pl.load(x, [0, 0], [1, 64])
                    名 = pl.add(a, b)
                    """);

    private static Span span(String part) {
        return spanIn(RING, part);
    }

    private static Span spanIn(SourceText text, String part) {
        int at = text.text().indexOf(part);
        assertThat(at).as(part).isNotNegative();
        return Span.of(text, at, at + part.length());
    }

    private static String text(Problem.Builder problem) {
        return ProblemText.plain().render(problem.build());
    }

    @Test
    void shows_both_sides_of_a_conflict_in_the_order_of_the_text() {
        assertThat(
                        text(
                                Problem.error(RULE, span("[my_rank]"), "1 offset given")
                                        .see(
                                                span("pld.window(buf, [NR, 1], dtype=pl.INT32)"),
                                                "target has 2 dimensions: [NR, 1]")
                                        .hint(
                                                "write one offset per dimension, for example [my_rank, 0]")))
                .isEqualTo(
                        """
                        error[notify-offsets-rank]: offsets must name one cell of the target
                          --> ring.py:7:42
                           |
                         4 |     sig = pld.window(buf, [NR, 1], dtype=pl.INT32)
                           |           ---------------------------------------- target has 2 dimensions: [NR, 1]
                           ...
                         7 | pld.system.notify(sig, peer=nxt, offsets=[my_rank], value=1, op=pld.NotifyOp.Set)
                           |                                          ^^^^^^^^^ 1 offset given
                           |
                           = hint: write one offset per dimension, for example [my_rank, 0]
                           = help: crosstile explain notify-offsets-rank
                        """);
    }

    @Test
    void shows_several_labels_of_one_line_right_to_left() {
        assertThat(
                        text(
                                Problem.warning(RULE, span("peer=nxt"), "this peer")
                                        .headline("peers must be ranks")
                                        .see(span("sig, peer"), "overlaps")
                                        .see(span("[my_rank]"), "these offsets")
                                        .see(span("nxt = 1"), "from here")))
                .isEqualTo(
                        """
                        warning[notify-offsets-rank]: peers must be ranks
                          --> ring.py:7:24
                           |
                         5 |     nxt = 1
                           |     ------- from here
                           ...
                         7 | pld.system.notify(sig, peer=nxt, offsets=[my_rank], value=1, op=pld.NotifyOp.Set)
                           |                   ---------^^^^          --------- these offsets
                           |                        this peer
                           |                   overlaps
                           |
                           = help: crosstile explain notify-offsets-rank
                        """);
    }

    @Test
    void counts_columns_as_a_terminal_shows_them() {
        assertThat(
                        text(
                                Problem.error(RULE, span("pl.load"), "tab before")
                                        .see(span("pl.add"), "wide before")))
                .isEqualTo(
                        """
                        error[notify-offsets-rank]: offsets must name one cell of the target
                          --> ring.py:8:6
                           |
                         8 |     t = pl.load(x, [0, 0], [1, 64])
                           |         ^^^^^^^ tab before
                         9 | 名 = pl.add(a, b)
                           |      ------ wide before
                           |
                           = help: crosstile explain notify-offsets-rank
                        """);
    }

    @Test
    void says_how_generated_code_came_to_be_and_indents_lines_of_notes() {
        Span lowered = span("pld.system.notify(sig").via("while lowering pld.tensor.barrier");
        assertThat(
                        text(
                                Problem.error(RULE, lowered, "here")
                                        .see(
                                                span("nxt = 1")
                                                        .via("while lowering pld.tensor.barrier"),
                                                "")
                                        .note("two\nlines")))
                .endsWith(
                        """
                           |
                           = note: while lowering pld.tensor.barrier at ring.py:7:1
                           = note: while lowering pld.tensor.barrier at ring.py:5:5
                           = note: two
                                   lines
                           = help: crosstile explain notify-offsets-rank
                        """);
    }

    @Test
    void shows_other_texts_and_wide_line_numbers() {
        SourceText other =
                new SourceText("other.py", "\n".repeat(99) + "def f(\n    a,\n):\n    pass\n");
        assertThat(
                        text(
                                Problem.error(
                                                RULE,
                                                spanIn(other, "def f(\n    a,\n)"),
                                                "several\nlines")
                                        .see(span("nxt = 1"), "there")
                                        .see(Span.NONE, "and this")))
                .isEqualTo(
                        """
                        error[notify-offsets-rank]: offsets must name one cell of the target
                            --> other.py:100:1
                             |
                         100 | def f(
                             | ^^^^^^ several
                             |        lines
                            ::: ring.py:5:5
                             |
                           5 |     nxt = 1
                             |     ------- there
                             |
                             = note: and this
                             = help: crosstile explain notify-offsets-rank
                        """);
    }

    @Test
    void does_without_a_place_and_stays_inside_the_text_at_its_end() {
        assertThat(text(Problem.error(RULE, Span.NONE, "nothing there")))
                .isEqualTo(
                        """
                        error[notify-offsets-rank]: offsets must name one cell of the target
                           = note: nothing there
                           = help: crosstile explain notify-offsets-rank
                        """);
        SourceText empty = new SourceText("empty.py", "");
        assertThat(text(Problem.error(RULE, Span.of(empty, 0, 5), "end of text")))
                .contains(" 1 |\n   | ^ end of text\n");
    }

    @Test
    void colours_are_only_wrapped_around_the_same_text() {
        Problem problem =
                Problem.error(RULE, span("peer=nxt"), "this")
                        .see(span("nxt = 1"), "that")
                        .hint("do")
                        .build();
        String coloured = ProblemText.coloured().render(problem);
        assertThat(coloured).contains("\033[1;31merror[notify-offsets-rank]\033[0m");
        assertThat(coloured.replaceAll("\033\\[[0-9;]*m", ""))
                .isEqualTo(ProblemText.plain().render(problem));
        assertThat(ProblemText.plain().render(List.of(problem, problem)))
                .contains("rank\n\nerror[");
    }

    @Test
    void of_very_many_problems_the_first_hundred_are_shown_errors_first() {
        List<Problem> problems = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            problems.add(Problem.warning(RULE, span("nxt = 1"), "warning " + i).build());
        }
        for (int i = 0; i < 10_000; i++) {
            problems.add(Problem.error(RULE, span("[my_rank]"), "error " + i + ".").build());
        }
        String text = ProblemText.plain().render(problems);
        Map<String, Object> tree = new LinkedHashMap<>();
        ProblemTree.put(problems, tree);

        assertThat(text).contains("error 99.").doesNotContain("error 100.", "warning[");
        assertThat(text).endsWith("\n\n... and 10050 more, which are not shown\n");
        assertThat((List<?>) tree.get("problems")).hasSize(100);
        assertThat(tree).containsEntry("more_problems", 10050);
    }

    @Test
    void of_a_very_long_line_the_part_around_the_label_is_shown() {
        String line = "f(" + "a, ".repeat(1000) + "wrong" + ", b".repeat(1000) + ")";
        SourceText source = new SourceText("long.py", line);

        String shown = text(Problem.error(RULE, spanIn(source, "wrong"), "this"));

        assertThat(shown.lines().mapToInt(String::length)).allMatch(length -> length < 250);
        String[] lines = shown.split("\n");
        assertThat(lines[3].substring(lines[4].indexOf('^'), lines[4].lastIndexOf('^') + 1))
                .isEqualTo("wrong");
        assertThat(lines[3]).contains("| …").endsWith("…");
    }

    @Test
    void control_characters_of_a_text_are_shown_as_pictures() {
        SourceText source = new SourceText("odd.py", "t\u0000i\u001b\u007fle = 1");

        assertThat(text(Problem.error(RULE, spanIn(source, "le"), "this")))
                .contains(" 1 | t␀i␛␡le = 1\n")
                .contains("   |      ^^ this");
    }

    @Test
    void a_hundred_thousand_problems_are_collected_at_once() {
        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> {
                    Problems problems = new Problems();
                    for (int i = 0; i < 100_000; i++) {
                        Problem.error(RULE, span("[my_rank]"), "error " + i).to(problems);
                        Problem.error(RULE, span("[my_rank]"), "error " + i).to(problems);
                    }
                    assertThat(problems.errors()).isEqualTo(100_000);
                });
    }

    @Test
    void tree_holds_everything_the_text_says() {
        Map<String, Object> tree =
                ProblemTree.of(
                        Problem.error(RULE, span("[my_rank]"), "1 offset given")
                                .see(span("nxt = 1").via("while lowering x"), "there")
                                .note("a note")
                                .hint("a hint")
                                .build());
        assertThat(tree.keySet())
                .containsExactly(
                        "rule",
                        "severity",
                        "verdict",
                        "headline",
                        "primary",
                        "secondary",
                        "trail",
                        "notes",
                        "hint");
        assertThat(tree)
                .containsEntry("verdict", "REJECT")
                .containsEntry("trail", List.of("while lowering x at ring.py:5:5"));
        assertThat((Map<?, ?>) tree.get("primary"))
                .isEqualTo(
                        Map.of(
                                "file",
                                "ring.py",
                                "line",
                                7,
                                "column",
                                42,
                                "end_line",
                                7,
                                "end_column",
                                51,
                                "text",
                                "[my_rank]",
                                "label",
                                "1 offset given"));
    }
}

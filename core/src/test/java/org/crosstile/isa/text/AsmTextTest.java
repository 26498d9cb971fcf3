package org.crosstile.isa.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Random;
import org.crosstile.isa.Arch;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading, printing, checking and lowering of texts. */
@Timeout(60)
class AsmTextTest {
    private static final String HEAD =
            """
            module attributes {pto.target_arch = "a3"} {
              func.func @f(%x: !pto.memref<130x37xf32, window>, %y: !pto.memref<130x37xf32> {pto.out},
                           %all: !pto.memref<600x37xf32> {pto.out}, %s: !pto.memref<2x2xi32, window> {pto.scratch}) {
                %c0 = arith.constant 0 : index
                %one = arith.constant 1 : i32
                %g = pto.group %x {root = 0 : i32} : (!pto.memref<130x37xf32, window>) -> !pto.group<130x37xf32>
            """;

    private static SourceText text(String lines) {
        return new SourceText("t.ptoasm", HEAD + lines.indent(4) + "    return\n  }\n}\n");
    }

    private static List<Problem> check(SourceText text, int ranks) {
        Problems problems = new Problems();
        Asm.Module module = AsmParser.parse(text, problems);
        if (!problems.hasErrors()) {
            AsmVerifier.Checked checked = AsmVerifier.verify(module, Arch.A2A3, ranks, problems);
            if (!problems.hasErrors()) {
                AsmLowering.lower(checked, problems);
            }
        }
        return problems.sorted();
    }

    private static String lowered(String lines) {
        Problems problems = new Problems();
        Asm.Module module = AsmParser.parse(text(lines), problems);
        AsmVerifier.Checked checked = AsmVerifier.verify(module, Arch.A2A3, 4, problems);
        assertThat(problems.sorted()).as(ProblemText.plain().render(problems.sorted())).isEmpty();
        return AsmPrinter.print(AsmLowering.lower(checked, problems));
    }

    /** One line of each operation, as it must be printed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "treduce %g, %y {op = #pto.reduce_op<Max>} : (!pto.group<130x37xf32>, !pto.memref<130x37xf32>)",
                "tgather %g, %all : (!pto.group<130x37xf32>, !pto.memref<600x37xf32>)",
                "tscatter %g, %all : (!pto.group<130x37xf32>, !pto.memref<600x37xf32>)",
                "tbroadcast %g, %y : (!pto.group<130x37xf32>, !pto.memref<130x37xf32>)",
                "tput %x, %y {atomic = #pto.atomic_type<AtomicAdd>}"
                        + " : (!pto.memref<130x37xf32, window>, !pto.memref<130x37xf32>)",
                "tget %y, %x {stages = 1 : i32}",
                "tnotify %s, %one {op = #pto.notify_op<AtomicAdd>} : (!pto.memref<2x2xi32, window>, i32)",
                "twait %s, %one {cmp = #pto.cmp<GE>} : (!pto.memref<2x2xi32, window>, i32)",
                "%b = ttest %s, %one {cmp = #pto.cmp<NE>} : (!pto.memref<2x2xi32, window>, i32) -> i1",
                "%t = pto.alloc_tile {addr = 1024 : i32} : !pto.tile_buf<vec, 8x16xbf16, valid=?x9>",
                "%p = pto.partition_view %x, offsets = [%c0, 5], sizes = [10, 32]",
                "%i = arith.index_cast %c0 : index to i32",
                "%q = arith.cmpi sle, %c0, %c0 : index",
                "pto.barrier <PIPE_ALL>"
            })
    void what_is_read_is_printed(String line) {
        Problems problems = new Problems();

        String printed = AsmPrinter.print(AsmParser.parse(text(line), problems));

        assertThat(problems.sorted()).as(ProblemText.plain().render(problems.sorted())).isEmpty();
        assertThat(printed).contains("\n    " + line + "\n");
        assertThat(check(text(line), 4)).isEmpty();
    }

    /** A value is an operand only if it is not what the next line defines. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pto.barrier <PIPE_ALL>",
                "%me = pto.rank",
                "%n = pto.nranks",
                "%two = arith.constant 2",
                "%narrow = arith.index_cast %c0"
            })
    void a_line_without_operands_ends_where_the_next_one_defines_a_value(String line) {
        SourceText text = text(line + "\n%last = arith.constant 7 : index");
        Problems problems = new Problems();

        Asm.Module module = AsmParser.parse(text, problems);

        assertThat(problems.sorted()).as(ProblemText.plain().render(problems.sorted())).isEmpty();
        String printed = AsmPrinter.print(module);
        assertThat(printed).contains("    %last = arith.constant 7 : index\n");
        assertThat(AsmPrinter.print(AsmParser.parse(new SourceText("again", printed), problems)))
                .isEqualTo(printed);
    }

    @Test
    void names_of_tiles_that_are_added_are_no_others() {
        String loops =
                """
                %c1 = arith.constant 1 : index
                scf.for %treduce_ping = %c0 to %c1 step %c1 {
                  treduce %g, %y {op = #pto.reduce_op<Sum>}
                }\
                """;
        SourceText text =
                new SourceText(
                        "names",
                        lowered(loops)
                                .replace("%x", "%tget_stage0")
                                .replace("%s:", "%tget_stage1:"));

        assertThat(check(text, 4)).isEmpty();
        assertThat(text.text()).contains("%treduce_ping_ = pto.alloc_tile");
    }

    @Test
    void a_byte_order_mark_is_no_word() {
        SourceText text = new SourceText("bom.ptoasm", "\uFEFF" + text("").text());

        assertThat(check(text, 2)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "// nothing\n", "module {}", "\uFEFF"})
    void a_text_of_nothing_is_refused(String text) {
        List<Problem> problems = check(new SourceText("empty.ptoasm", text), 2);

        assertThat(problems).extracting(p -> p.rule().id()).containsExactly("asm-function");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0x64xf32", "4x0xf32", "+4xf32", "4x-1xf32", "99999999999999999999xf32"})
    void extents_are_positive_decimal_numbers(String form) {
        String text = "func.func @f(%x: !pto.memref<" + form + ">) {\n  return\n}\n";

        assertThat(check(new SourceText("extents.ptoasm", text), 2))
                .extracting(p -> p.rule().id())
                .containsExactly("asm-type-form");
    }

    @Test
    void instructions_without_tiles_are_given_tiles_behind_those_of_the_author_and_a_barrier() {
        String text =
                lowered(
                        """
                        %t = pto.alloc_tile : !pto.tile_buf<vec, 8x16xf32>
                        treduce %g, %y {op = #pto.reduce_op<Sum>}
                        tget %y, %x {stages = 1 : i32}\
                        """);

        assertThat(text)
                .contains("%t = pto.alloc_tile {addr = 0 : i32} : !pto.tile_buf<vec, 8x16xf32>\n")
                .contains("%treduce_acc = pto.alloc_tile {addr = 1024 : i32}")
                .contains("%treduce_ping = pto.alloc_tile {addr = 17408 : i32}")
                .contains("%treduce_pong = pto.alloc_tile {addr = 33792 : i32}")
                .contains("!pto.tile_buf<vec, 102x40xf32, valid=?x?>")
                .contains("treduce %g, %y, %treduce_acc, %treduce_ping, %treduce_pong {op =")
                .contains(
                        "pto.barrier <PIPE_ALL>\n    %tget_stage1 = pto.alloc_tile {addr = 1024 : i32}")
                .doesNotContain("stages");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tgather %g, %y | isa-rows | 24",
                "treduce %g, %all {op = #pto.reduce_op<Sum>} | isa-shape | 17",
                "tput %z, %x | asm-name | 10",
                "%c0 = arith.constant 1 : index | asm-redefined | 5",
                "twait %s, %one | asm-attribute | 5",
                "twait %s, %c0 {cmp = #pto.cmp<GE>} | asm-type | 15",
                "twait %x, %one {cmp = #pto.cmp<GE>} | isa-signal-dtype | 11",
                "%p = pto.peer %y, %c0 | asm-peer | 19",
                "scf.if %c0 { | asm-syntax | 5",
                "%q = arith.addi %c0, %one : index | asm-type | 26",
                "tget %y, %x {stages = 3 : i32} | asm-attribute | 18"
            })
    void errors_stand_where_they_are_made(String line, String rule, int column) {
        List<Problem> problems = check(text(line), 5);

        Problem first = problems.getFirst();
        assertThat(first.rule().id()).as(ProblemText.plain().render(problems)).isEqualTo(rule);
        if (!rule.equals("asm-syntax") && !rule.equals("isa-rows")) {
            assertThat(first.primary().span().line()).isEqualTo(7);
            assertThat(first.primary().span().column()).isEqualTo(column);
        }
    }

    @Test
    void how_many_rows_are_needed_depends_on_the_ranks() {
        String line = "tgather %g, %all";

        assertThat(check(text(line), 4)).isEmpty();
        assertThat(check(text(line), 5)).extracting(p -> p.rule().id()).containsExactly("isa-rows");
    }

    @Test
    void endless_nesting_is_refused() {
        String deep = "%b = arith.cmpi eq, %c0, %c0 : index\n" + "scf.if %b {\n".repeat(20_000);

        assertThat(check(text(deep), 2)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"§", "tgat\n", "tget %u, %v\n", "tget %y, %g\n", "{"})
    void of_very_many_errors_the_first_are_shown(String error) {
        assertThat(check(text(error.repeat(20_000)), 2)).isNotEmpty().hasSizeLessThan(210);
    }

    /** Texts with words taken away or doubled: an error or none, but never an exception. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void damaged_texts_are_refused_with_problems(long seed) {
        String whole =
                text("""
                %t = pto.alloc_tile {addr = 0 : i32} : !pto.tile_buf<vec, 8x16xf32, valid=?x?>
                scf.for %i = %c0 to %c0 step %c0 {
                  %e = tload %t, %x
                  tgather %g, %all, %t {stages = 2 : i32} after(%e) : (!pto.group<130x37xf32>)
                }
                %p = pto.partition_view %x, offsets = [%c0, 5], sizes = [10, 32]\
                """)
                        .text();
        Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            int from = random.nextInt(whole.length());
            int to = Math.min(whole.length(), from + 1 + random.nextInt(12));
            String damaged =
                    random.nextBoolean()
                            ? whole.substring(0, from) + whole.substring(to)
                            : whole.substring(0, to) + whole.substring(from);
            assertThatCode(() -> check(new SourceText("damaged", damaged), 3))
                    .as(damaged)
                    .doesNotThrowAnyException();
        }
    }
}

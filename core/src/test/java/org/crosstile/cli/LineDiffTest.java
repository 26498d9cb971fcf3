package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineDiffTest {
    private static String text(List<String> lines) {
        return String.join("\n", lines);
    }

    @Test
    void equal_texts_have_no_difference() {
        assertThat(LineDiff.of("a\nb", "a\nb")).isEmpty();
    }

    @Test
    void changes_stand_in_their_neighbourhood() {
        assertThat(LineDiff.of("a\nb\nc\nd\ne\nf\ng", "a\nB\nc\nd\ne\nf\ng\nh"))
                .containsExactly("  a", "- b", "+ B", "  c", "  ...", "  g", "+ h");
    }

    @Test
    void whole_texts_come_and_go() {
        assertThat(LineDiff.of("", "a\nb")).containsExactly("+ a", "+ b");
        assertThat(LineDiff.of("a", "")).containsExactly("- a");
    }

    /** Between two changed lines nothing is left out, so the shown lines make up both texts. */
    @Test
    void the_script_leads_from_one_text_to_the_other_by_the_shortest_way() {
        Random random = new Random(5);
        for (int round = 0; round < 500; round++) {
            List<String> before = lines(random);
            List<String> after = lines(random);
            List<String> script = LineDiff.of(text(before), text(after));
            if (script.contains("  ...") || before.equals(after)) {
                continue;
            }
            List<String> old = new ArrayList<>();
            List<String> changed = new ArrayList<>();
            int changes = 0;
            for (String line : script) {
                if (line.charAt(0) != '+') {
                    old.add(line.substring(2));
                }
                if (line.charAt(0) != '-') {
                    changed.add(line.substring(2));
                }
                changes += line.charAt(0) == ' ' ? 0 : 1;
            }
            assertThat(text(before)).contains(text(old));
            assertThat(text(after)).contains(text(changed));
            assertThat(changes).isEqualTo(before.size() + after.size() - 2 * common(before, after));
        }
    }

    private static List<String> lines(Random random) {
        List<String> lines = new ArrayList<>();
        int n = random.nextInt(12);
        for (int i = 0; i < n; i++) {
            lines.add("line " + random.nextInt(4));
        }
        return lines;
    }

    /** The length of the longest common subsequence, by the textbook. */
    private static int common(List<String> a, List<String> b) {
        int[][] best = new int[a.size() + 1][b.size() + 1];
        for (int i = 0; i < a.size(); i++) {
            for (int j = 0; j < b.size(); j++) {
                best[i + 1][j + 1] =
                        a.get(i).equals(b.get(j))
                                ? best[i][j] + 1
                                : Math.max(best[i][j + 1], best[i + 1][j]);
            }
        }
        return best[a.size()][b.size()];
    }
}

package org.crosstile.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Problems about variables move to where the variables are used. */
class WithinTest {
    private static final SourceText TEXT =
            new SourceText("t.py", "sig: Window\nnotify(sig_2, sig=1, sig.a, sig)\n");
    private static final Span DECLARATION = Span.of(TEXT, 0, 11);
    private static final Span CALL = TEXT.lineSpan(2);
    private static final Rule RULE = Rule.of("rule", "a requirement");

    @Test
    void a_problem_at_a_declaration_moves_to_the_operand() {
        Problem moved = Problem.error(RULE, DECLARATION, "found").build().within(CALL);

        assertThat(moved.primary().span()).isEqualTo(Span.of(TEXT, 40, 43));
        assertThat(moved.primary().text()).isEqualTo("found");
        assertThat(moved.secondary())
                .containsExactly(new Problem.Label(DECLARATION, "declared here"));
    }

    @Test
    void a_problem_inside_stays() {
        Problem inside = Problem.error(RULE, CALL.find("sig_2"), "found").build();

        assertThat(inside.within(CALL)).isSameAs(inside);
        assertThat(inside.within(Span.NONE)).isSameAs(inside);
    }

    @Test
    void a_name_that_is_not_used_gives_the_whole_place() {
        assertThat(CALL.find("other")).isEqualTo(CALL);
        assertThat(CALL.find("")).isEqualTo(CALL);
    }

    @Test
    void moving_empties_the_source() {
        Problems found = new Problems();
        Problems target = new Problems();
        Problem.error(RULE, DECLARATION, "found").to(found);

        found.moveWithin(CALL, target);

        assertThat(found.isEmpty()).isTrue();
        assertThat(target.sorted()).extracting(p -> p.primary().span().line()).containsExactly(2);
    }
}

package org.crosstile.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;

/** What an operator's slots alone make of a call. */
class BindingTest {
    private static final Slot TARGET = Slot.window("target", "where");
    private static final Slot PEER = Slot.of("peer", new Kind.Integer(DType.INT32), "who");
    private static final Slot OFFSETS = Slot.indices("offsets", TARGET, "which cell");
    private static final Slot OP = Slot.oneOf("op", NotifyOp.class, "how");
    private static final Slot FROM = Slot.indices("start", "from").optional().inGroup("region");
    private static final Slot COUNT =
            Slot.indices("count", "how many").optional().inGroup("region");

    /** An operator that exists for its signature. */
    private static final Primitive POKE =
            new Primitive("pld.test.poke", TARGET, PEER, OFFSETS, OP, FROM, COUNT) {
                @Override
                public String doc() {
                    return "Pokes.";
                }

                @Override
                public Set<Place> places() {
                    return Set.of(Place.KERNEL);
                }

                @Override
                public Type check(Expr.Call call, Problems problems) {
                    return Type.Opaque.UNKNOWN;
                }

                @Override
                public Run run(Expr.Call call) {
                    return Run.of(BindingTest.class, "poke", void.class);
                }
            };

    private static final SourceText TEXT =
            new SourceText("poke.py", "poke(win, 1, [0, 0], op=Set)");
    private static final Span SPAN = Span.of(TEXT, 0, 28);

    private final Problems problems = new Problems();
    private final List<Expr> positional = new ArrayList<>();
    private final List<Binding.Keyword> keywords = new ArrayList<>();

    private BindingTest with(Expr... operands) {
        positional.addAll(List.of(operands));
        return this;
    }

    private BindingTest and(String name, Expr value) {
        keywords.add(new Binding.Keyword(name, value, SPAN));
        return this;
    }

    private Optional<Expr> bind() {
        return Binding.bind(POKE, positional, keywords, SPAN, problems);
    }

    private List<String> rules() {
        bind();
        return problems.sorted().stream().map(p -> p.rule().id()).toList();
    }

    private static Expr window(long... shape) {
        return new Var("win", new Type.Window(Exprs.indices(shape), DType.FP32), SPAN);
    }

    private static Expr set() {
        return new Expr.Code(NotifyOp.Set, SPAN);
    }

    private static Expr list(long... values) {
        return Exprs.tuple(Exprs.indices(values));
    }

    @Test
    void operands_are_bound_by_position_and_keyword() {
        Expr bound =
                with(window(4, 1), Exprs.index(1))
                        .and("op", set())
                        .and("offsets", list(0, 0))
                        .bind()
                        .orElseThrow();

        assertThat(bound)
                .isInstanceOfSatisfying(
                        Expr.Call.class,
                        call -> {
                            assertThat(call.code(OP, NotifyOp.class)).isEqualTo(NotifyOp.Set);
                            assertThat(call.tuple(OFFSETS)).hasSize(2);
                            assertThat(call.has(FROM)).isFalse();
                        });
    }

    @Test
    void an_integer_literal_takes_the_type_of_its_slot() {
        Expr bound =
                with(window(4, 1), Exprs.index(1), list(0, 0))
                        .and("op", set())
                        .bind()
                        .orElseThrow();

        assertThat(((Expr.Call) bound).get(PEER))
                .isInstanceOfSatisfying(
                        Expr.Int.class, i -> assertThat(i.dtype()).isEqualTo(DType.INT32));
    }

    @Test
    void every_missing_operand_is_named() {
        assertThat(with(window(4, 1)).rules())
                .containsExactly(
                        "test-poke-offsets-missing",
                        "test-poke-op-missing",
                        "test-poke-peer-missing");
    }

    @Test
    void a_misspelt_keyword_is_corrected() {
        with(window(4, 1), Exprs.index(1)).and("ofsets", list(0, 0)).and("op", set()).bind();

        Problem problem = problems.sorted().getFirst();
        assertThat(problem.rule()).isEqualTo(Binding.UNKNOWN_KEYWORD);
        assertThat(problem.hint()).isEqualTo("did you mean `offsets`?");
    }

    @Test
    void an_operand_given_twice_is_refused() {
        assertThat(
                        with(window(4, 1), Exprs.index(1), list(0, 0))
                                .and("peer", Exprs.index(2))
                                .and("op", set())
                                .rules())
                .containsExactly("call-operand-twice");
    }

    @Test
    void too_many_operands_are_refused() {
        assertThat(
                        with(window(4, 1), Exprs.index(1), list(0, 0), list(0), list(0), list(0))
                                .and("op", set())
                                .rules())
                .containsExactly("call-too-many-operands");
    }

    @Test
    void a_tensor_is_not_a_window() {
        Expr tensor = new Var("x", new Type.Tensor(Exprs.indices(4, 1), DType.FP32), SPAN);

        assertThat(with(tensor, Exprs.index(1), list(0, 0)).and("op", set()).rules())
                .containsExactly("test-poke-target-kind");
    }

    @Test
    void a_float_is_no_peer() {
        Expr real = new Expr.Real(1.0, DType.FP32, SPAN);

        assertThat(with(window(4, 1), real, list(0, 0)).and("op", set()).rules())
                .containsExactly("test-poke-peer-kind");
    }

    @Test
    void a_list_has_one_entry_per_dimension_of_its_target() {
        with(window(4, 1), Exprs.index(1), list(0)).and("op", set()).bind();

        Problem problem = problems.sorted().getFirst();
        assertThat(problem.rule().id()).isEqualTo("test-poke-offsets-rank");
        assertThat(problem.primary().text()).isEqualTo("1 entry given");
        assertThat(problem.secondary().getFirst().text())
                .isEqualTo("this has 2 dimensions: [4, 1]");
    }

    @Test
    void a_group_comes_whole_or_not_at_all() {
        assertThat(
                        with(window(4, 1), Exprs.index(1), list(0, 0), list(0, 0))
                                .and("op", set())
                                .rules())
                .containsExactly("call-operand-group");
    }

    @Test
    void the_signature_shows_defaults_and_keywords() {
        assertThat(Binding.signature(POKE))
                .isEqualTo(
                        "the signature is pld.test.poke(target, peer, offsets, *, op, start=None, count=None)");
    }
}

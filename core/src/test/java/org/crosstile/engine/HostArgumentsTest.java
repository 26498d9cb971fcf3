package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.crosstile.model.Block;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HostArgumentsTest {
    private static final Expr NR = new Dim("NR", Span.NONE);
    private static final Expr M = new Dim("M", Span.NONE);

    private final List<Function.Param> params = new ArrayList<>();
    private final Problems problems = new Problems();

    private HostArgumentsTest tensor(
            String name, Function.Direction direction, DType dtype, Expr... shape) {
        return param(name, direction, new Type.Tensor(List.of(shape), dtype));
    }

    private HostArgumentsTest param(String name, Function.Direction direction, Type type) {
        params.add(new Function.Param(new Var(name, type, Span.NONE), direction));
        return this;
    }

    private HostArguments make(RunRequest request) {
        Function host =
                new Function(
                        "host",
                        Function.Kind.Orchestration,
                        Function.Level.HOST,
                        Function.Role.Orchestrator,
                        params,
                        List.of(),
                        Block.EMPTY,
                        Map.of(),
                        "",
                        Span.NONE);
        HostArguments arguments = new HostArguments(host, request, problems);
        arguments.make();
        return arguments;
    }

    private static RunRequest request(
            int ranks, Map<String, String> set, Map<String, Input> inputs) {
        return new RunRequest(ranks, set, inputs, 1, Optional.empty());
    }

    private static Input given(DType dtype, long... shape) {
        return new Input.Given(View.zeros(dtype, shape));
    }

    private List<String> rules() {
        return problems.sorted().stream().map((Problem p) -> p.rule().id()).toList();
    }

    @Test
    void symbolic_extents_come_from_inputs_then_settings_then_the_number_of_ranks() {
        HostArguments made =
                tensor("x", Function.Direction.IN, DType.FP32, NR, Exprs.index(4))
                        .tensor("a", Function.Direction.IN, DType.FP32, M)
                        .tensor(
                                "y",
                                Function.Direction.OUT,
                                DType.FP32,
                                NR,
                                Exprs.mul(M, Exprs.index(2)))
                        .make(request(3, Map.of("M", "5"), Map.of("x", given(DType.FP32, 7, 4))));

        assertThat(rules()).isEmpty();
        assertThat(made.values())
                .hasToString("[[7, 4] FP32, [5] FP32, UnsetOutput[name=y, tensor=[7, 10] FP32]]");
        assertThat(made.outputs()).extracting(HostTensor::name).containsExactly("y");
    }

    @Test
    void a_composite_extent_of_an_input_tells_its_dim() {
        HostArguments made =
                tensor("x", Function.Direction.IN, DType.FP32, Exprs.mul(M, Exprs.index(2)))
                        .tensor("y", Function.Direction.OUT, DType.FP32, M)
                        .make(request(2, Map.of(), Map.of("x", given(DType.FP32, 12))));

        assertThat(made.outputs().getFirst().shape()).containsExactly(6L);
    }

    @Test
    void inputs_of_the_wrong_form_are_problems() {
        tensor("x", Function.Direction.IN, DType.FP32, NR, Exprs.index(4))
                .tensor("z", Function.Direction.IN, DType.FP32, NR, NR)
                .make(
                        request(
                                2,
                                Map.of(),
                                Map.of(
                                        "x",
                                        given(DType.FP32, 2, 5),
                                        "z",
                                        given(DType.FP32, 2, 3),
                                        "w",
                                        given(DType.FP32, 1))));

        assertThat(rules())
                .containsExactlyInAnyOrder("input-shape", "input-shape", "input-unknown");
    }

    @Test
    void element_types_are_checked_and_extents_must_fit_the_machine() {
        tensor("x", Function.Direction.IN, DType.FP32, NR)
                .make(request(2, Map.of(), Map.of("x", given(DType.INT32, 2))));
        assertThat(rules()).containsExactly("input-shape");
    }

    @Test
    void huge_and_negative_extents_are_problems() {
        tensor("x", Function.Direction.IN, DType.FP32, NR, NR)
                .tensor("y", Function.Direction.OUT, DType.FP32, M)
                .make(request(2, Map.of("NR", "1073741824", "M", "-3"), Map.of()));
        assertThat(rules()).containsExactly("input-extent", "input-extent");
    }

    @Test
    void scalars_are_set_or_zero() {
        HostArguments made =
                param("root", Function.Direction.IN, Type.INT32)
                        .param("n", Function.Direction.IN, Type.INDEX)
                        .param("f", Function.Direction.IN, Type.FP32)
                        .make(request(2, Map.of("root", "3"), Map.of()));
        assertThat(made.values()).isEqualTo(List.<Object>of(3, 0L, 0f));
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"FP32", "FP16", "BF16", "INT8", "INT16", "INT32", "INT64"})
    void generated_inputs_depend_on_the_seed_only(DType dtype) {
        View a = View.zeros(dtype, 100);
        View b = View.zeros(dtype, 100);
        View c = View.zeros(dtype, 100);
        HostElements.fill(a, Input.Fill.small, 7);
        HostElements.fill(b, Input.Fill.small, 7);
        HostElements.fill(c, Input.Fill.small, 8);
        assertThat(a.segment().mismatch(b.segment())).isEqualTo(-1);
        assertThat(a.segment().mismatch(c.segment())).isNotEqualTo(-1);
        for (int i = 0; i < 100; i++) {
            assertThat(HostElements.get(a, i)).isBetween(-2.0, 9.0);
        }
        HostElements.fill(a, Input.Fill.arange, 0);
        assertThat(new HostTensor("a", a).get(99)).isEqualTo(99);
        HostElements.fill(a, Input.Fill.ones, 0);
        assertThat(HostElements.get(a, 50)).isEqualTo(1);
        HostElements.fill(a, Input.Fill.randn, 3);
        double sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += HostElements.get(a, i);
        }
        assertThat(Math.abs(sum)).isLessThan(150);
    }

    @Test
    void parameters_of_the_same_shape_get_different_values() {
        HostArguments made =
                tensor("x", Function.Direction.IN, DType.FP32, Exprs.index(64))
                        .tensor("y", Function.Direction.INOUT, DType.FP32, Exprs.index(64))
                        .tensor("z", Function.Direction.OUT, DType.FP32, Exprs.index(64))
                        .make(RunRequest.of(2));
        View x = (View) made.values().get(0);
        View y = (View) made.values().get(1);
        assertThat(x.segment().mismatch(y.segment())).isNotEqualTo(-1);
        assertThat(made.outputs()).extracting(HostTensor::name).containsExactly("y", "z");
        assertThat(made.outputs().get(1).get(63)).isZero();
    }
}

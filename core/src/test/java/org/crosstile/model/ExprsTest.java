package org.crosstile.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.crosstile.abi.DType;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExprsTest {
    private static final Var N = new Var("n", Type.INDEX, Span.NONE);
    private static final Var RANK = new Var("rank", Type.INT32, Span.NONE);

    @ParameterizedTest
    @CsvSource({
        "FLOOR_DIV, -7, 2, -4",
        "MOD, -7, 2, 1",
        "SUB, 3, 5, -2",
        "MIN, 3, 5, 3",
        "MAX, 3, 5, 5",
        "MUL, 3, 5, 15"
    })
    void constants_fold_as_python_computes(BinaryOp op, long a, long b, long expected) {
        assertThat(Exprs.constant(Exprs.binary(op, Exprs.index(a), Exprs.index(b))))
                .hasValue(expected);
    }

    @Test
    void division_by_zero_does_not_fold() {
        assertThat(Exprs.constant(Exprs.floorDiv(Exprs.index(1), Exprs.index(0)))).isEmpty();
    }

    @Test
    void int32_and_index_meet_as_index() {
        Expr sum = Exprs.add(RANK, Exprs.index(1));

        assertThat(sum.type()).isEqualTo(Type.INDEX);
        assertThat(((Expr.Binary) sum).left()).isInstanceOf(Expr.Cast.class);
    }

    @Test
    void integers_and_floats_do_not_meet() {
        Expr real = new Expr.Real(1, DType.FP32, Span.NONE);

        assertThatThrownBy(() -> Exprs.add(RANK, real))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void neutral_elements_vanish() {
        assertThat(Exprs.add(N, Exprs.index(0))).isSameAs(N);
        assertThat(Exprs.mul(Exprs.index(1), N)).isSameAs(N);
        assertThat(Exprs.floorDiv(N, Exprs.index(1))).isSameAs(N);
    }

    @Test
    void large_constants_keep_all_bits() {
        long large = (1L << 53) + 1;

        assertThat(Exprs.constant(Exprs.cast(Exprs.index(large), DType.INT64))).hasValue(large);
        assertThat(Exprs.constant(Exprs.add(Exprs.index(large), Exprs.index(1))))
                .hasValue(large + 1);
    }
}

package org.crosstile.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crosstile.source.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Extents in annotations that no tensor and no tile can have. */
class ExtentsTest {
    private static List<Problem> problems(String type) {
        return Texts.problems(
                Texts.kernel("b: %s = pl.load(x, [0, 0], [8, 64])\nreturn y".formatted(type)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pl.Tensor[[4611686018427387904, 64], pl.FP32]",
                "pl.Tensor[[2305843009213693952], pl.FP32]",
                "pl.Tensor[[4294967296, 4294967296], pl.INT8]",
                "pl.Tensor[[-1, 64], pl.FP32]",
                "pl.Tensor[[8, 64], pl.FP32, pl.TensorView(valid_shape=[9, 64])]",
                "pl.Tensor[[8, 64], pl.FP32, pl.TensorView(valid_shape=[8, -1])]",
                "pld.DistributedTensor[[4611686018427387904, 64], pl.FP32]",
                "pl.Tile[[4294967296, 64], pl.FP32]",
                "pl.Tile[[65536, 65536, 65536, 65536], pl.INT8]",
                "pl.Tile[[8, 64], pl.FP32, pl.TileView(valid_shape=[8, 65])]",
                "pl.Tile[[8, 64], pl.FP32, pl.TileView(valid_shape=[-9223372036854775808, 64])]"
            })
    void refused_where_they_are_written(String type) {
        assertThat(problems(type))
                .first()
                .satisfies(p -> assertThat(p.rule()).isEqualTo(SyntaxRules.EXTENT))
                .satisfies(p -> assertThat(p.primary().span().line()).isPositive());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pl.Tile[[8, 64], pl.FP32]",
                "pl.Tile[[8, 64], pl.FP32, pl.TileView(valid_shape=[8, 64])]"
            })
    void others_are_read(String type) {
        assertThat(problems(type)).isEmpty();
    }
}

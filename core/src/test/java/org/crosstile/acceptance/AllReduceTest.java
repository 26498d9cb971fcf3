package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.engine.Engine;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.memory.View;
import org.crosstile.source.Problem;
import org.crosstile.source.SourceText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** allreduce from text to threads, three times in a row on one signal, against what it means. */
class AllReduceTest {
    private static final int CALLS = 3;
    private static final long[] LENGTHS = {1, 7, 10, 16, 17, 255, 4096, 4097, 8193, 65537};
    private static final Engine ENGINE = Engine.standard();
    private static final SourceText TEXT = new SourceText("allreduce.py", text());

    private static String text() {
        try (InputStream in = AllReduceTest.class.getResourceAsStream("allreduce.py")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void mesh(int ranks) {
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            for (ReduceOp op : ReduceOp.values()) {
                for (long length : LENGTHS) {
                    check(ranks, dtype, op, length, "mesh", ranks, 1);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void ring(int ranks) {
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            for (long length : LENGTHS) {
                check(ranks, dtype, ReduceOp.Sum, length, "ring", 2 * (ranks - 1), ranks);
            }
        }
    }

    private static void check(
            int ranks, DType dtype, ReduceOp op, long length, String mode, int rows, int columns) {
        float[][] values = new float[ranks][(int) length];
        Random random = new Random(length * 31 + ranks);
        for (float[] row : values) {
            for (int i = 0; i < length; i++) {
                row[i] = (float) dtype.round(random.nextGaussian());
            }
        }
        Map<String, String> set = new HashMap<>();
        set.put("size", Long.toString(length));
        set.put("dtype", dtype.name());
        set.put("bytes", Integer.toString(dtype.bytes()));
        set.put("reduce_op", op.name());
        set.put("mode", mode);
        set.put("rows", Integer.toString(rows));
        set.put("columns", Integer.toString(columns));
        RunRequest request =
                new RunRequest(ranks, set, Map.of(), length, Optional.of(Duration.ofSeconds(60)))
                        .with("xs", new Input.Given(packed(dtype, values)));
        RunResult result = ENGINE.run(TEXT, "", request);
        String what = "%d ranks, %s, %s, %d elements, %s".formatted(ranks, dtype, op, length, mode);
        assertThat(result.problems()).as(what).extracting(Problem::headline).isEmpty();
        for (int call = 0; call < CALLS; call++) {
            values = mode.equals("mesh") ? mesh(values, op, dtype) : ring(values, op, dtype);
        }
        HostTensor outputs = result.output("ys");
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < length; i++) {
                float found = (float) outputs.get(rank * length + i);
                if (Float.compare(found, values[rank][i]) != 0) {
                    assertThat(found)
                            .as("%s: rank %d, element %d", what, rank, i)
                            .isEqualTo(values[rank][i]);
                }
            }
        }
        HostTensor cells = result.output("cells");
        for (long i = 0; i < cells.elements(); i++) {
            assertThat(cells.get(i)).as("%s: cell %d", what, i).isZero();
        }
    }

    /** One row per rank, as the host passes it. */
    private static View packed(DType dtype, float[][] rows) {
        View view = View.zeros(dtype, rows.length, 1, rows[0].length);
        long at = view.offset();
        for (float[] row : rows) {
            for (float value : row) {
                if (dtype == DType.FP16) {
                    view.segment()
                            .set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(value));
                } else {
                    view.segment().set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
                }
                at += dtype.bytes();
            }
        }
        return view;
    }

    /** All ranks begin with rank 0's values and take in the others in ascending order. */
    private static float[][] mesh(float[][] values, ReduceOp op, DType dtype) {
        float[] result = values[0].clone();
        for (int rank = 1; rank < values.length; rank++) {
            for (int i = 0; i < result.length; i++) {
                result[i] = (float) dtype.round(op.apply(result[i], values[rank][i]));
            }
        }
        float[][] results = new float[values.length][];
        Arrays.setAll(results, rank -> result);
        return results;
    }

    /** Segment s is reduced from rank s + 1 on around the ring; all ranks get the same. */
    private static float[][] ring(float[][] values, ReduceOp op, DType dtype) {
        int ranks = values.length;
        long size = values[0].length;
        float[] result = new float[(int) size];
        for (int segment = 0; segment < ranks; segment++) {
            for (int i = boundary(segment, size, ranks, dtype);
                    i < boundary(segment + 1, size, ranks, dtype);
                    i++) {
                float value = values[(segment + 1) % ranks][i];
                for (int hop = 2; hop <= ranks; hop++) {
                    value =
                            (float)
                                    dtype.round(
                                            op.apply(values[(segment + hop) % ranks][i], value));
                }
                result[i] = value;
            }
        }
        float[][] results = new float[ranks][];
        Arrays.setAll(results, rank -> result);
        return results;
    }

    private static int boundary(long segment, long size, int ranks, DType dtype) {
        long unit = dtype == DType.FP16 ? 16 : 1;
        long position = segment * size;
        long units =
                unit == 1
                        ? position / ranks
                        : (position + ranks * unit - 1) / (ranks * unit) * unit;
        return (int) Math.min(size, units);
    }
}

package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dispatch, experts and combine against plain loops over all ranks, bitwise. */
@Timeout(120)
class MixtureOfExpertsTest {

    /** The extents of one of the two examples. */
    private record Sizes(
            String example, DType dtype, int ranks, int tokens, int top, int size, int experts) {
        static Sizes small(int ranks) {
            return new Sizes("moe_dispatch_combine", DType.FP32, ranks, 8, 2, 64, 2);
        }

        static Sizes full(int ranks) {
            return new Sizes("moe_full_size", DType.BF16, ranks, 128, 6, 4096, 16);
        }

        /**
         * Inputs in which a choice is any integer, also a negative one, of {@code span} distinct
         * ones.
         */
        Map<String, Input> inputs(int span) {
            SplittableRandom random = new SplittableRandom(11);
            Map<String, View> views = new LinkedHashMap<>();
            views.put(
                    "x",
                    Programs.tensor(
                            dtype, i -> random.nextInt(-64, 65) / 16.0, ranks, tokens, size));
            views.put(
                    "choice",
                    Programs.tensor(
                            DType.INT32, i -> random.nextInt(span) - span / 2, ranks, tokens, top));
            views.put(
                    "weight",
                    Programs.tensor(DType.FP32, i -> random.nextDouble(), ranks, tokens, top));
            views.put(
                    "gain",
                    Programs.tensor(DType.FP32, i -> random.nextDouble(), ranks, experts, size));
            Map<String, Input> inputs = new LinkedHashMap<>();
            views.forEach((name, view) -> inputs.put(name, new Input.Given(view)));
            return inputs;
        }

        private static float at(Map<String, Input> inputs, String name, long i) {
            return (float) HostElements.get(((Input.Given) inputs.get(name)).values(), i);
        }

        /** What the program promises, one token and element after the other. */
        float expected(Map<String, Input> inputs, int rank, int token, int element) {
            long t = (long) rank * tokens + token;
            float x = at(inputs, "x", t * size + element);
            float total = 0;
            for (int k = 0; k < top; k++) {
                long choice = (long) at(inputs, "choice", t * top + k);
                long expert = Math.floorMod(choice, (long) ranks * experts);
                float answer = (float) dtype.round(x * at(inputs, "gain", expert * size + element));
                float term = answer * at(inputs, "weight", t * top + k);
                total = k == 0 ? term : total + term;
            }
            return total;
        }

        RunResult check(int span) {
            Map<String, Input> inputs = inputs(span);
            RunResult result = Programs.run(Programs.example(example), ranks, inputs);
            assertThat(result.isOk()).as(Programs.report(result)).isTrue();
            HostTensor y = result.output("y");
            int wrong = 0;
            for (int r = 0; r < ranks; r++) {
                for (int t = 0; t < tokens; t++) {
                    for (int i = 0; i < size; i++) {
                        double got = y.get(((long) r * tokens + t) * size + i);
                        wrong += (float) got == expected(inputs, r, t, i) ? 0 : 1;
                    }
                }
            }
            assertThat(wrong)
                    .as("elements that differ, %d ranks, %d choices", ranks, span)
                    .isZero();
            return result;
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 4", "2, 1", "3, 1000", "4, 1000", "4, 3", "8, 16"})
    void small_is_right_for_every_routing(int ranks, int span) {
        Sizes.small(ranks).check(span);
    }

    @Test
    void full_size_is_right_on_four_ranks(TestReporter reporter) {
        RunResult result = Sizes.full(4).check(64);
        result.times()
                .nanos()
                .forEach((phase, nanos) -> reporter.publishEntry(phase, nanos / 1_000_000 + " ms"));
    }

    @Test
    void all_tokens_of_all_ranks_may_meet_on_one_expert() {
        Sizes.full(2).check(1);
    }
}

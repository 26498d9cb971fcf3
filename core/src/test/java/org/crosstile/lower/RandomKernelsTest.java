package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problems;
import org.junit.jupiter.api.Test;

/**
 * Lowering keeps what a kernel stores, whatever its loops, branches and jumps; nothing shares
 * bytes.
 */
class RandomKernelsTest {
    private static final int KERNELS = Integer.getInteger("kernels", 400);
    private static final long FIRST = Long.getLong("first", 1);

    @Test
    void every_stage_stores_the_same_values_and_keeps_its_promise() {
        Pipeline pipeline = Pipeline.standard(Catalogue.standard().all()).verifying();
        for (long seed = FIRST; seed < FIRST + KERNELS; seed++) {
            long s = seed;
            Program program = RandomKernels.of(seed);
            List<Object> wanted = Interpreter.run(kernel(program), false);
            Problems problems = new Problems();

            Program lowered =
                    pipeline.runShowing(
                            program,
                            problems,
                            (pass, image) ->
                                    assertThat(stored(image, pass.gives() == Stage.PLACED))
                                            .as("after %s: -Dfirst=%d -Dkernels=1", pass.name(), s)
                                            .isEqualTo(wanted));

            assertThat(problems.sorted()).as("-Dfirst=%d", s).isEmpty();
            Program again = pipeline.run(lowered, problems);
            assertThat(problems.sorted()).as("again, -Dfirst=%d", s).isEmpty();
            assertThat(stored(again, true)).as("again, -Dfirst=%d", s).isEqualTo(wanted);
        }
    }

    private static List<Object> stored(Program program, boolean placed) {
        return Interpreter.run(kernel(program), placed);
    }

    private static Function kernel(Program program) {
        return program.functions().getFirst();
    }
}

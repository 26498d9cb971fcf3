package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.crosstile.abi.DType;
import org.crosstile.diagnose.RunFaults;
import org.crosstile.memory.View;
import org.crosstile.model.Kind;
import org.crosstile.model.Op;
import org.crosstile.model.Walk;
import org.crosstile.operators.Catalogue;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Loaded;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operator with places, extents, ranks or counts, given the edges of what numbers can be: a
 * run is right, or refused with a rule and a line, in every world; and what is a constant is
 * refused before.
 */
@Timeout(300)
class EdgeProgramsTest {
    private static final long SEED = Long.getLong("edges.seed", System.nanoTime());
    private static final int PAIRS = Integer.getInteger("edges.pairs", 2);
    private static final int RANKS = 2;

    private static final View INPUT =
            Programs.tensor(
                    DType.INT32,
                    i -> 1 + i % (EdgeCase.ROWS * EdgeCase.COLUMNS),
                    RANKS,
                    EdgeCase.ROWS,
                    EdgeCase.COLUMNS);

    static List<EdgeCase> cases() {
        return EdgeCases.all();
    }

    /** Each number at each edge while the other is sane, and some pairs of edges. */
    private static List<long[]> numbers(EdgeCase one) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<long[]> all = new ArrayList<>();
        one.edges(0).forEach(a -> all.add(new long[] {a, one.sane()[1]}));
        one.edges(1).forEach(b -> all.add(new long[] {one.sane()[0], b}));
        for (int i = 0; i < PAIRS; i++) {
            List<Long> a = one.edges(0);
            List<Long> b = one.edges(1);
            all.add(new long[] {a.get(random.nextInt(a.size())), b.get(random.nextInt(b.size()))});
        }
        return all;
    }

    private static RunRequest request(long[] numbers) {
        Map<String, String> set = Map.of("a", "" + numbers[0], "b", "" + numbers[1]);
        Map<String, Input> inputs = Map.of("x", new Input.Given(INPUT));
        return new RunRequest(RANKS, set, inputs, 1, Optional.of(Duration.ofSeconds(60)));
    }

    private static Executable build(SourceText text, Problems problems) {
        LoadOptions options = new LoadOptions(Map.of(), RANKS);
        return Engine.standard()
                .verifying()
                .build(text, "", options, problems, new RunTimes())
                .orElseThrow(() -> new AssertionError(problems.sorted().toString()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void scalars(EdgeCase one) {
        Executable program = build(one.text("a", "b"), new Problems());
        for (long[] n : numbers(one)) {
            String what = one.name() + " " + n[0] + ", " + n[1] + ", -Dedges.seed=" + SEED;
            boolean accepted = one.scalars().test(n[0], n[1]);
            check(what, one, n, accepted, program.run(request(n)));
            RunRequest simulated = request(n).scheduled(Schedule.uniform(SEED));
            check("simulated: " + what, one, n, accepted, program.run(simulated));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void constants(EdgeCase one) {
        for (long[] n : numbers(one)) {
            String what = one.name() + " " + n[0] + ", " + n[1] + ", -Dedges.seed=" + SEED;
            boolean accepted = one.constants().test(n[0], n[1]);
            RunResult result =
                    Engine.standard()
                            .verifying()
                            .run(one.text("" + n[0], "" + n[1]), "", request(n));
            check(what, one, n, accepted, result);
            if (!accepted && !one.late()) {
                assertThat(result.verdict())
                        .as("%s: %s", what, Programs.report(result))
                        .isEqualTo(Verdict.REJECT);
            }
        }
    }

    /** What lowering folds is refused with a line, too, and never a defect. */
    @ParameterizedTest
    @MethodSource("cases")
    void variables_that_hold_constants(EdgeCase one) {
        for (int number = 0; number < 2; number++) {
            for (long edge : new long[] {-1, one.ends()[number] + 1}) {
                long[] n = one.sane().clone();
                n[number] = edge;
                RunResult result = Engine.standard().verifying().run(one.text(n), "", request(n));
                if (!one.scalars().test(n[0], n[1])) {
                    check(one.name() + " " + n[0] + ", " + n[1], one, n, false, result);
                }
            }
        }
    }

    private static void check(
            String what, EdgeCase one, long[] n, boolean accepted, RunResult result) {
        String report = what + ": " + result.verdict() + "\n" + Programs.report(result);
        if (!accepted) {
            assertThat(result.isOk()).as(report).isFalse();
            Problem problem = result.problems().getFirst();
            if (!problem.rule()
                    .equals(RunFaults.MEMORY)) { // a tensor that only a larger machine holds
                assertThat(problem.primary().span().line()).as(report).isGreaterThan(1);
            }
            assertThat(result.verdict().word())
                    .as(report)
                    .isIn("REJECT", "FAULT", "PEER-LOST"); // the last if memory is not enough
            return;
        }
        assertThat(result.isOk()).as(report).isTrue();
        HostTensor y = result.output("y");
        for (int rank = 0; rank < RANKS; rank++) {
            for (int r = 0; r < EdgeCase.ROWS; r++) {
                for (int c = 0; c < EdgeCase.COLUMNS; c++) {
                    long at = (rank * (long) EdgeCase.ROWS + r) * EdgeCase.COLUMNS + c;
                    assertThat(Math.round(y.get(at)))
                            .as("%s: y[%d, %d, %d]", report, rank, r, c)
                            .isEqualTo(one.result().at(n[0], n[1], rank, r, c));
                }
            }
        }
    }

    @Test
    void no_operator_is_forgotten() {
        Set<String> named = new TreeSet<>();
        for (EdgeCase one : cases()) {
            Problems problems = new Problems();
            Loaded loaded =
                    Engine.standard()
                            .load(
                                    one.text("" + one.sane()[0], "" + one.sane()[1]),
                                    new LoadOptions(Map.of(), RANKS),
                                    problems);
            loaded.select("")
                    .orElseThrow(() -> new AssertionError(one + ": " + problems.sorted()))
                    .functions()
                    .forEach(f -> Walk.calls(f.body(), call -> named.add(call.op().name())));
        }
        Set<String> missing = new TreeSet<>();
        for (Op op : Catalogue.standard().all()) {
            boolean counts = // what lowering writes has been checked
                    !op.isInternal()
                            && op.slots().stream()
                                    .anyMatch(s ->
                                            s.kind() instanceof Kind.Indices
                                                    || s.kind() instanceof Kind.Integer);
            if (counts && !named.contains(op.name())) {
                missing.add(op.name());
            }
        }
        assertThat(missing)
                .containsExactly(
                        "pl.tensor.full", // its extents must be constants, as those of tiles
                        "pl.tile.reshape",
                        "pld.system.defer_wait");
    }
}

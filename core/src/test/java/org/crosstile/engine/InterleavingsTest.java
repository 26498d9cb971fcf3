package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exhaustive exploration visits each distinguishable interleaving once. */
@Timeout(60)
class InterleavingsTest {

    private static Executable build(SourceText text, int ranks) {
        Problems problems = new Problems();
        RuleBook.standard().find("unfenced-notify").ifPresent(problems::allow);
        Optional<Executable> built =
                Engine.standard()
                        .build(
                                text,
                                "",
                                new LoadOptions(Map.of(), ranks),
                                problems,
                                new RunTimes());
        assertThat(built).as("%s", problems.sorted()).isPresent();
        return built.get();
    }

    private static SourceText kernel(String body) {
        return Programs.kernel(
                "pl.func_attr({\"fences\": \"explicit\"})\n"
                        + "me = pld.rank(pld.get_comm_ctx(sig))\n"
                        + "ones = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)\n"
                        + body
                        + "return y\n");
    }

    private static Exploration exhaust(Executable program, int ranks, MemoryModel memory) {
        Explorer.Plan plan = new Explorer.Plan(5000, List.of(Strategy.UNIFORM), List.of(memory), 0);
        return new Explorer(program, r -> Optional.empty(), RunRequest.of(ranks), plan, () -> false)
                .exhaust(done -> {});
    }

    private static String notify(String op, String value) {
        return "pld.system.notify(sig, peer=0, offsets=[0, 0], value="
                + value
                + ", op=pld.NotifyOp."
                + op
                + ")\n";
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "3, 6", "4, 24"})
    void sets_of_one_cell_come_in_every_order(int ranks, int orders) {
        Executable program = build(kernel(notify("Set", "me")), ranks);
        Exploration result = exhaust(program, ranks, MemoryModel.SEQUENTIAL);
        assertThat(result.complete()).contains(true);
        assertThat(result.runs()).isEqualTo(orders);
    }

    @ParameterizedTest
    @CsvSource({"2, SEQUENTIAL", "5, SEQUENTIAL", "5, IN_FLIGHT"})
    void additions_to_one_cell_come_in_no_order(int ranks, MemoryModel memory) {
        Executable program = build(kernel(notify("AtomicAdd", "1")), ranks);
        Exploration result = exhaust(program, ranks, memory);
        assertThat(result.complete()).contains(true);
        assertThat(result.runs()).isEqualTo(1);
    }

    @Test
    void an_exact_wait_may_be_overtaken() {
        String wait =
                """
                if me == 0:
                    pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Eq)
                else:
                """;
        Executable program =
                build(kernel(wait + (notify("AtomicAdd", "1").repeat(2)).indent(4)), 2);
        Exploration result = exhaust(program, 2, MemoryModel.SEQUENTIAL);
        assertThat(result.complete()).contains(true);
        assertThat(result.runs()).isEqualTo(2);
        assertThat(result.outcomes())
                .extracting(Exploration.Outcome::verdict)
                .contains(Verdict.DEADLOCK);
        assertThat(result.failure()).isPresent();
    }

    /** Signals, data and a read of each rank: the read finds none, one or two of the stores. */
    private static final String PUSH =
            """
            pld.tile.remote_store(ones, data, peer=next, offsets=[0, 0])
            pld.system.notify(sig, peer=next, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            y = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)
            """;

    @ParameterizedTest
    @CsvSource({"SEQUENTIAL, 1", "IN_FLIGHT, 4"})
    void a_signal_overtakes_its_data_on_each_rank_or_not(MemoryModel memory, int interleavings) {
        Exploration result = exhaust(build(kernel(PUSH), 2), 2, memory);
        assertThat(result.complete()).contains(true);
        assertThat(result.runs()).isEqualTo(interleavings);
        assertThat(result.outcomes()).hasSize(interleavings);
    }

    @Test
    void no_seed_finds_an_output_that_exhaustion_does_not() {
        Executable program = build(kernel(PUSH), 3);
        Set<String> all = new HashSet<>();
        Exploration result = exhaust(program, 3, MemoryModel.IN_FLIGHT);
        result.outcomes().forEach(outcome -> all.add(outcome.digest()));
        assertThat(result.complete()).contains(true);
        assertThat(all).hasSize(8);
        for (int seed = 0; seed < 300; seed++) {
            Schedule schedule =
                    new Schedule(Strategy.values()[seed % 4], MemoryModel.IN_FLIGHT, seed);
            RunResult run = program.run(RunRequest.of(3).scheduled(schedule));
            assertThat(all).contains(Summary.sha256(run.outputs()));
        }
    }

    @Test
    void an_exploration_says_where_it_stopped() {
        Executable program = build(kernel(notify("Set", "me")), 4);
        Explorer.Plan plan =
                new Explorer.Plan(5, List.of(Strategy.UNIFORM), List.of(MemoryModel.SEQUENTIAL), 0);
        Exploration result =
                new Explorer(program, r -> Optional.empty(), RunRequest.of(4), plan, () -> false)
                        .exhaust(done -> {});
        assertThat(result.complete()).contains(false);
        assertThat(result.runs()).isEqualTo(5);
    }

    @Test
    void a_failure_is_made_small() {
        Executable program = build(Programs.example("deadlock_on_purpose"), 4);
        Explorer.Plan plan =
                new Explorer.Plan(8, List.of(Strategy.values()), List.of(MemoryModel.IN_FLIGHT), 0);
        Exploration result =
                new Explorer(
                                program,
                                r -> Optional.of(build(Programs.example("deadlock_on_purpose"), r)),
                                RunRequest.of(4),
                                plan,
                                () -> false)
                        .explore(done -> {});
        assertThat(result.verdict()).isEqualTo(Verdict.DEADLOCK);
        assertThat(result.outcomes()).hasSize(1);
        assertThat(result.failure()).isPresent();
        assertThat(result.failure().get().ranks()).isEqualTo(2);
        assertThat(result.failure().get().schedule().switches()).isZero();
    }
}

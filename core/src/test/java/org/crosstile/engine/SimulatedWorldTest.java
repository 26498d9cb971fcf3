package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.record.Trace;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seeds, memory models, deadlocks and delays of the simulated world. */
@Timeout(60)
class SimulatedWorldTest {
    private static final int SEEDS = 200;

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

    /** A kernel with explicit fences on every rank: it gets {@code x}, {@code y}, {@code data}. */
    private static SourceText kernel(String body) {
        return Programs.kernel("pl.func_attr({\"fences\": \"explicit\"})\n" + body);
    }

    /** Every rank stores ones to its neighbour, signals, waits, and gives what it has got. */
    private static SourceText push(String between) {
        return kernel(
                """
                ones = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)
                pld.tile.remote_store(ones, data, peer=next, offsets=[0, 0])
                """
                        + between
                        + """
                        pld.system.notify(sig, peer=next, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                        pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                        return pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)
                        """);
    }

    private static Schedule schedule(MemoryModel memory, long seed) {
        Strategy[] all = Strategy.values();
        return new Schedule(all[(int) (seed % all.length)], memory, seed);
    }

    /** How many seeds of a memory model give something else than ones. */
    private static int stale(SourceText text, MemoryModel memory) {
        Executable program = build(text, 2);
        int stale = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            RunResult result = program.run(RunRequest.of(2).scheduled(schedule(memory, seed)));
            HostTensor y = result.output("y");
            for (long i = 0; i < y.elements(); i++) {
                if (y.get(i) != 1) {
                    stale++;
                    break;
                }
            }
        }
        return stale;
    }

    @Test
    void a_signal_overtakes_its_data_in_flight_unless_a_fence_stands_between() {
        assertThat(stale(push(""), MemoryModel.SEQUENTIAL)).isZero();
        assertThat(stale(push(""), MemoryModel.IN_FLIGHT)).isPositive();
        assertThat(stale(push("pl.system.fence()\n"), MemoryModel.IN_FLIGHT)).isZero();
        assertThat(stale(push("pl.system.fence()\n"), MemoryModel.LINE)).isZero();
    }

    @Test
    void a_peer_sees_an_own_store_late_unless_it_is_fenced() {
        String pull =
                """
                ones = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)
                data = pl.store(ones, [0, 0], data)
                FENCEpld.system.notify(sig, peer=next, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                got = pld.tile.remote_load(data, peer=next, offsets=[0, 0], shape=[1, 8])
                return pl.store(got, [0, 0], y)
                """;
        assertThat(stale(kernel(pull.replace("FENCE", "")), MemoryModel.IN_FLIGHT)).isPositive();
        assertThat(
                        stale(
                                kernel(pull.replace("FENCE", "pl.system.fence()\n")),
                                MemoryModel.IN_FLIGHT))
                .isZero();
    }

    @Test
    void a_scalar_store_wipes_what_a_peer_wrote_into_its_line() {
        String text =
                """
                ones = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)
                pld.tile.remote_store(ones, data, peer=next, offsets=[0, 0])
                pl.system.fence()
                pl.write(data, [0, 0], 1.0)
                INVALIDpld.system.notify(sig, peer=next, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                pl.system.cacheinvalid()
                return pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)
                """;
        SourceText wiping = kernel(text.replace("INVALID", ""));
        assertThat(stale(wiping, MemoryModel.SEQUENTIAL)).isZero();
        assertThat(stale(wiping, MemoryModel.IN_FLIGHT)).isZero();
        assertThat(stale(wiping, MemoryModel.LINE)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"moe_dispatch_combine", "host_allreduce_cores", "deadlock_on_purpose"})
    void the_same_seed_gives_the_same_trace_and_report(String example) {
        Executable first = build(Programs.example(example), 4);
        Executable second = build(Programs.example(example), 4);
        List<String> traces = new ArrayList<>();
        for (MemoryModel memory : MemoryModel.values()) {
            for (int seed = 0; seed < 4; seed++) {
                RunRequest request =
                        RunRequest.of(4).scheduled(schedule(memory, seed)).repeated(2, false);
                Trace one = new Trace();
                Trace other = new Trace();
                RunResult a = first.run(request, Optional.of(one));
                RunResult b = second.run(request, Optional.of(other));
                assertThat(text(other)).isEqualTo(text(one));
                assertThat(Programs.report(b)).isEqualTo(Programs.report(a));
                traces.add(text(one));
            }
        }
        assertThat(traces.stream().distinct().count()).isGreaterThan(2);
    }

    private static String text(Trace trace) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < trace.size(); i++) {
            text.append(trace.kind(i)).append(' ').append(trace.agent(i)).append(' ');
            text.append(trace.site(i)).append(' ').append(trace.device(i)).append(' ');
            text.append(trace.offset(i)).append(' ').append(trace.value(i)).append(' ');
            text.append(trace.result(i)).append('\n');
        }
        return text.toString();
    }

    @Test
    void a_deadlock_reads_as_in_threads() {
        Executable program = build(Programs.example("deadlock_on_purpose"), 3);
        RunResult threads = program.run(RunRequest.of(3));
        RunResult simulated = program.run(RunRequest.of(3).scheduled(Schedule.uniform(5)));
        assertThat(simulated.verdict()).isEqualTo(Verdict.DEADLOCK);
        assertThat(Programs.report(simulated)).isEqualTo(Programs.report(threads));
    }

    @Test
    void five_hundred_and_twelve_ranks_pass_a_barrier() {
        Executable program = build(Programs.example("host_barrier"), 512);
        RunResult result =
                program.run(RunRequest.of(512).scheduled(Schedule.uniform(1)), Optional.empty());
        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "system.notify",
                "one = pl.tile.full",
                "two = pl.tile.adds",
                "value = me * 2",
                "if me < 7",
                "for step in"
            })
    void a_slow_rank_comes_last_in_both_worlds(String slowest) {
        // who comes last sets the cell that all others see
        SourceText text =
                kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(sig))
                        one = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)
                        two = pl.tile.adds(one, 1.0)
                        for step in pl.range(2):
                            value = me * 2 + step
                            if me < 7:
                                pld.system.notify(sig, peer=0, offsets=[0, 0], value=value, op=pld.NotifyOp.Set)
                        return pl.store(two, [0, 0], y)
                        """);
        int line = 1;
        for (String each : text.text().lines().toList()) {
            if (each.contains(slowest)) {
                break;
            }
            line++;
        }
        Executable program = build(text, 3);
        for (int slow = 0; slow < 3; slow++) {
            RunRequest request =
                    RunRequest.of(3).slowed(List.of(new RunRequest.SlowLine(slow, line, 20)));
            Trace trace = new Trace();
            RunResult result =
                    program.run(request.scheduled(Schedule.uniform(slow)), Optional.of(trace));
            assertThat(lastNotifier(trace)).as(Programs.report(result)).isEqualTo(slow);
            long start = System.nanoTime();
            assertThat(program.run(request).isOk()).isTrue();
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
        }
    }

    private static int lastNotifier(Trace trace) {
        int last = -1;
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == Trace.Kind.NOTIFY) {
                last = trace.agents().get(trace.agent(i)).device();
            }
        }
        return last;
    }

    @Test
    void nobody_can_be_slow_where_nobody_communicates() {
        Executable program = build(Programs.example("host_barrier"), 2);
        RunResult result =
                program.run(RunRequest.of(2).slowed(List.of(new RunRequest.SlowLine(0, 1, 20))));
        assertThat(result.problems()).extracting(p -> p.rule().id()).containsExactly("delay-line");
    }
}

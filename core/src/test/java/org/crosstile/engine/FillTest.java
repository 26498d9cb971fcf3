package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.crosstile.memory.Fill;
import org.crosstile.ranks.simulated.Schedule;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What memory holds before it is written, in both worlds. */
@Timeout(120)
class FillTest {
    private static final List<Optional<Schedule>> WORLDS =
            List.of(Optional.empty(), Optional.of(Schedule.uniform(1)));

    private static HostTensor y(String lines, RunRequest request) {
        return Engine.standard()
                .run(Programs.kernel(lines + "return y\n"), "", request)
                .outputs()
                .getFirst();
    }

    @ParameterizedTest
    @CsvSource({"zero, 0", "nan, NaN", "max, 3.4028234663852886E38"})
    void windows_outputs_and_intermediate_tensors(Fill fill, double expected) {
        for (Optional<Schedule> world : WORLDS) {
            for (String source : List.of("data", "y", "pl.create_tensor([1, 8], dtype=pl.FP32)")) {
                String lines = "y = pl.store(pl.load(%s, [0, 0], [1, 1]), [0, 4], y)\n";
                RunRequest request = RunRequest.of(2).filled(fill).in(world);
                assertThat(Double.compare(y(lines.formatted(source), request).get(4), expected))
                        .isZero();
                RunRequest again = request.repeated(2, false);
                assertThat(Double.compare(y(lines.formatted(source), again).get(4), expected))
                        .isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Fill.class)
    void cells_are_zero_and_collectives_take_no_notice(Fill fill) {
        String lines =
                """
                pld.tensor.barrier(sig)
                data = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), [0, 0], data)
                data = pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Sum)
                y = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)
                """;
        for (Optional<Schedule> world : WORLDS) {
            HostTensor y = y(lines, RunRequest.of(3).filled(fill).in(world).repeated(2, false));
            for (int i = 0; i < y.elements(); i++) {
                assertThat(y.get(i)).isEqualTo(3);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Fill.class)
    void kept_windows_keep_what_they_hold(Fill fill) {
        String lines =
                """
                pld.system.notify(sig, peer=next, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                pld.system.wait(sig, offsets=[1, 0], expected=1, cmp=pld.WaitCmp.Ge)
                pld.system.notify(sig, peer=(next + 1) % 2, offsets=[1, 0], value=-1, op=pld.NotifyOp.AtomicAdd)
                if pl.read(sig, [0, 0]) == 1:
                    y = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)
                data = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=5.0), [0, 0], data)
                pl.write(sig, [0, 0], pl.const(1, pl.INT32))
                """;
        for (Optional<Schedule> world : WORLDS) {
            RunResult kept =
                    Engine.standard()
                            .run(
                                    Programs.kernel(lines + "return y\n"),
                                    "",
                                    RunRequest.of(2).filled(fill).in(world).repeated(2, true));
            assertThat(kept.problems()).as(Programs.report(kept)).isEmpty();
            assertThat(kept.output("y").get(0)).isEqualTo(5);
        }
    }
}

package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody has written is found where something comes of it, and nowhere else. */
@Timeout(120)
class UnwrittenTest {
    private static final String TILE = "t = pl.create_tile([1, 8], dtype=pl.FP32)\n";
    private static final String STORE = "y = pl.store(t, [0, 0], y)\n";

    private static RunResult run(String lines) {
        return run(lines, RunRequest.of(2));
    }

    private static RunResult run(String lines, RunRequest request) {
        return Engine.standard()
                .run(
                        Programs.kernel(lines + "return y\n"),
                        "",
                        request.scheduled(
                                new Schedule(Strategy.UNIFORM, MemoryModel.IN_FLIGHT, 1)));
    }

    private static List<String> rules(RunResult result) {
        return result.problems().stream().map(Problem::rule).map(Rule::id).distinct().toList();
    }

    private static void finds(String rule, String lines) {
        RunResult result = run(lines);
        assertThat(rules(result)).as(lines + Programs.report(result)).containsExactly(rule);
    }

    private static void isSilent(String lines) {
        RunResult result = run(lines);
        assertThat(result.problems()).as(lines + Programs.report(result)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "t = pl.add(t, 1.0)\n",
                "t = pl.add(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), t)\n",
                "t = pl.mul(t, t)\n",
                "t = pl.exp(t)\n",
                "t = pl.neg(t)\n",
                "t = pl.cast(pl.cast(t, pl.FP16), pl.FP32)\n",
                "t = pl.tile.reshape(pl.tile.reshape(t, [8, 1]), [1, 8])\n",
                "t = pl.tile.transpose(pl.tile.transpose(t, 0, 1), 0, 1)\n",
                "u = pl.create_tile([1, 8], dtype=pl.FP32)\ny = pl.store(pl.row_sum(t, u), [0, 0], y)\nt = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)\n",
                "u = pl.create_tile([1, 8], dtype=pl.FP32)\ny = pl.store(pl.row_max(t, u), [0, 0], y)\nt = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)\n",
                "t = pl.tile.write(t, [0, 0], 1.0)\n",
                "t = pl.tile.slice(t, [1, 8], [0, 0])\n",
            })
    void a_tile_of_nothing_and_what_is_computed_from_it(String work) {
        finds("tile-uninit", TILE + work + STORE);
    }

    @Test
    void a_tile_of_nothing_is_sent_or_read_as_a_number() {
        finds("tile-uninit", TILE + "pld.tile.remote_store(t, data, peer=next, offsets=[0, 0])\n");
        finds("tile-uninit", TILE + "pl.write(y, [0, 0], pl.read(t, [0, 3]))\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                TILE + "for i in pl.range(8):\n    t = pl.tile.write(t, [0, i], 1.0)\n" + STORE,
                TILE + "t = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)\n" + STORE,
                TILE + "u = pl.add(t, 1.0)\n",
                TILE
                        + "v = pl.tile.set_validshape(t, 1, 0)\n"
                        + "y = pl.store(pl.tile.fillpad_inplace(v), [0, 0], y)\n",
                TILE
                        + "t = pl.tile.write(t, [0, 0], 1.0)\n"
                        + "y = pl.store(pl.tile.set_validshape(t, 1, 1), [0, 0], y)\n",
            })
    void what_has_been_written_or_is_not_valid_is_no_use_of_nothing(String lines) {
        isSilent(lines);
    }

    @Test
    void part_of_a_window_that_is_loaded_and_not_stored() {
        String first = "data = pl.store(pl.load(y0, [0, 0], [1, 4]), [0, 0], data)\n";
        String some = "t = pl.tile.full([1, 4], dtype=pl.FP32, value=1.0)\n";
        String half = first.replace("pl.load(y0, [0, 0], [1, 4])", "t");
        String all = some + half + "u = pl.load(data, [0, 0], [1, 8])\n";

        finds("window-uninit", all + "y = pl.store(u, [0, 0], y)\n");
        finds("window-uninit", all + "y = pl.store(pl.add(u, 1.0), [0, 0], y)\n");
        isSilent(all + "y = pl.store(pl.tile.set_validshape(u, 1, 4), [0, 0], y)\n");
        isSilent(all + "y = pl.store(pl.tile.set_validshape(pl.add(u, 1.0), 1, 4), [0, 0], y)\n");
    }

    @Test
    void outputs_and_intermediate_tensors() {
        finds("tensor-uninit", "y = pl.store(pl.load(y, [0, 0], [1, 8]), [0, 0], y)\n");
        finds("tensor-uninit", "pl.write(y, [0, 1], pl.read(y, [0, 0]))\n");
        finds("tensor-uninit", "pld.tensor.put(data, next, y)\n");
        isSilent("t = pl.load(y, [0, 0], [1, 8])\n");
        isSilent("pl.write(y, [0, 0], 1.0)\npl.write(y, [0, 1], pl.read(y, [0, 0]))\n");
    }

    @Test
    void additions_find_zeros_in_a_window_and_nothing_in_an_output() {
        String one = "t = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)\n";
        isSilent(
                one
                        + "data = pl.store(t, [0, 0], data, atomic=pl.AtomicType.Add)\n"
                        + "y = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)\n");
        finds("tensor-uninit", one + "y = pl.store(t, [0, 0], y, atomic=pl.AtomicType.Add)\n");
        isSilent(one + STORE + "y = pl.store(t, [0, 0], y, atomic=pl.AtomicType.Add)\n");
    }

    @Test
    void both_places_are_shown() {
        Problem problem = run(TILE + "t = pl.add(t, 1.0)\n" + STORE).problems().getFirst();

        assertThat(problem.primary().span().text()).startsWith("pl.store(t");
        assertThat(problem.secondary().getFirst().span().text()).startsWith("pl.create_tile(");
    }

    @Test
    void kept_windows_hold_what_the_run_before_has_left() {
        String lines =
                "if pl.read(data, [0, 0]) < 1.0:\n"
                        + "    data = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), [0, 0], data)\n";
        RunRequest twice = RunRequest.of(2).repeated(2, true);

        assertThat(rules(run(lines, twice))).containsExactly("window-uninit");
        String fill =
                "y = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)\n"
                        + "data = pl.store(pl.tile.full([1, 8], dtype=pl.FP32, value=1.0), [0, 0], data)\n";
        assertThat(rules(run(fill, twice))).containsExactly("window-uninit");
    }

    @Test
    void an_input_for_an_output_is_written() {
        String lines = "y = pl.store(pl.load(y, [0, 0], [1, 8]), [0, 0], y)\n";
        RunRequest given = RunRequest.of(2).with("y", new Input.Generated(Input.Fill.ones));

        assertThat(run(lines, given).problems()).isEmpty();
    }
}

package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.engine.Capabilities;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.model.Place;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of what collectives take: what it lists runs, and nothing else is accepted; called in a
 * kernel and by the host, a collective leaves the same bytes. Where the chip calls one is {@link
 * AllToAllVTest}.
 */
@Timeout(60)
class RailsTest {
    /** How a collective is called, with windows {@code input} and {@code target} of some rows. */
    private record Form(String input, String target, String call) {
        List<HostText.Data> windows(DType dtype) {
            List<HostText.Data> windows = new ArrayList<>();
            if (!input.isEmpty()) {
                windows.add(new HostText.Data("input", input, dtype.name()));
            }
            windows.add(new HostText.Data("target", target, dtype.name()));
            return windows;
        }
    }

    private static final Map<String, Form> FORMS =
            Map.of(
                    "pld.tensor.barrier", new Form("", "1", "pld.tensor.barrier(signal)"),
                    "pld.tensor.allreduce",
                            new Form("", "1", "pld.tensor.allreduce(target, signal, MORE)"),
                    "pld.tensor.broadcast",
                            new Form("", "1", "pld.tensor.broadcast(target, signal, root=1)"),
                    "pld.tensor.reduce_scatter",
                            new Form("", "NR", "pld.tensor.reduce_scatter(target, signal, MORE)"),
                    "pld.tensor.allgather",
                            new Form("1", "NR", "pld.tensor.allgather(input, target, signal)"),
                    "pld.tensor.all_to_all",
                            new Form("NR", "NR", "pld.tensor.all_to_all(input, target, signal)"));

    /** A way to call a collective that the table lists. */
    record Way(Capabilities.Row row, DType dtype, String op, String mode) {
        boolean isRing() {
            return mode.equals("ring");
        }

        String call() {
            List<String> more = new ArrayList<>();
            if (!op.isEmpty()) {
                more.add("op=pld.ReduceOp." + op);
            }
            if (!mode.isEmpty()) {
                more.add("mode='" + mode + "'");
            }
            return form().call().replace("MORE", String.join(", ", more));
        }

        Form form() {
            return FORMS.get(row.operator());
        }

        @Override
        public String toString() {
            return row.operator() + " " + row.rail() + " " + dtype + " " + op + " " + mode;
        }

        /** The program that calls it so, at another place too. */
        String text(Place place) {
            List<HostText.Data> windows = form().windows(dtype);
            String columns = isRing() ? "NR" : "1";
            if (place == Place.HOST) {
                return HostText.of(windows, isRing() ? "(2 * NR - 1)" : "NR", columns, call());
            }
            String rows = isRing() ? "(2 * NR - 2)" : "NR";
            return HostText.ofKernel(windows, rows, columns, call());
        }
    }

    static List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        for (Capabilities.Row row : Capabilities.all()) {
            if (FORMS.containsKey(row.operator())) {
                for (DType dtype : row.dtypes().isEmpty() ? List.of(DType.FP32) : row.dtypes()) {
                    for (String op : orNone(row.choice("op"))) {
                        for (String mode : orNone(row.choice("mode"))) {
                            ways.add(new Way(row, dtype, op, mode));
                        }
                    }
                }
            }
        }
        return ways;
    }

    private static List<String> orNone(List<String> values) {
        return values.isEmpty() ? List.of("") : values;
    }

    static Stream<Way> waysOfTheHost() {
        return ways().stream().filter(way -> way.row().place() == Place.HOST);
    }

    static Stream<Way> waysOfKernelsOnly() {
        return ways().stream()
                .filter(way -> way.row().place() == Place.KERNEL)
                .filter(way ->
                        waysOfTheHost()
                                .noneMatch(h ->
                                        h.call().equals(way.call()) && h.dtype() == way.dtype()))
                .filter(way -> way.op().isEmpty() || way.op().equals("Sum"));
    }

    private static Optional<Executable> build(String text, Problems problems) {
        return Engine.standard()
                .build(
                        new SourceText("rails.py", text),
                        "",
                        LoadOptions.of(2),
                        problems,
                        new RunTimes());
    }

    private static Executable built(String text) {
        Problems problems = new Problems();
        Optional<Executable> built = build(text, problems);
        assertThat(problems.sorted()).as(text).extracting(Problem::toString).isEmpty();
        return built.orElseThrow();
    }

    private static RunResult run(Executable program, Way way, int ranks, int columns) {
        var request =
                CheckingCase.request(ranks, Map.of("C", Integer.toString(columns)))
                        .with("x_target", new Input.Generated(Input.Fill.randn));
        if (!way.form().input().isEmpty()) {
            request = request.with("x_input", new Input.Generated(Input.Fill.randn));
        }
        RunResult result = program.run(request);
        assertThat(result.problems()).as(way.toString()).extracting(Problem::headline).isEmpty();
        HostTensor cells = result.output("y_cells");
        for (long i = 0; i < cells.elements(); i++) {
            assertThat(cells.get(i)).as("%s: cell %d", way, i).isZero();
        }
        return result;
    }

    @ParameterizedTest
    @MethodSource("waysOfTheHost")
    void rails_agree(Way way) {
        Executable host = built(way.text(Place.HOST));
        Executable kernel = built(way.text(Place.KERNEL));
        for (int ranks : new int[] {2, 3, 4}) {
            for (int columns : new int[] {7, 257, 1000}) {
                HostTensor a = run(host, way, ranks, columns).output("y_target");
                HostTensor b = run(kernel, way, ranks, columns).output("y_target");
                assertThat(a.values().segment().mismatch(b.values().segment()))
                        .as("%s, %d ranks, %d columns", way, ranks, columns)
                        .isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("waysOfKernelsOnly")
    void what_only_kernels_take_runs_in_kernels(Way way) {
        run(built(way.text(Place.KERNEL)), way, 3, 33);
    }

    @Test
    void element_types_that_are_not_listed_are_refused() {
        for (Capabilities.Row row : Capabilities.all()) {
            if (!FORMS.containsKey(row.operator()) || row.dtypes().isEmpty()) {
                continue;
            }
            String op = row.choice("op").isEmpty() ? "" : "Sum";
            String mode = row.choice("mode").isEmpty() ? "" : "mesh";
            for (DType dtype :
                    List.of(
                            DType.BOOL,
                            DType.INT8,
                            DType.INT32,
                            DType.INT64,
                            DType.FP16,
                            DType.BF16)) {
                Way way = new Way(row, dtype, op, mode);
                Problems problems = new Problems();
                build(way.text(row.place()), problems);
                assertThat(problems.hasErrors())
                        .as("%s: %s", way, problems.sorted())
                        .isEqualTo(!row.dtypes().contains(dtype));
            }
        }
    }

    @Test
    void the_readme_shows_the_table_and_the_promises() throws IOException {
        assertThat(Files.readString(Path.of("..", "README.md")))
                .contains(Capabilities.markdown(), Capabilities.promises());
    }
}

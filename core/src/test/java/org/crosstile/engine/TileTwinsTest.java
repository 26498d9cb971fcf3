package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.isa.Arch;
import org.crosstile.isa.CostModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels and tile-level texts that do the same have the same races: what orders two accesses is
 * what is guaranteed, and not what one run happened to do.
 */
@Timeout(120)
class TileTwinsTest {
    private static final int SEEDS = 3;

    /**
     * What each rank does, line by line.
     *
     * <ul>
     *   <li>{@code put P S}: stores row S of rank P; {@code own S}: of its own
     *   <li>{@code read S}: loads its own row S
     *   <li>{@code add P C V} and {@code set P C V}: notify cell C of rank P
     *   <li>{@code await C >= V} and {@code await C == V}: of its own
     * </ul>
     */
    record Scenario(String name, boolean races, List<String> ranks) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Scenario good(String name, String... ranks) {
        return new Scenario(name, false, List.of(ranks));
    }

    private static Scenario bad(String name, String... ranks) {
        return new Scenario(name, true, List.of(ranks));
    }

    static Stream<Scenario> scenarios() {
        return Stream.concat(
                Stream.of(
                        good("a signal", "put 1 0, add 1 0 1", "await 0 >= 1, read 0"),
                        bad("no signal", "put 1 0", "read 0"),
                        bad("a signal too early", "add 1 0 1, put 1 0", "await 0 >= 1, read 0"),
                        bad(
                                "a wait that is true already",
                                "put 1 0, add 1 0 1",
                                "add 1 0 1, await 0 >= 1, read 0"),
                        good(
                                "a wait that needs both",
                                "put 1 0, add 1 0 1",
                                "add 1 0 1, await 0 >= 2, read 0"),
                        bad(
                                "either of two signals",
                                "put 1 0, add 1 0 1",
                                "await 0 >= 1, read 0, read 1",
                                "put 1 1, add 1 0 1"),
                        good(
                                "both of two signals",
                                "put 1 0, add 1 0 1",
                                "await 0 >= 2, read 0, read 1",
                                "put 1 1, add 1 0 1"),
                        bad(
                                "how many, not which",
                                "put 1 0, add 1 0 1, put 1 1, add 1 0 1",
                                "await 0 >= 2, read 0",
                                "put 1 2, add 1 0 1, put 1 3, add 1 0 1"),
                        good(
                                "a cell for each sender",
                                "put 1 0, add 1 0 1, put 1 1, add 1 0 1",
                                "await 0 >= 2, await 1 >= 2, read 0, read 3",
                                "put 1 2, add 1 1 1, put 1 3, add 1 1 1"),
                        bad(
                                "one cell, set twice",
                                "put 1 0, set 1 0 1, await 0 >= 1, put 1 0, set 1 0 1",
                                "await 0 >= 1, read 0, set 0 0 1, await 0 >= 1, read 0"),
                        good(
                                "one cell, counted",
                                "put 1 0, add 1 0 1, await 0 >= 1, put 1 0, add 1 0 1",
                                "await 0 >= 1, read 0, add 0 0 1, await 0 >= 2, read 0")),
                Stream.of(
                        bad(
                                "overwritten while it is read",
                                "put 1 0, add 1 0 1, put 1 0",
                                "await 0 >= 1, read 0"),
                        good(
                                "overwritten when it was read",
                                "put 1 0, add 1 0 1, await 0 >= 1, put 1 0",
                                "await 0 >= 1, read 0, add 0 0 1"),
                        good(
                                "over a third rank",
                                "put 2 0, add 1 0 1",
                                "await 0 >= 1, add 2 0 1",
                                "await 0 >= 1, read 0"),
                        bad(
                                "over a third rank that does not wait for it",
                                "put 2 0, add 1 0 1",
                                "add 1 0 1, await 0 >= 1, add 2 0 1",
                                "await 0 >= 1, read 0"),
                        bad(
                                "a signal that comes much later would do, too",
                                "put 1 0, add 1 0 1",
                                "await 0 >= 1, read 0",
                                "own 0, own 1, own 2, own 3, own 0, own 1, add 1 0 1"),
                        good("an equality", "put 1 0, add 1 0 3", "await 0 == 3, read 0"),
                        good(
                                "rounds with answers",
                                "put 1 0, set 1 0 1, await 0 == 1, put 1 0, set 1 0 2",
                                "await 0 == 1, read 0, set 0 0 1, await 0 == 2, read 0"),
                        bad(
                                "a credit that was left",
                                "add 1 0 1, add 1 0 1, put 1 0, add 1 1 1",
                                "await 0 >= 1, await 0 >= 2, read 0"),
                        good(
                                "rows that nobody shares",
                                "put 1 0, add 1 0 1",
                                "own 1, read 1, await 0 >= 1, read 0",
                                "put 1 2"),
                        bad("two writers", "put 2 1", "put 2 1", "own 0")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void kernels_and_texts_have_the_same_races(Scenario scenario) {
        int ranks = scenario.ranks().size();
        List<Problem> text = text(scenario);
        assertThat(text.stream().map(p -> p.rule().verdict()))
                .as(ProblemText.plain().render(text))
                .isEqualTo(scenario.races() ? List.of(Verdict.RACE) : List.of());
        for (int seed = 0; seed < SEEDS; seed++) {
            RunResult kernel =
                    kernel(scenario).run(RunRequest.of(ranks).scheduled(Schedule.uniform(seed)));
            assertThat(kernel.problems().stream().anyMatch(p -> p.rule().id().equals("race")))
                    .as(Programs.report(kernel))
                    .isEqualTo(scenario.races());
        }
    }

    private static List<Problem> text(Scenario scenario) {
        int ranks = scenario.ranks().size();
        Problems problems = new Problems();
        SourceText source = new SourceText("twin.ptoasm", asm(scenario));
        Optional<TileProgram> program =
                TileProgram.build(source, "", Optional.of(Arch.A2A3), ranks, problems);
        assertThat(problems.sorted()).as(ProblemText.plain().render(problems.sorted())).isEmpty();
        RunRequest request = RunRequest.of(ranks);
        return program.orElseThrow()
                .run(request, CostModel.standard(Arch.A2A3))
                .result()
                .problems();
    }

    private static String asm(Scenario scenario) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            body.append("%c" + i + " = arith.constant " + i + " : index\n");
            body.append("%k" + i + " = arith.constant " + i + " : i32\n");
        }
        body.append("%me = pto.rank : index\n");
        int count = 0;
        for (int r = 0; r < scenario.ranks().size(); r++) {
            body.append("%is" + r + " = arith.cmpi eq, %me, %c" + r + "\nscf.if %is" + r + " {\n");
            for (String action : scenario.ranks().get(r).split(", ")) {
                body.append(asm(action.split(" "), ++count).indent(2));
            }
            body.append("}\n");
        }
        return """
        func.func @twin(%x: !pto.memref<1x8xf32>, %y: !pto.memref<4x8xf32> {pto.out},
                        %data: !pto.memref<4x8xf32, window> {pto.scratch},
                        %sig: !pto.memref<4xi32, window> {pto.scratch}) {
        """
                + body.toString().indent(2)
                + "  return\n}\n";
    }

    private static String asm(String[] w, int n) {
        String far = "%far" + n + " = pto.peer ";
        String view = "%view" + n + " = pto.partition_view ";
        return switch (w[0]) {
            case "put" ->
                    far
                            + ("%data, %c" + w[1] + "\n" + view + "%far" + n)
                            + (", offsets = [" + w[2] + ", 0], sizes = [1, 8]\n")
                            + ("tput %view" + n + ", %x");
            case "own" ->
                    view
                            + ("%data, offsets = [" + w[1] + ", 0], sizes = [1, 8]\n")
                            + ("tput %view" + n + ", %x");
            case "read" ->
                    view
                            + ("%data, offsets = [" + w[1] + ", 0], sizes = [1, 8]\n")
                            + ("%to" + n + " = pto.partition_view %y, offsets = [" + w[1])
                            + (", 0], sizes = [1, 8]\ntget %to" + n + ", %view" + n);
            case "await" ->
                    view
                            + ("%sig, offsets = [" + w[1] + "], sizes = [1]\n")
                            + ("twait %view" + n + ", %k" + w[3])
                            + (" {cmp = #pto.cmp<" + (w[2].equals(">=") ? "GE" : "EQ") + ">}");
            default ->
                    far
                            + ("%sig, %c" + w[1] + "\n" + view + "%far" + n)
                            + (", offsets = [" + w[2] + "], sizes = [1]\n")
                            + ("tnotify %view" + n + ", %k" + w[3] + " {op = #pto.notify_op<")
                            + (w[0].equals("set") ? "Set" : "AtomicAdd")
                            + ">}";
        };
    }

    private static Executable kernel(Scenario scenario) {
        StringBuilder body = new StringBuilder("ones = pl.load(x, [0, 0], [1, 8])\n");
        for (int r = 0; r < scenario.ranks().size(); r++) {
            body.append("if me == ").append(r).append(":\n");
            for (String action : scenario.ranks().get(r).split(", ")) {
                body.append("    ").append(line(action.split(" "))).append('\n');
            }
        }
        List<String> params = new ArrayList<>();
        params.add("x: pl.Tensor[[1, 8], pl.FP32]");
        params.add("y: pl.Out[pl.Tensor[[4, 8], pl.FP32]]");
        params.add("data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]]");
        params.add("sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]");
        params.add("me: pl.Scalar[pl.INT32]");
        String all = "self, " + String.join(", ", params);
        String text =
                "@pl.program\nclass Twin:\n    @pl.function(type=pl.FunctionType.InCore)\n"
                        + ("    def kernel(" + all + "):\n" + body.toString().indent(8))
                        + "\n    @pl.function(type=pl.FunctionType.Orchestration)\n"
                        + ("    def chip(" + all + "):\n        self.kernel(x, y, data, sig, me)\n")
                        + """

                            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                            def host(self, x: pl.Tensor[[NR, 1, 8], pl.FP32], y: pl.Out[pl.Tensor[[NR, 4, 8], pl.FP32]]):
                                data_buf = pld.alloc_window_buffer([4, 8], dtype=pl.FP32)
                                sig_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                                for r in pl.range(pld.world_size()):
                                    data = pld.window(data_buf, [4, 8], dtype=pl.FP32)
                                    sig = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
                                    self.chip(x[r], y[r], data, sig, r, device=r)
                        """
                                .replace("NR", Integer.toString(scenario.ranks().size()));
        Problems problems = new Problems();
        LoadOptions options = new LoadOptions(Map.of(), scenario.ranks().size());
        return Engine.standard()
                .build(Programs.text(text), "", options, problems, new RunTimes())
                .orElseThrow(() ->
                        new AssertionError(ProblemText.plain().render(problems.sorted()) + text));
    }

    private static String line(String[] w) {
        String cell = w.length > 2 ? "offsets=[" + w[2] + ", 0], value=" + w[w.length - 1] : "";
        return switch (w[0]) {
            case "put" ->
                    "pld.tile.remote_store(ones, data, peer="
                            + w[1]
                            + ", offsets=["
                            + w[2]
                            + ", 0])";
            case "own" -> "pl.store(ones, [" + w[1] + ", 0], data)";
            case "read" ->
                    "pl.store(pl.load(data, [" + w[1] + ", 0], [1, 8]), [" + w[1] + ", 0], y)";
            case "await" ->
                    ("pld.system.wait(sig, offsets=[" + w[1] + ", 0], expected=" + w[3])
                            + (", cmp=pld.WaitCmp." + (w[2].equals(">=") ? "Ge" : "Eq") + ")");
            case "set" ->
                    "pld.system.notify(sig, peer=" + w[1] + ", " + cell + ", op=pld.NotifyOp.Set)";
            default ->
                    ("pld.system.notify(sig, peer=" + w[1] + ", " + cell)
                            + ", op=pld.NotifyOp.AtomicAdd)";
        };
    }
}

package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
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
import org.crosstile.model.Composite;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every collective of a kernel, from text to threads, against its meaning: once, back to back, in
 * loops and in branches that all ranks take alike, with one rank behind the others.
 */
class MeaningTest {
    private static final int MOST = 3;

    /** A call among the statements {@code # CALL} of the program, and the extents that it wants. */
    private record Case(
            String call, DType dtype, int rows, int dataRows, int columns, int cells, int lanes) {
        static Case square(String call, DType dtype, int ranks, int columns) {
            return new Case(call, dtype, ranks, ranks, columns, ranks, 1);
        }
    }

    /** How often statements around a call carry it out. */
    private record Flow(String statements, int times) {}

    private static final List<Flow> FLOWS =
            List.of(
                    new Flow("# CALL\n", 1),
                    new Flow("# CALL\n# CALL\n", 2),
                    new Flow("for i in pl.range(3):\n    # CALL\n", 3),
                    new Flow("for i in pl.range(4):\n    if i % 2 == 0:\n        # CALL\n", 2),
                    new Flow("k = 0\nwhile k < 2:\n    # CALL\n    k = k + 1\n", 2));

    private static String text(Case c, Flow flow, int ranks) {
        String slow =
                "if me == SLOW:\n    for work in pl.range(2000):\n        pl.write(busy, [0, 0], pl.cast(work, pl.INT32))\n";
        StringBuilder body = new StringBuilder();
        for (String line : flow.statements().lines().toList()) {
            int indent = line.indexOf("# CALL");
            if (indent < 0) {
                body.append(line).append('\n');
            } else {
                body.append((slow + c.call() + "\n").indent(indent));
            }
        }
        String copy =
                "for r in pl.range(%d):\n    for at in pl.range(0, COLUMNS, STEP):\n        %s\n";
        String part =
                "pl.load(%s, [r, at], [1, STEP], valid_shape=[1, pl.min(STEP, COLUMNS - at)])";
        String in =
                copy.formatted(
                        c.dataRows(), "pl.store(" + part.formatted("before") + ", [r, at], data)");
        String out =
                copy.formatted(
                        c.dataRows(), "pl.store(" + part.formatted("data") + ", [r, at], y)");
        String cells =
                "for r in pl.range(CELLS):\n    for l in pl.range(LANES):\n"
                        + "        pl.write(cells, [r, l], pl.read(sig, [r, l]))\n"
                        + "for r in pl.range(NR):\n    pl.write(got, [r, 0], pl.read(recv, [r, 0]))\n";
        String kernel =
                in
                        + "pld.tensor.barrier(gate)\n"
                        + body
                        + "pld.tensor.barrier(gate)\n"
                        + out
                        + cells;
        return TEXT.replace("$KERNEL", kernel.indent(8).stripTrailing())
                .replace("$DEFINITIONS", definitions(c, ranks))
                .replace("$T", c.dtype().name());
    }

    private static String definitions(Case c, int ranks) {
        return "NR = %d\nROWS = %d\nDATA = %d\nCOLUMNS = %d\nCELLS = %d\nLANES = %d\nSTEP = 2048\nSLOW = %d\n"
                .formatted(
                        ranks,
                        c.rows(),
                        c.dataRows(),
                        c.columns(),
                        c.cells(),
                        c.lanes(),
                        ranks / 2);
    }

    private static final String PARAMETERS =
            """
                    x: pl.Tensor[[$ROWS, COLUMNS], pl.$T],
                    before: pl.Tensor[[$DATA, COLUMNS], pl.$T],
                    counts: pl.Tensor[[$NR, 1], pl.INT32],
                    y: pl.Out[pl.Tensor[[$DATA, COLUMNS], pl.$T]],
                    cells: pl.Out[pl.Tensor[[$CELLS, LANES], pl.INT32]],
                    got: pl.Out[pl.Tensor[[$NR, 1], pl.INT32]],
                    busy: pl.Out[pl.Tensor[[$1, 1], pl.INT32]],
            """;

    private static final String WINDOWS =
            """
                    data: pl.InOut[pld.DistributedTensor[[DATA, COLUMNS], pl.$T]],
                    sig: pl.InOut[pld.DistributedTensor[[CELLS, LANES], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                    gate: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
            """;

    private static final String TEXT =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld

            $DEFINITIONS

            @pl.program
            class Meant:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
            """
                    + (PARAMETERS + WINDOWS).replace("[[$", "[[")
                    + """
                        ):
                            me = pld.rank(pld.get_comm_ctx(data))
                    $KERNEL

                        @pl.function(type=pl.FunctionType.Orchestration)
                        def chip(
                            self,
                    """
                    + (PARAMETERS + WINDOWS).replace("[[$", "[[")
                    + """
                        ):
                            self.kernel(x, before, counts, y, cells, got, busy, data, sig, recv, gate)

                        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                        def host(
                            self,
                    """
                    + PARAMETERS.replace("[[$", "[[NR, ")
                    + """
                        ):
                            data_buf = pld.alloc_window_buffer([DATA, COLUMNS], dtype=pl.$T)
                            sig_buf = pld.alloc_window_buffer([CELLS, LANES], dtype=pl.INT32)
                            recv_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
                            gate_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
                            for r in pl.range(pld.world_size()):
                                data = pld.window(data_buf, [DATA, COLUMNS], dtype=pl.$T)
                                sig = pld.window(sig_buf, [CELLS, LANES], dtype=pl.INT32)
                                recv = pld.window(recv_buf, [NR, 1], dtype=pl.INT32)
                                gate = pld.window(gate_buf, [NR, 1], dtype=pl.INT32)
                                self.chip(x[r], before[r], counts[r], y[r], cells[r], got[r], busy[r],
                                          data, sig, recv, gate, device=r)
                    """;

    private static Expr.Call call(String text, int ranks) {
        Problems problems = new Problems();
        Program program =
                Engine.standard()
                        .load(new SourceText("meant.py", text), LoadOptions.of(ranks), problems)
                        .programs()
                        .getFirst();
        Function kernel = program.find("kernel").orElseThrow();
        List<Expr.Call> found = new ArrayList<>();
        Walk.calls(
                kernel.body(),
                c -> {
                    if (c.op() instanceof Composite && !uses(c, "gate")) {
                        found.add(c);
                    }
                });
        return found.getFirst();
    }

    private static boolean uses(Expr.Call call, String name) {
        return call.args().stream().anyMatch(a -> a instanceof Var v && v.name().equals(name));
    }

    private static double[][] random(Random random, int ranks, int size, DType dtype) {
        double[][] values = new double[ranks][size];
        for (double[] row : values) {
            for (int i = 0; i < size; i++) {
                row[i] =
                        dtype.isFloat()
                                ? dtype.round(random.nextGaussian())
                                : random.nextInt(5) - 2;
            }
        }
        return values;
    }

    private static View packed(DType dtype, double[][] values, long... shape) {
        View view = View.zeros(dtype, shape);
        int each = values[0].length;
        for (int i = 0; i < values.length * each; i++) {
            Inputs.set(view, i, values[i / each][i % each]);
        }
        return view;
    }

    private static void check(int ranks, Case c, Flow flow) {
        String text = text(c, flow, ranks);
        Random random = new Random(ranks * 1000L + c.columns());
        double[][] x = random(random, ranks, c.rows() * c.columns(), c.dtype());
        double[][] data = random(random, ranks, c.dataRows() * c.columns(), c.dtype());
        double[][] counts = new double[ranks][ranks];
        for (double[] row : counts) {
            for (int i = 0; i < ranks; i++) {
                row[i] = random.nextInt(MOST + 4) - 2;
            }
        }
        RunRequest request =
                new RunRequest(ranks, Map.of(), Map.of(), 0, Optional.of(Duration.ofSeconds(60)))
                        .with(
                                "x",
                                new Input.Given(packed(c.dtype(), x, ranks, c.rows(), c.columns())))
                        .with(
                                "before",
                                new Input.Given(
                                        packed(c.dtype(), data, ranks, c.dataRows(), c.columns())))
                        .with(
                                "counts",
                                new Input.Given(packed(DType.INT32, counts, ranks, ranks, 1)));
        RunResult result =
                Engine.standard().verifying().run(new SourceText("meant.py", text), "", request);
        String what =
                "%d ranks, %s of %d columns, %s:%n%s"
                        .formatted(ranks, c.dtype(), c.columns(), c.call(), flow);
        assertThat(result.problems().stream().filter(p -> !p.rule().id().equals("rows-clamped")))
                .as(what)
                .extracting(Problem::headline)
                .isEmpty();
        Map<String, double[][]> values = new HashMap<>();
        values.put("x", x);
        values.put("data", data);
        values.put("counts", counts);
        values.put("recv", new double[ranks][ranks]);
        values.put("sig", new double[ranks][c.cells() * c.lanes()]);
        Map<String, DType> types =
                Map.of(
                        "x",
                        c.dtype(),
                        "data",
                        c.dtype(),
                        "counts",
                        DType.INT32,
                        "recv",
                        DType.INT32,
                        "sig",
                        DType.INT32);
        Expr.Call call = call(text, ranks);
        for (int i = 0; i < flow.times(); i++) {
            ((Composite) call.op()).meaning(call, new Oracle(ranks, call, values, types));
        }
        assertSame(result.output("y"), data, what);
        assertSame(result.output("got"), values.get("recv"), what);
        HostTensor cells = result.output("cells");
        for (long i = 0; i < cells.elements(); i++) {
            assertThat(cells.get(i)).as("cell %d of %s", i, what).isZero();
        }
    }

    private static void assertSame(HostTensor found, double[][] meant, String what) {
        for (int rank = 0; rank < meant.length; rank++) {
            for (int i = 0; i < meant[rank].length; i++) {
                double value = found.get((long) rank * meant[rank].length + i);
                if (Double.compare(value, meant[rank][i]) != 0) {
                    assertThat(value)
                            .as("rank %d, element %d: %s", rank, i, what)
                            .isEqualTo(meant[rank][i]);
                }
            }
        }
    }

    private static List<Case> all(int ranks, DType dtype, int columns) {
        List<Case> cases = new ArrayList<>();
        cases.add(Case.square("pld.tensor.barrier(sig)", dtype, ranks, columns));
        cases.add(
                Case.square(
                        "pld.tensor.broadcast(data, sig, root=" + ranks / 2 + ")",
                        dtype,
                        ranks,
                        columns));
        for (ReduceOp op : ReduceOp.values()) {
            cases.add(Case.square(reduce("reduce_scatter", op, ""), dtype, ranks, columns));
        }
        cases.add(
                new Case("pld.tensor.allgather(x, data, sig)", dtype, 1, ranks, columns, ranks, 1));
        cases.add(Case.square("pld.tensor.all_to_all(x, data, sig)", dtype, ranks, columns));
        cases.add(
                new Case(
                        "pld.tensor.all_to_all_v(x, data, sig, counts, recv)",
                        dtype,
                        ranks * MOST,
                        ranks * MOST,
                        columns,
                        ranks,
                        1));
        if (dtype == DType.FP32 || dtype == DType.FP16) {
            for (ReduceOp op : ReduceOp.values()) {
                cases.add(Case.square(reduce("allreduce", op, ""), dtype, ranks, columns));
                if (ranks > 1) {
                    String ring = reduce("allreduce", op, ", mode='ring'");
                    cases.add(new Case(ring, dtype, 1, 3, columns, 2 * (ranks - 1), ranks));
                }
            }
        }
        return cases;
    }

    private static String reduce(String name, ReduceOp op, String more) {
        return "pld.tensor." + name + "(data, sig, op=pld.ReduceOp." + op + more + ")";
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void calls_in_loops_and_branches(int ranks) {
        for (Flow flow : FLOWS) {
            for (Case c : all(ranks, DType.FP32, 21)) {
                check(ranks, c, flow);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void sizes_that_do_not_divide(int ranks) {
        for (int columns : new int[] {1, 7, 16, 255, 257, 4097}) {
            for (Case c : all(ranks, DType.FP16, columns)) {
                check(ranks, c, FLOWS.get(1));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void element_types(int ranks) {
        for (DType dtype : List.of(DType.BF16, DType.INT8, DType.INT16, DType.INT32, DType.INT64)) {
            for (Case c : all(ranks, dtype, 33)) {
                check(ranks, c, FLOWS.get(0));
            }
        }
    }
}

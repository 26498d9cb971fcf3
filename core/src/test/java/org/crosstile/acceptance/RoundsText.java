package org.crosstile.acceptance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.memory.View;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Op;
import org.crosstile.model.Place;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.operators.AllGather;
import org.crosstile.operators.AllReduce;
import org.crosstile.operators.AllToAll;
import org.crosstile.operators.AllToAllV;
import org.crosstile.operators.Barrier;
import org.crosstile.operators.Broadcast;
import org.crosstile.operators.ReduceScatter;
import org.crosstile.source.Span;

/**
 * A program that carries out a collective in {@link #ROUNDS} rounds: each rank stages what it
 * sends, calls, and takes the result, over the same windows.
 *
 * @param place where it is called: in a kernel that does all rounds, as a task of a chip, by the
 *     host
 * @param sent rows of a round that a rank stages
 * @param rows rows of the data window
 * @param cells extents of the signal
 */
record RoundsText(Op op, Place place, String more, int ranks, int sent, int rows, String cells) {
    static final int ROUNDS = 20;
    static final int COLUMNS = 17;

    /** Rows of a block of all_to_all_v. */
    static final int MOST = 2;

    /** Each collective at each place where it can be called. */
    static List<RoundsText> all(int ranks) {
        List<RoundsText> all = new ArrayList<>();
        String mesh = ranks + ", 1";
        for (Place place : Place.values()) {
            if (!List.of(Place.KERNEL, Place.CHIP, Place.HOST).contains(place)) {
                continue;
            }
            int rounds = 2 * (ranks - 1) + (place == Place.HOST ? 1 : 0);
            all.add(new RoundsText(Barrier.OP, place, "", ranks, 2, 2, mesh));
            all.add(new RoundsText(AllReduce.OP, place, "", ranks, 2, 2, mesh));
            all.add(
                    new RoundsText(
                            AllReduce.OP,
                            place,
                            ", mode='ring'",
                            ranks,
                            2,
                            2,
                            rounds + ", " + ranks));
            if (place == Place.HOST) {
                all.add(
                        new RoundsText(
                                AllReduce.OP, place, ", core_num=2", ranks, 20, 20, ranks + ", 2"));
            }
            all.add(new RoundsText(Broadcast.OP, place, ", root=1", ranks, 2, 2, mesh));
            all.add(new RoundsText(ReduceScatter.OP, place, "", ranks, ranks, ranks, mesh));
            all.add(new RoundsText(AllGather.OP, place, "", ranks, 1, ranks, mesh));
            all.add(new RoundsText(AllToAll.OP, place, "", ranks, ranks, ranks, mesh));
            all.add(
                    new RoundsText(
                            AllToAllV.OP, place, "", ranks, ranks * MOST, ranks * MOST, mesh));
        }
        return all;
    }

    boolean isRing() {
        return more.contains("ring");
    }

    private boolean pushes() {
        return op == AllGather.OP || op == AllToAll.OP || counts();
    }

    private boolean counts() {
        return op == AllToAllV.OP;
    }

    private String call() {
        String operands =
                op == Barrier.OP
                        ? "sig"
                        : counts()
                                ? "source, data, sig, send, recv"
                                : pushes() ? "source, data, sig" : "data, sig";
        return op.name() + "(" + operands + more + ")  # call\n";
    }

    private String stage() {
        String to = pushes() ? "source" : "data";
        return "pl.store(pl.load(x, [k * SENT, 0], [SENT, C]), [0, 0], "
                + to
                + ")  # stage\n"
                + (counts()
                        ? "for i in pl.range(NR):\n    pl.write(send, [i, 0], pl.read(counts, [k * NR + i, 0]))\n"
                        : "");
    }

    private String take() {
        if (op == Barrier.OP) {
            return """
            me = pld.rank(pld.get_comm_ctx(data))
            pl.store(pld.tile.remote_load(data, (me + 1) % NR, [0, 0], [ROWS, C]), [k * ROWS, 0], y)  # take
            """;
        }
        return counts()
                ? """
                for s in pl.range(NR):
                    n = pl.cast(pl.read(recv, [s, 0]), pl.INDEX)  # take
                    for j in pl.range(MOST):
                        if j < n:
                            pl.store(pl.load(data, [s * MOST + j, 0], [1, C]), [k * ROWS + s * MOST + j, 0], y)
                """
                : "pl.store(pl.load(data, [0, 0], [ROWS, C]), [k * ROWS, 0], y)  # take\n";
    }

    /** What follows the use of the result. */
    private String after() {
        return op == Barrier.OP ? "pld.tensor.barrier(sig)\n" : "";
    }

    private static final String WINDOWS =
            """
                    data: pl.InOut[pld.DistributedTensor[[ROWS, C], pl.FP32]],
                    source: pl.InOut[pld.DistributedTensor[[SENT, C], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[CELLS], pl.INT32]],
                    send: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
            """;

    private static final String TENSORS =
            """
                    self,
                    x: pl.Tensor[[HOSTED * SENT, C], pl.FP32],
                    counts: pl.Tensor[[HOSTED * NR, 1], pl.INT32],
                    y: pl.Out[pl.Tensor[[HOSTED * ROWS, C], pl.FP32]],
            """;

    private static final String ARGS = "data, source, sig, send, recv";

    private static String kernel(String name, String body) {
        return "    @pl.function(type=pl.FunctionType.InCore)\n    def "
                + name
                + "(\n"
                + TENSORS
                + WINDOWS
                + "        k: pl.Scalar[pl.INDEX],\n    ):\n"
                + body.indent(8)
                + "\n";
    }

    private static String chip(String name, String body) {
        return "    @pl.function(type=pl.FunctionType.Orchestration)\n    def "
                + name
                + "(\n"
                + TENSORS
                + WINDOWS
                + "        k: pl.Scalar[pl.INDEX],\n    ):\n"
                + body.indent(8)
                + "\n";
    }

    private static String launch(String name) {
        return "self." + name + "(x, counts, y, " + ARGS + ", k)\n";
    }

    private static String onEach(String name, String k) {
        return "for r in pl.range(pld.world_size()):\n    self."
                + name
                + "(x[r], counts[r], y[r], "
                + ARGS
                + ", "
                + k
                + ", device=r)\n";
    }

    private static String loop(String body) {
        return "for k in pl.range(" + ROUNDS + "):\n" + body.indent(4);
    }

    String text() {
        StringBuilder text =
                new StringBuilder(
                        """
                        import pypto.language as pl
                        import pypto.language.distributed as pld

                        NR = %d
                        SENT = %d
                        ROWS = %d
                        C = %d
                        MOST = %d


                        @pl.program
                        class Rounds:
                        """
                                .formatted(ranks, sent, rows, COLUMNS, MOST));
        String host;
        switch (place) {
            case KERNEL -> {
                text.append(kernel("rounds", loop(stage() + call() + take() + after())));
                text.append(chip("chip", launch("rounds")));
                host = onEach("chip", "0");
            }
            case CHIP -> {
                text.append(kernel("stage", stage())).append(kernel("take", take()));
                text.append(kernel("call", call()))
                        .append(kernel("after", after() + "pass_ = 0\n"));
                String calls = counts() ? call() : launch("call");
                String last = after().isEmpty() ? "" : launch("after");
                text.append(chip("chip", loop(launch("stage") + calls + launch("take") + last)));
                host = onEach("chip", "0");
            }
            default -> {
                text.append(kernel("stage_kernel", stage()))
                        .append(chip("stage", launch("stage_kernel")));
                text.append(kernel("take_kernel", take()))
                        .append(chip("take", launch("take_kernel")));
                StringBuilder rounds = new StringBuilder();
                // the host calls all_to_all_v in no loop
                for (int k = 0; k < (counts() ? ROUNDS : 1); k++) {
                    String index = counts() ? Integer.toString(k) : "k";
                    rounds.append(
                            onEach("stage", index) + call() + onEach("take", index) + after());
                }
                host = counts() ? rounds.toString() : loop(rounds.toString());
            }
        }
        text.append(
                        "    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)\n    def host(\n")
                .append(TENSORS.replace("[[HOSTED", "[[NR, HOSTED"))
                .append("    ):\n")
                .append((windows() + host).indent(8));
        return text.toString().replace("HOSTED", Integer.toString(ROUNDS)).replace("CELLS", cells);
    }

    private static String windows() {
        return """
        data_buf = pld.alloc_window_buffer([ROWS, C], dtype=pl.FP32)
        data = pld.window(data_buf, [ROWS, C], dtype=pl.FP32)
        source_buf = pld.alloc_window_buffer([SENT, C], dtype=pl.FP32)
        source = pld.window(source_buf, [SENT, C], dtype=pl.FP32)
        sig_buf = pld.alloc_window_buffer([CELLS], dtype=pl.INT32)
        sig = pld.window(sig_buf, [CELLS], dtype=pl.INT32)
        send_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
        send = pld.window(send_buf, [NR, 1], dtype=pl.INT32)
        recv_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
        recv = pld.window(recv_buf, [NR, 1], dtype=pl.INT32)
        """;
    }

    /** What a rank stages at a place of all its rounds. */
    interface Value {
        double at(int rank, int index);
    }

    /** What all ranks stage in all rounds. */
    double[][] staged(Value value) {
        double[][] x = new double[ranks][ROUNDS * sent * COLUMNS];
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < x[rank].length; i++) {
                x[rank][i] = DType.FP32.round(value.at(rank, i));
            }
        }
        return x;
    }

    /** How many rows each rank counts for each other in all rounds: none, some, and a block. */
    double[][] counted() {
        double[][] counts = new double[ranks][ROUNDS * ranks];
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < counts[rank].length; i++) {
                counts[rank][i] = (rank + i / 2) % (MOST + 1);
            }
        }
        return counts;
    }

    /** An input of rows that are as long as its element type has them. */
    static Input given(DType dtype, double[][] byRank) {
        int columns = dtype == DType.FP32 ? COLUMNS : 1;
        View view = View.zeros(dtype, byRank.length, byRank[0].length / columns, columns);
        long at = 0;
        for (double[] values : byRank) {
            for (double value : values) {
                Inputs.set(view, at++, value);
            }
        }
        return new Input.Given(view);
    }

    /** Whether an output has these elements, bit by bit. */
    static boolean isSame(HostTensor found, double[][] expected) {
        long at = 0;
        for (double[] rank : expected) {
            for (double value : rank) {
                if (Double.compare(found.get(at++), value) != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** What each rank takes in all rounds. */
    double[][] expected(double[][] x, double[][] counts) {
        double[][] y = new double[ranks][ROUNDS * rows * COLUMNS];
        for (int round = 0; round < ROUNDS; round++) {
            double[][] staged = part(x, round);
            double[][] data = pushes() ? new double[ranks][rows * COLUMNS] : staged;
            if (op == Barrier.OP) {
                double[][] own = part(x, round);
                Arrays.setAll(data, rank -> own[(rank + 1) % ranks]);
            } else {
                ArrayMeaning meaning = new ArrayMeaning(ranks);
                if (pushes()) {
                    String name = op == AllGather.OP ? "local" : "input";
                    meaning.put(ArrayMeaning.slot(op, name), DType.FP32, staged);
                }
                meaning.put(ArrayMeaning.slot(op, "target"), DType.FP32, data);
                if (counts()) {
                    meaning.put(
                            ArrayMeaning.slot(op, "send_counts"), DType.INT32, part(counts, round));
                    meaning.put(
                            ArrayMeaning.slot(op, "recv_counts"),
                            DType.INT32,
                            new double[ranks][ranks]);
                }
                meaning.apply(meant());
            }
            for (int rank = 0; rank < ranks; rank++) {
                System.arraycopy(
                        data[rank], 0, y[rank], round * data[rank].length, data[rank].length);
            }
        }
        return y;
    }

    private static double[][] part(double[][] all, int round) {
        double[][] part = new double[all.length][];
        for (int rank = 0; rank < all.length; rank++) {
            int each = all[rank].length / ROUNDS;
            part[rank] = Arrays.copyOfRange(all[rank], round * each, (round + 1) * each);
        }
        return part;
    }

    private static Var window(String name, DType dtype, long... shape) {
        return new Var(name, new Type.Window(Exprs.indices(shape), dtype), Span.NONE);
    }

    private Expr.Call meant() {
        Var data = window("data", DType.FP32, rows, COLUMNS);
        Var source = window("source", DType.FP32, sent, COLUMNS);
        Var sig = window("sig", DType.INT32, ranks, 1);
        Var cells = window("cells", DType.INT32, 2L * (ranks - 1), ranks);
        Expr sum = new Expr.Code(ReduceOp.Sum, Span.NONE);
        Expr call;
        if (op == AllReduce.OP) {
            Expr mode = new Expr.Text(isRing() ? "ring" : "mesh", Span.NONE);
            call = op.call(Span.NONE, data, isRing() ? cells : sig, sum, mode);
        } else if (op == Broadcast.OP) {
            call = op.call(Span.NONE, data, sig, Exprs.index(1));
        } else if (op == ReduceScatter.OP) {
            call = op.call(Span.NONE, data, sig);
        } else if (counts()) {
            call =
                    op.call(
                            Span.NONE,
                            source,
                            data,
                            sig,
                            window("send", DType.INT32, ranks, 1),
                            window("recv", DType.INT32, ranks, 1));
        } else {
            call = op.call(Span.NONE, source, data, sig);
        }
        return (Expr.Call) call;
    }

    @Override
    public String toString() {
        return op.name() + more + " in a " + place.name().toLowerCase(java.util.Locale.ROOT);
    }
}

package org.crosstile.acceptance;

import java.util.List;

/**
 * Texts of programs whose host fills windows from its inputs, calls a collective, and reads windows
 * and signal cells back; twice, with other data. The extents NR (ranks) and C (columns) are those
 * of the inputs.
 */
final class HostText {
    /** How often the host fills, calls and reads. */
    static final int ROUNDS = 2;

    /**
     * A window of data.
     *
     * @param rows its rows, as an expression
     */
    record Data(String name, String rows, String dtype) {
        private String shape() {
            return "[" + rows + ", C]";
        }
    }

    private static final String HEAD =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld

            NR = pl.dynamic("NR")
            C = pl.dynamic("C")
            W = 512


            """;

    private static final String COPY =
            """
            @pl.jit.incore
            def %1$s_kernel(a: %2$s, b: %3$s):
                for i in pl.range(%4$s):
                    for at in pl.range(0, C, W):
                        t = pl.load(a, [i, at], [1, W], valid_shape=[1, pl.min(W, C - at)])
                        b = pl.store(t, [i, at], b)
                return b


            @pl.jit
            def %1$s(a: %2$s, b: %3$s):
                return %1$s_kernel(a, b)


            """;

    private static final String CELLS =
            """
            @pl.jit.incore
            def cells_kernel(a: pld.DistributedTensor[%1$s, pl.INT32], b: pl.Out[pl.Tensor[%1$s, pl.INT32]]):
                for i in pl.range(%2$s):
                    for j in pl.range(%3$s):
                        pl.write(b, [i, j], pl.read(a, [i, j]))
                return b


            @pl.jit
            def cells(a: pld.DistributedTensor[%1$s, pl.INT32], b: pl.Out[pl.Tensor[%1$s, pl.INT32]]):
                return cells_kernel(a, b)


            """;

    private HostText() {}

    /**
     * @param rows rows of the signal, as an expression
     * @param columns its columns
     * @param call the call, a statement or an assignment to one of the windows
     */
    static String of(List<Data> windows, String rows, String columns, String call) {
        StringBuilder text = new StringBuilder(HEAD);
        StringBuilder params = new StringBuilder();
        StringBuilder allocations = new StringBuilder();
        StringBuilder fills = new StringBuilder();
        StringBuilder takes = new StringBuilder();
        for (Data w : windows) {
            String tensor = "pl.Tensor[" + w.shape() + ", pl." + w.dtype() + "]";
            String window = "pld.DistributedTensor[" + w.shape() + ", pl." + w.dtype() + "]";
            text.append(
                    COPY.formatted(
                            "fill_" + w.name(), tensor, "pl.InOut[" + window + "]", w.rows()));
            text.append(
                    COPY.formatted("take_" + w.name(), window, "pl.Out[" + tensor + "]", w.rows()));
            String all = "[" + ROUNDS + ", NR, " + w.rows() + ", C], pl." + w.dtype();
            params.append(
                    "x_%1$s: pl.Tensor[%2$s], y_%1$s: pl.Out[pl.Tensor[%2$s]], "
                            .formatted(w.name(), all));
            allocations.append(
                    """
                    %1$s_buf = pld.alloc_window_buffer(%2$s, dtype=pl.%3$s)
                    %1$s = pld.window(%1$s_buf, %2$s, dtype=pl.%3$s)
                    """
                            .formatted(w.name(), w.shape(), w.dtype()));
            fills.append("fill_%1$s(x_%1$s[k, r], %1$s, device=r)%n".formatted(w.name()));
            takes.append("take_%1$s(%1$s, y_%1$s[k, r], device=r)%n".formatted(w.name()));
        }
        String signal = "[" + rows + ", " + columns + "]";
        text.append(CELLS.formatted(signal, rows, columns));
        params.append(
                "y_cells: pl.Out[pl.Tensor[["
                        + ROUNDS
                        + ", NR, "
                        + rows
                        + ", "
                        + columns
                        + "], pl.INT32]]");
        text.append("@pl.jit.host\ndef host(").append(params).append("):\n");
        String body =
                allocations
                        + "signal_buf = pld.alloc_window_buffer("
                        + signal
                        + ", dtype=pl.INT32)\n"
                        + "signal = pld.window(signal_buf, "
                        + signal
                        + ", dtype=pl.INT32)\n"
                        + "for k in pl.range("
                        + ROUNDS
                        + "):\n"
                        + ("for r in pl.range(pld.world_size()):\n"
                                        + fills.toString().indent(4)
                                        + call
                                        + "\nfor r in pl.range(pld.world_size()):\n"
                                        + takes.toString().indent(4)
                                        + "    cells(signal, y_cells[k, r], device=r)\n")
                                .indent(4);
        return text.append(body.indent(4)).toString();
    }

    /** The same with the call in a kernel, which the host launches on every device. */
    static String ofKernel(List<Data> windows, String rows, String columns, String call) {
        StringBuilder params = new StringBuilder();
        StringBuilder names = new StringBuilder();
        for (Data w : windows) {
            params.append(
                    "%s: pl.InOut[pld.DistributedTensor[%s, pl.%s]], "
                            .formatted(w.name(), w.shape(), w.dtype()));
            names.append(w.name()).append(", ");
        }
        String header =
                "def %s("
                        + params
                        + "signal: pl.InOut[pld.DistributedTensor[["
                        + rows
                        + ", "
                        + columns
                        + "], pl.INT32]]):\n    ";
        String kernel =
                "@pl.jit.incore\n"
                        + header.formatted("step_kernel")
                        + call
                        + "\n\n\n@pl.jit\n"
                        + header.formatted("step")
                        + "step_kernel("
                        + names
                        + "signal)\n\n\n";
        String launch =
                "for r in pl.range(pld.world_size()):\n    step(" + names + "signal, device=r)";
        return of(windows, rows, columns, launch).replace("@pl.jit.host", kernel + "@pl.jit.host");
    }
}

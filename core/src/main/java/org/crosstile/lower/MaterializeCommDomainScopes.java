package org.crosstile.lower;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * Finds the comm domains of a host orchestrator and notes them at the function: which windows exist
 * on which devices. A host's collectives name no devices; they run where their data exists.
 *
 * <pre>
 * pl.func_attr({"comm_d0": ["all", ["data_buf", "sig_buf"]], "comm_d1": [[0, 1], ["pair_buf"]]})
 * </pre>
 */
public final class MaterializeCommDomainScopes implements Pass {
    /** The data of a collective exists nowhere. */
    public static final Rule COVERAGE =
            Rule.of(
                            "host-collective-coverage",
                            "the data of a host's collective must be dispatched to devices")
                    .explained(
                            "A collective runs where its data exists, and a window exists where it is dispatched to:"
                                    + " somebody has to fill it, or to read the result.",
                            "host_pair",
                            "idle_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)\n"
                                    + "idle = pld.window(idle_buf, [1, 64], dtype=pl.FP32)\n"
                                    + "pld.tensor.allreduce(idle, cells)",
                            "pld.tensor.allreduce(data, cells)");

    /** The signal of a barrier exists nowhere. */
    public static final Rule BARRIER =
            Rule.of(
                            "host-barrier-coverage",
                            "the signal of a host's barrier must be dispatched to devices")
                    .explained(
                            "A barrier has no data whose devices it could share. Pass its signal to the functions that"
                                    + " it separates.",
                            "host_pair",
                            "idle_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)\n"
                                    + "idle_cells = pld.window(idle_buf, [2, 1], dtype=pl.INT32)\n"
                                    + "pld.tensor.barrier(idle_cells)",
                            "pld.tensor.barrier(cells)");

    /** A call in a loop that must not be repeated. */
    public static final Rule LOOP =
            Rule.of("host-collective-loop", "all_to_all_v must not be called in a loop of the host")
                    .explained(
                            "How much arrives depends on counts that the host does not see, so no call may overwrite"
                                    + " what another one has left. Call it in a kernel, or write the calls one by one.",
                            "host_pair",
                            "recv_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)\n"
                                    + "recv = pld.window(recv_buf, [2, 1], dtype=pl.INT32)\n"
                                    + "for i in pl.range(2):\n"
                                    + "    pld.tensor.all_to_all_v(blocks, data, cells, send, recv)",
                            "recv_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)\n"
                                    + "recv = pld.window(recv_buf, [2, 1], dtype=pl.INT32)\n"
                                    + "pld.tensor.all_to_all_v(blocks, data, cells, send, recv)");

    /** Every rule of this pass. */
    static final List<Rule> RULES = List.of(COVERAGE, BARRIER, LOOP);

    @Override
    public Stage needs() {
        return Stage.PRIMITIVES;
    }

    @Override
    public Stage gives() {
        return Stage.PRIMITIVES;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(f -> f.isHostOrchestrator() ? materialize(program, f, problems) : f);
    }

    private static Function materialize(Program program, Function f, Problems problems) {
        CommDomains domains = CommDomains.of(program, f);
        check(f.body(), false, domains, problems);
        Map<String, Expr> attrs = new LinkedHashMap<>(f.attrs());
        for (CommDomains.Domain domain : domains.domains()) {
            List<Expr> slots = new ArrayList<>();
            domain.slots().forEach(slot -> slots.add(new Expr.Text(slot.name(), Span.NONE)));
            attrs.put(domain.name(), Exprs.tuple(devices(domain.devices()), Exprs.tuple(slots)));
        }
        return new Function(
                f.name(),
                f.kind(),
                f.level(),
                f.role(),
                f.params(),
                f.returns(),
                f.body(),
                attrs,
                f.verbatim(),
                f.span());
    }

    private static Expr devices(CommDomains.Devices devices) {
        return devices.all()
                ? new Expr.Text("all", Span.NONE)
                : Exprs.tuple(devices.some().stream().map(d -> Exprs.index(d)).toList());
    }

    private static void check(
            Block block, boolean repeated, CommDomains domains, Problems problems) {
        for (Stmt s : block.statements()) {
            for (Expr own : Walk.own(s)) {
                if (own instanceof Expr.Call c && c.op() instanceof Capability.HostBuiltin op) {
                    check(c, op, repeated, domains, problems);
                }
            }
            boolean loop = s instanceof Stmt.For || s instanceof Stmt.While;
            Walk.blocks(s).forEach(inner -> check(inner, repeated || loop, domains, problems));
        }
    }

    private static void check(
            Expr.Call call,
            Capability.HostBuiltin op,
            boolean repeated,
            CommDomains domains,
            Problems problems) {
        if (repeated && !op.isRepeatable()) {
            Problem.error(LOOP, call.span(), "this is repeated")
                    .headline(call.op() + " must not be called in a loop of the host")
                    .hint("call it in a kernel, or once for each set of windows")
                    .to(problems);
        }
        if (!domains.dataDevices(call).isEmpty()) {
            return;
        }
        boolean alone = op.data() == op.signal();
        Expr data = call.get(op.data());
        Problem.error(
                        alone ? BARRIER : COVERAGE,
                        call.span(),
                        "`" + data + "` is dispatched nowhere")
                .see(data.span(), "this window exists on no device")
                .hint("pass it to a chip function with device=, for example where it is filled")
                .to(problems);
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Gives the collectives of a host that leave their signal out one of their own. The same call in a
 * loop keeps its window: it is allocated once, whoever passes it again.
 *
 * <pre>
 * d2 = allreduce(d, core_num=2)     __allreduce_signal_world_size_0 = world_size()
 *                                   __allreduce_signal_buf_0 = alloc_window_buffer(world_size * 8)
 *                                   __allreduce_signal_0 = window(buf, [world_size, 2], dtype=INT32)
 *                                   d2 = allreduce(d, __allreduce_signal_0, core_num=2)
 * </pre>
 */
public final class SynthesizeAllReduceSignals implements Pass {
    private static final String PREFIX = "__allreduce_signal_";

    private final Toolbox toolbox;

    public SynthesizeAllReduceSignals(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

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
        Set<String> taken = new HashSet<>();
        for (Function f : program.functions()) {
            Walk.statements(f.body(), s -> Walk.defined(s).forEach(v -> taken.add(v.name())));
        }
        return program.map(f -> f.isHostOrchestrator() ? new Synthesis(taken).function(f) : f);
    }

    private final class Synthesis extends Rewriter {
        private final Set<String> taken;
        private int next;

        Synthesis(Set<String> taken) {
            this.taken = taken;
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            return switch (s) {
                case Stmt.Assign x when lacksSignal(x.value()) -> {
                    List<Stmt> out = new ArrayList<>();
                    out.add(
                            new Stmt.Assign(
                                    x.target(), withSignal((Expr.Call) x.value(), out), x.span()));
                    yield out;
                }
                case Stmt.Eval x when lacksSignal(x.value()) -> {
                    List<Stmt> out = new ArrayList<>();
                    out.add(new Stmt.Eval(withSignal((Expr.Call) x.value(), out), x.span()));
                    yield out;
                }
                default -> super.statement(s);
            };
        }

        private boolean lacksSignal(Expr e) {
            return e instanceof Expr.Call c
                    && c.op() instanceof Capability.HostBuiltin op
                    && !c.has(op.signal());
        }

        private Expr withSignal(Expr.Call call, List<Stmt> out) {
            Capability.HostBuiltin op = (Capability.HostBuiltin) call.op();
            Span span = call.span().via("while making a signal for " + call.op());
            while (taken.contains(PREFIX + "world_size_" + next)
                    || taken.contains(PREFIX + "buf_" + next)
                    || taken.contains(PREFIX + next)) {
                next++;
            }
            String number = Integer.toString(next++);
            Expr cores = Exprs.index(op.cores(call));
            Expr world = named(PREFIX + "world_size_" + number, toolbox.worldSize(span), out);
            Expr bytes =
                    Exprs.mul(
                            world,
                            new Expr.Int(op.cores(call) * DType.INT32.bytes(), DType.INT64, span));
            String bufferName = PREFIX + "buf_" + number;
            Expr buffer = named(bufferName, toolbox.allocate(bytes, bufferName, span), out);
            Type.Window type = new Type.Window(List.of(world, cores), DType.INT32);
            Expr signal = named(PREFIX + number, toolbox.window(buffer, type, span), out);
            List<Expr> operands = new ArrayList<>(call.args());
            operands.set(call.op().indexOf(op.signal()), signal);
            return new Expr.Call(
                    call.op(), operands, Map.copyOf(call.attrs()), call.type(), call.span());
        }

        private static Expr named(String name, Expr value, List<Stmt> out) {
            Var var = new Var(name, value.type(), value.span());
            out.add(new Stmt.Assign(var, value, value.span()));
            return var;
        }
    }
}

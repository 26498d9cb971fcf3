package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Makes the host wait after each device loop, a loop whose variable is the {@code device=} of a
 * dispatch (the outermost one where they nest), and before a host function returns. The wait is
 * soft: a task that is blocked on a signal does not hold the host, so the next loop may launch
 * whoever will send that signal.
 */
public final class JoinDevices implements Pass {
    private final Toolbox toolbox;

    public JoinDevices(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.PARSED;
    }

    @Override
    public Stage gives() {
        return Stage.PARSED;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(
                f -> f.isHostOrchestrator() && dispatches(f.body()) ? new Joiner().function(f) : f);
    }

    private static boolean dispatches(Block block) {
        boolean[] found = {false};
        Walk.expressions(block, e -> found[0] |= e instanceof Expr.FnCall);
        return found[0];
    }

    private final class Joiner extends Rewriter {
        @Override
        public Function function(Function f) {
            List<Stmt> body = new ArrayList<>(block(f.body()).statements());
            if (!(body.getLast() instanceof Stmt.Return) && !waits(body.getLast())) {
                Span span = body.getLast().span();
                body.add(new Stmt.Eval(toolbox.join(span), span));
            }
            return f.withBody(new Block(body));
        }

        @Override
        public Block block(Block block) {
            List<Stmt> out = new ArrayList<>();
            for (Stmt s : block.statements()) {
                // a join that is there already is enough
                boolean joined = !out.isEmpty() && waits(out.getLast());
                if (s instanceof Stmt.Return && !joined) {
                    out.add(new Stmt.Eval(toolbox.join(s.span()), s.span()));
                }
                if (joined && isJoin(s)) {
                    continue;
                }
                boolean deviceLoop = s instanceof Stmt.For x && isDeviceLoop(x);
                out.addAll(deviceLoop ? List.of(s) : statement(s));
                if (deviceLoop) {
                    out.add(new Stmt.Eval(toolbox.join(s.span()), s.span()));
                }
            }
            return new Block(out);
        }
    }

    /** Whether the host has waited behind a statement: a collective of its own waits, too. */
    private static boolean waits(Stmt s) {
        return isJoin(s)
                || Walk.own(s).stream()
                        .anyMatch(e ->
                                e instanceof Expr.Call c
                                        && c.op() instanceof Capability.HostBuiltin);
    }

    private static boolean isJoin(Stmt s) {
        return s instanceof Stmt.Eval x
                && x.value() instanceof Expr.Call c
                && c.op() instanceof Capability.JoinsDevices;
    }

    /** Whether a dispatch inside the loop goes to a device that depends on the loop's variable. */
    private static boolean isDeviceLoop(Stmt.For loop) {
        Set<Var> dependent = new HashSet<>(Set.of(loop.index()));
        boolean[] found = {false};
        Walk.statements(
                loop.body(),
                s -> {
                    if (s instanceof Stmt.Assign x && mentions(x.value(), dependent)) {
                        dependent.add(x.target());
                    }
                    for (Expr own : Walk.own(s)) {
                        Walk.expressions(
                                own,
                                e ->
                                        found[0] |=
                                                e instanceof Expr.FnCall c && goesTo(c, dependent));
                    }
                });
        return found[0];
    }

    private static boolean goesTo(Expr.FnCall call, Set<Var> dependent) {
        Expr device = call.attrs().get("device");
        return device != null && mentions(device, dependent);
    }

    private static boolean mentions(Expr e, Set<Var> vars) {
        boolean[] found = {false};
        Variables.used(e, v -> found[0] |= vars.contains(v));
        return found[0];
    }
}

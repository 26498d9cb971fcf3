package org.crosstile.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.model.WindowFlow;

/**
 * Everything that a program does to signal cells, in the order of the text, with called functions
 * in the places of their calls.
 */
final class SignalUses {
    /** A program that uses signals in more places than this is not looked at. */
    private static final int MAX = 1000;

    private static final int MAX_DEPTH = 16;

    /**
     * A function as it is called.
     *
     * @param call what calls it; absent for the function that a run starts with
     */
    record Frame(
            Function function,
            Aliases aliases,
            Optional<Expr.FnCall> call,
            Optional<Frame> caller) {
        /** The argument behind a parameter that keeps its value. */
        Optional<Expr> argument(Var v) {
            int index = function.paramIndex(v);
            return index >= 0 && call.isPresent() && index < call.get().args().size()
                    ? Optional.of(call.get().args().get(index))
                    : Optional.empty();
        }
    }

    /** A loop, or a branch that is taken, around a use. */
    record Around(Stmt stmt, Frame frame) {
        boolean isLoop() {
            return stmt instanceof Stmt.For || stmt instanceof Stmt.While;
        }
    }

    /**
     * A notify, a wait or a collective.
     *
     * @param around what it stands in, outermost first, callers included
     */
    record Use(Expr.Call call, Frame frame, List<Around> around) {
        boolean isNotify() {
            return call.op() instanceof Capability.Notifies;
        }

        boolean isWait() {
            return call.op() instanceof Capability.Awaits;
        }

        /** The signal of a notify or a wait. */
        Expr signal() {
            return call.op() instanceof Capability.Notifies n
                    ? call.get(n.target())
                    : call.get(((Capability.Awaits) call.op()).signal());
        }

        List<Expr> offsets() {
            return call.op() instanceof Capability.Notifies n
                    ? call.tuple(n.offsets())
                    : call.tuple(((Capability.Awaits) call.op()).offsets());
        }
    }

    private final Program program;
    private final WindowFlow flow;
    private final Map<String, Aliases> aliases = new HashMap<>();
    private final List<Use> uses = new ArrayList<>();
    private final Set<String> otherwise = new HashSet<>();
    private final Set<String> inParts = new HashSet<>();
    private boolean complete = true;

    private SignalUses(Program program) {
        this.program = program;
        this.flow = WindowFlow.of(program);
    }

    /** What happens when the program is run; nothing if that is not known. */
    static SignalUses of(Program program) {
        SignalUses all = new SignalUses(program);
        program.entry()
                .filter(Function::isHostOrchestrator)
                .ifPresent(f -> all.enter(f, Optional.empty(), Optional.empty(), List.of()));
        if (!all.complete) {
            all.uses.clear();
        }
        return all;
    }

    List<Use> all() {
        return List.copyOf(uses);
    }

    /** The allocations that a use may be about; empty if that is not known. */
    Set<String> windows(Use use) {
        return flow.of(use.signal());
    }

    /** Whether notifies and waits are all that touches some allocations. */
    boolean areOnlySignals(Set<String> windows) {
        return !windows.isEmpty()
                && Collections.disjoint(windows, otherwise)
                && !otherwise.contains("");
    }

    /** Whether some part of an allocation has a view of its own, with its own offsets. */
    boolean areInParts(Set<String> windows) {
        return inParts.contains("") || !Collections.disjoint(windows, inParts);
    }

    private void enter(
            Function f, Optional<Expr.FnCall> call, Optional<Frame> caller, List<Around> around) {
        Frame frame =
                new Frame(
                        f,
                        aliases.computeIfAbsent(f.name(), n -> new Aliases(f.body())),
                        call,
                        caller);
        int depth = 0;
        for (Optional<Frame> c = caller; c.isPresent(); c = c.get().caller()) {
            depth++;
        }
        complete &= depth < MAX_DEPTH && uses.size() < MAX;
        if (complete) {
            block(f.body(), frame, around);
        }
    }

    private void block(Block block, Frame frame, List<Around> around) {
        for (Stmt s : block.statements()) {
            Walk.own(s).forEach(e -> expression(e, frame, around));
            boolean encloses =
                    s instanceof Stmt.For || s instanceof Stmt.While || s instanceof Stmt.If;
            List<Around> inner = around;
            if (encloses) {
                inner = new ArrayList<>(around);
                inner.add(new Around(s, frame));
            }
            for (Block below : Walk.blocks(s)) {
                block(below, frame, inner);
            }
        }
    }

    private void expression(Expr e, Frame frame, List<Around> around) {
        Walk.children(e).forEach(child -> expression(child, frame, around));
        if (e instanceof Expr.FnCall call) {
            Optional<Function> callee = program.find(call.callee());
            if (callee.isPresent() && !callee.get().isSubWorker()) {
                touchTensors(call, callee.get());
                enter(
                        callee.get(),
                        Optional.of(call),
                        Optional.of(frame),
                        withoutDevices(call, around));
            } else {
                call.args().forEach(this::touch);
            }
        } else if (e instanceof Expr.Call call) {
            call(call, frame, around);
        }
    }

    /** A window that stands for a plain tensor in a function may be written there as data. */
    private void touchTensors(Expr.FnCall call, Function callee) {
        for (int i = 0; i < Math.min(call.args().size(), callee.params().size()); i++) {
            if (!(callee.params().get(i).var().type() instanceof Type.Window)) {
                touch(call.args().get(i));
            }
        }
    }

    /** A loop over devices does something once on each of them. */
    private static List<Around> withoutDevices(Expr.FnCall call, List<Around> around) {
        Expr device = call.attrs().get("device");
        return device == null
                ? around
                : around.stream()
                        .filter(a -> !(a.stmt() instanceof Stmt.For x && x.index().equals(device)))
                        .toList();
    }

    private void call(Expr.Call call, Frame frame, List<Around> around) {
        boolean signals =
                call.op() instanceof Capability.Notifies || call.op() instanceof Capability.Awaits;
        if (signals || call.op() instanceof Capability.Collective) {
            uses.add(new Use(call, frame, around));
        }
        if (call.op() instanceof Capability.Views views) {
            note(call.get(views.source()), inParts);
        }
        if (signals || isHarmless(call)) {
            return;
        }
        for (Slot slot : call.op().slots()) {
            boolean reads =
                    switch (call.op().effect(call, slot)) {
                        case NONE, READ -> true;
                        case WRITE, READ_WRITE, UNDECLARED -> false;
                    };
            if (!reads) {
                touch(call.get(slot));
            }
        }
    }

    private static boolean isHarmless(Expr.Call call) {
        return call.op() instanceof Capability.Views
                || call.op() instanceof Capability.ViewsWindow
                || call.op() instanceof Capability.AllocatesWindow
                || call.op() instanceof Capability.GivesContext
                || call.op() instanceof Capability.ReadsPeer;
    }

    private void touch(Expr e) {
        note(e, otherwise);
    }

    /** Notes the allocations of a window; the empty name stands for any. */
    private void note(Expr e, Set<String> names) {
        if (e.type() instanceof Type.Window || e.type() == Type.Opaque.PTR) {
            Set<String> windows = flow.of(e);
            names.addAll(windows.isEmpty() ? Set.of("") : windows);
        }
    }

    /** The variables that count a loop's rounds, and the loops that they count. */
    static Map<Var, Stmt.For> counters(Function f) {
        Map<Var, Stmt.For> counters = new IdentityHashMap<>();
        Walk.statements(
                f.body(),
                s -> {
                    if (s instanceof Stmt.For loop) {
                        counters.put(loop.index(), loop);
                    }
                });
        return counters;
    }
}

package org.crosstile.check;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Op;
import org.crosstile.model.Place;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Operators stand where they may stand, and hold to what is asked of them there. */
final class Placement {
    /** An operator is called where it cannot run. */
    static final Rule PLACE =
            Rule.of("operator-place", "an operator must be called where it can run")
                    .explained(
                            "The host allocates windows and launches; a chip orchestration calls kernels; only kernels"
                                    + " move data and signal. A wait in a host orchestrator would run nowhere.",
                            "host_calls",
                            "pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)",
                            "for r in pl.range(pld.world_size()):\n    self.handshake(sig, r, device=r)");

    static final List<Rule> RULES = List.of(PLACE);

    private Placement() {}

    static void check(Function f, Problems problems) {
        Set<Expr> passedOn = contextsPassedOn(f);
        PlaceWalk.expressions(
                f,
                (e, place) -> {
                    if (e instanceof Expr.Call call && !passedOn.contains(call)) {
                        check(call, place, f, problems);
                    }
                });
    }

    /**
     * The calls in a host orchestrator that give a context to a dispatch: MaterializeDistTensorCtx
     * writes them, and lowered text is read again. For anything else a context is of no use to a
     * host.
     */
    private static Set<Expr> contextsPassedOn(Function f) {
        Set<Expr> contexts = Collections.newSetFromMap(new IdentityHashMap<>());
        if (f.place() != Place.HOST) {
            return contexts;
        }
        Set<Expr> arguments = Collections.newSetFromMap(new IdentityHashMap<>());
        Walk.expressions(
                f.body(),
                e -> {
                    if (e instanceof Expr.FnCall dispatch) {
                        arguments.addAll(dispatch.args());
                    }
                });
        Walk.statements(
                f.body(),
                s -> {
                    if (s instanceof Stmt.Assign assign
                            && assign.value() instanceof Expr.Call call
                            && call.op() instanceof Capability.GivesContext
                            && arguments.contains(assign.target())) {
                        contexts.add(call);
                    }
                });
        return contexts;
    }

    private static void check(Expr.Call call, Place place, Function f, Problems problems) {
        Op op = call.op();
        if (op instanceof Capability.BelongsToTask && DeferredTasks.isWaiter(f)) {
            return; // a kernel that was such a task, of a program that has been lowered
        }
        Place around = f.place();
        // a task scope inside a chip orchestration may also do what only orchestrations do
        boolean task =
                place == Place.KERNEL && around != Place.KERNEL && op.places().contains(Place.CHIP);
        if (op instanceof Capability.BelongsToTask && !task && place == Place.CHIP) {
            Problem.error(PLACE, call.span(), "this is " + place.phrase() + ", outside any task")
                    .headline(op + " must be called in a task of a chip orchestration")
                    .hint("open a task for it: with pl.at(level=pl.Level.CORE_GROUP):")
                    .to(problems);
            return;
        }
        if (task || op.places().contains(place)) {
            op.checkAt(call, place, problems);
            return;
        }
        List<String> allowed = op.places().stream().sorted().map(Place::phrase).toList();
        Problem.error(PLACE, call.span(), "this is " + place.phrase())
                .headline(op + " must be called in " + String.join(" or ", allowed))
                .hint(hint(op, place))
                .to(problems);
    }

    private static String hint(Op op, Place place) {
        if (op.places().contains(Place.KERNEL)) {
            return place == Place.HOST
                    ? "move it into a kernel, and dispatch a chip function that calls the kernel"
                    : "move it into a kernel, and call the kernel here";
        }
        if (op.places().contains(Place.HOST)) {
            return "do it in the host orchestrator, and pass the result as an argument";
        }
        return "";
    }
}

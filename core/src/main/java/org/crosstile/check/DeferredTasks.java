package org.crosstile.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Level;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Submission;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** Tasks that complete by {@code defer_wait}: where they may stand, and how they are launched. */
final class DeferredTasks {
    private static final String WAIT = "pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)";

    /** A condition is registered outside a task of its own. */
    static final Rule TASK =
            Rule.of("defer-wait-task", "conditions belong into a task that does nothing else")
                    .explained(
                            "The scheduler polls the cells for one task on one core. It knows no conditions of a launch"
                                    + " on several cores, or of a scope within a scope.",
                            "chip",
                            "for i in pl.spmd(4):\n    " + WAIT,
                            "with pl.at(level=pl.Level.CORE_GROUP):\n    " + WAIT);

    /** A waiter is launched in a way that contradicts waiting. */
    static final Rule LAUNCH =
            Rule.of("defer-wait-launch", "a task that waits must be launched plainly, on one core")
                    .explained(
                            "allow_early_resolve would let consumers start before the condition holds; a predicate could"
                                    + " leave it unregistered; several cores would register it several times.",
                            "chip",
                            "with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=True):\n    "
                                    + WAIT,
                            "with pl.at(level=pl.Level.CORE_GROUP):\n    " + WAIT);

    /** A kernel that waits is called by what cannot wait for it. */
    static final Rule CALLED =
            Rule.of(
                            "defer-wait-called",
                            "a kernel that waits must be called by a chip orchestration")
                    .explained(
                            "Its conditions are those of the task that runs it. A kernel that nobody launches, or that"
                                    + " another kernel calls, is no task.",
                            "module",
                            waiter("")
                                    + "\n    @pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "    def chip(self, x: pl.Tensor[[1, 64], pl.FP32]):\n"
                                    + "        t = pl.slice(x, [1, 64], [0, 0])\n",
                            waiter("")
                                    + "\n    @pl.function(type=pl.FunctionType.Orchestration)\n"
                                    + "    def chip(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):\n"
                                    + "        self.waiter(sig)\n");

    static final List<Rule> RULES = List.of(TASK, LAUNCH, CALLED);

    private static final List<String> FORBIDDEN =
            List.of(Submission.PREDICATE, Submission.EARLY, Submission.CORES, Submission.TOGETHER);

    private final Function f;
    private final Problems problems;

    private DeferredTasks(Function f, Problems problems) {
        this.f = f;
        this.problems = problems;
    }

    private static String waiter(String more) {
        return "@pl.program\nclass P:\n    @pl.function(type=pl.FunctionType.InCore)\n"
                + "    def waiter(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):\n"
                + "        pl.func_attr({\"deferred_completion_waiter\": True})\n        "
                + WAIT
                + "\n"
                + more;
    }

    static void check(Program program, Function f, Problems problems) {
        DeferredTasks check = new DeferredTasks(f, problems);
        if (isWaiter(f)) {
            new WaiterBody(f, problems).check(f.body(), f.span());
            check.callers(program);
        }
        check.block(f.body(), new ArrayDeque<>());
        Walk.expressions(
                f.body(),
                e -> {
                    if (e instanceof Expr.FnCall call
                            && program.find(call.callee())
                                    .filter(DeferredTasks::isWaiter)
                                    .isPresent()) {
                        check.launch(call.attrs().keySet(), call.span());
                    }
                });
    }

    /** Whether a kernel is marked as one whose task waits. */
    static boolean isWaiter(Function f) {
        return f.attrs().get(Submission.WAITER) instanceof Expr.Bool waits && waits.value();
    }

    private void callers(Program program) {
        boolean[] called = {false};
        for (Function caller : program.functions()) {
            Walk.expressions(
                    caller.body(),
                    e -> {
                        if (e instanceof Expr.FnCall call && call.callee().equals(f.name())) {
                            called[0] = true; // that no kernel calls it is a rule of its own
                        }
                    });
        }
        if (!called[0]) {
            Problem.error(CALLED, f.span(), "nobody calls `" + f.name() + "`").to(problems);
        }
    }

    private void launch(java.util.Set<String> attrs, Span span) {
        for (String key : FORBIDDEN) {
            if (attrs.contains(key)) {
                Problem.error(LAUNCH, span, "this has `" + key + "`")
                        .hint("leave " + key + "= out")
                        .to(problems);
            }
        }
    }

    private void block(Block block, Deque<Stmt.Scope> around) {
        for (Stmt s : block.statements()) {
            Walk.own(s).forEach(e -> Walk.expressions(e, x -> registration(x, around)));
            if (s instanceof Stmt.Scope scope) {
                if (isTask(scope) && registers(scope.body())) {
                    launch(scope.attrs().keySet(), scope.span());
                    new WaiterBody(f, problems).check(scope.body(), scope.span());
                }
                around.push(scope);
            }
            Walk.blocks(s).forEach(inner -> block(inner, around));
            if (s instanceof Stmt.Scope) {
                around.pop();
            }
        }
    }

    private void registration(Expr e, Deque<Stmt.Scope> around) {
        if (!(e instanceof Expr.Call call)
                || !(call.op() instanceof Capability.BelongsToTask)
                || around.isEmpty()) {
            return;
        }
        boolean alone = true;
        for (Stmt.Scope outer : List.copyOf(around).subList(1, around.size())) {
            alone &= outer.kind() == Stmt.ScopeKind.MANUAL || isChip(outer);
        }
        Stmt.Scope own = around.peek();
        if (own.kind() == Stmt.ScopeKind.MANUAL || isChip(own)) {
            return; // the place is reported
        }
        if (!isTask(own) || !alone) {
            Problem.error(TASK, call.span(), "this is in `" + own.kind().spelling() + "`")
                    .see(own.span(), "this is no task of its own")
                    .hint("open pl.at(level=pl.Level.CORE_GROUP) for it, in no other scope")
                    .to(problems);
        }
    }

    private static boolean isTask(Stmt.Scope scope) {
        return scope.kind() == Stmt.ScopeKind.AT
                && PlaceWalk.level(scope).filter(l -> l == Level.CORE_GROUP).isPresent();
    }

    private static boolean isChip(Stmt.Scope scope) {
        return scope.kind() == Stmt.ScopeKind.AT
                && PlaceWalk.level(scope).filter(l -> l == Level.CHIP).isPresent();
    }

    /** Whether a condition is registered somewhere below a block. */
    static boolean registers(Block block) {
        boolean[] found = {false};
        Walk.calls(block, c -> found[0] |= c.op() instanceof Capability.BelongsToTask);
        return found[0];
    }
}

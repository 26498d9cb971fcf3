package org.crosstile.check;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * What the body of a task that waits may do: compute scalars, read tensors as long as nothing is
 * registered, and register conditions, of which there is a number known now.
 */
final class WaiterBody {
    private static final int MAX_CONDITIONS = 64;

    private static final String TASK = "with pl.at(level=pl.Level.CORE_GROUP):\n";

    private static final String WAIT =
            "pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)\n";

    /** A waiter does something else. */
    static final Rule BODY =
            Rule.of(
                            "defer-wait-body",
                            "a task that waits may only compute scalars and register conditions")
                    .explained(
                            "When its body ends the task has not completed. Whatever else it did would be seen too early,"
                                    + " or too late; it belongs into a task before or after.",
                            "chip",
                            TASK
                                    + "    y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)\n    "
                                    + WAIT,
                            TASK
                                    + "    y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)\n"
                                    + TASK
                                    + "    "
                                    + WAIT);

    /** A tensor is read when conditions are registered already. */
    static final Rule READ =
            Rule.of(
                            "defer-wait-read",
                            "tensors must be read before the first condition is registered")
                    .explained(
                            "From the first registration on the scheduler may look at the cells. What is read then may"
                                    + " be what the condition is about.",
                            "chip",
                            TASK
                                    + "    "
                                    + WAIT
                                    + "    m: pl.Scalar[pl.INT32] = pl.read(counts, [0, 0])\n"
                                    + "    pld.system.defer_wait(sig, [1, 0], m, cmp=pld.WaitCmp.Ge)",
                            TASK
                                    + "    m: pl.Scalar[pl.INT32] = pl.read(counts, [0, 0])\n    "
                                    + WAIT
                                    + "    pld.system.defer_wait(sig, [1, 0], m, cmp=pld.WaitCmp.Ge)");

    /** There are too many conditions. */
    static final Rule COUNT =
            Rule.of("defer-wait-count", "a task must register 64 conditions at most")
                    .explained(
                            "The scheduler has 64 places per task. The greater branch of an if counts, and loops count"
                                    + " as often as they run.",
                            "chip",
                            TASK + "    for i in pl.range(65):\n        " + WAIT,
                            TASK + "    for i in pl.range(64):\n        " + WAIT);

    /** Nobody knows how many conditions there are. */
    static final Rule TRIPS =
            Rule.of(
                            "defer-wait-trips",
                            "a loop that registers must run a number of times that is known")
                    .explained(
                            "Only then is it certain that there are 64 conditions at most.",
                            "chip",
                            TASK + "    for i in pl.range(n):\n        " + WAIT,
                            TASK + "    for i in pl.range(4):\n        " + WAIT);

    /** The signal is not a parameter. */
    static final Rule SIGNAL =
            Rule.of("defer-wait-signal", "the signal must be a window parameter itself")
                    .explained(
                            "The scheduler is given the window and the number of a cell, not a view of it.",
                            "chip",
                            "part = sig[0:1, 0:1]\n"
                                    + TASK
                                    + "    pld.system.defer_wait(part, [0, 0], 1, cmp=pld.WaitCmp.Ge)",
                            TASK + "    " + WAIT);

    static final List<Rule> RULES = List.of(BODY, READ, COUNT, TRIPS, SIGNAL);

    private final Function f;
    private final Problems problems;
    private final Set<Var> assigned = new HashSet<>();
    private boolean registered;

    WaiterBody(Function f, Problems problems) {
        this.f = f;
        this.problems = problems;
        Walk.statements(f.body(), s -> assigned.addAll(Walk.defined(s)));
    }

    /** Checks the body of one task. */
    void check(Block body, Span span) {
        long conditions = block(body);
        if (conditions > MAX_CONDITIONS) {
            Problem.error(COUNT, span, "this registers " + conditions)
                    .hint("wait in several tasks, and let the consumer depend on all of them")
                    .to(problems);
        }
    }

    /** The number of conditions that a block registers at most. */
    private long block(Block block) {
        long sum = 0;
        for (Stmt s : block.statements()) {
            sum = saturated(sum + statement(s));
        }
        return sum;
    }

    private static long saturated(long count) {
        return Math.min(count, 1_000_000);
    }

    private long statement(Stmt s) {
        switch (s) {
            case Stmt.Eval x
                    when x.value() instanceof Expr.Call c
                            && c.op() instanceof Capability.BelongsToTask -> {
                condition(c);
                registered = true;
                return 1;
            }
            case Stmt.Assign x -> value(x.target(), x.value(), x.span());
            case Stmt.Unpack x when x.value() instanceof Expr.Tuple t -> {
                for (int i = 0; i < x.targets().size(); i++) {
                    value(x.targets().get(i), t.items().get(i), x.span());
                }
            }
            case Stmt.If x -> {
                plain(x.condition());
                boolean before = registered;
                long then = block(x.then());
                boolean after = registered;
                registered = before;
                long otherwise = block(x.otherwise());
                registered |= after;
                return Math.max(then, otherwise);
            }
            case Stmt.For x -> {
                return loop(x);
            }
            case Stmt.Yield x -> x.values().forEach(this::plain);
            case Stmt.Return x when x.values().isEmpty() -> {}
            case Stmt.Scope x -> {
                return block(x.body()); // its place is reported
            }
            default -> wrong(s.span(), "this is something else");
        }
        return 0;
    }

    private void condition(Expr.Call call) {
        for (Expr operand : call.args()) {
            plain(operand);
        }
        Expr signal = call.args().getFirst();
        boolean direct = signal instanceof Var v && f.paramIndex(v) >= 0 && !assigned.contains(v);
        if (!direct) {
            Problem.error(SIGNAL, call.span(), "its signal is no parameter of `" + f.name() + "`")
                    .hint("pass the window as a parameter, and name the cell by its offsets")
                    .to(problems);
        }
    }

    /** The value of an assignment: arithmetic, or one read of a tensor. */
    private void value(Var target, Expr value, Span span) {
        if (!(target.type() instanceof Type.Scalar)) {
            wrong(span, "`" + target.name() + "` is " + target.type().describe());
            return;
        }
        if (value instanceof Expr.Call call) {
            call.args().forEach(this::plain);
            if (reads(call) && registered) {
                Problem.error(READ, call.span(), "a condition has been registered before")
                        .hint("read it at the beginning of the task")
                        .to(problems);
            }
        } else {
            plain(value);
        }
    }

    private static boolean reads(Expr.Call call) {
        return call.args().stream().anyMatch(a -> a.type() instanceof Type.TensorLike);
    }

    /** An expression that calls no kernel and reads no tensor. */
    private void plain(Expr e) {
        Walk.expressions(
                e,
                part -> {
                    if (part instanceof Expr.FnCall
                            || part instanceof Expr.Call call && reads(call)) {
                        wrong(part.span(), "this is called within an expression");
                    }
                });
    }

    private long loop(Stmt.For x) {
        if (x.kind() == Stmt.LoopKind.PARALLEL || x.kind() == Stmt.LoopKind.PIPELINE) {
            wrong(x.span(), "this is a loop of pl." + x.kind().spelling());
        }
        plain(x.start());
        plain(x.stop());
        plain(x.step());
        x.carried().forEach(c -> plain(c.init()));
        if (!DeferredTasks.registers(x.body())) {
            block(x.body());
            return 0;
        }
        OptionalLong trips = trips(x);
        if (trips.isEmpty() || trips.getAsLong() < 1) {
            Problem.error(
                            TRIPS,
                            x.span(),
                            trips.isEmpty()
                                    ? "nobody knows how often this runs"
                                    : "this never runs")
                    .hint("give the loop constant bounds, and put an if around the registration")
                    .to(problems);
        }
        registered |= trips.orElse(2) > 1;
        long conditions = block(x.body());
        return saturated(conditions * Math.max(0, saturated(trips.orElse(1))));
    }

    private static OptionalLong trips(Stmt.For x) {
        OptionalLong start = Exprs.constant(x.start());
        OptionalLong stop = Exprs.constant(x.stop());
        OptionalLong step = Exprs.constant(x.step());
        if (start.isEmpty() || stop.isEmpty() || step.isEmpty() || step.getAsLong() == 0) {
            return OptionalLong.empty();
        }
        long span = stop.getAsLong() - start.getAsLong();
        return OptionalLong.of(
                step.getAsLong() > 0
                        ? Math.ceilDiv(span, step.getAsLong())
                        : Math.ceilDiv(-span, -step.getAsLong()));
    }

    private void wrong(Span span, String found) {
        Problem.error(BODY, span, found)
                .hint("do it in another task, before or after this one")
                .to(problems);
    }
}

package org.crosstile.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a chip orchestration's call of a kernel becomes a task: what the attributes of an {@link
 * Expr.FnCall} say about it.
 */
public final class Submission {
    /** Tells {@code pl.submit}, whose last value is a TaskId, from a plain call. */
    public static final String SUBMIT = "submit";

    /** The TaskIds that must complete before. */
    public static final String DEPS = "deps";

    /** The TaskIds that a pass has found to come before. */
    public static final String EDGES = "compiler_manual_dep_edges";

    /** An orchestration whose dependences are looked for before a run. */
    public static final String ANALYSED = "analyse_tasks";

    /** The task's memory orders it against no other task. */
    public static final String MANUAL = "manual";

    /** How many cores run the task. */
    public static final String CORES = "core_num";

    /** All cores start at once. */
    public static final String TOGETHER = "sync_start";

    /** The task does nothing unless this is true. */
    public static final String PREDICATE = "predicate";

    /** Consumers may start before the task has completed. */
    public static final String EARLY = "allow_early_resolve";

    /** The mark of a kernel whose task completes by {@code defer_wait}. */
    public static final String WAITER = "deferred_completion_waiter";

    private Submission() {}

    /** Whether a call gives a TaskId. */
    public static boolean isSubmit(Expr.FnCall call) {
        return call.attrs().containsKey(SUBMIT);
    }

    /** The TaskIds that a call or scope waits for. */
    public static List<Expr> deps(Map<String, Expr> attrs) {
        List<Expr> all = new ArrayList<>();
        for (String key : List.of(DEPS, EDGES)) {
            Expr deps = attrs.get(key);
            if (deps instanceof Expr.Tuple tuple) {
                all.addAll(tuple.items());
            } else if (deps != null) {
                all.add(deps);
            }
        }
        return all;
    }

    /** Whether no dependences are derived for a call's task. */
    public static boolean isManual(Expr.FnCall call) {
        return call.attrs().get(MANUAL) instanceof Expr.Bool manual && manual.value();
    }

    /** The same call, without derived dependences. */
    public static Expr.FnCall manual(Expr.FnCall call) {
        Map<String, Expr> attrs = new LinkedHashMap<>(call.attrs());
        attrs.put(MANUAL, new Expr.Bool(true, call.span()));
        return new Expr.FnCall(call.callee(), call.args(), attrs, call.type(), call.span());
    }

    /** Whether a function's tasks are ordered by {@code deps} only. */
    public static boolean isManual(Function f) {
        return f.attrs().get("auto_scope") instanceof Expr.Bool auto && !auto.value();
    }

    /** Whether a call in a function starts a kernel as a task of its own. */
    public static boolean isTask(Function caller, Function callee) {
        return caller.place() == Place.CHIP
                && caller.kind() != Function.Kind.Group
                && (callee.place() == Place.KERNEL || callee.kind() == Function.Kind.Group);
    }
}

package org.crosstile.engine;

import java.math.BigInteger;
import java.util.Map;
import java.util.OptionalLong;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Submission;
import org.crosstile.model.Walk;
import org.crosstile.ranks.tasks.CoreKind;
import org.crosstile.ranks.tasks.TaskRules;
import org.crosstile.ranks.tasks.TaskSettings;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/**
 * Whether the devices have the cores that tasks and launches need at once, as far as the lowered
 * text says how many that are: what only a run can know is found by the run.
 */
final class CoreCounts {
    private final Program lowered;
    private final TaskSettings settings;
    private final Problems problems;

    private CoreCounts(Program lowered, TaskSettings settings, Problems problems) {
        this.lowered = lowered;
        this.settings = settings;
        this.problems = problems;
    }

    static void check(Program lowered, TaskSettings settings, Problems problems) {
        CoreCounts counts = new CoreCounts(lowered, settings, problems);
        for (Function function : lowered.functions()) {
            Walk.statements(
                    function.body(),
                    s ->
                            Walk.own(s)
                                    .forEach(own ->
                                            Walk.expressions(
                                                    own,
                                                    e -> {
                                                        if (e instanceof Expr.FnCall call) {
                                                            counts.check(function, call);
                                                        }
                                                    })));
        }
    }

    private void check(Function caller, Expr.FnCall call) {
        Function callee = lowered.find(call.callee()).orElse(caller);
        boolean isLaunch = caller.place() == Place.HOST;
        if (!isLaunch && !Submission.isTask(caller, callee)) {
            return;
        }
        Map<String, Expr> attrs = call.attrs();
        boolean together =
                isLaunch || (attrs.get(Submission.TOGETHER) instanceof Expr.Bool b && b.value());
        Expr asked = attrs.get(Submission.CORES);
        OptionalLong constant = asked == null ? OptionalLong.empty() : Exprs.constant(asked);
        long blocks = together ? constant.orElse(1) : 1;
        CoreKind kind = isLaunch ? CoreKind.VECTOR : CoreKind.of(callee);
        tell(call, blocks, kind.vectorCores(), "vector cores", settings.vectorCores());
        tell(call, blocks, kind.cubeCores(), "cube cores", settings.cubeCores());
    }

    private void tell(Expr.FnCall call, long blocks, int each, String what, int available) {
        if (each > 0 && blocks > available / each) {
            BigInteger needed = BigInteger.valueOf(blocks).multiply(BigInteger.valueOf(each));
            Problem.error(
                            TaskRules.CORES,
                            call.span(),
                            "this needs "
                                    + needed
                                    + " "
                                    + what
                                    + " at once, and the device has "
                                    + available)
                    .hint("let fewer cores run it, or give devices more of them by --aiv and --aic")
                    .to(problems);
        }
    }
}

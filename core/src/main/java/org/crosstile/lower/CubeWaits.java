package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Lane;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * Warns where the vector cores take credit back that the cube core may still wait for: a wait is on
 * both sides and consumes nothing, so the cube core can come too late for good.
 */
final class CubeWaits {
    static final Rule TAKEN =
            Rule.of(
                            "credit-before-cube",
                            "credit must not be taken back before the cube core has waited for it, too")
                    .explained(
                            "In a kernel with cube and vector work both sides wait, and a rank's notify of itself is made"
                                    + " by the vector cores. If they take the credit back before the cube core has come to"
                                    + " its wait, it waits for ever.",
                            "mixed",
                            product()
                                    + "    pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)\n"
                                    + "    if aiv_id == 0:\n        "
                                    + takeBack(),
                            product()
                                    + "    pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)\n"
                                    + "pl.system.syncall(core_type=\"mix\")\n"
                                    + "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n"
                                    + "    if aiv_id == 0:\n        "
                                    + takeBack());

    private record Wait(Set<Var> signals, Span span) {}

    private final Function f;
    private final Lineage lineage;
    private final Problems problems;
    private final Map<Var, Expr> values;
    private final List<Wait> waits = new ArrayList<>();
    private final Set<Span> told = new HashSet<>();

    private CubeWaits(Function f, Lineage lineage, Problems problems) {
        this.f = f;
        this.lineage = lineage;
        this.problems = problems;
        this.values = Variables.values(f.body());
    }

    private static String product() {
        return "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n"
                + "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n"
                + "    pl.store(pl.aiv_shard(c), [0, 0], y)\n";
    }

    private static String takeBack() {
        return "pld.system.notify(sig, pld.rank(pld.get_comm_ctx(sig)), [0, 0], -1,"
                + " op=pld.NotifyOp.AtomicAdd)";
    }

    /** Checks a kernel that is about to be divided into its sides. */
    static void check(Function f, Lineage lineage, Problems problems) {
        CubeWaits check = new CubeWaits(f, lineage, problems);
        Walk.calls(f.body(), check::call);
    }

    private void call(Expr.Call c) {
        if (c.op() instanceof Capability.MeetsCores meets && meets.isForAll(c)) {
            waits.clear();
        } else if (c.op() instanceof Capability.Awaits awaits && Affinity.of(c) == Lane.SHARED) {
            waits.add(new Wait(lineage.roots(c.get(awaits.signal())), c.span()));
        } else if (c.op() instanceof Capability.Notifies notify
                && isOwnRank(c.get(notify.peer()))) {
            Set<Var> cells = lineage.roots(c.get(notify.target()));
            for (Wait wait : waits) {
                if (wait.signals().stream().anyMatch(cells::contains) && told.add(c.span())) {
                    warn(c, wait);
                }
            }
        }
    }

    private void warn(Expr.Call c, Wait wait) {
        Problem.Builder problem =
                Problem.warning(TAKEN, c.span(), "the vector cores take credit back here");
        if (!wait.span().equals(c.span())) {
            problem.see(wait.span(), "the cube core may not have come to this wait yet");
        }
        problem.see(f.span(), "this kernel has cube and vector work")
                .hint(
                        "let all cores meet in between, with pl.system.syncall(core_type=\"mix\") outside of"
                                + " regions")
                .to(problems);
    }

    /** Whether a peer is the rank itself. */
    private boolean isOwnRank(Expr peer) {
        Expr now = peer;
        for (int i = 0; i < values.size() + 1; i++) {
            switch (now) {
                case Var v when values.containsKey(v) -> now = values.getOrDefault(v, v);
                case Expr.Cast cast -> now = cast.operand();
                case Expr.Call c -> {
                    return c.op() instanceof Capability.ReadsContext reads && reads.givesRank();
                }
                default -> {
                    return false;
                }
            }
        }
        return false;
    }
}

package org.crosstile.check;

import java.util.List;
import org.crosstile.abi.Chip;
import org.crosstile.abi.DType;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** What only some chips can do. */
final class Chips {
    /** An atomic addition that the chip's store unit does not have. */
    static final Rule ATOMIC_BF16 =
            Rule.of("atomic-bf16-chip", "BF16 must be added atomically on a 910B only")
                    .explained(
                            "Atomic additions to a peer are made by the store unit. That of a 910B adds BF16, that of"
                                    + " a 950 does not; FP32 and FP16 both do.",
                            "kernel_950",
                            "pld.tensor.put(brain, peer, brain_x, atomic=pld.AtomicType.Add)",
                            "pld.tensor.put(win, peer, x, atomic=pld.AtomicType.Add)");

    static final List<Rule> RULES = List.of(ATOMIC_BF16);

    private Chips() {}

    static void check(Function f, Chip chip, Problems problems) {
        if (chip == Chip.ASCEND_910B) {
            return;
        }
        Walk.calls(
                f.body(),
                call -> {
                    if (call.op() instanceof Capability.AddsToPeer op
                            && op.added(call).filter(t -> t == DType.BF16).isPresent()) {
                        report(call, chip, problems);
                    }
                });
    }

    private static void report(Expr.Call call, Chip chip, Problems problems) {
        Problem.error(ATOMIC_BF16, call.span(), "this adds BF16 on a " + chip.spelling())
                .hint("add FP32 or FP16, or choose --chip 910B")
                .to(problems);
    }
}

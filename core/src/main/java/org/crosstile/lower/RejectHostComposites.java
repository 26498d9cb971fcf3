package org.crosstile.lower;

import org.crosstile.model.Composite;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Says which collectives cannot run where they stand: those outside kernels have no kernels of their own yet. */
public final class RejectHostComposites implements Pass {
    /** A collective of a host orchestrator or a chip orchestration. */
    public static final Rule UNSUPPORTED =
            Rule.of("host-collective-unsupported", "a collective that runs must stand in a kernel in this build")
                    .explained(
                            "A collective of the host is a kernel of its own on every device. This build has only the"
                                    + " collectives that kernels call themselves.",
                            "chip",
                            "pld.tensor.all_to_all_v(a, b, sig, counts, recv)",
                            "y = pl.create_tensor([1, 64], dtype=pl.FP32)");

    @Override
    public Stage needs() {
        return Stage.SSA;
    }

    @Override
    public Stage gives() {
        return Stage.SSA;
    }

    @Override
    public Program run(Program program, Problems problems) {
        for (Function f : program.functions()) {
            if (f.place() != Place.CHIP) {
                continue;
            }
            Walk.calls(
                    f.body(),
                    c -> {
                        if (c.op() instanceof Composite op && !op.lowersAt(f.place())) {
                            Problem.error(UNSUPPORTED, c.span(), "this is " + f.place().phrase())
                                    .headline(op + " cannot run in " + f.place().phrase() + " in this build")
                                    .hint("call it in a kernel that every rank runs")
                                    .to(problems);
                        }
                    });
        }
        return program;
    }
}

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
                            "An orchestration launches kernels. This build has the collectives that kernels and hosts call.",
                            "chip_windows",
                            "pld.tensor.all_to_all_v(blocks, data, cells, send, recv)",
                            "self.exchange(blocks, data, cells, send, recv)");

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

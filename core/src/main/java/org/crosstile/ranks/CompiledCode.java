package org.crosstile.ranks;

import java.util.Map;
import java.util.Optional;
import org.crosstile.kernels.CompiledProgram;
import org.crosstile.memory.Fault;
import org.crosstile.model.Function;
import org.crosstile.ranks.tasks.CoreKind;

/**
 * A compiled program as code to run.
 *
 * @param subWorkers what is bound to its sub-workers, by name
 */
public record CompiledCode(CompiledProgram program, Map<String, SubWorkerCode> subWorkers)
        implements Code {
    public CompiledCode {
        subWorkers = Map.copyOf(subWorkers);
    }

    /** A program without sub-workers, or none that may be called. */
    public CompiledCode(CompiledProgram program) {
        this(program, Map.of());
    }

    @Override
    public String name(int function) {
        return program.function(function).name();
    }

    @Override
    public void invoke(int function, Object port, Object[] args) {
        program.function(function).invoke(port, args);
    }

    @Override
    public CoreKind coreKind(int function) {
        return CoreKind.of(program.function(function).function());
    }

    @Override
    public boolean writes(int function, int index) {
        return program.function(function).function().params().get(index).direction()
                != Function.Direction.IN;
    }

    @Override
    public String parameter(int function, int index) {
        return program.function(function).function().params().get(index).var().name();
    }

    @Override
    public void subWorker(int function, Object[] args) {
        Optional<SubWorkerCode> bound = Optional.ofNullable(subWorkers.get(name(function)));
        if (bound.isEmpty()) {
            Code.super.subWorker(function, args);
            return;
        }
        try {
            bound.get().run(args);
        } catch (Fault | Unwind | VirtualMachineError e) {
            throw e;
        } catch (Throwable thrown) {
            throw RankRules.broken(
                    RankRules.SUB_WORKER_FAILED, "`" + name(function) + "` threw " + thrown, "");
        }
    }
}

package org.crosstile.ranks;

import org.crosstile.kernels.CompiledProgram;
import org.crosstile.ranks.tasks.CoreKind;

/** A compiled program as code to run. */
public record CompiledCode(CompiledProgram program) implements Code {
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
        return switch (program.function(function).function().kind()) {
            case AIC -> CoreKind.CUBE;
            case Group -> CoreKind.GROUP;
            default -> CoreKind.VECTOR;
        };
    }

    @Override
    public String parameter(int function, int index) {
        return program.function(function).function().params().get(index).var().name();
    }
}

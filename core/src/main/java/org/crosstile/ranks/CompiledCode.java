package org.crosstile.ranks;

import org.crosstile.kernels.CompiledProgram;

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
}

package org.crosstile.kernels;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.crosstile.model.Function;

/** A function that can be called. */
public final class CompiledFunction {
    private final Function function;
    private final Unit.Target target;
    private final MethodHandles.Lookup lookup;
    private final Bridge bridge;

    CompiledFunction(
            Function function, Unit.Target target, MethodHandles.Lookup lookup, Bridge bridge) {
        this.function = function;
        this.target = target;
        this.lookup = lookup;
        this.bridge = bridge;
    }

    /** The lowered function. */
    public Function function() {
        return function;
    }

    /** The number by which {@code Host.dispatch} names the function. */
    public int index() {
        return target.index();
    }

    public String name() {
        return function.name();
    }

    /**
     * Calls the function.
     *
     * @param port the {@code Rank} that executes; for a host orchestrator the {@code Host}
     * @param args one per parameter; scalars are boxed as any number and converted to the
     *     parameter's type
     * @return the result, scalars boxed; an array of several; an empty array if there is none
     * @throws org.crosstile.memory.Fault for errors of the user's program
     */
    public Object invoke(Object port, Object... args) {
        return bridge.call(target.index(), port, args);
    }

    /** The function as a method handle: (Rank or Host, then the parameters as they are held). */
    public MethodHandle handle() {
        try {
            ClassLoader loader = lookup.lookupClass().getClassLoader();
            MethodType type =
                    MethodType.fromMethodDescriptorString(
                            target.descriptor().descriptorString(), loader);
            return lookup.findStatic(lookup.lookupClass(), target.method(), type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}

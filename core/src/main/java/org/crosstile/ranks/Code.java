package org.crosstile.ranks;

import org.crosstile.ranks.tasks.CoreKind;

/** The functions of a lowered program, by number. */
public interface Code {
    /** The name of a function. */
    String name(int function);

    /**
     * Runs a function to its end.
     *
     * @param port a {@link org.crosstile.memory.Host} for host orchestrators, else a {@link
     *     org.crosstile.memory.Rank}
     * @param args the parameters as {@code memory.View}s and boxed scalars
     * @throws Throwable whatever the function throws
     */
    void invoke(int function, Object port, Object[] args) throws Throwable;

    /** What runs a function that is a task. */
    default CoreKind coreKind(int function) {
        return CoreKind.VECTOR;
    }

    /** Whether a function may write a tensor that it is given. */
    default boolean writes(int function, int index) {
        return false;
    }

    /** How messages name a parameter of a function. */
    default String parameter(int function, int index) {
        return "argument " + (index + 1);
    }

    /**
     * Runs what is bound to a sub-worker, on the thread of the host function.
     *
     * @throws org.crosstile.memory.Fault if nothing is bound to it, or that fails
     */
    default void subWorker(int function, Object[] args) {
        throw RankRules.broken(
                RankRules.SUB_WORKER,
                "nothing is bound to `" + name(function) + "`",
                "bind a function in Java: engine.binding(\"" + name(function) + "\", call -> ...)");
    }
}

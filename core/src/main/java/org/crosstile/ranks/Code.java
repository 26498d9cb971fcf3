package org.crosstile.ranks;

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
}

package org.crosstile.syntax;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.source.Span;

/** The functions that a body may call. */
interface Signatures {
    /**
     * A callable function.
     *
     * @param parameters how many operands a call gives
     */
    record Signature(String name, Function.Role role, int parameters, Span place) {}

    /** The function with a name. */
    Optional<Signature> find(String name);

    /** What a function returns, found out by reading its body if it does not say. */
    List<Type> returns(String name, Span call);

    Set<String> names();

    /** Whether there is a function of this name that could not be read, which has been reported. */
    boolean isUnread(String name);

    /** Whether functions are called by their bare names, not as {@code self.f}. */
    boolean isBare();
}

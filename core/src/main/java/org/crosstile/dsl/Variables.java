package org.crosstile.dsl;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;

/**
 * The variables of one function. A name that a closed block has used is used again, with the same
 * variable if the type is the same: so it is in the text form. In open blocks two values of one
 * name are two variables.
 */
final class Variables {
    private record Entry(Var var, Body block) {}

    private final Map<String, Entry> names = new HashMap<>();
    private final Map<Node, Var> vars = new IdentityHashMap<>();
    private final Set<Body> open = new HashSet<>();

    void open(Body block) {
        open.add(block);
    }

    void close(Body block) {
        open.remove(block);
    }

    /** The variable of a node; empty if its definition has a problem. */
    Optional<Var> find(Node node) {
        return Optional.ofNullable(vars.get(node));
    }

    /** A new variable. */
    Var define(Node node, String name, Type type, Span place, Body block) {
        Var var = new Var(name, type, place);
        vars.put(node, var);
        names.put(name, new Entry(var, block));
        return var;
    }

    /** A new variable, or that of a closed block with this name and type. */
    Var assign(Node node, String name, Type type, Span place, Body block) {
        Entry entry = names.get(name);
        if (entry != null
                && !open.contains(entry.block())
                && Structure.same(entry.var().type(), type)) {
            vars.put(node, entry.var());
            names.put(name, new Entry(entry.var(), block));
            return entry.var();
        }
        return define(node, name, type, place, block);
    }

    /** Forgets the name of a loop's index: the next use of it is another variable. */
    void forget(String name) {
        names.remove(name);
    }
}

package org.crosstile.operators;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.model.Op;

/** All operators. Adding one is one file and one line here. */
public final class Catalogue {
    private static final Catalogue STANDARD = new Catalogue(allOperators());

    private final List<Op> all;
    private final Map<String, List<Op>> byName = new HashMap<>();

    private Catalogue(List<Op> all) {
        this.all = List.copyOf(all);
        for (Op op : all) {
            byName.computeIfAbsent(op.name(), n -> new ArrayList<>()).add(op);
            op.aliases()
                    .forEach(
                            alias -> byName.computeIfAbsent(alias, n -> new ArrayList<>()).add(op));
        }
    }

    /** The operators of this toolchain. */
    public static Catalogue standard() {
        return STANDARD;
    }

    /** All operators, in the order of the reference. */
    public List<Op> all() {
        return all;
    }

    /**
     * The operators that a program may mean by a name. Several share a short name when the kind of
     * the first operand decides ({@code pl.add} on tiles, tensors and scalars); they stand in the
     * order in which they are to be tried.
     */
    public List<Op> named(String name) {
        return byName.getOrDefault(name, List.of());
    }

    /** Every name and alias, for suggestions. */
    public Set<String> names() {
        return new TreeSet<>(byName.keySet());
    }

    private static List<Op> allOperators() {
        List<Op> ops = new ArrayList<>();
        ops.addAll(LocalOperators.all());
        ops.addAll(LocalOperators.lanes());
        ops.addAll(DistributedOperators.all());
        return ops;
    }
}

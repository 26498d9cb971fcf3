package org.crosstile.syntax;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * The variables of one function by name. A name keeps its variable, and so its type, as long as a
 * block that assigned it is open; when all of them are closed, another type gives another variable.
 * Names outlive their blocks, except those of loop indices and carried values.
 */
final class Scope {
    private enum State {
        LIVE,
        /** Its loop is closed. */
        ENDED,
        /** Its assignment was wrong: uses stay silent. */
        POISONED
    }

    private record Entry(Var var, int block, State state) {}

    private final Map<String, Entry> entries = new HashMap<>();
    private final Set<Integer> open = new HashSet<>();
    private final Problems problems;
    private int blocks;
    private int current;

    Scope(Problems problems) {
        this.problems = problems;
        this.current = begin();
    }

    /** Opens a block inside the current one and gives its number. */
    int begin() {
        open.add(blocks);
        current = blocks;
        return blocks++;
    }

    /** The number of the block that assignments belong to. */
    int current() {
        return current;
    }

    /** Makes an outer block current again; the inner one still counts as open. */
    void leave(int outer) {
        current = outer;
    }

    /** Closes a block: its names are free to take another type. */
    void end(int block) {
        open.remove(block);
    }

    /** Whether a name is bound, and may be read. */
    boolean has(String name) {
        return entries.containsKey(name);
    }

    /** The type that an assignment to a name must keep; empty if it may have any. */
    Optional<Type> typeOf(String name) {
        Entry entry = entries.get(name);
        if (entry == null || entry.state() != State.LIVE || !open.contains(entry.block())) {
            return Optional.empty();
        }
        return Optional.of(entry.var().type());
    }

    /** The variable of a name; empty if there is none. */
    Optional<Var> read(String name, Span span) {
        Entry entry = entries.get(name);
        if (entry == null) {
            return Optional.empty();
        }
        return switch (entry.state()) {
            case LIVE -> Optional.of(entry.var());
            case POISONED -> throw new Rejected();
            case ENDED -> {
                Problem.error(
                                SyntaxRules.LOOP_NAME_ENDED,
                                span,
                                "`" + name + "` is read behind its loop")
                        .headline("`" + name + "` has a value only inside its loop")
                        .see(entry.var().span(), "it belongs to this loop")
                        .hint("assign it to another name inside the loop")
                        .to(problems);
                throw new Rejected();
            }
        };
    }

    /**
     * The variable that an assignment of a value of this type defines or defines again. In which
     * memory a tile lies is no part of that: lowering moves it to where it is used.
     */
    Var assign(String name, Type given, Span span) {
        Entry entry = entries.get(name);
        if (entry == null || entry.state() != State.LIVE) {
            return define(name, given, span);
        }
        Type type =
                given instanceof Type.Tile tile && entry.var().type() instanceof Type.Tile own
                        ? tile.inSpace(own.space())
                        : given;
        if (Structure.same(entry.var().type(), type)) {
            if (!open.contains(entry.block())) {
                entries.put(name, new Entry(entry.var(), current, State.LIVE));
            }
            return entry.var();
        }
        if (open.contains(entry.block())) {
            Problem.error(SyntaxRules.REASSIGN_TYPE, span, "this is " + type.describe())
                    .headline("`" + name + "` must keep its type")
                    .see(entry.var().span(), "here it is " + entry.var().type().describe())
                    .hint("use another name for the new value")
                    .to(problems);
            throw new Rejected();
        }
        return define(name, type, span);
    }

    /** A new variable, whatever the name meant before. */
    Var define(String name, Type type, Span span) {
        Var var = new Var(name, type, span);
        entries.put(name, new Entry(var, current, State.LIVE));
        return var;
    }

    /** Binds a name to an existing variable. */
    void bind(String name, Var var) {
        entries.put(name, new Entry(var, current, State.LIVE));
    }

    /** Marks the name of a loop's variable as without a value behind the loop. */
    void endLoopName(Var var) {
        Entry entry = entries.get(var.name());
        if (entry != null && entry.var().equals(var)) {
            entries.put(var.name(), new Entry(var, entry.block(), State.ENDED));
        }
    }

    /** Makes uses of a name silent, because its assignment has been reported. */
    void poison(String name, Span span) {
        Entry entry = entries.get(name);
        if (entry == null || entry.state() == State.ENDED) {
            entries.put(
                    name,
                    new Entry(new Var(name, Type.Opaque.UNKNOWN, span), current, State.POISONED));
        }
    }

    Set<String> names() {
        return new TreeSet<>(entries.keySet());
    }
}

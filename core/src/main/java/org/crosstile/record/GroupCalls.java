package org.crosstile.record;

import java.util.List;
import java.util.Optional;
import org.crosstile.memory.CollectiveCall;
import org.crosstile.memory.Domain;

/**
 * The latest collective calls in a group.
 *
 * @param recent per member in the order of the group, oldest first
 */
public record GroupCalls(Domain group, List<List<Numbered>> recent) {
    public GroupCalls {
        recent = recent.stream().map(List::copyOf).toList();
    }

    /**
     * A call.
     *
     * @param number how many calls its rank had made in the group then, this one included
     */
    public record Numbered(int number, CollectiveCall call) {}

    /** How many calls a member has entered. */
    public int entered(int member) {
        List<Numbered> calls = recent.get(member);
        return calls.isEmpty() ? 0 : calls.getLast().number();
    }

    /** What a member entered under a number; empty if it has not, or if it is forgotten. */
    public Optional<CollectiveCall> call(int member, int number) {
        return recent.get(member).stream()
                .filter(numbered -> numbered.number() == number)
                .map(Numbered::call)
                .findFirst();
    }

    /** The devices that stand for the members. */
    public int device(int member) {
        return group.devices().get(member);
    }

    /** The position of a device in the group; -1 if it is no member. */
    public int member(int device) {
        return group.rankOf(device);
    }
}

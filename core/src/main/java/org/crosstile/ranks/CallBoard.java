package org.crosstile.ranks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.memory.CollectiveCall;
import org.crosstile.memory.Domain;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.GroupCalls;
import org.jspecify.annotations.Nullable;

/**
 * Where the ranks of a run write which collective they enter, and compare. Per group and member
 * there is one word:
 *
 * <pre>
 *   63            40 39                        0
 *   | call number   | fingerprint of the call  |
 * </pre>
 *
 * <p><b>No difference is missed.</b> A rank writes its word (volatile) and then reads those of all
 * peers (volatile). Volatile accesses have one total order, so of two ranks that enter the same
 * call number at least one sees the other's word. A rank that leaves a call proves that all peers
 * have entered it, because all collectives begin with a barrier, or end with one; so nobody is two
 * calls ahead, and the last {@value #KEPT} calls are enough to show both sides.
 */
public final class CallBoard {
    private static final int KEPT = 4;
    private static final int NUMBER_SHIFT = 40;
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    /** The board of one group. */
    private static final class Group {
        final Domain domain;
        final long[] words;
        final int[] numbers;
        final GroupCalls.@Nullable Numbered[][] recent;
        volatile boolean disagrees;

        Group(Domain domain) {
            this.domain = domain;
            this.words = new long[domain.size()];
            this.numbers = new int[domain.size()];
            this.recent = new GroupCalls.Numbered[domain.size()][KEPT];
        }

        GroupCalls state() {
            List<List<GroupCalls.Numbered>> all = new ArrayList<>();
            for (int member = 0; member < recent.length; member++) {
                int last = (int) ((long) WORDS.getVolatile(words, member) >>> NUMBER_SHIFT);
                List<GroupCalls.Numbered> calls = new ArrayList<>();
                for (int i = KEPT - 1; i >= 0; i--) {
                    GroupCalls.Numbered call = recent[member][(last - i) & (KEPT - 1)];
                    if (call != null && (call.number() - (last - i) & 0xFFFFFF) == 0) {
                        calls.add(call);
                    }
                }
                all.add(calls);
            }
            return new GroupCalls(domain, all);
        }
    }

    private final Map<Domain, Group> groups = new IdentityHashMap<>();
    private final List<Group> inOrder = new ArrayList<>();

    /** A board for the groups of some windows, on which nobody has written yet. */
    public CallBoard(Collection<WindowBuffer> windows) {
        windows.forEach(window -> groups.computeIfAbsent(window.domain(), this::group));
    }

    private Group group(Domain domain) {
        Group group = new Group(domain);
        inOrder.add(group);
        return group;
    }

    /** How many collectives a rank has entered in a group. */
    public int entered(int device, Domain domain) {
        Group group = groups.get(domain);
        int member = domain.rankOf(device);
        return group == null || member < 0 ? 0 : group.numbers[member];
    }

    /**
     * A rank enters a collective.
     *
     * @return whether its call fits those that its peers have made so far under the same number
     * @throws org.crosstile.memory.Fault if the rank may not make this call at all
     */
    public boolean enter(int device, CollectiveCall call) {
        Group group = groups.get(call.group());
        int member = call.group().rankOf(device);
        if (group == null || member < 0) {
            throw RankRules.notMember(device, call);
        }
        RankRules.checkCall(call);
        int number = ++group.numbers[member];
        group.recent[member][number & (KEPT - 1)] = new GroupCalls.Numbered(number, call);
        long word = (long) number << NUMBER_SHIFT | call.fingerprint() & ((1L << NUMBER_SHIFT) - 1);
        WORDS.setVolatile(group.words, member, word);
        for (int peer = 0; peer < group.words.length; peer++) {
            long other = (long) WORDS.getVolatile(group.words, peer);
            if (other >>> NUMBER_SHIFT == word >>> NUMBER_SHIFT && other != word) {
                group.disagrees = true;
            }
        }
        return !group.disagrees;
    }

    /** What everybody has entered, for reports: whoever writes meanwhile may be missing. */
    public List<GroupCalls> state() {
        return inOrder.stream().map(Group::state).toList();
    }
}

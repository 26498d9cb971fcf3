package org.crosstile.ranks.simulated;

import java.util.Arrays;
import java.util.BitSet;

/** The agents that can move, by number. */
final class Ready {
    private int[] members = new int[64];
    private int[] places = new int[64];
    private final BitSet bits = new BitSet();
    private int size;

    int size() {
        return size;
    }

    boolean contains(int agent) {
        return bits.get(agent);
    }

    /** One of them, by a position that stays the same until one comes or goes. */
    int at(int position) {
        return members[position];
    }

    /** The first one behind {@code agent}, going round. */
    int after(int agent) {
        int next = bits.nextSetBit(agent + 1);
        return next >= 0 ? next : bits.nextSetBit(0);
    }

    void add(int agent) {
        if (bits.get(agent)) {
            return;
        }
        bits.set(agent);
        if (size == members.length) {
            members = Arrays.copyOf(members, size * 2);
        }
        if (agent >= places.length) {
            places = Arrays.copyOf(places, Math.max(agent + 1, places.length * 2));
        }
        members[size] = agent;
        places[agent] = size++;
    }

    void remove(int agent) {
        if (!bits.get(agent)) {
            return;
        }
        bits.clear(agent);
        int last = members[--size];
        members[places[agent]] = last;
        places[last] = places[agent];
    }
}

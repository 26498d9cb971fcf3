package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.lower.TileBuffers.Buffer;

/**
 * Addresses for buffers: each at the lowest place where it meets none that is alive together with
 * it. The order in which buffers are placed decides how well they pack, so several orders are
 * tried.
 */
final class TilePlacement {
    private final Map<Buffer, Integer> address = new HashMap<>();
    private int top;

    private TilePlacement() {}

    /** The best of several placements. */
    static TilePlacement of(Set<Buffer> buffers, int budget) {
        Comparator<Buffer> bySize = Comparator.comparingInt(Buffer::bytes).reversed();
        Comparator<Buffer> byBirth = Comparator.comparingInt(Buffer::first);
        Comparator<Buffer> byLife =
                Comparator.comparingInt((Buffer b) -> b.live().cardinality()).reversed();
        TilePlacement best = null;
        for (Comparator<Buffer> order :
                List.of(byBirth, bySize.thenComparing(byBirth), byLife.thenComparing(bySize))) {
            TilePlacement placement = new TilePlacement();
            List<Buffer> sorted = new ArrayList<>(buffers);
            sorted.sort(order);
            sorted.forEach(placement::place);
            if (best == null || placement.top < best.top) {
                best = placement;
            }
            if (best.top <= budget) {
                break;
            }
        }
        return best == null ? new TilePlacement() : best;
    }

    /** Address of a buffer in its memory space, in bytes. */
    int address(Buffer buffer) {
        return address.getOrDefault(buffer, 0);
    }

    /** The first byte that no buffer uses. */
    int top() {
        return top;
    }

    private void place(Buffer buffer) {
        List<Buffer> others = new ArrayList<>();
        List<Integer> candidates = new ArrayList<>(List.of(0));
        for (Buffer other : address.keySet()) {
            if (buffer.isAliveWith(other)) {
                others.add(other);
                candidates.add(address(other) + other.bytes());
            }
        }
        for (Buffer other : buffer.handOvers()) {
            if (address.containsKey(other) && !buffer.isAliveWith(other)) {
                others.add(other);
                candidates.add(address(other) + other.bytes());
                if (other.bytes() == buffer.bytes()) {
                    candidates.add(address(other));
                }
            }
        }
        candidates.sort(Comparator.naturalOrder());
        for (int at : candidates) {
            if (isFree(buffer, at, others)) {
                address.put(buffer, at);
                top = Math.max(top, at + buffer.bytes());
                return;
            }
        }
    }

    /**
     * Whether a buffer may lie at an address. Buffers of which one is written while the other is
     * read for the last time either coincide or lie apart: an element is then read before it is
     * written.
     */
    private boolean isFree(Buffer buffer, int at, List<Buffer> others) {
        for (Buffer other : others) {
            boolean overlaps =
                    at < address(other) + other.bytes() && address(other) < at + buffer.bytes();
            boolean coincides = at == address(other) && buffer.bytes() == other.bytes();
            if (overlaps && !(coincides && !buffer.isAliveWith(other))) {
                return false;
            }
        }
        return true;
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.crosstile.lower.TileBuffers.Buffer;

/**
 * Addresses for buffers: each at the lowest place where it meets none that is alive together with it. The
 * order in which buffers are placed decides how well they pack, so several orders are tried.
 */
final class TilePlacement {
    private final Map<Buffer, Integer> address = new HashMap<>();
    private int top;

    private TilePlacement() {}

    /** The best of several placements. */
    static TilePlacement of(Set<Buffer> buffers, BiPredicate<Buffer, Buffer> handOver, int budget) {
        Comparator<Buffer> bySize = Comparator.comparingInt(Buffer::bytes).reversed();
        Comparator<Buffer> byBirth = Comparator.comparingInt(b -> b.live().nextSetBit(0));
        Comparator<Buffer> byLife = Comparator.comparingInt((Buffer b) -> b.live().cardinality()).reversed();
        TilePlacement best = null;
        for (Comparator<Buffer> order : List.of(byBirth, bySize.thenComparing(byBirth), byLife.thenComparing(bySize))) {
            TilePlacement placement = new TilePlacement();
            List<Buffer> sorted = new ArrayList<>(buffers);
            sorted.sort(order);
            sorted.forEach(b -> placement.place(b, handOver));
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

    private void place(Buffer buffer, BiPredicate<Buffer, Buffer> handOver) {
        List<Buffer> placed = new ArrayList<>(address.keySet());
        placed.sort(Comparator.comparingInt(this::address));
        int at = 0;
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Buffer other : placed) {
                int end = address(other) + other.bytes();
                boolean overlaps = at < end && address(other) < at + buffer.bytes();
                if (overlaps && !mayOverlap(buffer, at, other, handOver)) {
                    at = end;
                    moved = true;
                }
            }
        }
        address.put(buffer, at);
        top = Math.max(top, at + buffer.bytes());
    }

    /**
     * Buffers of which one is written while the other is read for the last time either coincide or lie
     * apart: an element is then read before it is written.
     */
    private boolean mayOverlap(Buffer buffer, int at, Buffer other, BiPredicate<Buffer, Buffer> handOver) {
        if (buffer.live().intersects(other.live())) {
            return false;
        }
        boolean coincides = at == address(other) && buffer.bytes() == other.bytes();
        return coincides || !handOver.test(buffer, other);
    }
}

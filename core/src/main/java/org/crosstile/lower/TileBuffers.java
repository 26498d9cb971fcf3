package org.crosstile.lower;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/** Which tiles lie in one buffer. At first each has its own. */
final class TileBuffers {
    /** Bytes that several tiles use one after the other. */
    static final class Buffer {
        private final List<Var> tiles = new ArrayList<>();
        private final BitSet live = new BitSet();
        private final Set<Buffer> handOvers = new HashSet<>();
        private final MemorySpace space;
        private int bytes;
        private int first;
        private int end;

        private Buffer(Var first, BitSet live) {
            tiles.add(first);
            this.live.or(live);
            this.bytes = size(first);
            this.space = tile(first).space();
            measure();
        }

        /**
         * A life is tested thousands of times, and most tests are decided by where it begins and
         * ends.
         */
        private void measure() {
            first = live.nextSetBit(0);
            end = live.length();
        }

        List<Var> tiles() {
            return tiles;
        }

        MemorySpace space() {
            return space;
        }

        int bytes() {
            return bytes;
        }

        /** The points at which one of the tiles is alive. */
        BitSet live() {
            return live;
        }

        /** Whether a tile of this buffer and one of the other are ever alive at once. */
        boolean isAliveWith(Buffer other) {
            return end > other.first && other.end > first && live.intersects(other.live);
        }

        /** States that one of two buffers is written while the other is read for the last time. */
        void handOver(Buffer other) {
            handOvers.add(other);
            other.handOvers.add(this);
        }

        /** The buffers of which one is written while the other is read for the last time. */
        Set<Buffer> handOvers() {
            return handOvers;
        }

        /** The first point at which the buffer is occupied. */
        int first() {
            return first;
        }

        /** Keeps the buffer occupied at further points. */
        void occupy(int point) {
            live.set(point);
            measure();
        }
    }

    /** What tiles in one buffer must agree on for a yield to move nothing. */
    private record Form(DType dtype, int rows, int columns, MemorySpace space) {
        static Form of(Var v) {
            Type.Tile t = tile(v);
            return new Form(t.dtype(), t.rows(), t.columns(), t.space());
        }
    }

    private final Map<Var, Buffer> buffers = new LinkedHashMap<>();

    TileBuffers(TileLives lives, Set<Var> tilesInOrder) {
        tilesInOrder.forEach(v -> buffers.put(v, new Buffer(v, lives.of(v))));
    }

    Buffer of(Var tile) {
        return Optional.ofNullable(buffers.get(tile)).orElseThrow();
    }

    /** Puts a copy that was made after the analysis where another tile lies. */
    void place(Var copy, Var other) {
        Buffer buffer = of(other);
        buffer.tiles.add(copy);
        buffers.put(copy, buffer);
    }

    boolean together(Var a, Var b) {
        return of(a) == of(b);
    }

    /** All buffers, in the order of their first tiles. */
    Set<Buffer> all() {
        return new LinkedHashSet<>(buffers.values());
    }

    /**
     * Puts two tiles into one buffer if they are never alive at once; says whether they are
     * together now.
     */
    boolean join(Var a, Var b) {
        Buffer x = of(a);
        Buffer y = of(b);
        if (x == y) {
            return true;
        }
        if (x.space != y.space || x.isAliveWith(y)) {
            return false;
        }
        x.tiles.addAll(y.tiles);
        x.live.or(y.live);
        x.bytes = Math.max(x.bytes, y.bytes);
        x.measure();
        y.tiles.forEach(v -> buffers.put(v, x));
        return true;
    }

    /** As {@link #join}, for tiles of which one takes the other's place without being copied. */
    boolean joinAlike(Var a, Var b) {
        Form form = Form.of(a);
        for (Var v : of(a).tiles) {
            if (!Form.of(v).equals(form)) {
                return together(a, b);
            }
        }
        for (Var v : of(b).tiles) {
            if (!Form.of(v).equals(form)) {
                return together(a, b);
            }
        }
        return join(a, b);
    }

    static Type.Tile tile(Var v) {
        return (Type.Tile) v.type();
    }

    /** Bytes that a tile occupies, rounded up to the granule of an address. */
    static int size(Var v) {
        Type.Tile t = tile(v);
        long bytes = (long) t.rows() * t.columns() * t.dtype().bytes();
        return (int) Math.min(Integer.MAX_VALUE / 2, (bytes + 31) / 32 * 32);
    }
}

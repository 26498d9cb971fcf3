package org.crosstile.memory;

import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.crosstile.abi.DType;

/** Writes of boxes, handed to whoever observes the view that they go to. */
final class Writes {
    /** The values of larger writes are not told to observers. */
    private static final long MOST_WORDS = 1024;

    private Writes() {}

    /** Where the elements of a write come from. */
    interface Source {
        /** Copies all elements to a box of the same rows and columns. */
        void put(Box to);

        /** Adds all elements atomically to a box of the same rows and columns. */
        void add(Box to);

        static Source of(Tile tile) {
            return new Source() {
                @Override
                public void put(Box to) {
                    Transfer.put(tile, to);
                }

                @Override
                public void add(Box to) {
                    Transfer.add(tile, to);
                }
            };
        }

        static Source of(Box from) {
            return new Source() {
                @Override
                public void put(Box to) {
                    Transfer.copy(from, to);
                }

                @Override
                public void add(Box to) {
                    Transfer.add(from, to);
                }
            };
        }
    }

    /**
     * Writes a box, or lets the observer of its view do so.
     *
     * @param adds whether the elements are added to what is there
     */
    static void to(Box box, boolean adds, Source source) {
        if (box.isEmpty()) {
            return;
        }
        Pending write = new Pending(box, adds, source);
        if (!box.view.isWatched()) {
            write.apply();
            return;
        }
        box.view.watch().writes(box.view, box.areas(), write);
    }

    private record Pending(Box box, boolean adds, Source source) implements Watch.Write {
        @Override
        public void apply() {
            if (adds) {
                source.add(box);
            } else {
                source.put(box);
            }
        }

        @Override
        public int[] words(Area area) {
            long elements = box.rows * box.columns;
            if (box.view.dtype() != DType.INT32 || elements > MOST_WORDS) {
                return new int[0];
            }
            Box copy = Box.packed(DType.INT32, box.rows, box.columns);
            source.put(copy);
            Map<Long, Integer> byAddress = new HashMap<>();
            for (long row = 0; row < box.rows; row++) {
                for (long column = 0; column < box.columns; column++) {
                    byAddress.put(
                            box.address(row) + column * box.step(),
                            copy.view
                                    .segment()
                                    .get(
                                            ValueLayout.JAVA_INT_UNALIGNED,
                                            copy.address(row) + column * Integer.BYTES));
                }
            }
            int perRun = (int) (area.bytes() / Integer.BYTES);
            int[] words = new int[(int) (area.runs() * perRun)];
            for (int i = 0; i < words.length; i++) {
                long run = area.offset() + i / perRun * area.stride();
                words[i] = byAddress.getOrDefault(run + (long) (i % perRun) * Integer.BYTES, 0);
            }
            return words;
        }

        @Override
        public Watch.Write captured() {
            Box copy = Box.packed(box.view.dtype(), box.rows, box.columns);
            source.put(copy);
            return new Pending(box, adds, Source.of(copy));
        }
    }
}

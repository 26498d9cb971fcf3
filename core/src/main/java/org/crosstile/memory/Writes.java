package org.crosstile.memory;

/** Writes of boxes, handed to whoever observes the view that they go to. */
final class Writes {
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
        public Watch.Write captured() {
            Box copy = Box.packed(box.view.dtype(), box.rows, box.columns);
            source.put(copy);
            return new Pending(box, adds, Source.of(copy));
        }
    }
}

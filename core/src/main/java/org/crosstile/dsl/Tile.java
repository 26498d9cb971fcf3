package org.crosstile.dsl;

/** A tile in a core's local memory. */
public sealed class Tile extends Value permits Tile.Var {
    Tile(Node node) {
        super(node);
    }

    /** A variable that holds a tile. */
    public static final class Var extends Tile {
        Var(Node node) {
            super(node);
        }

        /** Assigns another value: {@code name = value} in the text form. The type must stay. */
        public void set(Tile value) {
            Recorder.current().set(this, value);
        }
    }
}

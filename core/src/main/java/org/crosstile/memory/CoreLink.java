package org.crosstile.memory;

import org.crosstile.abi.CoreType;
import org.crosstile.abi.SplitMode;

/**
 * What a core hands over to the other side of its core group, and takes from it. A group is one
 * cube core and up to two vector cores. Hand-overs of one direction arrive in the order in which
 * they were made; each side makes and takes them in the order of the text.
 */
public interface CoreLink {
    /** The rule that a core without a partner breaks. */
    String ALONE = "core-group";

    /**
     * Gives a tile to the other side; returns when there is room for it. What the cube core gives
     * goes to all vector cores, or is divided between them. What the vector cores give is joined;
     * undivided, the cube core gets the tile of whichever came last.
     */
    void push(Tile tile, SplitMode split, int site);

    /** Takes what the other side has given next; returns when it is there. */
    void pop(Tile out, SplitMode split, int site);

    /** Tells the other side that what was written before may be read. */
    void set(int site);

    /** Returns when the other side, all of it, has told so once more. */
    void await(int site);

    /** Returns when all cores of the kind have come here. */
    void meet(CoreType who, int site);

    /** Of a core without a group. */
    CoreLink NONE =
            new CoreLink() {
                @Override
                public void push(Tile tile, SplitMode split, int site) {
                    throw alone("a tile is given to the other side");
                }

                @Override
                public void pop(Tile out, SplitMode split, int site) {
                    throw alone("a tile is taken from the other side");
                }

                @Override
                public void set(int site) {
                    throw alone("a flag is set for the other side");
                }

                @Override
                public void await(int site) {
                    throw alone("the other side is waited for");
                }

                @Override
                public void meet(CoreType who, int site) {
                    // nobody else has to come
                }

                private Fault alone(String found) {
                    return new Fault(
                            ALONE,
                            "what one side of a core group does for the other needs a core on each side",
                            found + " on a core that runs alone",
                            "write cube and vector work in one InCore kernel, and let it be divided");
                }
            };
}

package org.crosstile.memory;

/**
 * Is told of elements that nobody has written. Reading them is no fault as long as nothing comes of
 * it: a tile keeps, element by element, where such values come from, and what is stored, sent or
 * read as a number is told of.
 */
public interface Unwritten {
    /** Nobody wants to know. */
    Unwritten NOBODY =
            new Unwritten() {
                @Override
                public int read(View view, long offset, long bytes) {
                    return 1;
                }

                @Override
                public void used(int origin) {}

                @Override
                public void added(int origin) {}
            };

    /**
     * Bytes are read that nobody has written.
     *
     * @param offset of the first one, in the view's segment
     * @return what stands for them from now on; more than 0
     */
    int read(View view, long offset, long bytes);

    /** A value that comes from there is stored, sent, or read as a number. */
    void used(int origin);

    /** Something is added to them in place. */
    void added(int origin);
}

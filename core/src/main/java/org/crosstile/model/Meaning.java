package org.crosstile.model;

import org.crosstile.abi.DType;

/**
 * The world as the sequential meaning of a composite sees it: the values behind each operand on
 * each rank. This is the oracle of the differential tests.
 */
public interface Meaning {
    /** Number of ranks in the domain. */
    int ranks();

    /** The elements behind an operand on a rank, in row-major order. */
    Elements elements(Slot slot, int rank);

    /** States that no rank leaves the call before every rank has entered it. */
    void allEnterBeforeAnyLeaves();

    /** Elements of a tensor. */
    interface Elements {
        long size();

        DType dtype();

        double get(long index);

        /** Stores a value, rounded to the element type. */
        void set(long index, double value);
    }
}

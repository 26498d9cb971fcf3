package org.crosstile.acceptance;

import java.util.HashMap;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.model.Composite;
import org.crosstile.model.Expr;
import org.crosstile.model.Meaning;
import org.crosstile.model.Op;
import org.crosstile.model.Slot;

/** Windows as arrays, on which the meaning of a collective can be carried out. */
final class ArrayMeaning implements Meaning {
    private final int ranks;
    private final Map<Slot, double[][]> values = new HashMap<>();
    private final Map<Slot, DType> dtypes = new HashMap<>();

    ArrayMeaning(int ranks) {
        this.ranks = ranks;
    }

    /** The slot of an operator with a name. */
    static Slot slot(Op op, String name) {
        return op.slots().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    }

    /** Gives an operand's elements by rank; the arrays are changed by {@link #apply}. */
    void put(Slot slot, DType dtype, double[][] byRank) {
        values.put(slot, byRank);
        dtypes.put(slot, dtype);
    }

    void apply(Expr.Call call) {
        ((Composite) call.op()).meaning(call, this);
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public Elements elements(Slot slot, int rank) {
        double[] elements = values.get(slot)[rank];
        DType dtype = dtypes.get(slot);
        return new Elements() {
            @Override
            public long size() {
                return elements.length;
            }

            @Override
            public DType dtype() {
                return dtype;
            }

            @Override
            public double get(long index) {
                return elements[(int) index];
            }

            @Override
            public void set(long index, double value) {
                elements[(int) index] = dtype.round(value);
            }
        };
    }

    @Override
    public void allEnterBeforeAnyLeaves() {}
}

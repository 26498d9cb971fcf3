package org.crosstile.acceptance;

import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.model.Meaning;
import org.crosstile.model.Slot;
import org.crosstile.model.Var;

/** The values of all ranks behind the operands of a call, by name. */
record Oracle(int ranks, Expr.Call call, Map<String, double[][]> values, Map<String, DType> types)
        implements Meaning {
    @Override
    public Elements elements(Slot slot, int rank) {
        String name = ((Var) call.get(slot)).name();
        double[] own = values.get(name)[rank];
        DType dtype = types.get(name);
        return new Elements() {
            @Override
            public long size() {
                return own.length;
            }

            @Override
            public DType dtype() {
                return dtype;
            }

            @Override
            public double get(long index) {
                return own[(int) index];
            }

            @Override
            public void set(long index, double value) {
                own[(int) index] = dtype.isFloat() ? dtype.round(value) : dtype.wrap((long) value);
            }
        };
    }

    @Override
    public void allEnterBeforeAnyLeaves() {}
}

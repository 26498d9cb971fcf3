package org.crosstile.engine;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;

/**
 * A tensor of the entry function after a run.
 *
 * @param name the parameter's name
 * @param values packed, row-major
 */
public record HostTensor(String name, View values) {
    public DType dtype() {
        return values.dtype();
    }

    public List<Long> shape() {
        List<Long> shape = new ArrayList<>();
        for (long extent : values.shape()) {
            shape.add(extent);
        }
        return shape;
    }

    public long elements() {
        return values.elements();
    }

    /** An element by its position in row-major order; INT64 is rounded to 53 bits. */
    public double get(long i) {
        return HostElements.get(values, i);
    }
}

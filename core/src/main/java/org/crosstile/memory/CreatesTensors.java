package org.crosstile.memory;

import org.crosstile.abi.DType;

/** Who gives memory to intermediate tensors: the host, or the rank that runs. */
public interface CreatesTensors {
    /** A zero-filled tensor. */
    default View createTensor(long[] shape, DType dtype) {
        return View.zeros(dtype, shape);
    }
}

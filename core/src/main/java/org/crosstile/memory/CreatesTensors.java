package org.crosstile.memory;

import org.crosstile.abi.DType;

/** Who gives memory to intermediate tensors: the host, or the rank that runs. */
public interface CreatesTensors {
    /**
     * A tensor that nobody has written.
     *
     * @param site the call that asks for it
     */
    default View createTensor(long[] shape, DType dtype, int site) {
        return View.zeros(dtype, shape);
    }
}

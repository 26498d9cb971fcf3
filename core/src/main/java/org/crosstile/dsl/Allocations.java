package org.crosstile.dsl;

import org.crosstile.abi.DType;

/** Allocations of windows, which take their name from what they are assigned to. */
abstract class Allocations {
    private static final String ALLOC = "pld.tensor.alloc_window_buffer";

    Allocations() {}

    /**
     * Allocates a zero-filled window buffer on every rank: {@code name =
     * pld.alloc_window_buffer(shape, dtype=dtype)}. In a host orchestrator.
     *
     * @param name unique in the program
     */
    public static Buffer allocWindowBuffer(String name, Shape shape, DType dtype) {
        Operation call = Operation.of(ALLOC).with(shape).named("dtype", Operation.literal(dtype));
        return allocate(name, call);
    }

    /**
     * Allocates a zero-filled window buffer on every rank: {@code name =
     * pld.alloc_window_buffer(bytes)}. In a host orchestrator.
     *
     * @param name unique in the program
     */
    public static Buffer allocWindowBuffer(String name, Scalar bytes) {
        return allocate(name, Operation.of(ALLOC).with(bytes));
    }

    /**
     * Allocates a zero-filled window buffer on every rank: {@code name =
     * pld.alloc_window_buffer(bytes)}. In a host orchestrator.
     *
     * @param name unique in the program
     */
    public static Buffer allocWindowBuffer(String name, long bytes) {
        return allocate(name, Operation.of(ALLOC).with(bytes));
    }

    private static Buffer allocate(String name, Operation call) {
        Node node = call.named("name", Operation.literal(name)).note();
        Recorder recorder = Recorder.current();
        return new Buffer(recorder.let(name, node, node.place()));
    }
}

package org.crosstile.memory;

import org.crosstile.abi.DType;

/** What a host orchestrator sees of the world. */
public interface Host extends CreatesTensors {
    /**
     * Said in every round of a loop: leaves the caller's code if the run is over.
     *
     * @throws InterruptedException if there is no run yet, and the thread is interrupted
     */
    default void poll() throws InterruptedException {}

    /** Number of devices. */
    long worldSize();

    /** The window allocation of a name; exists once per rank, zero-filled. */
    WindowBuffer allocate(String name, long bytes, int site);

    /** A typed view of an allocation: symmetric until a dispatch binds it to a device. */
    View window(WindowBuffer buffer, long[] shape, DType dtype, int site);

    /**
     * Launches a chip function on a device. Launches on one device run in order.
     *
     * @param function index of the function in the compiled program
     */
    void dispatch(int function, long device, Object[] args, int site);

    /**
     * Launches a function on several cores of a device at once; the device goes on when all have
     * ended. A host without cores to choose runs it on one.
     */
    default void dispatch(int function, long device, int cores, Object[] args, int site) {
        dispatch(function, device, args, site);
    }

    /**
     * Runs what is bound to a sub-worker, after everything launched so far. A host that only finds
     * out what will be launched runs nothing.
     *
     * @param function index of the sub-worker in the compiled program
     */
    default void subWorker(int function, Object[] args) {}

    /** Returns when everything launched so far has finished or is blocked in a wait. */
    void join();

    /** A tensor in host memory that nobody has written. */
    @Override
    View createTensor(long[] shape, DType dtype, int site);
}

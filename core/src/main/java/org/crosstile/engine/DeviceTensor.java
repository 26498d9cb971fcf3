package org.crosstile.engine;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.Function;
import org.crosstile.abi.DType;

/**
 * A tensor that stays on the devices of a {@link Worker} from dispatch to dispatch. A stacked one
 * has a first dimension of shards, each on a device of its own. Belongs to one worker, and ends
 * with it.
 */
public final class DeviceTensor implements Argument, AutoCloseable {
    private final Worker owner;
    private final Arena arena = Arena.ofShared();
    private final HostArray memory;
    private final List<Integer> devices;
    private boolean freed;

    /**
     * @param elements makes them in memory that ends with the tensor
     */
    DeviceTensor(Worker owner, Function<Arena, HostArray> elements, List<Integer> devices) {
        this.owner = owner;
        this.devices = List.copyOf(devices);
        try {
            this.memory = elements.apply(arena);
        } catch (Throwable failed) {
            arena.close();
            throw failed;
        }
    }

    public DType dtype() {
        return memory.dtype();
    }

    public List<Long> shape() {
        return memory.shape();
    }

    /** The device of each shard; empty if the tensor is not stacked. */
    public List<Integer> devices() {
        return devices;
    }

    /**
     * Copies the elements to the devices, after everything that was submitted before.
     *
     * @throws IllegalArgumentException if element type or shape differ
     * @throws IllegalStateException if the tensor has been freed
     */
    public void copyFrom(HostArray source) {
        owner.quietly("copyFrom", () -> live("copyFrom").copyFrom(source));
    }

    /**
     * Copies the elements from the devices, after everything that was submitted before.
     *
     * @throws IllegalArgumentException if element type or shape differ
     * @throws IllegalStateException if the tensor has been freed
     */
    public void copyTo(HostArray target) {
        owner.quietly("copyTo", () -> target.copyFrom(live("copyTo")));
    }

    /**
     * Frees the tensor's memory, after everything that was submitted before; again does nothing.
     * Outputs of dispatches that lie in it cannot be read any more.
     */
    @Override
    public void close() {
        owner.release(this);
    }

    /** The elements, for a dispatch of a worker. */
    HostArray of(Worker worker) {
        if (!worker.equals(owner)) {
            throw new IllegalArgumentException(
                    "the tensor " + memory + " belongs to another worker: allocate it on this one");
        }
        return live("dispatch");
    }

    private HostArray live(String what) {
        if (freed) {
            throw new IllegalStateException(
                    what + " called after the tensor " + memory + " was freed");
        }
        return memory;
    }

    void free() {
        if (!freed) {
            freed = true;
            arena.close();
        }
    }
}

package org.crosstile.ranks;

import java.util.Optional;
import org.crosstile.memory.View;
import org.crosstile.memory.Watch;

/** What host orchestration needs of a transport. */
public interface Devices {
    /** Queues a function on a device, behind everything launched there before. */
    void launch(int device, int function, Object[] args, int site);

    /**
     * Queues a function that several cores of a device run at once. A world without cores runs it
     * on one.
     *
     * @param cores at least 1
     */
    default void launch(int device, int function, int cores, Object[] args, int site) {
        launch(device, function, args, site);
    }

    /** Leaves the caller's code if the run is over. */
    default void check() {}

    /** Who observes the memory of a device. */
    default Watch watch(int device) {
        return Watch.NONE;
    }

    /**
     * A tensor that holds nothing yet, as the program gets it.
     *
     * @param name of an output of the entry function
     * @param made the call that made it; -1 for an output
     */
    default View unset(View tensor, Optional<String> name, int made) {
        return tensor;
    }

    /** Returns when every launched function has ended or is blocked in an unsatisfied wait. */
    void join();
}

package org.crosstile.ranks;

/** What host orchestration needs of a transport. */
public interface Devices {
    /** Queues a function on a device, behind everything launched there before. */
    void launch(int device, int function, Object[] args, int site);

    /** Returns when every launched function has ended or is blocked in an unsatisfied wait. */
    void join();
}

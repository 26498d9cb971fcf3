package org.crosstile.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C as a request: the work in hand is ended, and what there is of it is printed. */
final class Interruption implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 5;

    private final Thread worker = Thread.currentThread();
    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::ask, "interruption");
    private volatile boolean asked;

    private Interruption() {}

    /** The calling thread is the one that works. */
    static Interruption watched() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private void ask() {
        asked = true;
        worker.interrupt();
        try {
            boolean inTime = printed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            asked = inTime || asked;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the JVM ends anyway
        }
    }

    /** Whether the user wants to see what there is. */
    boolean isAsked() {
        return asked;
    }

    /** What is printed from now on must not be cut off by the request to stop. */
    void settle() {
        asked |= Thread.interrupted();
    }

    /** All has been printed. */
    @Override
    public void close() {
        if (!asked) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
        printed.countDown();
    }
}

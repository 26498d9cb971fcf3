package org.crosstile.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A dispatch that a {@link Worker} has been given. */
public final class Dispatch {
    private final CompletableFuture<RunResult> end = new CompletableFuture<>();

    Dispatch() {}

    /** Whether the dispatch has come to its end, good or bad. */
    public boolean isDone() {
        return end.isDone();
    }

    /**
     * Waits for the end of the dispatch.
     *
     * @return its outputs, by {@link RunResult#output}, and warnings
     * @throws ProgramException if the dispatch failed
     * @throws DefectException if the toolchain itself failed
     */
    public RunResult result() {
        RunResult result = await();
        if (!result.isOk()) {
            throw new ProgramException("the dispatch failed", result.problems());
        }
        return result;
    }

    /** Waits for the end of the dispatch, good or bad. */
    private RunResult await() {
        try {
            return end.join();
        } catch (CompletionException e) {
            throw new DefectException("a dispatch did not end", e);
        }
    }

    void complete(RunResult result) {
        end.complete(result);
    }

    void fail(Throwable cause) {
        end.completeExceptionally(cause);
    }

    /** Waits for the end, whatever it is. */
    void awaitEnd() {
        end.handle((result, thrown) -> result).join();
    }
}

package org.crosstile.engine;

import org.crosstile.model.Function;
import org.crosstile.ranks.SubWorkerCode;

/** Runs sub-workers, and knows whether one is running. */
final class SubWorkerCalls {
    private static final ScopedValue<String> RUNNING = ScopedValue.newInstance();

    private SubWorkerCalls() {}

    /** A sub-worker as the code of a lowered function. */
    static SubWorkerCode code(SubWorker code, Function function) {
        return args ->
                ScopedValue.where(RUNNING, function.name())
                        .call(() -> {
                            code.run(new SubWorker.Call(function, args));
                            return function;
                        });
    }

    /** Whether the caller is a sub-worker. */
    static boolean isRunning() {
        return RUNNING.isBound();
    }
}

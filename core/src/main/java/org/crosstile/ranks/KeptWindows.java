package org.crosstile.ranks;

import java.util.Optional;

/**
 * The windows of a program, kept from run to run. A run whose windows have other sizes, or are
 * shared by other devices, gets new ones. For one run at a time.
 */
public final class KeptWindows implements AutoCloseable {
    private Optional<Orchestration> kept = Optional.empty();

    /**
     * The windows for a launch: those of the run before, zeroed unless the launch keeps them.
     *
     * @throws Throwable what the host function throws while it is sized
     */
    Orchestration take(Launch launch) throws Throwable {
        Deadline deadline = Deadline.of(launch.limit());
        WindowPlan plan = Orchestration.plan(launch, deadline);
        if (kept.isPresent() && kept.get().fits(plan)) {
            Orchestration again = kept.get().again(launch);
            if (!launch.repeat().keepsWindows()) {
                again.clear();
            }
            kept = Optional.of(again);
            return again;
        }
        close();
        Orchestration first = Orchestration.prepare(launch, plan, deadline);
        kept = Optional.of(first);
        return first;
    }

    /** Leaves the windows to those who still use them: the next run gets new ones. */
    void abandon() {
        kept = Optional.empty();
    }

    /** Frees the windows: the next run gets new ones. */
    @Override
    public void close() {
        kept.ifPresent(Orchestration::close);
        kept = Optional.empty();
    }
}

package org.crosstile.ranks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.memory.Fault;
import org.crosstile.record.Standstill;
import org.crosstile.record.TaskRecord;

/** How a run ended. */
public sealed interface Outcome {
    /** Where the time went. */
    Times times();

    /**
     * Wall times in nanoseconds.
     *
     * @param place sizing, creating and zeroing the windows
     * @param run from the first statement of the host function to the end of the last task, all
     *     runs together
     * @param runs how many runs were started
     */
    record Times(long place, long run, int runs) {}

    /**
     * Everything ran to its end.
     *
     * @param guards windows beyond whose ends something was written; no program can do that
     *     unnoticed
     */
    record Finished(Times times, List<String> guards) implements Outcome {
        public Finished {
            guards = List.copyOf(guards);
        }
    }

    /** Proof that no rank can move. */
    record Stuck(Times times, Standstill standstill) implements Outcome {}

    /**
     * Ranks entered different collectives under the same number. They stand before them.
     *
     * @param where the ranks, and their calls
     * @param running ranks that have not ended, because they compute without ever communicating
     */
    record Mismatched(Times times, Standstill where, List<Integer> running) implements Outcome {
        public Mismatched {
            running = List.copyOf(running);
        }
    }

    /**
     * A rank threw, and the others were ended.
     *
     * @param device which rank; {@link #HOST} for the host function
     * @param task what it was executing
     * @param cause the first cause
     * @param running ranks that have not ended, because they compute without ever communicating
     * @param where the ranks at that moment
     */
    record Lost(
            Times times,
            int device,
            Optional<TaskRecord> task,
            Throwable cause,
            List<Integer> running,
            Optional<Standstill> where)
            implements Outcome {
        /** Before any rank has done anything. */
        public Lost(
                Times times,
                int device,
                Optional<TaskRecord> task,
                Throwable cause,
                List<Integer> running) {
            this(times, device, task, cause, running, Optional.empty());
        }

        /** The device number that stands for the host function. */
        public static final int HOST = -1;

        public Lost {
            running = List.copyOf(running);
        }
    }

    /**
     * The time limit passed.
     *
     * @param standstill where the ranks were then; not a proof of anything
     * @param running ranks that have not ended
     * @param computing where the code of those was that could have gone on, innermost first, by
     *     device; {@link Lost#HOST} for the host function
     */
    record Expired(
            Times times,
            Duration limit,
            Standstill standstill,
            List<Integer> running,
            Map<Integer, List<Fault.Frame>> computing)
            implements Outcome {
        public Expired {
            computing = Map.copyOf(computing);
            running = List.copyOf(running);
        }
    }
}

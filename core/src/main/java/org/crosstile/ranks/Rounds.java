package org.crosstile.ranks;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.crosstile.memory.Fault;
import org.crosstile.ranks.Outcome.Times;
import org.crosstile.record.Standstill;

/** Runs a program as often as a launch asks for, over the same windows. */
public final class Rounds {
    private Rounds() {}

    /** One run. */
    public interface Round {
        /** Runs to the end; the times are those of all runs so far. */
        Outcome run();

        /** After the run: whether nobody uses the windows any more. */
        boolean hasEnded();
    }

    /**
     * All runs over windows of their own, until one does not finish.
     *
     * @param start makes a run, given the times of those before
     */
    public static Outcome of(Launch launch, BiFunction<Orchestration, Times, Round> start) {
        try (KeptWindows once = new KeptWindows()) {
            return of(launch, once, start);
        }
    }

    /**
     * All runs, until one does not finish.
     *
     * @param windows over which they run; if a run does not finish, the next one gets new windows
     * @param start makes a run, given the times of those before
     */
    public static Outcome of(
            Launch launch, KeptWindows windows, BiFunction<Orchestration, Times, Round> start) {
        long began = System.nanoTime();
        Orchestration orchestration;
        try {
            orchestration = windows.take(launch);
        } catch (Unwind late) {
            return expired(launch, late, System.nanoTime() - began);
        } catch (Throwable cause) {
            Times times = new Times(System.nanoTime() - began, 0, 0);
            return new Outcome.Lost(times, Outcome.Lost.HOST, Optional.empty(), cause, List.of());
        }
        Times placed = new Times(System.nanoTime() - began, 0, 0);
        Round round = start.apply(orchestration, placed);
        Outcome outcome = round.run();
        while (outcome instanceof Outcome.Finished finished
                && finished.guards().isEmpty()
                && outcome.times().runs() < launch.repeat().times()) {
            Times before = outcome.times();
            began = System.nanoTime();
            launch.repeat().between().run();
            if (!launch.repeat().keepsWindows()) {
                orchestration.clear();
            }
            long place = before.place() + System.nanoTime() - began;
            round = start.apply(orchestration, new Times(place, before.run(), before.runs()));
            outcome = round.run();
        }
        if (!round.hasEnded()) {
            windows.abandon();
        } else if (!(outcome instanceof Outcome.Finished)) {
            windows.close();
        }
        return outcome;
    }

    /** The time limit has come before the ranks have started. */
    private static Outcome expired(Launch launch, Unwind late, long spent) {
        Map<Integer, List<Fault.Frame>> computing =
                late.frames().isEmpty() ? Map.of() : Map.of(Outcome.Lost.HOST, late.frames());
        return new Outcome.Expired(
                new Times(spent, 0, 0),
                launch.limit().orElseThrow(),
                new Standstill(List.of(), Map.of()),
                List.of(),
                computing);
    }
}

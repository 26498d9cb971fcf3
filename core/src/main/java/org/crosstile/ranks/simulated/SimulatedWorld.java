package org.crosstile.ranks.simulated;

import org.crosstile.ranks.KeptWindows;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.Outcome;
import org.crosstile.ranks.Rounds;
import org.crosstile.ranks.World;

/** Lets one rank move at a time; a schedule decides which, and what arrives when. */
public final class SimulatedWorld implements World {
    private final Schedule schedule;

    public SimulatedWorld(Schedule schedule) {
        this.schedule = schedule;
    }

    @Override
    public Outcome run(Launch launch) {
        try (KeptWindows once = new KeptWindows()) {
            return run(launch, once);
        }
    }

    @Override
    public Outcome run(Launch launch, KeptWindows windows) {
        Log log = new Log(launch.trace());
        Choices seeds = new Choices(schedule.seed());
        return Rounds.of(
                launch,
                windows,
                (orchestration, before) ->
                        new Simulation(
                                launch,
                                orchestration,
                                before,
                                schedule,
                                new SeededPicker(schedule, seeds.next(), launch.ranks()),
                                log));
    }
}

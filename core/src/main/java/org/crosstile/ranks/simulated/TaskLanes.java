package org.crosstile.ranks.simulated;

import org.crosstile.ranks.Code;
import org.crosstile.ranks.tasks.KernelTask;
import org.crosstile.ranks.tasks.TaskPart;
import org.jspecify.annotations.Nullable;

/** The agents that run the tasks of one launch. */
final class TaskLanes implements SimulatedTasks.Lanes {
    private final @Nullable Device device;
    private final Surroundings around;
    private final Simulation simulation;
    private final Code code;
    private int used;

    TaskLanes(
            @Nullable Device device,
            Agent first,
            Surroundings around,
            Simulation simulation,
            Code code) {
        this.device = device;
        this.around = around;
        this.simulation = simulation;
        this.code = code;
        this.used = first.core + 1;
    }

    @Override
    public Agent another() {
        Device own = device;
        if (own == null) {
            throw new IllegalStateException("the host runs no tasks");
        }
        int index = used++;
        return index < own.cores.size() ? own.cores.get(index) : simulation.agent(own, index);
    }

    @Override
    public void start(Agent agent, SimulatedTasks.Body body) {
        String name = "rank " + agent.deviceNumber() + " core " + agent.core;
        agent.thread =
                simulation.thread(
                        name,
                        () ->
                                simulation.runs(
                                        agent,
                                        () -> {
                                            body.run();
                                            around.turns().leave(agent);
                                        }));
        around.turns().ready(agent);
    }

    @Override
    public void run(Agent agent, TaskPart part, SimulatedTasks tasks) throws Throwable {
        KernelTask task = part.task();
        agent.site = task.site();
        boolean alone = agent.core > 0; // the first core's own launch goes on
        if (alone) {
            agent.events.taskStarts(task.site());
        }
        SimulatedRank rank = new SimulatedRank(agent, part, around, tasks);
        task.invoke(code, rank);
        around.turns().step(agent);
        around.memory().ends(agent);
        if (alone) {
            agent.events.taskEnds(task.site());
        }
    }
}

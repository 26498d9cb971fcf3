package org.crosstile.ranks.simulated;

import org.crosstile.ranks.Code;

/** The agents that work in core groups, beside those that have started them. */
final class Lanes {
    /** The number of the first such core of a device: the cores that run tasks come before it. */
    private static final int FIRST = 300;

    private final Simulation simulation;
    private final Turns turns;
    private final Memory memory;
    private final Code code;

    Lanes(Simulation simulation, Turns turns, Memory memory, Code code) {
        this.simulation = simulation;
        this.turns = turns;
        this.memory = memory;
        this.code = code;
    }

    /** An agent without work: an idle one, or a new one. */
    Agent hire(Device device) {
        if (!device.resting.isEmpty()) {
            return device.resting.removeLast();
        }
        Agent agent = simulation.newAgent(device, FIRST + device.lanes.size());
        device.lanes.add(agent);
        return agent;
    }

    /** Gives an agent something to do, and lets it move. */
    void start(Agent agent, SimulatedTasks.Body body) {
        String name = "rank " + agent.deviceNumber() + " core " + agent.core;
        agent.thread = simulation.thread(name, () -> simulation.runs(agent, body));
        turns.ready(agent);
    }

    /** What one core of a group does; may throw anything. */
    void run(Agent core, SimulatedRank rank, int function, Object[] args, int site)
            throws Throwable {
        core.site = site;
        code.invoke(function, rank, args);
        turns.step(core);
        memory.ends(core);
    }
}

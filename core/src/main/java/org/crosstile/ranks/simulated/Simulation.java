package org.crosstile.ranks.simulated;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.memory.Domain;
import org.crosstile.memory.View;
import org.crosstile.memory.Watch;
import org.crosstile.ranks.CallBoard;
import org.crosstile.ranks.Delay;
import org.crosstile.ranks.Devices;
import org.crosstile.ranks.Grace;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.Orchestration;
import org.crosstile.ranks.Outcome;
import org.crosstile.ranks.Outcome.Times;
import org.crosstile.ranks.Rounds;
import org.crosstile.ranks.Task;
import org.crosstile.ranks.Unwind;
import org.crosstile.ranks.tasks.TaskGraph;
import org.crosstile.ranks.tasks.TaskRules;
import org.crosstile.record.EventRing;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;
import org.crosstile.record.Trace;
import org.jspecify.annotations.Nullable;

/** One simulated run. */
final class Simulation implements Devices, Rounds.Round {
    private final Launch launch;
    private final Orchestration orchestration;
    private final Times before;
    private final Log log;
    private final long start = System.nanoTime();
    private final Turns turns;
    private final Memory memory;
    private final CallBoard calls;
    private final Agent host;
    private final Device[] devices;
    private final RegionWatch[] watches;
    private final Surroundings around;
    private final Optional<Unset> unset;
    private boolean joining;
    private boolean hostEnded;
    private boolean ended;

    Simulation(
            Launch launch,
            Orchestration orchestration,
            Times before,
            Schedule schedule,
            Picker picker,
            Log log) {
        this.launch = launch;
        this.orchestration = orchestration;
        this.before = before;
        this.log = log;
        Flight flight = new Flight();
        turns = new Turns(picker, flight, this::resolve);
        MemorySegment[] regions = orchestration.regions();
        devices = new Device[launch.ranks()];
        watches = new RegionWatch[launch.ranks()];
        memory = new Memory(schedule, regions, devices, turns, flight, log, picker.drainsAtOnce());
        calls = new CallBoard(orchestration.windows().values());
        boolean keeps = before.runs() > 0 && launch.repeat().keepsWindows();
        picker.barrier();
        log.begins(orchestration.windows().values(), keeps);
        unset = log.unset(turns);
        Lanes lanes = new Lanes(this, turns, memory, launch.code());
        around =
                new Surroundings(regions, watches, turns, memory, log, launch, calls, unset, lanes);
        host = agent(null, 0);
        for (int i = 0; i < devices.length; i++) {
            Device device = new Device(i, log.token());
            devices[i] = device;
            watches[i] = new RegionWatch(i, turns, memory, log, unset);
            Agent first = agent(device, 0);
            first.thread = thread("rank " + i, () -> work(device, first));
        }
        host.thread = thread("host", this::orchestrate);
    }

    Agent agent(@Nullable Device device, int core) {
        Agent agent = newAgent(device, core);
        if (device != null) {
            device.cores.add(agent);
        }
        return agent;
    }

    /** An agent that no device counts among its cores yet. */
    Agent newAgent(@Nullable Device device, int core) {
        int number = turns.agents().size();
        Delay.Clock delays = new Delay.Clock(launch.delays(), device == null ? -1 : device.number);
        EventRing events =
                device == null
                        ? new EventRing()
                        : new EventRing(orchestration.records(device.number), core);
        if (core == 0) {
            events.clear();
        }
        Agent agent = new Agent(number, device, core, delays, events);
        turns.join(agent);
        log.agent(agent);
        return agent;
    }

    Thread thread(String name, Runnable body) {
        return Thread.ofVirtual().name(name).unstarted(body);
    }

    @Override
    public Outcome run() {
        turns.start(host);
        Turns.End end = turns.awaitEnd(launch.limitNanos(before));
        long run = before.run() + System.nanoTime() - start;
        Times times = new Times(before.place(), run, before.runs() + 1);
        turns.dismiss();
        List<Integer> running = awaitThreads();
        ended = running.isEmpty();
        return switch (end) {
            case Turns.End.Finished f -> new Outcome.Finished(times, orchestration.violations());
            case Turns.End.Stuck s -> new Outcome.Stuck(times, standstill());
            case Turns.End.Mismatched m -> new Outcome.Mismatched(times, standstill(), running);
            case Turns.End.Failed f -> {
                Device device = f.who().device;
                yield new Outcome.Lost(
                        times,
                        f.who().deviceNumber(),
                        device == null ? Optional.empty() : device.task(launch.code()),
                        f.cause(),
                        running,
                        Optional.of(standstill()));
            }
            case Turns.End.Interrupted i ->
                    new Outcome.Lost(
                            times,
                            Outcome.Lost.HOST,
                            Optional.empty(),
                            new InterruptedException("the run was interrupted"),
                            running);
            case Turns.End.Expired e ->
                    new Outcome.Expired(
                            times,
                            launch.limit().orElseThrow(),
                            standstill(),
                            running,
                            turns.stoppedAt());
        };
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    private Standstill standstill() {
        List<RankState> states = new ArrayList<>();
        for (Device device : devices) {
            // whoever still moves may change the lists of any device
            states.add(ended ? device.state(launch.code()) : device.outline(launch.code()));
        }
        Map<String, Domain> domains = new HashMap<>();
        orchestration.windows().forEach((name, window) -> domains.put(name, window.domain()));
        return new Standstill(states, domains, calls.state());
    }

    /** Waits for all threads to end, but not for ever; says which ranks have not. */
    private List<Integer> awaitThreads() {
        Grace grace = new Grace();
        List<Integer> running = new ArrayList<>();
        for (Agent agent : turns.agents()) {
            Thread thread = agent.thread;
            if (thread != null && agent.started && !grace.ends(thread)) {
                running.add(agent.deviceNumber());
            }
        }
        return running.stream().distinct().toList();
    }

    /** Nobody can move and nothing is in flight. */
    private Turns.@Nullable End resolve() {
        if (turns.agents().stream().anyMatch(agent -> agent.disagrees)) {
            return new Turns.End.Mismatched();
        }
        boolean moves = false;
        for (Device device : devices) {
            moves |= device.tasks != null && device.tasks.poll();
        }
        if (moves) {
            return null;
        }
        if (joining) {
            joining = false;
            turns.ready(host);
            return null;
        }
        if (!hostEnded) {
            throw new IllegalStateException("the host stands still");
        }
        boolean open = false;
        for (Device device : devices) {
            open |= device.tasks != null && !device.tasks.isComplete();
            for (Agent core : device.everyCore()) {
                if (core.pending != null) {
                    return new Turns.End.Stuck();
                }
            }
        }
        for (Agent core : turns.agents()) {
            if (core.held != null) {
                core.stuck = true;
                turns.ready(core);
                return null;
            }
        }
        return open ? new Turns.End.Stuck() : new Turns.End.Finished();
    }

    private void orchestrate() {
        runs(
                host,
                () -> {
                    orchestration.run(this);
                    hostEnded = true;
                    turns.leave(host);
                });
    }

    void runs(Agent agent, SimulatedTasks.Body body) {
        try {
            turns.check();
            body.run();
        } catch (Unwind over) {
            agent.stoppedAt = over.frames();
        } catch (Throwable cause) {
            turns.end(new Turns.End.Failed(agent, cause));
        }
    }

    private void work(Device device, Agent first) {
        runs(
                first,
                () -> {
                    while (true) {
                        while (device.queue.isEmpty()) {
                            turns.rest(first);
                        }
                        Device.Launched next = device.queue.remove();
                        device.current = next.task();
                        if (next.task().cores() == 1) {
                            part(first, next);
                        } else {
                            engage(device, first, next);
                        }
                        device.current = null;
                        device.finished++;
                    }
                });
    }

    /** Several cores run a task, the first of which is the device's own. */
    private void engage(Device device, Agent first, Device.Launched launched) throws Throwable {
        int cores = launched.task().cores();
        device.unfinished = cores;
        long token = log.token();
        log.did(Trace.Kind.SEND, first, launched.task().site(), token);
        for (int i = 1; i < cores; i++) {
            Agent core = i < device.cores.size() ? device.cores.get(i) : agent(device, i);
            core.thread =
                    thread(
                            "rank " + device.number + " core " + i,
                            () ->
                                    runs(
                                            core,
                                            () -> {
                                                log.did(
                                                        Trace.Kind.RECEIVE,
                                                        core,
                                                        launched.task().site(),
                                                        token);
                                                part(core, launched);
                                                ended(device, first);
                                                turns.leave(core);
                                            }));
            turns.ready(core);
        }
        part(first, launched);
        ended(device, first);
        while (device.unfinished > 0) {
            turns.rest(first);
        }
        log.did(Trace.Kind.RECEIVE, first, launched.task().site(), device.done);
    }

    private void ended(Device device, Agent first) {
        device.unfinished--;
        if (device.unfinished == 0) {
            turns.ready(first);
        }
    }

    /** A task, or one core's part of it. */
    private void part(Agent core, Device.Launched launched) throws Throwable {
        Task task = launched.task();
        SimulatedTasks tasks = tasks(core, task);
        SimulatedRank rank = new SimulatedRank(core, task.cores(), around, tasks);
        core.site = task.site();
        core.events.taskStarts(task.site());
        log.did(Trace.Kind.RECEIVE, core, task.site(), launched.token());
        log.did(Trace.Kind.TASK_START, core, task.site(), task.function());
        launch.code().invoke(task.function(), rank, task.args());
        if (tasks.areAny()) {
            tasks.finish();
            tasks.tell(task);
        }
        turns.step(core);
        memory.ends(core);
        core.events.taskEnds(task.site());
        log.did(Trace.Kind.TASK_END, core, task.site(), task.function());
        Device device = core.device;
        if (device != null) {
            log.did(Trace.Kind.SEND, core, task.site(), device.done);
        }
    }

    private SimulatedTasks tasks(Agent core, Task task) {
        Device device = core.device;
        int number = core.deviceNumber();
        TaskGraph graph = new TaskGraph(number, launch.code(), launch.tasks());
        SimulatedTasks tasks =
                new SimulatedTasks(
                        graph,
                        core,
                        turns,
                        log,
                        new TaskLanes(device, core, around, this, launch.code()));
        if (device != null && task.cores() == 1) {
            device.tasks = tasks;
        }
        return tasks;
    }

    @Override
    public void launch(int device, int function, Object[] args, int site) {
        launch(device, function, 1, args, site);
    }

    @Override
    public void launch(int device, int function, int cores, Object[] args, int site) {
        TaskRules.admit(launch.code().name(function), cores, launch.tasks());
        turns.step(host);
        Device target = devices[device];
        long token = log.token();
        log.did(Trace.Kind.SEND, host, site, token);
        target.queue.add(new Device.Launched(new Task(function, cores, args, site), token));
        if (target.current == null) {
            turns.ready(target.cores.getFirst());
        }
    }

    @Override
    public View unset(View tensor, Optional<String> name, int made) {
        return unset.map(u -> u.tensor(tensor, name, made)).orElse(tensor);
    }

    @Override
    public void check() {
        turns.check();
    }

    @Override
    public Watch watch(int device) {
        return watches[device];
    }

    @Override
    public void join() {
        joining = true;
        turns.rest(host);
        for (Device device : devices) {
            if (device.finished > 0) {
                log.did(Trace.Kind.RECEIVE, host, -1, device.done);
            }
        }
    }
}

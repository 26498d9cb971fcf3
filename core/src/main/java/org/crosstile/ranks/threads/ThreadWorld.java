package org.crosstile.ranks.threads;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.memory.Domain;
import org.crosstile.memory.Fault;
import org.crosstile.ranks.CallBoard;
import org.crosstile.ranks.Devices;
import org.crosstile.ranks.Grace;
import org.crosstile.ranks.KeptWindows;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.Orchestration;
import org.crosstile.ranks.Outcome;
import org.crosstile.ranks.Outcome.Times;
import org.crosstile.ranks.Rounds;
import org.crosstile.ranks.Task;
import org.crosstile.ranks.Unwind;
import org.crosstile.ranks.World;
import org.crosstile.ranks.tasks.KernelTask;
import org.crosstile.ranks.tasks.TaskGraph;
import org.crosstile.ranks.tasks.TaskPart;
import org.crosstile.ranks.tasks.TaskRules;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;

/** All ranks in this JVM, one thread each; the host function runs on a thread of its own. */
public final class ThreadWorld implements World {
    private final boolean keepsEvents;

    /** Ranks that keep their last events. */
    public ThreadWorld() {
        this(true);
    }

    private ThreadWorld(boolean keepsEvents) {
        this.keepsEvents = keepsEvents;
    }

    /** Ranks that keep no events: what keeping them costs is measured against these. */
    public static ThreadWorld withoutEvents() {
        return new ThreadWorld(false);
    }

    @Override
    public Outcome run(Launch launch) {
        try (KeptWindows once = new KeptWindows()) {
            return run(launch, once);
        }
    }

    @Override
    public Outcome run(Launch launch, KeptWindows windows) {
        return Rounds.of(
                launch,
                windows,
                (orchestration, before) -> new Run(launch, orchestration, before, keepsEvents));
    }

    /** One run. */
    private static final class Run implements Devices, Rounds.Round {
        private final Launch launch;
        private final Orchestration orchestration;
        private final Device[] devices;
        private final Progress progress;
        private final CallBoard calls;
        private final Times before;
        private final Surroundings around;
        private final long start;
        private volatile List<Fault.Frame> hostStoppedAt = List.of();
        private boolean ended;

        Run(Launch launch, Orchestration orchestration, Times before, boolean keepsEvents) {
            this.launch = launch;
            this.orchestration = orchestration;
            this.before = before;
            this.calls = new CallBoard(orchestration.windows().values());
            this.devices = new Device[launch.ranks()];
            for (int i = 0; i < devices.length; i++) {
                MemorySegment records =
                        keepsEvents ? orchestration.records(i) : MemorySegment.ofArray(new long[0]);
                devices[i] = new Device(i, records, this::work);
                devices[i].first.events.clear();
            }
            this.progress = new Progress(devices);
            this.around =
                    new Surroundings(
                            devices,
                            orchestration.regions(),
                            progress,
                            Patience.of(launch.ranks()),
                            launch.rows(),
                            calls,
                            launch.delays(),
                            launch.code(),
                            launch.filling().fill());
            this.start = System.nanoTime();
        }

        @Override
        public Outcome run() {
            Thread host = new Thread(this::orchestrate, "host");
            host.setDaemon(true);
            host.start();
            End end = progress.awaitEnd(launch.limitNanos(before));
            long run = before.run() + System.nanoTime() - start;
            Times times = new Times(before.place(), run, before.runs() + 1);
            Outcome outcome = outcome(end, times);
            List<Integer> running = awaitThreads(host);
            ended = running.isEmpty();
            return switch (outcome) {
                case Outcome.Lost lost ->
                        new Outcome.Lost(
                                times,
                                lost.device(),
                                lost.task(),
                                lost.cause(),
                                running,
                                lost.where());
                case Outcome.Expired expired ->
                        new Outcome.Expired(
                                times, expired.limit(), expired.standstill(), running, computing());
                case Outcome.Mismatched mismatched ->
                        new Outcome.Mismatched(times, mismatched.where(), running);
                default -> outcome;
            };
        }

        @Override
        public boolean hasEnded() {
            return ended;
        }

        private Outcome outcome(End end, Times times) {
            synchronized (progress.lock()) {
                return switch (end) {
                    case End.Finished f -> new Outcome.Finished(times, orchestration.violations());
                    case End.Stuck s -> new Outcome.Stuck(times, standstill());
                    case End.Mismatched m -> new Outcome.Mismatched(times, standstill(), List.of());
                    case End.Failed f ->
                            new Outcome.Lost(
                                    times,
                                    f.device() == null ? Outcome.Lost.HOST : f.device().number,
                                    f.device() == null
                                            ? Optional.empty()
                                            : f.device().task(launch.code()),
                                    f.cause(),
                                    List.of(),
                                    Optional.of(standstill()));
                    case End.Expired e ->
                            new Outcome.Expired(
                                    times,
                                    launch.limit().orElseThrow(),
                                    standstill(),
                                    List.of(),
                                    Map.of());
                };
            }
        }

        /** Where those were who could have gone on. */
        private Map<Integer, List<Fault.Frame>> computing() {
            Map<Integer, List<Fault.Frame>> places = new HashMap<>();
            if (!hostStoppedAt.isEmpty()) {
                places.put(Outcome.Lost.HOST, hostStoppedAt);
            }
            synchronized (progress.lock()) {
                for (Device device : devices) {
                    device.stoppedAt().ifPresent(frames -> places.put(device.number, frames));
                }
            }
            return places;
        }

        private Standstill standstill() {
            List<RankState> states = new ArrayList<>();
            for (Device device : devices) {
                states.add(device.state(launch.code()));
            }
            Map<String, Domain> domains = new HashMap<>();
            orchestration.windows().forEach((name, window) -> domains.put(name, window.domain()));
            return new Standstill(states, domains, calls.state());
        }

        /** Waits for all threads to end, but not for ever; says which ranks have not. */
        private List<Integer> awaitThreads(Thread host) {
            Grace grace = new Grace();
            List<Integer> running = new ArrayList<>();
            if (!grace.ends(host)) {
                running.add(Outcome.Lost.HOST);
            }
            for (Device device : devices) {
                boolean ended = true;
                for (Thread thread : threads(device)) {
                    ended &= grace.ends(thread);
                }
                if (!ended) {
                    running.add(device.number);
                }
            }
            return running;
        }

        private List<Thread> threads(Device device) {
            synchronized (progress.lock()) {
                return device.threads();
            }
        }

        private void orchestrate() {
            try {
                orchestration.run(this);
                progress.hostEnds();
            } catch (Unwind over) {
                hostStoppedAt = over.frames();
            } catch (Throwable cause) {
                progress.fail(null, cause);
            }
        }

        private void work(Device device) {
            Optional<Task> task = progress.next(device);
            while (task.isPresent()) {
                if (!execute(device, task.get())) {
                    return;
                }
                task = progress.next(device);
            }
        }

        private boolean execute(Device device, Task task) {
            if (task.cores() == 1) {
                return run(device.first, task);
            }
            try {
                progress.engage(device, task.cores(), core -> runPart(core, task));
                if (!runPart(device.first, task)) {
                    return false;
                }
                progress.awaitCores(device);
                return true;
            } catch (Unwind over) {
                return false;
            }
        }

        private boolean runPart(Core core, Task task) {
            if (!run(core, task)) {
                return false;
            }
            progress.ended(core);
            return true;
        }

        /** Runs a launch, or one core's part of it; false if the run is over. */
        private boolean run(Core core, Task task) {
            DeviceTasks tasks = tasks(core.device, task);
            ThreadRank rank = new ThreadRank(core, task.cores(), around, tasks);
            return attempt(
                    core,
                    true,
                    task.site(),
                    () -> {
                        launch.code().invoke(task.function(), rank, task.args());
                        if (tasks.areAny()) {
                            tasks.finish();
                            tasks.tell(task);
                            ended(core.device);
                        }
                    });
        }

        private DeviceTasks tasks(Device device, Task task) {
            TaskGraph graph = new TaskGraph(device.number, launch.code(), launch.tasks());
            DeviceTasks tasks = new DeviceTasks(device, graph, progress, this::runPart);
            if (task.cores() == 1) {
                device.first.tasks = tasks;
                device.tasks = tasks;
            }
            return tasks;
        }

        private void ended(Device device) {
            synchronized (progress.lock()) {
                device.tasks = null;
                device.engage(1);
            }
        }

        private boolean runPart(Core core, TaskPart part) {
            DeviceTasks tasks = core.tasks;
            if (tasks == null) {
                throw new IllegalStateException("a core without tasks");
            }
            ThreadRank rank = new ThreadRank(core, part, around, tasks);
            KernelTask task = part.task();
            return attempt(
                    core,
                    core != core.device.first,
                    task.site(),
                    () -> task.invoke(launch.code(), rank));
        }

        /** What a core does; may throw anything. */
        private interface Body {
            void run() throws Throwable;
        }

        /**
         * Does something on a core; false if the run is over.
         *
         * @param begins whether that is worth an event: the first core's launch goes on
         */
        private boolean attempt(Core core, boolean begins, int site, Body body) {
            try {
                if (begins) {
                    core.events.taskStarts(site);
                }
                body.run();
                if (begins) {
                    core.events.taskEnds(site);
                }
                return true;
            } catch (Unwind over) {
                core.stopped(over);
                return false;
            } catch (Throwable cause) {
                progress.fail(core.device, cause);
                return false;
            }
        }

        @Override
        public void launch(int device, int function, Object[] args, int site) {
            launch(device, function, 1, args, site);
        }

        @Override
        public void launch(int device, int function, int cores, Object[] args, int site) {
            TaskRules.admit(launch.code().name(function), cores, launch.tasks());
            progress.launch(devices[device], new Task(function, cores, args, site));
        }

        @Override
        public void check() {
            progress.check();
        }

        @Override
        public void join() {
            progress.join();
        }
    }
}

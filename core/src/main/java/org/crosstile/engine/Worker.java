package org.crosstile.engine;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.crosstile.abi.DType;
import org.crosstile.model.Program;
import org.crosstile.ranks.KeptWindows;
import org.crosstile.source.Problems;

/**
 * Devices that are kept for many dispatches: programs are compiled once, and tensors and windows
 * may stay from dispatch to dispatch.
 *
 * <pre>{@code
 * try (Worker worker = Engine.standard().prepare(program, WorkerOptions.of(4))) {
 *     DeviceTensor weight = worker.alloc(HostArray.of(elements, 128, 128));
 *     Dispatch first = worker.submit(x, weight, y);
 *     Dispatch second = worker.submit(x2, weight, y2);
 *     first.result();
 *     second.result();
 * }
 * }</pre>
 *
 * <p>Dispatches run one after the other, in the order in which they are submitted. A worker may be
 * used by several threads.
 */
public final class Worker implements AutoCloseable {
    private static final int IN_FLIGHT = 2;

    private final Engine engine;
    private final WorkerOptions options;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(
                    task -> Thread.ofPlatform().daemon().name("worker").unstarted(task));
    private final ArrayDeque<Dispatch> inFlight = new ArrayDeque<>();
    private final Set<DeviceTensor> tensors = new HashSet<>();
    private final List<Loaded> programs = new ArrayList<>();
    private boolean closed;

    private Worker(Engine engine, WorkerOptions options) {
        this.engine = engine;
        this.options = options;
    }

    static Worker of(Engine engine, Program program, String entry, WorkerOptions options) {
        Worker worker = new Worker(engine, options);
        boolean started = false;
        try {
            worker.register(program, entry);
            started = true;
            return worker;
        } finally {
            if (!started) {
                worker.close();
            }
        }
    }

    /** A program that a worker can dispatch. */
    public final class Loaded {
        private final Executable executable;
        private KeptWindows windows = new KeptWindows();

        private Loaded(Executable executable) {
            this.executable = executable;
        }

        /** Dispatches the program as {@link Worker#submit} does. */
        public Dispatch submit(Argument... arguments) {
            return Worker.this.submit(this, List.of(arguments));
        }

        /** Dispatches the program and waits for its end, as {@link Worker#run} does. */
        public RunResult run(Argument... arguments) {
            return submit(arguments).result();
        }

        private RunResult run(DispatchArguments arguments) {
            if (options.windows() == WorkerOptions.Windows.FRESH) {
                windows.close();
            }
            return executable.run(arguments, options, windows);
        }
    }

    /** The number of devices. */
    public int ranks() {
        return options.ranks();
    }

    /**
     * Compiles one more program for this worker. Its windows are its own.
     *
     * @throws ProgramException if it breaks rules
     * @throws IllegalStateException after {@link #close}
     */
    public Loaded register(Program program) {
        return register(program, "");
    }

    /**
     * Compiles one more program for this worker. Its windows are its own.
     *
     * @param entry the orchestration that a dispatch starts with; empty for the only one
     * @throws ProgramException if it breaks rules
     * @throws IllegalStateException after {@link #close}
     */
    public Loaded register(Program program, String entry) {
        requireOpen("register");
        Problems problems = new Problems();
        Optional<Executable> executable = engine.build(program, entry, problems, new RunTimes());
        if (executable.isEmpty()) {
            throw new ProgramException("the program cannot run", problems.sorted());
        }
        Loaded loaded = new Loaded(executable.get());
        synchronized (this) {
            requireOpenNow("register");
            programs.add(loaded);
        }
        return loaded;
    }

    /**
     * Dispatches the program that the worker was prepared with, and waits for its end.
     *
     * @return its outputs, by {@link RunResult#output}, and warnings
     * @throws ProgramException if the dispatch failed
     * @throws IllegalArgumentException if arguments do not fit the parameters, or a tensor belongs
     *     to another worker
     * @throws IllegalStateException after {@link #close}
     */
    public RunResult run(Argument... arguments) {
        return submit(arguments).result();
    }

    /**
     * Dispatches the program that the worker was prepared with. At most two dispatches are in
     * flight: if there are, this waits for the end of the older one.
     *
     * @param arguments one per parameter, which are read and written in place; or none for outputs,
     *     which are then allocated
     * @throws IllegalArgumentException if arguments do not fit the parameters, or a tensor belongs
     *     to another worker
     * @throws IllegalStateException after {@link #close}
     */
    public Dispatch submit(Argument... arguments) {
        requireOpen("submit");
        return submit(first(), List.of(arguments));
    }

    private synchronized Loaded first() {
        return programs.getFirst();
    }

    private Dispatch submit(Loaded program, List<Argument> arguments) {
        requireOutside("submit");
        synchronized (this) {
            requireOpenNow("submit");
            DispatchArguments made =
                    DispatchArguments.of(program.executable.entry(), arguments, this);
            while (inFlight.size() >= IN_FLIGHT) {
                inFlight.remove().awaitEnd();
            }
            Dispatch dispatch = new Dispatch();
            inFlight.add(dispatch);
            thread.execute(() -> {
                try {
                    dispatch.complete(program.run(made));
                } catch (Throwable thrown) {
                    dispatch.fail(thrown);
                }
            });
            return dispatch;
        }
    }

    /** A zero-filled tensor that stays on the devices. */
    public DeviceTensor alloc(DType dtype, long... shape) {
        return keep("alloc", arena -> HostArray.zeros(arena, dtype, shape), List.of());
    }

    /** A tensor that stays on the devices, with a copy of these elements. */
    public DeviceTensor alloc(HostArray init) {
        return keep("alloc", init::copy, List.of());
    }

    /** A stacked tensor whose shard {@code i} is on device {@code i}. */
    public DeviceTensor allocStacked(HostArray init) {
        long shards = init.shape().isEmpty() ? 0 : init.shape().getFirst();
        int most = (int) Math.min(shards, options.ranks());
        return allocStacked(init, IntStream.range(0, most).boxed().toList());
    }

    /**
     * A stacked tensor with a copy of these elements.
     *
     * @param init its first dimension counts the shards
     * @param devices the device of each shard, all different
     */
    public DeviceTensor allocStacked(HostArray init, List<Integer> devices) {
        if (init.shape().size() < 2 || init.shape().getFirst() != devices.size()) {
            throw new IllegalArgumentException(
                    devices.size() + " devices for a tensor of " + init.shape());
        }
        Set<Integer> different = new HashSet<>(devices);
        if (different.size() != devices.size()
                || devices.stream().anyMatch(d -> d < 0 || d >= options.ranks())) {
            throw new IllegalArgumentException(
                    "the devices of shards are different ones of 0 to "
                            + (options.ranks() - 1)
                            + ", and not "
                            + devices);
        }
        return keep("allocStacked", init::copy, devices);
    }

    private DeviceTensor keep(
            String what, Function<Arena, HostArray> elements, List<Integer> devices) {
        requireOutside(what);
        synchronized (this) {
            requireOpenNow(what);
            DeviceTensor tensor = new DeviceTensor(this, elements, devices);
            tensors.add(tensor);
            return tensor;
        }
    }

    /** Does something after all dispatches that have been submitted. */
    void quietly(String what, Runnable action) {
        requireOutside(what);
        synchronized (this) {
            requireOpenNow(what);
            drain();
            action.run();
        }
    }

    void release(DeviceTensor tensor) {
        requireOutside("close");
        synchronized (this) {
            drain();
            tensor.free();
            tensors.remove(tensor);
        }
    }

    private synchronized void drain() {
        while (!inFlight.isEmpty()) {
            inFlight.remove().awaitEnd();
        }
    }

    private void requireOpen(String what) {
        requireOutside(what);
        synchronized (this) {
            requireOpenNow(what);
        }
    }

    /** A dispatch waits for its sub-workers, which therefore cannot wait for a dispatch. */
    private static void requireOutside(String what) {
        if (SubWorkerCalls.isRunning()) {
            throw new IllegalStateException(
                    what + " called by a sub-worker, which must not use the worker that runs it");
        }
    }

    private void requireOpenNow(String what) {
        if (closed) {
            throw new IllegalStateException(what + " called after close of the worker");
        }
    }

    /** Whether the worker has been closed. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Waits for everything submitted, then frees tensors and windows; again does nothing. */
    @Override
    public void close() {
        requireOutside("close");
        synchronized (this) {
            if (closed) {
                return;
            }
            drain();
            closed = true;
            thread.shutdown();
            List.copyOf(tensors).forEach(DeviceTensor::free);
            tensors.clear();
            programs.forEach(program -> program.windows.close());
        }
    }
}

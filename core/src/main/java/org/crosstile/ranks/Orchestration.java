package org.crosstile.ranks;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.crosstile.memory.Host;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.RecordedWindow;

/**
 * Host orchestration, the same in every world: where windows lie, and the host function over the
 * devices.
 */
public final class Orchestration implements AutoCloseable {
    private final Launch launch;
    private final WindowMemory memory;
    private final Map<String, WindowBuffer> windows;

    private Orchestration(Launch launch, WindowMemory memory, Map<String, WindowBuffer> windows) {
        this.launch = launch;
        this.memory = memory;
        this.windows = windows;
    }

    /**
     * Sizes the windows by running the host function without its launches.
     *
     * @throws Throwable what the host function throws
     */
    static WindowPlan plan(Launch launch, Deadline deadline) throws Throwable {
        WindowPlan plan = new WindowPlan(launch.ranks());
        if (launch.isHost()) {
            Host sizing = new HostPort.Sizing(launch.ranks(), plan, deadline);
            launch.code().invoke(launch.entry(), sizing, arguments(launch, UnsetOutput::tensor));
        }
        return plan;
    }

    private static Object[] arguments(Launch launch, Function<UnsetOutput, View> outputs) {
        return launch.args().stream()
                .map(arg -> arg instanceof UnsetOutput unset ? outputs.apply(unset) : arg)
                .toArray();
    }

    /**
     * Sizes the windows, and creates every rank's memory, zero-filled.
     *
     * @throws Throwable what the host function throws
     */
    public static Orchestration prepare(Launch launch) throws Throwable {
        Deadline deadline = Deadline.of(launch.limit());
        return prepare(launch, plan(launch, deadline), deadline);
    }

    /** Creates every rank's memory, zero-filled. */
    static Orchestration prepare(Launch launch, WindowPlan plan, Deadline deadline) {
        WindowMemory memory = WindowMemory.create(plan, launch.ranks(), launch.filling(), deadline);
        try {
            return over(memory, launch, plan);
        } catch (Throwable failed) {
            memory.close();
            throw failed;
        }
    }

    private static Orchestration over(WindowMemory memory, Launch launch, WindowPlan plan) {
        Map<String, WindowBuffer> windows = plan.at(memory.offsets());
        if (launch.recording().isPresent()) {
            List<RecordedWindow> recorded = new ArrayList<>();
            windows.forEach((name, window) ->
                    recorded.add(new RecordedWindow(name, window.offset(), window.bytes())));
            try {
                launch.recording().get().begin(recorded, launch.ranks());
            } catch (IOException e) {
                throw RankRules.broken(RankRules.RECORD, "it cannot: " + e.getMessage(), "");
            }
        }
        return new Orchestration(launch, memory, windows);
    }

    /** Whether a plan asks for exactly these windows. */
    boolean fits(WindowPlan plan) {
        return launch.ranks() == plan.ranks()
                && plan.names().equals(List.copyOf(windows.keySet()))
                && plan.at(memory.offsets()).equals(windows);
    }

    /** Another launch over the same windows. */
    Orchestration again(Launch next) {
        return new Orchestration(next, memory, windows);
    }

    /**
     * Runs the host function, or launches the only orchestration on device 0. Launched functions
     * may still run afterwards.
     *
     * @throws Throwable what the host function throws
     */
    public void run(Devices devices) throws Throwable {
        Object[] args =
                arguments(
                        launch,
                        unset -> devices.unset(unset.tensor(), Optional.of(unset.name()), -1));
        if (launch.isHost()) {
            Host host = new HostPort.Launching(windows, memory.regions(), devices, launch);
            launch.code().invoke(launch.entry(), host, args);
        } else {
            devices.launch(0, launch.entry(), args, -1);
        }
    }

    /** The memory of each rank. */
    public MemorySegment[] regions() {
        return memory.regions();
    }

    /** The memory of a rank's ring of events: in the file that records the run, or its region. */
    public MemorySegment records(int device) {
        return launch.recording()
                .map(recording -> recording.ring(device))
                .orElseGet(() -> memory.records(device));
    }

    /** The windows by name, in the order of their allocation. */
    public Map<String, WindowBuffer> windows() {
        return windows;
    }

    /** All windows are as when they were made. */
    public void clear() {
        memory.clear(launch.filling());
    }

    /** Where something was written beyond the ends of windows, in words; empty if all is well. */
    public List<String> violations() {
        return memory.violations();
    }

    /** Frees the regions; nobody may use them any more. */
    @Override
    public void close() {
        memory.close();
    }
}

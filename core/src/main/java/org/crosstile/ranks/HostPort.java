package org.crosstile.ranks;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.Domain;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Fill;
import org.crosstile.memory.Host;
import org.crosstile.memory.Sizes;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;

/** What the sizing run and the real run of a host function have in common. */
abstract class HostPort implements Host {
    private final int ranks;

    HostPort(int ranks) {
        this.ranks = ranks;
    }

    @Override
    public final long worldSize() {
        return ranks;
    }

    @Override
    public final View window(WindowBuffer buffer, long[] shape, DType dtype, int site) {
        OptionalLong bytes = Sizes.bytes(dtype, shape);
        if (bytes.isEmpty() || bytes.getAsLong() > buffer.bytes()) {
            String need =
                    bytes.isPresent() ? bytes.getAsLong() + " bytes" : "what no window can hold";
            throw tooLarge(buffer, shape, dtype, need);
        }
        viewed(buffer, dtype);
        return new View(
                MemorySegment.NULL, 0, dtype, shape, View.packedStride(shape), Optional.of(buffer));
    }

    /** A window is seen as elements of a type. */
    void viewed(WindowBuffer buffer, DType dtype) {}

    private static Fault tooLarge(WindowBuffer buffer, long[] shape, DType dtype, String need) {
        StringBuilder extents = new StringBuilder("[");
        for (int i = 0; i < shape.length; i++) {
            extents.append(i == 0 ? "" : ", ").append(shape[i]);
        }
        return RankRules.broken(
                RankRules.WINDOW_SIZE,
                extents
                        + "] of "
                        + dtype
                        + " needs "
                        + need
                        + ", and `"
                        + buffer.name()
                        + "` has "
                        + buffer.bytes(),
                "allocate more, or view fewer elements");
    }

    @Override
    public View createTensor(long[] shape, DType dtype, int site) {
        return View.zeros(dtype, shape);
    }

    @Override
    public final void dispatch(int function, long device, Object[] args, int site) {
        dispatch(function, device, 1, args, site);
    }

    @Override
    public final void dispatch(int function, long device, int cores, Object[] args, int site) {
        if (device < 0 || device >= ranks) {
            throw RankRules.broken(
                    RankRules.DEVICE,
                    "device " + device + ", and there are " + ranks,
                    ranks == 1 ? "run with more ranks" : "use 0 to " + (ranks - 1));
        }
        launch(function, (int) device, cores, args, site);
    }

    abstract void launch(int function, int device, int cores, Object[] args, int site);

    /** The window of a symmetric view. */
    static Optional<WindowBuffer> symmetric(Object arg) {
        return arg instanceof View view && view.segment().equals(MemorySegment.NULL)
                ? view.window()
                : Optional.empty();
    }

    /** Launches nothing: finds out which windows there are and who uses them. */
    static final class Sizing extends HostPort {
        private final WindowPlan plan;
        private final Deadline deadline;

        Sizing(int ranks, WindowPlan plan, Deadline deadline) {
            super(ranks);
            this.plan = plan;
            this.deadline = deadline;
        }

        @Override
        public void poll() throws InterruptedException {
            deadline.check();
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException("the run was interrupted");
            }
        }

        @Override
        public WindowBuffer allocate(String name, long bytes, int site) {
            plan.allocate(name, bytes, site);
            return new WindowBuffer(name, 0, bytes, new Domain("all", List.of()));
        }

        @Override
        void viewed(WindowBuffer buffer, DType dtype) {
            plan.view(buffer.name(), dtype);
        }

        @Override
        void launch(int function, int device, int cores, Object[] args, int site) {
            for (Object arg : args) {
                symmetric(arg).ifPresent(window -> plan.use(window.name(), device));
            }
        }

        @Override
        public void join() {}
    }

    /** Launches on devices, with windows bound to their memory. */
    static final class Launching extends HostPort {
        private final Map<String, WindowBuffer> windows;
        private final MemorySegment[] regions;
        private final Devices devices;
        private final Code code;
        private final Fill fill;
        private final HostUses uses = new HostUses();

        Launching(
                Map<String, WindowBuffer> windows,
                MemorySegment[] regions,
                Devices devices,
                Launch launch) {
            super(regions.length);
            this.code = launch.code();
            this.fill = launch.filling().fill();
            this.windows = windows;
            this.regions = regions;
            this.devices = devices;
        }

        @Override
        public void poll() {
            devices.check();
        }

        @Override
        public WindowBuffer allocate(String name, long bytes, int site) {
            WindowBuffer buffer = windows.get(name);
            if (buffer == null || buffer.bytes() != bytes) {
                throw RankRules.broken(
                        RankRules.ALLOC_DATA,
                        "`" + name + "` gets " + bytes + " bytes, which was not foreseeable",
                        "allocate with a fixed size before the first launch");
            }
            return buffer;
        }

        @Override
        public View createTensor(long[] shape, DType dtype, int site) {
            View tensor = fill.in(super.createTensor(shape, dtype, site));
            return devices.unset(tensor, Optional.empty(), site);
        }

        @Override
        void launch(int function, int device, int cores, Object[] args, int site) {
            if (uses.conflicts(function, device, args, code)) {
                join();
            }
            uses.add(function, device, args, code);
            Object[] bound = args.clone();
            for (int i = 0; i < bound.length; i++) {
                if (symmetric(bound[i]).isPresent()) {
                    bound[i] = ((View) bound[i]).on(regions[device], devices.watch(device));
                } else if (bound[i] instanceof CommContext context) {
                    context.window()
                            .ifPresent(window -> RankRules.checkMember(device, window.domain()));
                    bound[i] = context.on(device);
                }
            }
            devices.launch(device, function, cores, bound, site);
        }

        @Override
        public void subWorker(int function, Object[] args) {
            join();
            code.subWorker(function, args);
            for (Object arg : args) {
                if (arg instanceof View view) {
                    // what a sub-worker does is not observed: it may have written all of it
                    view.watch().fresh().ifPresent(fresh -> fresh.written().add(view.areas()));
                }
            }
        }

        @Override
        public void join() {
            devices.join();
            uses.clear();
        }
    }
}

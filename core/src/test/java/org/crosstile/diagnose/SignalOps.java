package org.crosstile.diagnose;

import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/** Operators with just the capabilities that reports ask for. */
final class SignalOps {
    private SignalOps() {}

    private abstract static class Bare extends Primitive {
        Bare(String name, Slot... slots) {
            super(name, slots);
        }

        @Override
        public String doc() {
            return "For tests.";
        }

        @Override
        public Set<Place> places() {
            return Set.of(Place.values());
        }

        @Override
        public Type check(Expr.Call call, Problems problems) {
            return Type.Opaque.UNKNOWN;
        }

        @Override
        public Run run(Expr.Call call) {
            return Run.of(SignalOps.class, "none", void.class);
        }
    }

    static final class Notify extends Bare implements Capability.Notifies {
        static final Slot TARGET = Slot.of("target", new Kind.Any(), "");
        static final Slot PEER = Slot.of("peer", new Kind.Any(), "");
        static final Slot OFFSETS = Slot.of("offsets", new Kind.Any(), "");
        static final Slot VALUE = Slot.of("value", new Kind.Any(), "");
        static final Slot OP_SLOT = Slot.oneOf("op", NotifyOp.class, "");
        static final Notify OP = new Notify();

        private Notify() {
            super("test.system.notify", TARGET, PEER, OFFSETS, VALUE, OP_SLOT);
        }

        @Override
        public Slot target() {
            return TARGET;
        }

        @Override
        public Slot peer() {
            return PEER;
        }

        @Override
        public Slot offsets() {
            return OFFSETS;
        }

        @Override
        public Slot value() {
            return VALUE;
        }

        @Override
        public Slot op() {
            return OP_SLOT;
        }
    }

    static final class Wait extends Bare implements Capability.Awaits {
        static final Slot SIGNAL = Slot.of("signal", new Kind.Any(), "");
        static final Slot OFFSETS = Slot.of("offsets", new Kind.Any(), "");
        static final Slot EXPECTED = Slot.of("expected", new Kind.Integer(DType.INT32), "");
        static final Slot CMP = Slot.oneOf("cmp", WaitCmp.class, "");
        static final Wait OP = new Wait();

        private Wait() {
            super("test.system.wait", SIGNAL, OFFSETS, EXPECTED, CMP);
        }

        @Override
        public Slot signal() {
            return SIGNAL;
        }

        @Override
        public Slot offsets() {
            return OFFSETS;
        }

        @Override
        public Slot expected() {
            return EXPECTED;
        }

        @Override
        public Slot cmp() {
            return CMP;
        }
    }

    static final class Alloc extends Bare implements Capability.AllocatesWindow {
        static final Slot BYTES = Slot.of("bytes", new Kind.Any(), "").orElse(0);
        static final Slot LABEL = Slot.of("label", new Kind.Any(), "").optional();
        static final Alloc OP = new Alloc();

        private Alloc() {
            super("test.tensor.alloc", BYTES, LABEL);
        }

        @Override
        public Slot bytes() {
            return BYTES;
        }

        @Override
        public Slot label() {
            return LABEL;
        }
    }

    static final class Window extends Bare implements Capability.ViewsWindow {
        static final Slot BUFFER = Slot.of("buffer", new Kind.Any(), "");
        static final Slot SHAPE = Slot.of("shape", new Kind.Any(), "");
        static final Slot DTYPE = Slot.of("dtype", new Kind.Any(), "").optional();
        static final Window OP = new Window();

        private Window() {
            super("test.tensor.window", BUFFER, SHAPE, DTYPE);
        }

        @Override
        public Slot buffer() {
            return BUFFER;
        }

        @Override
        public Slot dtype() {
            return DTYPE;
        }

        @Override
        public Slot shape() {
            return SHAPE;
        }
    }
}

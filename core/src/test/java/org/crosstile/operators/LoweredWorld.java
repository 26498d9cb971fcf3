package org.crosstile.operators;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Cells;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.Domain;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Ub;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Meaning;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;

/**
 * Ranks with windows and tensors, and guard bytes around each, on which a lowered block runs:
 * interleaved by a seed, one primitive at a time. The oracle of the lowering tests.
 */
final class LoweredWorld {
    private static final int GUARD = 64;
    private static final byte GUARD_BYTE = (byte) 0xA5;
    private static final long BYTES = 1 << 21;

    private final int ranks;
    private final Domain domain;
    private final List<MemorySegment> regions = new ArrayList<>();
    private final Map<Var, Place> places = new LinkedHashMap<>();
    private long end;

    private record Place(long offset, Type.TensorLike type, List<Long> extents) {
        long[] shape() {
            return extents.stream().mapToLong(Long::longValue).toArray();
        }

        long elements() {
            return extents.stream().reduce(1L, (a, b) -> a * b);
        }
    }

    LoweredWorld(int ranks) {
        this.ranks = ranks;
        List<Integer> devices = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            devices.add(rank);
            regions.add(Arena.ofAuto().allocate(BYTES, 64).fill(GUARD_BYTE));
        }
        this.domain = new Domain("comm_d0", devices);
    }

    int ranks() {
        return ranks;
    }

    /** A zero-filled window of the given extents. */
    Var window(String name, DType dtype, long... shape) {
        return add(name, new Type.Window(Exprs.indices(shape), dtype), shape);
    }

    /** A zero-filled tensor of each rank. */
    Var tensor(String name, DType dtype, long... shape) {
        return add(name, new Type.Tensor(Exprs.indices(shape), dtype), shape);
    }

    /** A zero-filled operand whose type says more, or less, than its extents. */
    Var add(String name, Type.TensorLike type, long... shape) {
        Var var = new Var(name, type, Span.NONE);
        Place place = new Place(end + GUARD, type, Arrays.stream(shape).boxed().toList());
        places.put(var, place);
        long slot = (place.elements() * type.dtype().bytes() + 31) / 32 * 32;
        end = place.offset() + slot + GUARD;
        regions.forEach(r -> r.asSlice(place.offset(), slot).fill((byte) 0));
        return var;
    }

    private View view(Var var, int rank) {
        Place place = places.get(var);
        Optional<WindowBuffer> buffer =
                place.type() instanceof Type.Window
                        ? Optional.of(new WindowBuffer(var.name(), place.offset(), 0, domain))
                        : Optional.empty();
        return new View(
                regions.get(rank),
                place.offset(),
                place.type().dtype(),
                place.shape(),
                View.packedStride(place.shape()),
                buffer);
    }

    /** The elements of an operand on a rank. */
    Meaning.Elements elements(Var var, int rank) {
        View view = view(var, rank);
        return new ViewElements(view.withShape(view.elements()));
    }

    /** Whether every byte outside windows and tensors is as it was. */
    boolean guardsAreIntact() {
        for (MemorySegment region : regions) {
            long from = 0;
            for (Place place : places.values()) {
                long slot = (place.elements() * place.type().dtype().bytes() + 31) / 32 * 32;
                if (!isGuard(region, from, place.offset())) {
                    return false;
                }
                from = place.offset() + slot;
            }
            if (!isGuard(region, from, end)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isGuard(MemorySegment region, long from, long to) {
        for (long at = from; at < to; at++) {
            if (region.get(ValueLayout.JAVA_BYTE, at) != GUARD_BYTE) {
                return false;
            }
        }
        return true;
    }

    /** Runs a block on every rank, as often as asked for. */
    void run(Block block, long seed, int times) {
        Turns turns = new Turns(ranks, seed);
        turns.run(me -> {
            OneRank rank = new OneRank(me, turns);
            for (int i = 0; i < times; i++) {
                LoweredRun run = new LoweredRun(rank, () -> turns.turn(me));
                places.keySet().forEach(var -> run.define(var, view(var, me)));
                run.run(block);
            }
        });
    }

    /** Applies the meaning of a call to this world. */
    void apply(Expr.Call call) {
        ((org.crosstile.model.Composite) call.op())
                .meaning(
                        call,
                        new Meaning() {
                            @Override
                            public int ranks() {
                                return ranks;
                            }

                            @Override
                            public Elements elements(Slot slot, int rank) {
                                return LoweredWorld.this.elements((Var) call.get(slot), rank);
                            }

                            @Override
                            public void allEnterBeforeAnyLeaves() {}
                        });
    }

    private record ViewElements(View view) implements Meaning.Elements {
        @Override
        public long size() {
            return view.elements();
        }

        @Override
        public DType dtype() {
            return view.dtype();
        }

        @Override
        public double get(long index) {
            MemorySegment s = view.segment();
            long at = view.address(index);
            return switch (view.dtype()) {
                case FP32 -> s.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
                case FP16 -> Float.float16ToFloat(s.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
                case INT32 -> s.get(ValueLayout.JAVA_INT_UNALIGNED, at);
                default -> throw new IllegalArgumentException(view.dtype().name());
            };
        }

        @Override
        public void set(long index, double value) {
            MemorySegment s = view.segment();
            long at = view.address(index);
            switch (view.dtype()) {
                case FP32 -> s.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
                case FP16 ->
                        s.set(
                                ValueLayout.JAVA_SHORT_UNALIGNED,
                                at,
                                Float.floatToFloat16((float) value));
                case INT32 -> s.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
                default -> throw new IllegalArgumentException(view.dtype().name());
            }
        }
    }

    private final class OneRank implements Rank {
        private final int me;
        private final Turns turns;
        private final Ub ub = new Ub();

        OneRank(int me, Turns turns) {
            this.me = me;
            this.turns = turns;
        }

        @Override
        public int device() {
            return me;
        }

        @Override
        public Ub ub() {
            return ub;
        }

        @Override
        public CommContext context(View window) {
            return new CommContext(me, ranks);
        }

        @Override
        public View peer(View window, long peer) {
            return window.inRegion(regions.get((int) peer));
        }

        @Override
        public void notify(
                View target, long peer, long[] offsets, int value, NotifyOp op, int site) {
            View cell = peer(target, peer);
            if (op == NotifyOp.Set) {
                Cells.set(cell.segment(), cell.address(offsets), value);
            } else {
                Cells.add(cell.segment(), cell.address(offsets), value);
            }
        }

        @Override
        public void await(View signal, long[] offsets, int expected, WaitCmp cmp, int site) {
            turns.await(
                    me,
                    () ->
                            cmp.holds(
                                    Cells.acquire(signal.segment(), signal.address(offsets)),
                                    expected));
        }

        @Override
        public void fence() {}
    }
}

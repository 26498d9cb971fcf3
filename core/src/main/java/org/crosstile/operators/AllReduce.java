package org.crosstile.operators;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.model.Builder;
import org.crosstile.model.Describe;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Meaning;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * {@code pld.tensor.allreduce(data[, sig], op=, mode=, core_num=)}: afterwards every rank's window
 * holds the reduction of all. In place. The mesh reads every rank, the ring passes segments on;
 * each combines in one order, whichever rank computes, so that all ranks end with the same bits.
 */
public final class AllReduce extends Collective {
    static final String MESH = "mesh";
    static final String RING = "ring";

    private static final Slot TARGET = Slot.window("target", "the data, reduced in place");
    private static final Slot SIGNAL = Slot.window("signal", DType.INT32, SIGNAL_DOC).optional();
    private static final Set<DType> TYPES =
            Collections.unmodifiableSet(EnumSet.of(DType.FP16, DType.FP32));
    private static final Slot REDUCE = Reduction.slot();
    private static final Slot MODE =
            Slot.of("mode", new Kind.Word(List.of(MESH, RING)), "who reads from whom")
                    .orElse(new Expr.Text(MESH, Span.NONE))
                    .keywordOnly();
    private static final Slot CORE_NUM =
            Slot.of(
                            "core_num",
                            new Kind.StaticInt(),
                            "vector cores per rank, in a host orchestrator")
                    .orElse(1)
                    .keywordOnly();

    private static final SignalRules SIGNALS =
            SignalRules.of(
                    "allreduce",
                    signal -> "pld.tensor.allreduce(data, " + signal + ")",
                    "pld.tensor.allreduce(data, cells, core_num=2)",
                    "pld.tensor.allreduce(data, lanes, core_num=2)");
    private static final AllReduceRules RULES = AllReduceRules.of();

    public static final AllReduce OP = new AllReduce();

    private AllReduce() {
        super("allreduce", TARGET, SIGNAL, SIGNALS, TARGET, SIGNAL, REDUCE, MODE, CORE_NUM);
    }

    @Override
    public String doc() {
        return "Reduces the windows of all ranks element by element, in place on every rank.";
    }

    @Override
    public String result() {
        return "Every rank gets the same bits: a mesh combines in the order of "
                + "the ranks, 0 first; a ring combines segment s from rank s + 1 on, "
                + "round to rank s.";
    }

    @Override
    public List<Rule> rules() {
        return Stream.concat(SIGNALS.all().stream(), RULES.all().stream()).toList();
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return call.has(slot) ? super.effect(call, slot) : Effect.NONE;
    }

    /** The vector core reduces in these types everywhere. */
    @Override
    public Set<DType> dtypes(Place place) {
        return TYPES;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Window window = window(call, TARGET);
        if (!TYPES.contains(window.dtype())) {
            Problem.error(RULES.dtype(), call.get(TARGET).span(), "this is " + window.describe())
                    .hint("reduce FP32 or FP16; pl.cast other data into such a window first")
                    .to(problems);
        }
        if (call.number(CORE_NUM) < 1) {
            Problem.error(
                            RULES.coreNum(),
                            call.get(CORE_NUM).span(),
                            "this is " + call.number(CORE_NUM))
                    .hint("write 1, or the number of vector cores to use")
                    .to(problems);
        }
        Span signal = call.get(SIGNAL).span();
        if (!call.has(SIGNAL) && !signal.isNone()) {
            Problem.error(RULES.signalNone(), signal, "this is None")
                    .hint("leave it out, or pass an INT32 window")
                    .to(problems);
        } else if (!call.has(SIGNAL) && isRing(call)) {
            Problem.error(RULES.ringSignal(), call.span(), "no signal given")
                    .see(call.get(MODE).span(), "a ring is asked for here")
                    .hint(
                            "pass a signal of shape [2 * (ranks - 1), ranks], one row more in a host orchestrator")
                    .to(problems);
        }
        return window;
    }

    static boolean isRing(Expr.Call call) {
        return call.text(MODE).equals(RING);
    }

    @Override
    public void checkAt(Expr.Call call, Place place, Problems problems) {
        if (place == Place.HOST) {
            checkHost(call, problems);
            return;
        }
        if (!call.has(SIGNAL)) {
            Problem.error(RULES.signalNeeded(), call.span(), "no signal given")
                    .hint("pass a zero-filled INT32 window of shape [ranks, 1]")
                    .to(problems);
            return;
        }
        if (call.number(CORE_NUM) > 1) {
            Problem.error(
                            RULES.coreNumKernel(),
                            call.get(CORE_NUM).span(),
                            "this is " + call.number(CORE_NUM))
                    .hint(
                            "leave core_num= out, and run the kernel on several cores with pl.spmd(...)")
                    .to(problems);
        }
        if (isRing(call)) {
            checkRingSignal(call, 0, problems);
        } else {
            checkKernelSignal(call, problems);
        }
        checkLayout(call, problems);
    }

    private void checkHost(Expr.Call call, Problems problems) {
        if (isRing(call)) {
            if (call.number(CORE_NUM) > 1) {
                Problem.error(
                                RULES.coreNumRing(),
                                call.get(CORE_NUM).span(),
                                "this is " + call.number(CORE_NUM))
                        .hint("leave core_num= out, or use mode='mesh'")
                        .to(problems);
            }
            checkRingSignal(call, 1, problems);
        } else if (call.has(SIGNAL)) {
            checkHostSignal(call, Exprs.index(call.number(CORE_NUM)), problems);
        }
        checkType(RULES.dtype(), call, Place.HOST, problems);
    }

    /** A mesh signal may have more lanes than cores. */
    @Override
    boolean hasLanes(Expr extent, Expr lanes) {
        return Exprs.constant(extent).isEmpty()
                || Exprs.constant(extent).getAsLong() >= Exprs.constant(lanes).orElseThrow();
    }

    private static void checkRingSignal(Expr.Call call, int extraRows, Problems problems) {
        List<Expr> shape = window(call, SIGNAL).shape();
        boolean fits = shape.size() == 2;
        if (fits && ValidBox.isStatic(shape)) {
            long ranks = Exprs.constant(shape.get(1)).orElseThrow();
            fits = Exprs.isConstant(shape.get(0), 2 * (ranks - 1) + extraRows);
        }
        if (!fits) {
            String rows = "2 * (ranks - 1)" + (extraRows > 0 ? " + 1" : "");
            about(RULES.ringShape(), call, SIGNAL)
                    .headline("the signal of a ring must have the shape [" + rows + ", ranks] here")
                    .hint("one row per round, one cell per rank; it cannot be shared with a mesh")
                    .to(problems);
        }
    }

    private static void checkLayout(Expr.Call call, Problems problems) {
        Type.Window type = window(call, TARGET);
        if (!Extents.isPacked(type)) {
            about(RULES.packed(), call, TARGET)
                    .note("it has strides, or another layout than ND")
                    .hint("reduce the whole window, or copy the part into a window of its own")
                    .to(problems);
        } else if (ValidBox.isPartial(type)) {
            List<Expr> valid = type.view().valid();
            boolean fits =
                    isRing(call)
                            ? ValidBox.isPrefix(valid, type.shape())
                            : ValidBox.isRectangle(valid, type.shape())
                                    && MeshAllReduce.fitsOneChunk(type);
            if (!fits) {
                about(RULES.partial(), call, TARGET)
                        .note(
                                "valid are "
                                        + Describe.shape(valid)
                                        + " of "
                                        + Describe.shape(type.shape()))
                        .note("chunking a rectangle with row gaps is not supported")
                        .hint("reduce the whole window, or at most one rectangle of 16 KiB")
                        .to(problems);
            }
        }
    }

    @Override
    Expr count(Expr.Call call) {
        Type.Window type = window(call, TARGET);
        return Exprs.product(ValidBox.isPartial(type) ? type.view().valid() : type.shape());
    }

    @Override
    Expr reduce(Expr.Call call) {
        return call.get(REDUCE);
    }

    @Override
    String mode(Expr.Call call) {
        return call.text(MODE);
    }

    @Override
    Expr expand(Expr.Call call, Builder body) {
        Expr target = body.let("target", call.get(TARGET));
        Expr signal = body.let("signal", call.get(SIGNAL));
        Reduction reduction = new Reduction(call.code(REDUCE, ReduceOp.class), body);
        if (isRing(call)) {
            new RingAllReduce(target, signal, reduction, body).write();
        } else {
            new MeshAllReduce(target, signal, reduction, body).write();
        }
        return target;
    }

    @Override
    public long cores(Expr.Call call) {
        return call.number(CORE_NUM);
    }

    @Override
    String variant(Expr.Call call) {
        return (isRing(call) ? "_ring" : "") + Reduction.variant(call.code(REDUCE, ReduceOp.class));
    }

    @Override
    public void checkDevices(Expr.Call call, int devices, Problems problems) {
        if (!isRing(call)) {
            super.checkDevices(call, devices, problems);
            return;
        }
        if (devices > HostKernel.MAX_RANKS) {
            Problem.error(HostRules.RING_RANKS, call.span(), "these are " + devices + " devices")
                    .hint("use mode='mesh'")
                    .to(problems);
        }
        checkRing(call, devices, 1, problems);
    }

    @Override
    public void checkRanks(Expr.Call call, long ranks, Problems problems) {
        if (isRing(call)) {
            checkRing(call, ranks, 0, problems);
        } else {
            super.checkRanks(call, ranks, problems);
        }
    }

    private static void checkRing(Expr.Call call, long ranks, int extraRows, Problems problems) {
        List<Expr> shape = window(call, SIGNAL).shape();
        long rows = 2 * (ranks - 1) + extraRows;
        boolean fits =
                shape.size() == 2
                        && !Extents.differ(shape.get(0), Exprs.index(rows))
                        && !Extents.differ(shape.get(1), Exprs.index(ranks));
        if (!fits && ranks > 1) {
            String wanted = "[" + rows + ", " + ranks + "]";
            about(RULES.ringShape(), call, SIGNAL)
                    .headline(
                            "the signal of a ring of %d ranks must have the shape %s here"
                                    .formatted(ranks, wanted))
                    .hint("view it as " + wanted + "; it cannot be shared with a mesh")
                    .to(problems);
        }
    }

    @Override
    List<Expr> extents(Expr.Call call, Slot slot) {
        if (slot != SIGNAL) {
            return super.extents(call, slot);
        }
        return isRing(call)
                ? List.of(HostKernel.extent("ROUNDS"), HostKernel.extent("CELLS"))
                : List.of(HostKernel.extent("CELLS"), HostKernel.extent("LANES"));
    }

    @Override
    void onDevice(Expr.Call call, Builder body) {
        Reduction reduction = new Reduction(call.code(REDUCE, ReduceOp.class), body);
        if (isRing(call)) {
            new HostRingAllReduce(call.get(TARGET), call.get(SIGNAL), reduction, body).write();
        } else {
            new HostMeshAllReduce(call.get(TARGET), call.get(SIGNAL), reduction, body).write();
        }
    }

    @Override
    public void meaning(Expr.Call call, Meaning world) {
        world.allEnterBeforeAnyLeaves();
        Type.Window type = window(call, TARGET);
        ReduceOp op = call.code(REDUCE, ReduceOp.class);
        long size = world.elements(TARGET, 0).size();
        long held = ValidBox.isPartial(type) ? held(type) : size;
        double[][] results = new double[world.ranks()][(int) size];
        for (int rank = 0; rank < world.ranks(); rank++) {
            for (int i = 0; i < size; i++) {
                boolean reduced =
                        !ValidBox.isPartial(type)
                                || ValidBox.contains(type.view().valid(), type.shape(), i);
                results[rank][i] =
                        !reduced
                                ? world.elements(TARGET, rank).get(i)
                                : isRing(call)
                                        ? RingSegments.fold(
                                                op, type.dtype(), held, world, TARGET, i)
                                        : Reduction.fold(op, type.dtype(), world, TARGET, i);
            }
        }
        Reduction.setAll(world, TARGET, results);
    }

    /** Elements of the valid region, which is constant where the meaning is asked for. */
    private static long held(Type.Window type) {
        return Exprs.constant(Exprs.product(type.view().valid())).orElseThrow();
    }
}

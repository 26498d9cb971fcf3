package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.model.Builder;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Meaning;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pld.tensor.reduce_scatter(data, sig, op=)}: row {@code r} of rank {@code r}'s window
 * becomes the reduction of that row over all ranks, combined in the order of the ranks. The other
 * rows keep this rank's own data.
 */
public final class ReduceScatter extends Collective {
    private static final Slot TARGET = Slot.window("target", "one row per rank, [ranks, columns]");
    private static final Slot SIGNAL = Slot.window("signal", DType.INT32, SIGNAL_DOC);
    private static final Slot REDUCE = Reduction.slot();

    private static final SignalRules SIGNALS =
            SignalRules.of(
                    "reduce-scatter", signal -> "pld.tensor.reduce_scatter(data, " + signal + ")");
    private static final Rule MATRIX =
            Rule.of(
                            "reduce-scatter-two-dimensions",
                            "the data must have the shape [ranks, columns]")
                    .explained(
                            "Rank r gets row r.",
                            "kernel",
                            "pld.tensor.reduce_scatter(flat, sig)",
                            "pld.tensor.reduce_scatter(data, sig)");
    private static final Rule DTYPE =
            Rule.of("reduce-scatter-dtype", "the data must hold numbers")
                    .explained(
                            "A reduction computes.",
                            "kernel",
                            "pld.tensor.reduce_scatter(flags, sig)",
                            "pld.tensor.reduce_scatter(data, sig)");
    private static final Rule HOST_DTYPE =
            Rule.of("reduce-scatter-host-dtype", "in a host orchestrator the data must be FP32")
                    .explained(
                            "That is what the builtin kernel reduces.",
                            "host",
                            "pld.tensor.reduce_scatter(half_data, cells)",
                            "pld.tensor.reduce_scatter(data, cells)");

    public static final ReduceScatter OP = new ReduceScatter();

    private ReduceScatter() {
        super("reduce_scatter", TARGET, SIGNAL, SIGNALS, TARGET, SIGNAL, REDUCE);
    }

    @Override
    public String doc() {
        return "Reduces row r of all ranks' windows into row r of rank r's.";
    }

    @Override
    List<Slot> perRank() {
        return List.of(SIGNAL, TARGET);
    }

    @Override
    public String result() {
        return "Rank r gets row r of all ranks, combined in the order of the " + "ranks, 0 first.";
    }

    @Override
    public List<Rule> rules() {
        return Stream.concat(SIGNALS.all().stream(), Stream.of(MATRIX, DTYPE, HOST_DTYPE)).toList();
    }

    @Override
    public Set<DType> dtypes(Place place) {
        Set<DType> numbers = new TreeSet<>(super.dtypes(place));
        numbers.remove(DType.BOOL);
        return numbers;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Window type = window(call, TARGET);
        if (type.rank() != 2) {
            Problem.error(
                            MATRIX,
                            call.get(TARGET).span(),
                            "this has shape " + Describe.shape(type.shape()))
                    .hint("view it as [ranks, columns]")
                    .to(problems);
        }
        if (type.dtype() == DType.BOOL) {
            Problem.error(DTYPE, call.get(TARGET).span(), "this is " + type.describe())
                    .hint("reduce INT8 or a wider type")
                    .to(problems);
        }
        return type;
    }

    @Override
    public void checkAt(Expr.Call call, Place place, Problems problems) {
        super.checkAt(call, place, problems);
        if (place == Place.HOST) {
            checkType(HOST_DTYPE, call, place, problems);
        }
    }

    /** What one rank calls a row, all must. */
    @Override
    Expr columns(Expr.Call call) {
        return window(call, TARGET).shape().get(1);
    }

    @Override
    Expr reduce(Expr.Call call) {
        return call.get(REDUCE);
    }

    /**
     * Only this rank reads and writes its row of its own window, so a chunk is stored at once; the
     * second barrier says that the peers are done with the other rows.
     */
    @Override
    Expr expand(Expr.Call call, Builder body) {
        Type.Window type = window(call, TARGET);
        return write(call, Chunks.of(type.shape().get(1), type.dtype()), body);
    }

    @Override
    String variant(Expr.Call call) {
        return Reduction.variant(call.code(REDUCE, ReduceOp.class));
    }

    @Override
    List<Expr> extents(Expr.Call call, Slot slot) {
        return slot == TARGET
                ? List.of(HostKernel.extent("ROWS"), HostKernel.extent("COLUMNS"))
                : super.extents(call, slot);
    }

    @Override
    void onDevice(Expr.Call call, Builder body) {
        Type.Window type = window(call, TARGET);
        write(call, HostKernel.tiles(type.shape().get(1), type.dtype()), body);
    }

    private static Expr write(Expr.Call call, Chunks chunks, Builder body) {
        Expr target = body.let("target", call.get(TARGET));
        Reduction reduction = new Reduction(call.code(REDUCE, ReduceOp.class), body);
        CreditBarrier credits =
                CreditBarrier.over(target, body.let("signal", call.get(SIGNAL)), body);
        credits.barrier(1);
        body.loop(
                "offset",
                Exprs.index(0),
                chunks.length(),
                Exprs.index(chunks.width()),
                offset -> {
                    Expr valid = body.let("valid", chunks.valid(offset));
                    Expr at = Exprs.tuple(credits.my(), offset);
                    Expr reduced =
                            credits.reduce(
                                    rank ->
                                            reduction.remoteLoadExact(
                                                    target, rank, at, chunks, valid),
                                    reduction::combine);
                    reduction.store(reduced, at, target, valid);
                });
        credits.barrier(2);
        credits.epilogue(2);
        return target;
    }

    @Override
    public void meaning(Expr.Call call, Meaning world) {
        world.allEnterBeforeAnyLeaves();
        ReduceOp op = call.code(REDUCE, ReduceOp.class);
        DType dtype = window(call, TARGET).dtype();
        long columns = world.elements(TARGET, 0).size() / world.ranks();
        for (int rank = 0; rank < world.ranks(); rank++) {
            for (long i = rank * columns; i < (rank + 1) * columns; i++) {
                double value = Reduction.fold(op, dtype, world, TARGET, i);
                world.elements(TARGET, rank).set(i, value);
            }
        }
    }
}

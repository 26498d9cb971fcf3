package org.crosstile.operators;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Kind;
import org.crosstile.model.Meaning;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * {@code pld.tensor.all_to_all_v(input, data, sig, send_counts, recv_counts)}: as all_to_all, with
 * blocks of up to {@code rows / ranks} rows of which each rank says how many it sends. What is sent
 * is the count cut to between 0 and the block; the same number arrives in the receiver's {@code
 * recv_counts}. The rest of a block is not written, so a receiver cuts it off before it computes.
 */
public final class AllToAllV extends Collective
        implements Capability.RunsAsTask, Capability.KeepsApart {
    private static final Slot INPUT =
            Slot.of(
                    "input",
                    new Kind.TensorLike(),
                    "a block of rows for every rank, [ranks * most, columns]");
    private static final Slot TARGET =
            Slot.window("target", "a block of rows from every rank, [ranks * most, columns]");
    private static final Slot SIGNAL = Slot.window("signal", DType.INT32, SIGNAL_DOC);
    private static final Slot SEND_COUNTS =
            Slot.of("send_counts", new Kind.TensorLike(), "INT32: how many rows go to each rank");
    private static final Slot RECV_COUNTS =
            Slot.window(
                    "recv_counts", DType.INT32, "how many rows came from each rank, [ranks, 1]");
    private static final Slot CORE_NUM =
            Slot.of("core_num", new Kind.StaticInt(), "vector cores; only 1 so far")
                    .orElse(1)
                    .keywordOnly();

    private static final SignalRules SIGNALS =
            SignalRules.of(
                    "all-to-all-v", signal -> AllToAllVRules.example("stages", "data", signal));
    private static final ExchangeRules EXCHANGE =
            ExchangeRules.of(
                    "all-to-all-v",
                    "input",
                    new ExchangeRules.Examples(
                            "blocks",
                            "stages",
                            "half",
                            "x",
                            AllToAllVRules.example(
                                    "blocks", "data", "three_cells", "any_counts", "any_recv")),
                    AllToAllVRules::example);
    private static final AllToAllVRules RULES = AllToAllVRules.of();

    public static final AllToAllV OP = new AllToAllV();

    private AllToAllV() {
        super(
                "all_to_all_v",
                TARGET,
                SIGNAL,
                SIGNALS,
                INPUT,
                TARGET,
                SIGNAL,
                SEND_COUNTS,
                RECV_COUNTS,
                CORE_NUM);
    }

    @Override
    public String doc() {
        return "Sends a varying number of rows to every rank and receives some from each.";
    }

    @Override
    List<Slot> perRank() {
        return List.of(SIGNAL, SEND_COUNTS, RECV_COUNTS);
    }

    @Override
    public String result() {
        return "Rank r gets the rows that rank s counts for it in block s, bit "
                + "for bit; the rest of a block stays as it was.";
    }

    @Override
    public List<Rule> rules() {
        return Stream.of(SIGNALS.all(), EXCHANGE.all(), RULES.all()).flatMap(List::stream).toList();
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.HOST, Place.CHIP, Place.KERNEL);
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        if (slot == INPUT || slot == SEND_COUNTS) {
            return Effect.READ;
        }
        return slot == TARGET || slot == RECV_COUNTS ? Effect.WRITE : super.effect(call, slot);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Exchange exchange = new Exchange(call, INPUT, TARGET, EXCHANGE, problems);
        if (exchange.checkMatrices()) {
            exchange.checkColumns();
            exchange.checkExtents(RULES.rows(), 0);
            checkPacked(exchange, problems);
            checkRanks(call, exchange, problems);
        }
        checkCounts(call, problems);
        if (call.number(CORE_NUM) != 1) {
            Problem.error(
                            RULES.coreNum(),
                            call.get(CORE_NUM).span(),
                            "this is " + call.number(CORE_NUM))
                    .hint(
                            "leave core_num= out; several cores are meant for the chip form, in an orchestration")
                    .to(problems);
        }
        return call.get(TARGET).type();
    }

    private static void checkPacked(Exchange exchange, Problems problems) {
        for (Slot slot : List.of(INPUT, TARGET)) {
            Type.TensorLike type = (Type.TensorLike) exchange.call().get(slot).type();
            if (!Extents.isPacked(type) || ValidBox.isPartial(type)) {
                exchange.report(RULES.packed(), slot)
                        .hint("pass all of a packed, row-major tensor")
                        .to(problems);
            }
        }
    }

    /** Blocks are counted by the ranks that the signal has cells for. */
    private static void checkRanks(Expr.Call call, Exchange exchange, Problems problems) {
        OptionalLong ranks = Exprs.constant(window(call, SIGNAL).shape().get(0));
        OptionalLong rows = Exprs.constant(exchange.target().shape().get(0));
        if (ranks.isPresent() && rows.isPresent() && rows.getAsLong() % ranks.getAsLong() != 0) {
            exchange.report(EXCHANGE.signalRows(), SIGNAL)
                    .headline(
                            "the rows of `target` must be a multiple of the ranks that `signal` has cells for")
                    .see(call.get(TARGET).span(), "the target has " + rows.getAsLong() + " rows")
                    .to(problems);
        }
    }

    private static void checkCounts(Expr.Call call, Problems problems) {
        Expr ranks = window(call, SIGNAL).shape().get(0);
        Type.TensorLike send = (Type.TensorLike) call.get(SEND_COUNTS).type();
        if (send.dtype() != DType.INT32 || !isCounts(send, ranks, true)) {
            Problem.error(
                            RULES.sendCounts(),
                            call.get(SEND_COUNTS).span(),
                            "this is " + send.describe())
                    .see(
                            call.get(SIGNAL).span(),
                            "the signal is " + window(call, SIGNAL).describe())
                    .to(problems);
        }
        Type.Window recv = window(call, RECV_COUNTS);
        if (!isCounts(recv, ranks, false)) {
            Problem.error(
                            RULES.recvCounts(),
                            call.get(RECV_COUNTS).span(),
                            "this is " + recv.describe())
                    .see(
                            call.get(SIGNAL).span(),
                            "the signal is " + window(call, SIGNAL).describe())
                    .to(problems);
        }
    }

    /**
     * Whether a type has one element per rank: {@code [ranks, 1]}, or {@code [ranks]} if flat ones
     * count.
     */
    private static boolean isCounts(Type.TensorLike type, Expr ranks, boolean flat) {
        boolean column = type.rank() == 2 && !Extents.differ(type.shape().get(1), Exprs.index(1));
        return (column || (flat && type.rank() == 1))
                && !Extents.differ(type.shape().get(0), ranks);
    }

    @Override
    public void checkAt(Expr.Call call, Place place, Problems problems) {
        super.checkAt(call, place, problems);
        if (place == Place.CHIP) {
            checkTask(call, problems);
        } else if (place == Place.HOST) {
            checkType(EXCHANGE.hostDtype(), call, place, problems);
            Exchange exchange = new Exchange(call, INPUT, TARGET, EXCHANGE, problems);
            exchange.checkWindow(INPUT);
            exchange.checkWindow(SEND_COUNTS);
        } else if (place == Place.KERNEL
                && Exprs.constant(window(call, SIGNAL).shape().get(0)).isEmpty()) {
            about(RULES.staticRanks(), call, SIGNAL)
                    .hint("declare the signal with a constant first extent")
                    .to(problems);
        }
    }

    @Override
    public void checkTask(Expr.Call call, Problems problems) {
        checkType(RULES.taskDtype(), call, Place.CHIP, problems);
    }

    @Override
    public String kernelName(Expr.Call call) {
        return AllToAllVTask.name(window(call, TARGET).dtype());
    }

    @Override
    public Function kernel(Expr.Call call) {
        Span span = call.span().via("while lowering " + this);
        return AllToAllVTask.kernel(window(call, TARGET).dtype(), span);
    }

    @Override
    public List<Slot> arguments() {
        return List.of(INPUT, TARGET, SIGNAL, SEND_COUNTS, RECV_COUNTS);
    }

    /** What one rank calls a row, all must. */
    @Override
    Expr columns(Expr.Call call) {
        return window(call, TARGET).shape().get(1);
    }

    @Override
    public Slot reads() {
        return INPUT;
    }

    @Override
    public Slot writes() {
        return TARGET;
    }

    @Override
    public void checkApart(
            Expr.Call call, Var root, long readsAt, long writesAt, Problems problems) {
        Apart.check(call, INPUT, TARGET, root, readsAt, writesAt, problems);
    }

    @Override
    Expr expand(Expr.Call call, Builder body) {
        Type.Window type = window(call, TARGET);
        Expr ranks = window(call, SIGNAL).shape().get(0);
        return write(call, ranks, Push.rowStage(type.shape().get(1), type.dtype(), body), body);
    }

    @Override
    public List<Slot> windows() {
        return List.of(INPUT, TARGET, SIGNAL, SEND_COUNTS, RECV_COUNTS);
    }

    @Override
    public List<Slot> control() {
        return List.of(SIGNAL, RECV_COUNTS);
    }

    /**
     * What arrives depends on counts that the host does not see, so nothing is reused without it.
     */
    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    List<Expr> extents(Expr.Call call, Slot slot) {
        if (slot == INPUT || slot == TARGET) {
            return List.of(HostKernel.extent("ROWS"), HostKernel.extent("COLUMNS"));
        }
        if (slot == SEND_COUNTS) {
            return List.of(HostKernel.extent("SENT"));
        }
        return slot == RECV_COUNTS
                ? List.of(HostKernel.extent("RECEIVED"), Exprs.index(1))
                : super.extents(call, slot);
    }

    /** Blocks are counted by the ranks of the domain. */
    @Override
    void onDevice(Expr.Call call, Builder body) {
        Expr stage = HostKernel.stage("tput_stage", window(call, TARGET).dtype(), body);
        write(call, new Expr.None(body.span()), stage, body);
    }

    /**
     * @param ranks how many blocks there are; absent: one for each rank of the domain
     */
    private static Expr write(Expr.Call call, Expr ranks, Expr stage, Builder body) {
        Expr target = body.let("target", call.get(TARGET));
        Expr input = body.let("input", call.get(INPUT));
        Expr counts = body.let("send_counts", call.get(SEND_COUNTS));
        Expr received = body.let("recv_counts", call.get(RECV_COUNTS));
        Expr signal = body.let("signal", call.get(SIGNAL));
        Type.Window type = (Type.Window) target.type();
        CreditBarrier credits = CreditBarrier.over(target, signal, body);
        Expr blocks = ranks instanceof Expr.None ? credits.ranks() : ranks;
        Apart.write(input, target, body);
        Expr block = body.let("most", Exprs.floorDiv(type.shape().get(0), blocks));
        credits.barrier(1);
        body.loop(
                "dest",
                credits.ranks(),
                dest -> {
                    Expr count = count(counts, dest, body);
                    Expr rows = body.let("rows", clamped(count, block));
                    body.run(ReportRows.OP, target, dest, count, rows);
                    Publish.write(
                            received, dest, Exprs.tuple(credits.my(), Exprs.index(0)), rows, body);
                    body.when(
                            Exprs.binary(Expr.BinaryOp.GT, rows, Exprs.index(0)),
                            () ->
                                    new Push.Rows(target, dest, input, stage)
                                            .put(
                                                    body.let("to", Exprs.mul(credits.my(), block)),
                                                    body.let("from", Exprs.mul(dest, block)),
                                                    rows,
                                                    type.shape().get(1),
                                                    body));
                });
        credits.barrier(2);
        credits.epilogue(2);
        return target;
    }

    /** The count for a destination, an INDEX. */
    static Expr count(Expr counts, Expr dest, Builder body) {
        boolean flat = ((Type.TensorLike) counts.type()).rank() == 1;
        Expr cell = flat ? Exprs.tuple(dest) : Exprs.tuple(dest, Exprs.index(0));
        Expr count = body.let("count", ElementRead.TENSOR, counts, cell);
        return body.let("asked", Exprs.cast(count, DType.INDEX));
    }

    /** A count, cut to between 0 and a block. */
    static Expr clamped(Expr count, Expr block) {
        return Exprs.max(Exprs.min(count, block), Exprs.index(0));
    }

    @Override
    public void meaning(Expr.Call call, Meaning world) {
        world.allEnterBeforeAnyLeaves();
        int ranks = world.ranks();
        long columns = Exprs.constant(window(call, TARGET).shape().get(1)).orElseThrow();
        for (int rank = 0; rank < ranks; rank++) {
            for (int source = 0; source < ranks; source++) {
                Meaning.Elements input = world.elements(INPUT, source);
                long block = input.size() / ranks;
                long count = (long) world.elements(SEND_COUNTS, source).get(rank);
                long rows = Math.max(0, Math.min(count, block / columns));
                Push.copy(
                        input,
                        rank * block,
                        world.elements(TARGET, rank),
                        source * block,
                        rows * columns);
                world.elements(RECV_COUNTS, rank).set(source, (double) rows);
            }
        }
    }
}

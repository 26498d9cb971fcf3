package org.crosstile.operators;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Composite;
import org.crosstile.model.Describe;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * What the collectives share: they work on windows in place, synchronise over a signal window, and
 * give their data window back. In a kernel they are lowered to primitives; in a host orchestrator
 * they are launched on every device of the domain.
 */
abstract class Collective extends Composite implements Capability.HostBuiltin {
    /** The phrase of a signal's documentation. */
    static final String SIGNAL_DOC =
            "INT32 cells for synchronisation, zero before and after the call";

    private static final List<String> PROMISES =
            List.of(
                    "Reusable at once: when a rank leaves, no other rank reads or writes its operands any more.",
                    "Self-clearing: the cells of the signal are zero again when all ranks have left.",
                    "All ranks of the domain take part, and there may be one.",
                    "Extents need not divide, and may be 0; nothing outside of the result is written.");

    private static final Set<DType> IN_TILES = inTiles();

    private final String word;
    private final Slot data;
    private final Slot signal;
    final SignalRules signalRules;

    /** The rules about the signal that hold at one place. */
    record SignalRules(Rule kernel, Rule host) {
        /**
         * @param call writes an example around a signal, for either fixture
         */
        static SignalRules of(String prefix, UnaryOperator<String> call) {
            return of(prefix, call, call.apply("lanes"), call.apply("cells"));
        }

        static SignalRules of(
                String prefix, UnaryOperator<String> kernel, String badOnHost, String goodOnHost) {
            return new SignalRules(
                    Rule.of(
                                    prefix + "-signal-kernel",
                                    "in a kernel the signal must have the shape [ranks, 1]")
                            .explained(
                                    "Cell [r, 0] counts what rank r has sent. A ring's signal is addressed [row, rank],"
                                            + " so the two cannot share one.",
                                    "kernel",
                                    kernel.apply("lanes"),
                                    kernel.apply("sig")),
                    Rule.of(
                                    prefix + "-signal-host",
                                    "in a host orchestrator the signal must have a cell per rank")
                            .explained(
                                    "Every rank counts what each other has sent in a cell of its own; with several"
                                            + " cores, in one for each of them.",
                                    "host",
                                    badOnHost,
                                    goodOnHost));
        }

        List<Rule> all() {
            return List.of(kernel, host);
        }
    }

    /**
     * @param word the operator's name, which is the prefix of its rules too
     * @param data the window that the call is about and gives back
     */
    Collective(String word, Slot data, Slot signal, SignalRules signalRules, Slot... slots) {
        super("pld.tensor." + word, slots);
        this.word = word;
        this.data = data;
        this.signal = signal;
        this.signalRules = signalRules;
    }

    private static Set<DType> inTiles() {
        Set<DType> types = EnumSet.noneOf(DType.class);
        for (DType type : DType.values()) {
            if (type.isStorable() && type != DType.INDEX) {
                types.add(type);
            }
        }
        return Collections.unmodifiableSet(types);
    }

    @Override
    public final String rulePrefix() {
        return word.replace('_', '-');
    }

    @Override
    public final List<String> promises() {
        return PROMISES;
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.HOST, Place.KERNEL);
    }

    @Override
    public final Slot data() {
        return data;
    }

    @Override
    public final Slot signal() {
        return signal;
    }

    @Override
    public final Optional<Slot> resultAliases() {
        return Optional.of(data);
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return slot == data || slot == signal ? Effect.READ_WRITE : Effect.NONE;
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        return slot.kind() instanceof Kind.Window ? Hints.window(found) : "";
    }

    @Override
    public void checkAt(Expr.Call call, Place place, Problems problems) {
        if (place == Place.HOST) {
            checkHostSignal(call, Exprs.index(1), problems);
        } else {
            checkKernelSignal(call, problems);
        }
    }

    /** Reports a signal that is not {@code [ranks, 1]}. */
    final void checkKernelSignal(Expr.Call call, Problems problems) {
        Type.Window type = window(call, signal);
        if (type.rank() != 2 || Extents.differ(type.shape().get(1), Exprs.index(1))) {
            about(signalRules.kernel(), call, signal)
                    .hint("view the signal as [ranks, 1]; it cannot be shared with a ring")
                    .to(problems);
        }
    }

    /** Reports a signal that has no {@code lanes} cells per rank. */
    final void checkHostSignal(Expr.Call call, Expr lanes, Problems problems) {
        Type.Window type = window(call, signal);
        boolean fits =
                (type.rank() == 1 && Exprs.isConstant(lanes, 1))
                        || (type.rank() == 2 && hasLanes(type.shape().get(1), lanes));
        if (!fits) {
            about(signalRules.host(), call, signal)
                    .hint("view the signal as [pld.world_size(), " + Describe.expr(lanes) + "]")
                    .to(problems);
        }
    }

    /** Whether a signal's second extent gives each rank its cells. */
    boolean hasLanes(Expr extent, Expr lanes) {
        return !Extents.differ(extent, lanes);
    }

    /** A kernel moves what tiles hold; builtins of the host and tasks of the chip move FP32. */
    @Override
    public Set<DType> dtypes(Place place) {
        return place == Place.KERNEL ? IN_TILES : Set.of(DType.FP32);
    }

    /** Reports an element type that is not moved at a place other than a kernel. */
    final void checkType(Rule rule, Expr.Call call, Place place, Problems problems) {
        Type.Window type = window(call, data);
        if (!dtypes(place).contains(type.dtype())) {
            about(rule, call, data)
                    .hint("call it in a kernel, or make the window FP32")
                    .to(problems);
        }
    }

    /**
     * Starts a problem about the type of an operand. What a place asks for is checked when a
     * variable only knows its declaration: then the problem is shown at the call.
     */
    static Problem.Builder about(Rule rule, Expr.Call call, Slot slot) {
        Expr operand = call.get(slot);
        Span at = operand.span();
        boolean inCall =
                at.source() == call.span().source()
                        && at.start() >= call.span().start()
                        && at.end() <= call.span().end();
        return inCall
                ? Problem.error(rule, at, "this is " + operand.type().describe())
                : Problem.error(
                                rule,
                                call.span(),
                                "`" + slot.name() + "` is " + operand.type().describe())
                        .see(at, "declared here");
    }

    static Type.Window window(Expr.Call call, Slot slot) {
        return (Type.Window) call.get(slot).type();
    }

    @Override
    public final Expr lower(Expr.Call call, Builder body) {
        Problems problems = new Problems();
        checkAt(call, Place.KERNEL, problems);
        if (problems.hasErrors()) {
            throw body.fail(problems.sorted().getFirst());
        }
        Set<DType> types = dtypes(Place.KERNEL);
        if (!types.isEmpty() && !types.contains(window(call, data).dtype())) {
            throw body.fail(
                    about(TileShape.DTYPE, call, data)
                            .note("a kernel moves the data of a collective through tiles")
                            .hint("use BOOL, INT8, INT16, INT32, INT64, FP16, BF16 or FP32")
                            .build());
        }
        announce(call, body);
        return expand(call, body);
    }

    /** Says which call this is before it touches anything. */
    private void announce(Expr.Call call, Builder body) {
        body.run(
                Enter.OP,
                call.get(data),
                call.get(signal),
                new Expr.Text(word, body.span()),
                body.let("count", count(call)),
                columns(call),
                reduce(call),
                new Expr.Text(mode(call), body.span()),
                root(call));
    }

    /** How many elements of the data window take part. */
    Expr count(Expr.Call call) {
        return Exprs.product(window(call, data).shape());
    }

    /** The elements of a row, where all ranks must divide the data alike; otherwise 0. */
    Expr columns(Expr.Call call) {
        return Exprs.index(0);
    }

    /** The reduction of a call, if it has one. */
    Expr reduce(Expr.Call call) {
        return new Expr.None(call.span());
    }

    /** How the call is carried out, if there are several ways. */
    String mode(Expr.Call call) {
        return "";
    }

    /** The root of a call, if it has one. */
    Expr root(Expr.Call call) {
        return new Expr.None(call.span());
    }

    @Override
    public List<Slot> windows() {
        return List.of(data, signal);
    }

    @Override
    public List<Slot> control() {
        return List.of(signal);
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }

    @Override
    public long cores(Expr.Call call) {
        return 1;
    }

    @Override
    public void checkRanks(Expr.Call call, long ranks, Problems problems) {
        for (Slot slot : perRank()) {
            Type.TensorLike type = (Type.TensorLike) call.get(slot).type();
            OptionalLong rows = Exprs.constant(type.shape().getFirst());
            if (rows.isPresent() && rows.getAsLong() < ranks) {
                about(HostRules.ROOM, call, slot)
                        .headline(
                                "`%s` must have at least %d rows on %d ranks"
                                        .formatted(slot, ranks, ranks))
                        .hint("give it a row for each rank, or run fewer ranks")
                        .to(problems);
            }
        }
    }

    /** The operands that have a row for each rank. */
    List<Slot> perRank() {
        return List.of(signal);
    }

    @Override
    public void checkDevices(Expr.Call call, int devices, Problems problems) {
        Type.Window type = window(call, signal);
        OptionalLong rows = Exprs.constant(type.shape().getFirst());
        if (rows.isPresent() && rows.getAsLong() < devices) {
            about(HostRules.CAPACITY, call, signal)
                    .note("the windows of the call exist on " + devices + " devices")
                    .hint("view the signal with at least " + devices + " rows")
                    .to(problems);
        }
    }

    @Override
    public String builtin(Expr.Call call) {
        return "builtin_tensor_"
                + word
                + variant(call)
                + "__"
                + window(call, data).dtype().name().toLowerCase(Locale.ROOT);
    }

    /** What a call asks for besides the element type, as part of a name: {@code __sum}. */
    String variant(Expr.Call call) {
        return "";
    }

    @Override
    public final Function function(Expr.Call call, String name) {
        HostKernel kernel = new HostKernel(call.span().via("while lowering " + this));
        List<Expr> operands = new ArrayList<>(call.args());
        for (Slot slot : windows()) {
            Type.Window type = window(call, slot);
            boolean written = slot == data || control().contains(slot);
            Function.Direction direction =
                    written ? Function.Direction.INOUT : Function.Direction.IN;
            operands.set(
                    indexOf(slot),
                    kernel.param(
                            slot.name(),
                            new Type.Window(extents(call, slot), type.dtype()),
                            direction));
        }
        Expr.Call image = new Expr.Call(this, operands, call.attrs(), call.type(), call.span());
        announce(image, kernel.body());
        onDevice(image, kernel.body());
        return kernel.function(name);
    }

    /** The extents of a parameter of {@link #function}, which are its own names. */
    List<Expr> extents(Expr.Call call, Slot slot) {
        return slot == signal
                ? List.of(HostKernel.extent("CELLS"), Exprs.index(1))
                : List.of(HostKernel.extent("ELEMENTS"));
    }

    /**
     * Writes what every device does for a call of a host orchestrator; the operands are the
     * function's parameters.
     */
    abstract void onDevice(Expr.Call call, Builder body);

    /**
     * Writes the primitives of a kernel's call that has passed all checks; gives the data window.
     */
    abstract Expr expand(Expr.Call call, Builder body);
}

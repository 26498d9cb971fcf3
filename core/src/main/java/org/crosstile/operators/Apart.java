package org.crosstile.operators;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.model.Builder;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * {@code pld.system.apart(reads, writes, 'src', 'dst'[, own])}: what a collective reads and what
 * its peers write must be different memory. {@code reads} may be the row {@code own} of {@code
 * writes}. Lowering puts it in front of a collective with both; the chip executes nothing for it.
 */
public final class Apart extends Primitive {
    /** What a collective reads is what its peers write. */
    static final Rule OVERLAP =
            Rule.of(
                            "collective-overlap",
                            "what a collective reads must not be what its peers write")
                    .explained(
                            "A fast peer writes while this rank still reads. allgather may read its own row of the"
                                    + " target: nobody else writes that one. Where views begin only shows in a run"
                                    + " if the program computes it; then the run ends before anything is written.",
                            "kernel",
                            "src = pl.slice(win, [4, 64], [0, 0])\n"
                                    + "dst = pl.slice(win, [4, 64], [1, 0])\n"
                                    + "pld.tensor.all_to_all(src, dst, sig)",
                            "src = pl.slice(win, [4, 64], [0, 0])\n"
                                    + "dst = pl.slice(win, [4, 64], [4, 0])\n"
                                    + "pld.tensor.all_to_all(src, dst, sig)");

    private static final String HINT = "let them be different windows, or parts that lie apart";

    private static final Slot READS =
            Slot.of("reads", new Kind.TensorLike(), "what the collective reads");
    private static final Slot WRITES =
            Slot.of("writes", new Kind.TensorLike(), "what its peers write");
    private static final Slot READ_NAME =
            Slot.of("read_name", new Kind.Any(), "what reports call the one, a text");
    private static final Slot WRITE_NAME =
            Slot.of("write_name", new Kind.Any(), "what reports call the other, a text");
    private static final Slot OWN =
            Slot.of(
                            "own",
                            new Kind.Integer(DType.INDEX),
                            "the row of `writes` that `reads` may be; -1 for none")
                    .orElse(-1);

    private static final Rule TEXT =
            Rule.of("system-apart-text", "`read_name` and `write_name` must be texts")
                    .explained(
                            "Only lowering writes this call. Reports repeat both as they stand.",
                            "kernel",
                            "pld.system.apart(x, win, 3, 'win')",
                            "pld.system.apart(x, win, 'x', 'win')");

    public static final Apart OP = new Apart();

    private Apart() {
        super("pld.system.apart", READS, WRITES, READ_NAME, WRITE_NAME, OWN);
    }

    /** Writes the call for a collective that reads and writes so. */
    static void write(Expr reads, Expr writes, Expr own, Builder body) {
        body.run(OP, reads, writes, text(reads, body), text(writes, body), own);
    }

    static void write(Expr reads, Expr writes, Builder body) {
        write(reads, writes, Exprs.index(-1), body);
    }

    private static Expr text(Expr operand, Builder body) {
        return new Expr.Text(operand instanceof Var v ? v.name() : "it", body.span());
    }

    @Override
    public String doc() {
        return "Ends the run if what a collective reads is what its peers write.";
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.KERNEL);
    }

    @Override
    public List<Rule> rules() {
        return List.of(TEXT);
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        for (Slot slot : List.of(READ_NAME, WRITE_NAME)) {
            if (!(call.get(slot) instanceof Expr.Text)) {
                Problem.error(TEXT, call.get(slot).span(), "`" + slot + "` is no text")
                        .hint("write 'x', for example")
                        .to(problems);
            }
        }
        return Type.Opaque.UNKNOWN;
    }

    /**
     * Reports operands of a call that share bytes.
     *
     * @param root the memory that both are parts of
     * @param readsAt where {@code reads} begins in it, in elements
     * @param writesAt where {@code writes} begins in it
     */
    static void check(
            Expr.Call call,
            Slot reads,
            Slot writes,
            Var root,
            long readsAt,
            long writesAt,
            Problems problems) {
        Optional<Footprint> read = footprint(call.get(reads), readsAt);
        Optional<Footprint> written = footprint(call.get(writes), writesAt);
        if (read.isEmpty() || written.isEmpty()) {
            return;
        }
        read.get()
                .shared(written.get())
                .ifPresent(both -> {
                    String found =
                            found(
                                    name(call, reads),
                                    read.get(),
                                    name(call, writes),
                                    written.get(),
                                    both,
                                    root.name());
                    Span at = call.span();
                    Problem.error(OVERLAP, at, found)
                            .see(root.span(), "both are parts of this")
                            .hint(HINT)
                            .to(problems);
                });
    }

    /** What is found where both operands are one. */
    static String same(Expr.Call call, Slot reads, Slot writes) {
        return footprint(call.get(reads), 0)
                .map(all ->
                        found(reads.name(), all, writes.name(), all, all.all(), name(call, reads)))
                .orElse("the same as the target");
    }

    private static String name(Expr.Call call, Slot slot) {
        return call.get(slot) instanceof Var v ? v.name() : slot.name();
    }

    private static Optional<Footprint> footprint(Expr operand, long at) {
        Type.TensorLike type = (Type.TensorLike) operand.type();
        long[] shape = new long[type.rank()];
        long[] stride = new long[type.rank()];
        List<Expr> given = type.view().stride();
        long step = 1;
        for (int d = type.rank() - 1; d >= 0; d--) {
            OptionalLong extent = Exprs.constant(type.shape().get(d));
            OptionalLong next =
                    given.isEmpty() ? OptionalLong.of(step) : Exprs.constant(given.get(d));
            if (extent.isEmpty() || next.isEmpty()) {
                return Optional.empty();
            }
            shape[d] = extent.getAsLong();
            stride[d] = next.getAsLong();
            step *= shape[d];
        }
        int size = type.dtype().bytes();
        return Optional.of(new Footprint(at * size, shape, stride, size));
    }

    private static String found(
            String readName,
            Footprint read,
            String writeName,
            Footprint written,
            Footprint.Range both,
            String root) {
        return "`"
                + readName
                + "` is "
                + read.all()
                + " of `"
                + root
                + "` and `"
                + writeName
                + "` is "
                + written.all()
                + ": "
                + both
                + (both.to() - both.from() == 1 ? " is in both" : " are in both");
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                Apart.class,
                "run",
                void.class,
                Run.arg(READS, View.class),
                Run.arg(WRITES, View.class),
                Run.literal(call.text(READ_NAME), String.class),
                Run.literal(call.text(WRITE_NAME), String.class),
                Run.arg(OWN, long.class));
    }

    public static void run(View reads, View writes, String readName, String writeName, long own) {
        if (!reads.isOfSameMemory(writes)) {
            return;
        }
        Footprint read = footprint(reads);
        Footprint written = footprint(writes);
        Optional<Footprint.Range> both = read.shared(written);
        if (both.isEmpty() || isRow(reads, writes, own)) {
            return;
        }
        String root = writes.window().map(WindowBuffer::name).orElse(writeName);
        throw new Fault(
                OVERLAP.id(),
                OVERLAP.headline(),
                found(readName, read, writeName, written, both.get(), root),
                HINT);
    }

    private static Footprint footprint(View view) {
        long[] stride = new long[view.rank()];
        for (int d = 0; d < stride.length; d++) {
            stride[d] = view.stride(d);
        }
        long base = view.window().map(WindowBuffer::offset).orElse(0L);
        return new Footprint(view.offset() - base, view.shape(), stride, view.dtype().bytes());
    }

    private static boolean isRow(View reads, View writes, long own) {
        return own >= 0
                && reads.offset() == writes.address(own)
                && reads.elements() * writes.dim(0) == writes.elements()
                && reads.isPacked();
    }
}

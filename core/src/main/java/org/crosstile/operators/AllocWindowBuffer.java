package org.crosstile.operators;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.memory.Host;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.model.Binding;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code buf = pld.alloc_window_buffer(bytes)} or {@code (shape, dtype=...)}: one buffer per rank
 * of a comm domain, at the same offset everywhere, zero-filled. The shape form is turned into the
 * byte form.
 */
public final class AllocWindowBuffer extends Primitive implements Capability.AllocatesWindow {
    private static final Slot SIZE =
            Slot.of(
                    "size",
                    new Kind.Any(),
                    "bytes per rank, or a list of extents together with dtype=");
    private static final Slot DTYPE =
            Slot.of("dtype", new Kind.Element(), "element type of the shape form")
                    .optional()
                    .keywordOnly();
    private static final Slot NAME =
            Slot.of(
                            "name",
                            new Kind.Any(),
                            "name of the variable that holds the handle; injected by the reader")
                    .optional()
                    .keywordOnly();

    private static final Rule KIND =
            Rule.of(
                            "alloc-window-buffer-size",
                            "`size` must be a number of bytes or a list of extents")
                    .explained(
                            "The size is needed before a rank starts, so it is an integer scalar; the shape form"
                                    + " multiplies the extents with the size of an element.",
                            "host",
                            "b = pld.alloc_window_buffer(1.5)",
                            "b = pld.alloc_window_buffer(64)");
    private static final Rule WITHOUT_DTYPE =
            Rule.of(
                            "alloc-window-buffer-dtype-missing",
                            "the shape form must name the element type with dtype=")
                    .explained(
                            "Extents alone do not say how many bytes are wanted.",
                            "host",
                            "b = pld.alloc_window_buffer([1, 64])",
                            "b = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)");
    private static final Rule WITH_DTYPE =
            Rule.of("alloc-window-buffer-dtype-extra", "dtype= must only be given with a shape")
                    .explained(
                            "A scalar size counts bytes, so an element type would have no effect.",
                            "host",
                            "b = pld.alloc_window_buffer(256, dtype=pl.FP32)",
                            "b = pld.alloc_window_buffer([64], dtype=pl.FP32)");
    private static final Rule EMPTY =
            Rule.of("alloc-window-buffer-shape-empty", "the shape must have at least one extent")
                    .explained(
                            "A window is viewed with one or more dimensions.",
                            "host",
                            "b = pld.alloc_window_buffer([], dtype=pl.FP32)",
                            "b = pld.alloc_window_buffer([1], dtype=pl.FP32)");
    private static final Rule POSITIVE =
            Rule.of("alloc-window-buffer-positive", "sizes and extents must be positive")
                    .explained(
                            "An allocation without bytes cannot be viewed.",
                            "host",
                            "b = pld.alloc_window_buffer([0, 64], dtype=pl.FP32)",
                            "b = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)");

    public static final AllocWindowBuffer OP = new AllocWindowBuffer();

    private AllocWindowBuffer() {
        super("pld.tensor.alloc_window_buffer", SIZE, DTYPE, NAME);
    }

    @Override
    public String doc() {
        return "Allocates a zero-filled window buffer at the same offset on every rank of a comm domain.";
    }

    @Override
    public List<String> aliases() {
        return List.of("pld.alloc_window_buffer");
    }

    @Override
    public String rulePrefix() {
        return "alloc-window-buffer";
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.HOST);
    }

    @Override
    public List<Rule> rules() {
        return List.of(KIND, WITHOUT_DTYPE, WITH_DTYPE, EMPTY, POSITIVE, Extents.BYTES);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Expr size = call.get(SIZE);
        boolean shaped = size instanceof Expr.Tuple tuple && allIntegers(tuple);
        if (!shaped && !new Kind.Integer(DType.INT64).accepts(size)) {
            Problem.error(KIND, size.span(), "this is " + Binding.found(size))
                    .hint(
                            "write pld.alloc_window_buffer(bytes) or pld.alloc_window_buffer([extents], dtype=...)")
                    .to(problems);
        } else if (shaped) {
            checkShape(call, (Expr.Tuple) size, problems);
        } else if (call.has(DTYPE)) {
            Problem.error(WITH_DTYPE, call.get(DTYPE).span(), "given with a size in bytes")
                    .see(size.span(), "this is a scalar: it counts bytes")
                    .hint("remove dtype=, or give the shape as a list")
                    .to(problems);
        } else {
            Extents.positive(POSITIVE, "size", List.of(size), problems);
        }
        return Type.Opaque.PTR;
    }

    private static void checkShape(Expr.Call call, Expr.Tuple shape, Problems problems) {
        if (!call.has(DTYPE)) {
            Problem.error(WITHOUT_DTYPE, shape.span(), "a shape without dtype=")
                    .hint("add dtype=, for example dtype=pl.FP32")
                    .to(problems);
        }
        if (shape.items().isEmpty()) {
            Problem.error(EMPTY, shape.span(), "this has no extents")
                    .hint("write at least one extent, for example [64]")
                    .to(problems);
        }
        Extents.positive(POSITIVE, "size", shape.items(), problems);
        if (call.has(DTYPE)) {
            Extents.countable(call.element(DTYPE), shape.items(), shape.span(), problems);
        }
    }

    private static boolean allIntegers(Expr.Tuple tuple) {
        return new Kind.Indices(Optional.empty()).accepts(tuple);
    }

    /** Gives the byte form: the shape form is only a way to write it. */
    @Override
    public Expr build(Expr.Call call) {
        Expr size =
                call.get(SIZE) instanceof Expr.Tuple shape
                        ? Exprs.mul(
                                Exprs.product(shape.items()),
                                Exprs.index(call.element(DTYPE).bytes()))
                        : call.get(SIZE);
        return call.with(List.of(size, new Expr.None(call.span()), call.get(NAME)), call.type());
    }

    @Override
    public Slot bytes() {
        return SIZE;
    }

    @Override
    public Slot label() {
        return NAME;
    }

    @Override
    public Run run(Expr.Call call) {
        String name = call.has(NAME) ? call.text(NAME) : "";
        return Run.of(
                AllocWindowBuffer.class,
                "run",
                WindowBuffer.class,
                Run.env(Host.class),
                Run.literal(name, String.class),
                Run.arg(SIZE, long.class),
                Run.site());
    }

    /** The allocation of a name. */
    public static WindowBuffer run(Host host, String name, long bytes, int site) {
        return host.allocate(name, bytes, site);
    }
}

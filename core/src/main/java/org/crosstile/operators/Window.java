package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.memory.Host;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
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
 * {@code w = pld.window(buf, shape, dtype=...)}: a typed view of an allocation. Several views of
 * one allocation are legal, of different shapes too; that it fits is checked when the extents are
 * known.
 */
public final class Window extends Primitive implements Capability.ViewsWindow {
    private static final Slot BUF =
            Slot.of("buf", new Kind.Buffer(), "the handle that pld.alloc_window_buffer gave");
    private static final Slot SHAPE = Slot.indices("shape", "extents of the view");
    private static final Slot DTYPE =
            Slot.of("dtype", new Kind.Element(), "element type of the view").keywordOnly();

    private static final Rule EMPTY =
            Rule.of("window-shape-empty", "the shape must have at least one extent")
                    .explained(
                            "Cells and elements of a window are named by one offset per dimension.",
                            "host",
                            "w = pld.window(buf, [], dtype=pl.FP32)",
                            "w = pld.window(buf, [64], dtype=pl.FP32)");
    private static final Rule POSITIVE =
            Rule.of("window-shape-positive", "extents must be positive")
                    .explained(
                            "A view without elements has nothing to send, receive or wait for.",
                            "host",
                            "w = pld.window(buf, [1, 0], dtype=pl.FP32)",
                            "w = pld.window(buf, [1, 64], dtype=pl.FP32)");
    private static final Rule STORABLE =
            Rule.of("window-dtype", "the element type must be one that memory can hold")
                    .explained(
                            "Windows hold FP32, FP16, BF16, BOOL and signed integers.",
                            "host",
                            "w = pld.window(buf, [8], dtype=pl.FP64)",
                            "w = pld.window(buf, [8], dtype=pl.FP32)");

    public static final Window OP = new Window();

    private Window() {
        super("pld.tensor.window", BUF, SHAPE, DTYPE);
    }

    @Override
    public String doc() {
        return "Views an allocation as a tensor that exists at the same offset on every rank.";
    }

    @Override
    public List<String> aliases() {
        return List.of("pld.window");
    }

    @Override
    public String rulePrefix() {
        return "window";
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.HOST);
    }

    @Override
    public List<Rule> rules() {
        return List.of(EMPTY, POSITIVE, STORABLE, Extents.BYTES);
    }

    @Override
    public Slot buffer() {
        return BUF;
    }

    @Override
    public Slot shape() {
        return SHAPE;
    }

    @Override
    public Slot dtype() {
        return DTYPE;
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return Effect.NONE;
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        return slot == BUF ? "write buf = pld.alloc_window_buffer(...) and view buf" : "";
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        List<Expr> shape = call.tuple(SHAPE);
        DType dtype = call.element(DTYPE);
        if (shape.isEmpty()) {
            Problem.error(EMPTY, call.get(SHAPE).span(), "this has no extents")
                    .hint("write at least one extent, for example [64]")
                    .to(problems);
        }
        Extents.positive(POSITIVE, "shape", shape, problems);
        Extents.countable(dtype, shape, call.get(SHAPE).span(), problems);
        if (!dtype.isStorable()) {
            Problem.error(STORABLE, call.get(DTYPE).span(), dtype + " cannot be held")
                    .hint("use FP32, FP16, BF16, BOOL, INT8, INT16, INT32 or INT64")
                    .to(problems);
        }
        return new Type.Window(shape, dtype);
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                Window.class,
                "run",
                View.class,
                Run.env(Host.class),
                Run.arg(BUF, WindowBuffer.class),
                Run.arg(SHAPE, long[].class),
                Run.literal(call.element(DTYPE), DType.class),
                Run.site());
    }

    /** The view of a buffer. */
    public static View run(Host host, WindowBuffer buffer, long[] shape, DType dtype, int site) {
        return host.window(buffer, shape, dtype, site);
    }
}

package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.memory.CollectiveCall;
import org.crosstile.memory.Rank;
import org.crosstile.memory.View;
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
import org.crosstile.source.Span;

/**
 * {@code pld.system.enter(data, signal, operator, count[, columns, op=, mode=, root=])}: a rank
 * says which collective it enters, before it touches anything. Lowering puts it in front of every
 * collective; whoever runs the ranks compares what they say. The chip executes nothing for it.
 */
public final class Enter extends Primitive {
    private static final Slot DATA = Slot.window("data", "what the collective is about");
    private static final Slot SIGNAL =
            Slot.window("signal", DType.INT32, "the cells that it synchronises with");
    private static final Slot OPERATOR =
            Slot.of("operator", new Kind.Any(), "the name of the collective, a text");
    private static final Slot COUNT =
            Slot.of("count", new Kind.Integer(DType.INDEX), "elements that take part");
    private static final Slot COLUMNS =
            Slot.of(
                            "columns",
                            new Kind.Integer(DType.INDEX),
                            "elements of a row; 0 if it does not matter")
                    .orElse(0);
    private static final Slot REDUCE =
            Slot.oneOf("op", ReduceOp.class, "how elements are combined").optional();
    private static final Slot MODE =
            Slot.of("mode", new Kind.Any(), "how it is carried out, a text")
                    .orElse(new Expr.Text("", Span.NONE))
                    .keywordOnly();
    private static final Slot ROOT =
            Slot.of("root", new Kind.StaticInt(), "the rank whose data all get")
                    .optional()
                    .keywordOnly();

    private static final Rule TEXT =
            Rule.of("system-enter-text", "`operator` and `mode` must be texts")
                    .explained(
                            "Only lowering writes this call. Reports repeat both as they stand.",
                            "kernel",
                            "pld.system.enter(sig, sig, 3, 0)",
                            "pld.system.enter(sig, sig, 'barrier', 0)");

    public static final Enter OP = new Enter();

    private Enter() {
        super("pld.system.enter", DATA, SIGNAL, OPERATOR, COUNT, COLUMNS, REDUCE, MODE, ROOT);
    }

    @Override
    public String doc() {
        return "Says which collective this rank enters, so that ranks that disagree are found.";
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
    public Effect effect(Expr.Call call, Slot slot) {
        return Effect.NONE;
    }

    @Override
    public List<Rule> rules() {
        return List.of(TEXT);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        for (Slot slot : List.of(OPERATOR, MODE)) {
            if (!(call.get(slot) instanceof Expr.Text)) {
                Problem.error(TEXT, call.get(slot).span(), "`" + slot + "` is no text")
                        .hint("write 'barrier', for example")
                        .to(problems);
            }
        }
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                Enter.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(DATA, View.class),
                Run.arg(SIGNAL, View.class),
                Run.literal(call.text(OPERATOR), String.class),
                Run.arg(COUNT, long.class),
                Run.arg(COLUMNS, long.class),
                Run.literal(
                        call.has(REDUCE) ? call.code(REDUCE, ReduceOp.class).name() : "",
                        String.class),
                Run.literal(call.text(MODE), String.class),
                Run.literal(call.has(ROOT) ? (int) call.number(ROOT) : -1, int.class),
                Run.site());
    }

    public static void run(
            Rank rank,
            View data,
            View signal,
            String operator,
            long count,
            long columns,
            String reduce,
            String mode,
            int root,
            int site) {
        if (rank.block() == 0 && rank.leads()) {
            CollectiveCall.Form form = new CollectiveCall.Form(operator, reduce, mode, root);
            rank.enter(CollectiveCall.of(form, data, signal, count, columns, site));
        }
    }
}

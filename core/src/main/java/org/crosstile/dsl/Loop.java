package org.crosstile.dsl;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.crosstile.model.Stmt;
import org.crosstile.source.Span;

/** A counted loop that has no body yet. */
public final class Loop {
    private final Stmt.LoopKind kind;
    private final List<Node> bounds;
    private final Map<String, Node> attrs;
    private final Recorder recorder = Recorder.current();
    private final Span place = recorder.place();
    private String name = "i";

    Loop(Stmt.LoopKind kind, Scalar start, Scalar stop, Scalar step, Map<String, Node> attrs) {
        this.kind = kind;
        this.bounds = List.of(start.node(), stop.node(), step.node());
        this.attrs = Map.copyOf(attrs);
        recorder.begin(this, place, "each");
    }

    /** What the index is called in the text form; its names do not clash, whatever they are. */
    public Loop named(String index) {
        name = index;
        return this;
    }

    /** What happens in each iteration; its argument is the index. */
    public void each(Consumer<Scalar> body) {
        recorder.complete(this);
        recorder.loop(kind, name, bounds, attrs, body, place);
    }
}

package org.crosstile.dsl;

import java.util.Map;
import java.util.function.Consumer;
import org.crosstile.model.Stmt;
import org.crosstile.source.Span;

/** A scope that several cores carry out at once, and that has no body yet. */
public final class Copies {
    private final Stmt.ScopeKind kind;
    private final Map<String, Node> attrs;
    private final Recorder recorder = Recorder.current();
    private final Span place = recorder.place();
    private String name = "core";

    Copies(Stmt.ScopeKind kind, Map<String, Node> attrs) {
        this.kind = kind;
        this.attrs = attrs;
        recorder.begin(this, place, "each");
    }

    /** What the number of the core is called in the text form. */
    public Copies named(String index) {
        name = index;
        return this;
    }

    /** What each core does; its argument is the number of the core. */
    public void each(Consumer<Scalar> body) {
        recorder.complete(this);
        recorder.copies(kind, attrs, name, body, place);
    }
}

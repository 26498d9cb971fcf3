package org.crosstile.dsl;

import java.util.function.Supplier;
import org.crosstile.source.Span;

/** A loop with a condition that has no body yet. */
public final class Repetition {
    private final Supplier<Condition> condition;
    private final Recorder recorder = Recorder.current();
    private final Span place = recorder.place();

    Repetition(Supplier<Condition> condition) {
        this.condition = condition;
        recorder.begin(this, place, "repeat");
    }

    /** What happens in each iteration. */
    public void repeat(Runnable body) {
        recorder.complete(this);
        recorder.whileLoop(condition, body, place);
    }
}

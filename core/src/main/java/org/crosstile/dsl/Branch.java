package org.crosstile.dsl;

import org.crosstile.source.Span;

/** A condition that nothing depends on yet. */
public final class Branch {
    private final Condition condition;
    private final Recorder recorder = Recorder.current();
    private final Span place = recorder.place();

    Branch(Condition condition) {
        this.condition = condition;
        recorder.begin(this, place, "then");
    }

    /** What happens if the condition holds. */
    public Then then(Runnable body) {
        recorder.complete(this);
        return new Then(recorder, recorder.branch(condition.node(), body, place));
    }

    /** A branch that may have another one. */
    public static final class Then {
        private final Recorder recorder;
        private final Body.Line.If line;

        private Then(Recorder recorder, Body.Line.If line) {
            this.recorder = recorder;
            this.line = line;
        }

        /**
         * What happens otherwise.
         *
         * @throws IllegalStateException if something has been noted since
         */
        public void otherwise(Runnable body) {
            recorder.otherwise(line, body);
        }
    }
}

package org.crosstile.dsl;

/** Names a launched task, so that another one can wait for it. */
public sealed class TaskId extends Value permits TaskId.Var {
    TaskId(Node node) {
        super(node);
    }

    /** A variable that holds a task's name. */
    public static final class Var extends TaskId {
        Var(Node node) {
            super(node);
        }

        /** Assigns another value: {@code name = value} in the text form. The type must stay. */
        public void set(TaskId value) {
            Recorder.current().set(this, value);
        }
    }
}

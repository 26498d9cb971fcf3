package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.source.Span;

/** A task of a chip orchestration that has no body yet. */
public final class TaskScope {
    private final String name;
    private final Recorder recorder = Recorder.current();
    private final Span place = recorder.place();
    private List<TaskId> deps = List.of();

    TaskScope(String name) {
        this.name = name;
        recorder.begin(this, place, "run");
    }

    /** The task begins when these have completed: {@code deps=[...]}. */
    public TaskScope after(TaskId... tasks) {
        deps = List.of(tasks);
        return this;
    }

    /**
     * What the task does.
     *
     * @return what names the task: {@code as name}
     */
    public TaskId run(Runnable body) {
        recorder.complete(this);
        Map<String, Node> attrs = new LinkedHashMap<>();
        attrs.put("level", Operation.literal(Function.Level.CORE_GROUP));
        attrs.put("name_hint", Operation.literal(name));
        if (!deps.isEmpty()) {
            List<Node> nodes = new ArrayList<>();
            deps.forEach(task -> nodes.add(task.node()));
            attrs.put("deps", new Node.Items(nodes));
        }
        return new TaskId(recorder.scope(Stmt.ScopeKind.AT, attrs, name, body, place));
    }
}

package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.model.Type;
import org.crosstile.source.Span;

/**
 * What a function of the program returns: nothing, a value or several. It can be returned as it is;
 * for anything else the author says what it is.
 */
public final class Result extends Value {
    Result(Node node) {
        super(node);
    }

    /** The returned tensor. */
    public Tensor asTensor() {
        return new Tensor(stated(Type.Tensor.class));
    }

    /** The returned window. */
    public Window asWindow() {
        return new Window(stated(Type.Window.class));
    }

    /** The returned number. */
    public Scalar asScalar() {
        return new Scalar(stated(Type.Scalar.class));
    }

    /** The returned tile. */
    public Tile asTile() {
        return new Tile(stated(Type.Tile.class));
    }

    /** The name of the task that {@link Fn#submit} has launched. */
    public TaskId asTask() {
        return new TaskId(stated(Type.Scalar.class));
    }

    /** Names the values that are returned: {@code a, b = self.f(...)}. */
    public List<Result> unpack(String... names) {
        List<Result> parts = new ArrayList<>();
        Recorder.current()
                .unpack(node(), List.of(names))
                .forEach(part -> parts.add(new Result(part)));
        return List.copyOf(parts);
    }

    private Node stated(Class<? extends Type> kind) {
        Recorder recorder = Recorder.current();
        Span place = recorder.place();
        return recorder.evaluate(new Node.Stated(node(), kind, place));
    }
}

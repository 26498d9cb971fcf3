package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.source.Span;

/** Parts of tensors: subscripts of the text form. */
final class Parts {
    private Parts() {}

    static Node read(TensorLike of, At indices) {
        List<Node.Bounds> bounds = new ArrayList<>();
        for (Node index : indices.node().items()) {
            bounds.add(new Node.Bounds(Optional.of(index), Optional.empty(), true));
        }
        return note(of, bounds);
    }

    static Node read(TensorLike of, Range... ranges) {
        return note(of, bounds(ranges));
    }

    private static Node note(TensorLike of, List<Node.Bounds> bounds) {
        Recorder recorder = Recorder.current();
        Span place = recorder.place();
        return recorder.evaluate(new Node.Part(of.node(), Optional.empty(), bounds, place));
    }

    static void write(TensorLike target, TensorLike source, Range... ranges) {
        Recorder recorder = Recorder.current();
        Span place = recorder.place();
        Node.Part part =
                new Node.Part(target.node(), Optional.of(source.node()), bounds(ranges), place);
        recorder.assign(target.node(), recorder.evaluate(part), place);
    }

    private static List<Node.Bounds> bounds(Range... ranges) {
        List<Node.Bounds> bounds = new ArrayList<>();
        for (Range range : ranges) {
            bounds.add(
                    new Node.Bounds(
                            range.low().map(Value::node), range.high().map(Value::node), false));
        }
        return bounds;
    }
}

package org.crosstile.dsl;

/**
 * A view of a window, which exists at the same offset on every rank: {@code pld.DistributedTensor}.
 */
public sealed class Window extends TensorLike permits Window.Var {
    Window(Node node) {
        super(node);
    }

    @Override
    final Window sameKind(Node other) {
        return new Window(other);
    }

    /** The part at indices of the leading dimensions, which it drops: {@code w[i, j]}. */
    public final Window get(At indices) {
        return new Window(Parts.read(this, indices));
    }

    /** The part between bounds, a pair per leading dimension: {@code w[a:b, c:d]}. */
    public final Window get(Range... ranges) {
        return new Window(Parts.read(this, ranges));
    }

    /**
     * Writes a tensor or a window into the part between bounds of this rank's own slice: {@code
     * w[a:b, c:d] = source}.
     */
    public final void put(TensorLike source, Range... ranges) {
        Parts.write(this, source, ranges);
    }

    /** A variable that holds a view of a window. */
    public static final class Var extends Window {
        Var(Node node) {
            super(node);
        }

        /** Assigns another value: {@code name = value} in the text form. The type must stay. */
        public void set(Window value) {
            Recorder.current().set(this, value);
        }
    }
}

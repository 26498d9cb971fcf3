package org.crosstile.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.abi.CoreType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Binding;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Op;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * The few primitives that passes themselves emit, found among the operators by what they can do.
 */
public final class Toolbox {
    private final List<Op> operators;

    public Toolbox(List<Op> operators) {
        this.operators = List.copyOf(operators);
    }

    /** A tile filled from a tensor or window of static shape. */
    Optional<Expr> load(
            Expr source, List<Expr> offsets, List<Expr> shape, Span span, Problems problems) {
        Op op = find(Capability.LoadsTile.class);
        Capability.LoadsTile loads = (Capability.LoadsTile) op;
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(loads.source()), source);
        operands.set(op.indexOf(loads.offsets()), new Expr.Tuple(offsets, span));
        operands.set(op.indexOf(loads.shape()), new Expr.Tuple(shape, span));
        return Binding.check(op, operands, java.util.Map.of(), span, problems);
    }

    /** A tile of a type whose contents do not matter. */
    Expr create(Type.Tile type, Span span) {
        Op op = find(Capability.CreatesTile.class);
        Capability.CreatesTile creates = (Capability.CreatesTile) op;
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(creates.shape()), Exprs.tuple(type.shape()));
        operands.set(op.indexOf(creates.dtype()), new Expr.Element(type.dtype(), span));
        return new Expr.Call(
                op,
                operands,
                new Type.Tile(type.shape(), type.dtype()).inSpace(type.space()),
                span);
    }

    /** The contents and the valid region of a tile in another buffer. */
    Expr copy(Expr tile, Span span) {
        Op op = find(Capability.CopiesTile.class);
        List<Expr> operands = defaults(op);
        operands.set(0, tile);
        return new Expr.Call(op, operands, tile.type(), span);
    }

    /** A tile in another memory space. */
    Expr move(Expr tile, MemorySpace to, Span span) {
        Op op = find(Capability.MovesTile.class);
        Capability.MovesTile moves = (Capability.MovesTile) op;
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(moves.source()), tile);
        operands.set(op.indexOf(moves.space()), new Expr.Code(to, span));
        return new Expr.Call(op, operands, ((Type.Tile) tile.type()).inSpace(to), span);
    }

    /** Which of the two vector cores of its group this is. */
    Expr subblock(Span span) {
        Op op = find(Capability.GivesSubblock.class);
        return new Expr.Call(op, defaults(op), Type.INDEX, span);
    }

    /** A tile that goes to the other side of the core group, as authors write it. */
    Expr cross(Expr tile, SplitMode split, boolean toVector, Type.Tile type, Span span) {
        for (Op op : operators) {
            if (op instanceof Capability.CrossesLanes c && c.isToVector() == toVector) {
                List<Expr> operands = defaults(op);
                operands.set(op.indexOf(c.source()), tile);
                operands.set(op.indexOf(c.split()), new Expr.Code(split, span));
                return new Expr.Call(op, operands, type, span);
            }
        }
        throw new IllegalStateException("no operator crosses lanes");
    }

    /** Gives a tile to the other side of the core group. */
    Expr push(Expr tile, SplitMode split, boolean toVector, Span span) {
        for (Op op : operators) {
            if (op instanceof Capability.PushesTile p && p.isToVector() == toVector) {
                List<Expr> operands = defaults(op);
                operands.set(op.indexOf(p.source()), tile);
                operands.set(op.indexOf(p.split()), new Expr.Code(split, span));
                return new Expr.Call(op, operands, Type.Opaque.UNKNOWN, span);
            }
        }
        throw new IllegalStateException("no operator gives a tile to the other side");
    }

    /** Takes a tile from the other side of the core group. */
    Expr pop(Type.Tile type, SplitMode split, boolean toVector, Span span) {
        for (Op op : operators) {
            if (op instanceof Capability.PopsTile p && p.isToVector() == toVector) {
                List<Expr> operands = defaults(op);
                operands.set(op.indexOf(p.shape()), new Expr.Tuple(type.shape(), span));
                operands.set(op.indexOf(p.dtype()), new Expr.Element(type.dtype(), span));
                if (!type.valid().isEmpty()) {
                    operands.set(op.indexOf(p.valid()), new Expr.Tuple(type.valid(), span));
                }
                operands.set(op.indexOf(p.split()), new Expr.Code(split, span));
                return new Expr.Call(op, operands, type, span);
            }
        }
        throw new IllegalStateException("no operator takes a tile from the other side");
    }

    /** Sets a flag for the other side of the core group, or waits for its flag. */
    Expr sync(boolean sets, CoreType side, Span span) {
        for (Op op : operators) {
            if (op instanceof Capability.SyncsLanes s && s.sets() == sets) {
                List<Expr> operands = defaults(op);
                operands.set(op.indexOf(s.side()), new Expr.Text(side.spelling(), span));
                return new Expr.Call(op, operands, Type.Opaque.UNKNOWN, span);
            }
        }
        throw new IllegalStateException("no operator sets flags");
    }

    /** All cores of the core group wait for each other. */
    Expr meet(Span span) {
        Op op = find(Capability.MeetsCores.class);
        Capability.MeetsCores meets = (Capability.MeetsCores) op;
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(meets.who()), new Expr.Text(meets.forAll(), span));
        return new Expr.Call(op, operands, Type.Opaque.UNKNOWN, span);
    }

    /** Waits on the host until all that was launched has finished or is blocked. */
    Expr join(Span span) {
        Op op = find(Capability.JoinsDevices.class);
        return new Expr.Call(op, defaults(op), Type.Opaque.UNKNOWN, span);
    }

    /** The number of devices. */
    Expr worldSize(Span span) {
        Op op = find(Capability.CountsDevices.class);
        return new Expr.Call(op, defaults(op), Type.INT64, span);
    }

    /** A window buffer of some bytes on every rank. */
    Expr allocate(Expr bytes, String name, Span span) {
        Op op = find(Capability.AllocatesWindow.class);
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(((Capability.AllocatesWindow) op).bytes()), bytes);
        operands.set(
                op.indexOf(((Capability.AllocatesWindow) op).label()), new Expr.Text(name, span));
        return new Expr.Call(op, operands, Type.Opaque.PTR, span);
    }

    /** A view of a window buffer. */
    Expr window(Expr buffer, Type.Window type, Span span) {
        Op op = find(Capability.ViewsWindow.class);
        Capability.ViewsWindow views = (Capability.ViewsWindow) op;
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(views.buffer()), buffer);
        operands.set(op.indexOf(views.shape()), new Expr.Tuple(type.shape(), span));
        operands.set(op.indexOf(views.dtype()), new Expr.Element(type.dtype(), span));
        return new Expr.Call(op, operands, type, span);
    }

    /** The communication context of a window. */
    Expr context(Expr window, Span span) {
        Op op = find(Capability.GivesContext.class);
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(((Capability.GivesContext) op).window()), window);
        return new Expr.Call(op, operands, Type.Opaque.COMM_CTX, span);
    }

    /** Orders this rank's earlier writes before its later signals. */
    Expr fence(Span span) {
        Op op = find(Capability.Fences.class);
        return new Expr.Call(op, defaults(op), Type.Opaque.UNKNOWN, span);
    }

    /** Makes the core read all of global memory anew. */
    Expr invalidate(Span span) {
        Op op = find(Capability.InvalidatesCache.class);
        return new Expr.Call(op, defaults(op), Type.Opaque.UNKNOWN, span);
    }

    /** Makes the core read a tensor anew. */
    Expr invalidate(Expr tensor, Span span) {
        Op op = find(Capability.InvalidatesCache.class);
        Capability.InvalidatesCache invalidates = (Capability.InvalidatesCache) op;
        Type.TensorLike type = (Type.TensorLike) tensor.type();
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(invalidates.region()), tensor);
        operands.set(op.indexOf(invalidates.shape()), new Expr.Tuple(type.shape(), span));
        operands.set(
                op.indexOf(invalidates.offsets()),
                Exprs.tuple(Exprs.indices(new long[type.rank()])));
        return new Expr.Call(op, operands, Type.Opaque.UNKNOWN, span);
    }

    /** Which of the cores that run a kernel together this one is. */
    Expr blockIndex(Span span) {
        Op op = find(Capability.GivesBlock.class);
        return new Expr.Call(op, defaults(op), Type.INDEX, span);
    }

    /** A new tensor of a type, which holds nothing yet. */
    Expr createTensor(Type.TensorLike type, Span span) {
        Op op = find(Capability.CreatesTensor.class);
        Capability.CreatesTensor creates = (Capability.CreatesTensor) op;
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(creates.shape()), new Expr.Tuple(type.shape(), span));
        operands.set(op.indexOf(creates.dtype()), new Expr.Element(type.dtype(), span));
        return new Expr.Call(op, operands, new Type.Tensor(type.shape(), type.dtype()), span);
    }

    /** Writes all of a tensor into another one of the same extents. */
    Expr assemble(Expr target, Expr source, Span span) {
        Op op = find(Capability.AssemblesTensor.class);
        Capability.AssemblesTensor assembles = (Capability.AssemblesTensor) op;
        Type.TensorLike type = (Type.TensorLike) target.type();
        List<Expr> operands = defaults(op);
        operands.set(op.indexOf(assembles.destination()), target);
        operands.set(op.indexOf(assembles.source()), source);
        operands.set(
                op.indexOf(assembles.offsets()), Exprs.tuple(Exprs.indices(new long[type.rank()])));
        return new Expr.Call(op, operands, type, span);
    }

    private static List<Expr> defaults(Op op) {
        List<Expr> operands = new ArrayList<>();
        for (Slot slot : op.slots()) {
            operands.add(slot.fallback().orElseGet(() -> new Expr.None(Span.NONE)));
        }
        return operands;
    }

    private Op find(Class<?> capability) {
        for (Op op : operators) {
            if (capability.isInstance(op)) {
                return op;
            }
        }
        throw new IllegalStateException("no operator can be " + capability.getSimpleName());
    }
}

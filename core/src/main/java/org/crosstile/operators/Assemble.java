package org.crosstile.operators;

import java.util.List;
import java.util.Optional;
import org.crosstile.memory.Tile;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.assemble}, and what {@code dst[a:b, c:d] = src} means: writes a box of a tensor. */
public final class Assemble extends LocalPrimitive
        implements Capability.AssemblesTensor, Capability.HasTileForm {
    private static final Slot TARGET =
            Slot.of(
                    "target",
                    new Kind.TensorLike(),
                    "where to write; of a window, this rank's slice");
    private static final Slot SOURCE =
            Slot.of("source", new Kind.Data(), "what to write: its valid region");
    private static final Slot OFFSET = Slot.indices("offset", TARGET, "where to begin");
    private static final Slot ATOMIC = Atomics.slot();

    public static final Assemble OP = new Assemble();

    private final Rule bounds =
            declare(
                    Rule.of(id("bounds"), "the source must fit the target behind the offset")
                            .explained(
                                    "What lies behind a tensor belongs to somebody else.",
                                    "kernel",
                                    "pl.assemble(y, row, [8, 0])",
                                    "pl.assemble(y, row, [7, 0])"));
    private final Rule dtype =
            declare(
                    Rule.of(id("dtype"), "source and target must have the same element type")
                            .explained(
                                    "Elements are copied as they are.",
                                    "kernel",
                                    "pl.assemble(half, x, [0, 0])",
                                    "pl.assemble(half, pl.cast(x, pl.FP16), [0, 0])"));
    private final Rule rank =
            declare(
                    Rule.of(id("rank"), "the source must not have more dimensions than the target")
                            .explained(
                                    "The dimensions of the source are the last ones of the target; those that it lacks must have extent 1.",
                                    "kernel",
                                    "pl.assemble(y, cube_x, [0, 0])",
                                    "pl.assemble(y, pl.slice(cube_x, [1, 8, 64], [1, 0, 0]), [0, 0])"));
    private final Rule atomic =
            declare(
                    Rule.of(
                                    id("atomic-dtype"),
                                    "the element type must be one that can be added atomically")
                            .explained(
                                    "The store unit adds FP32, FP16, BF16, INT32, INT16 and INT8.",
                                    "kernel",
                                    "pl.assemble(longs, long_x, [0, 0], atomic=pl.AtomicType.Add)",
                                    "pl.assemble(y, x, [0, 0], atomic=pl.AtomicType.Add)"));

    private Assemble() {
        super(
                "pl.tensor.assemble",
                "Writes a tile or a tensor into a box of a tensor.",
                EVERYWHERE,
                List.of("pl.assemble"),
                TARGET,
                SOURCE,
                OFFSET,
                ATOMIC);
    }

    @Override
    public Slot destination() {
        return TARGET;
    }

    @Override
    public Slot source() {
        return SOURCE;
    }

    @Override
    public Slot offsets() {
        return OFFSET;
    }

    @Override
    public Optional<Slot> resultAliases() {
        return Optional.of(TARGET);
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        if (slot == TARGET) {
            return Atomics.adds(call, ATOMIC) ? Effect.READ_WRITE : Effect.WRITE;
        }
        return super.effect(call, slot);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.TensorLike target = (Type.TensorLike) call.get(TARGET).type();
        Elementwise.Form source = Elementwise.Form.of(call.get(SOURCE));
        if (source.dtype() != target.dtype()) {
            Problem.error(dtype, call.get(SOURCE).span(), "this holds " + source.dtype())
                    .see(call.get(TARGET).span(), "this holds " + target.dtype())
                    .hint("pl.cast the source to pl." + target.dtype() + " first")
                    .to(problems);
        }
        Atomics.check(atomic, call, ATOMIC, target.dtype(), call.get(TARGET), problems);
        int extra = source.shape().size() - target.rank();
        for (int i = 0; i < extra; i++) {
            if (!Exprs.isConstant(source.shape().get(i), 1)) {
                Problem.error(
                                rank,
                                call.get(SOURCE).span(),
                                "this is " + Describe.shape(source.shape()))
                        .see(call.get(TARGET).span(), "this is " + Describe.shape(target.shape()))
                        .to(problems);
                return target;
            }
        }
        new Bounds(bounds, "writes", problems)
                .check(
                        call.tuple(OFFSET),
                        Store.aligned(source.valid(), target.rank(), 1),
                        target.shape(),
                        call.get(TARGET),
                        call.get(OFFSET).span());
        return target;
    }

    @Override
    public List<Slot> inTiles() {
        return List.of(SOURCE);
    }

    /** A store, once the source is a tile. */
    @Override
    public Expr onTiles(Expr.Call call, List<Expr> operands, Builder body) {
        return Store.OP.call(
                call.span(),
                operands.get(indexOf(SOURCE)),
                operands.get(indexOf(OFFSET)),
                operands.get(indexOf(TARGET)),
                new Expr.None(call.span()),
                operands.get(indexOf(ATOMIC)));
    }

    @Override
    public Run run(Expr.Call call) {
        boolean tile = call.get(SOURCE).type() instanceof Type.Tile;
        String method = Atomics.adds(call, ATOMIC) ? "add" : "assemble";
        return Run.of(
                Assemble.class,
                method,
                View.class,
                Run.arg(TARGET, View.class),
                Run.arg(SOURCE, tile ? Tile.class : View.class),
                Run.arg(OFFSET, long[].class));
    }

    /** Writes the valid region of a tile. */
    public static View assemble(View target, Tile source, long[] offset) {
        return Store.store(source, offset, target);
    }

    /** Copies all of a view. */
    public static View assemble(View target, View source, long[] offset) {
        Transfer.copy(source, new long[source.rank()], target, offset, source.shape());
        return target;
    }

    /** Adds the valid region of a tile. */
    public static View add(View target, Tile source, long[] offset) {
        return Store.add(source, offset, target);
    }

    /** Adds all of a view. */
    public static View add(View target, View source, long[] offset) {
        Transfer.copyAdd(source, new long[source.rank()], target, offset, source.shape());
        return target;
    }
}

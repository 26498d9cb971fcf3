package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.isa.CcuTriggerContext;
import org.crosstile.isa.CollEngine;
import org.crosstile.isa.Core;
import org.crosstile.isa.Fabric;
import org.crosstile.isa.GlobalTensor;
import org.crosstile.isa.Instruction;
import org.crosstile.isa.ParallelGroup;
import org.crosstile.isa.RecordEvent;
import org.crosstile.isa.Signal2D;
import org.crosstile.isa.SignalCells;
import org.crosstile.isa.TensorType;
import org.crosstile.isa.Tile;
import org.crosstile.memory.Arith;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;
import org.crosstile.source.Rule;

/** One rank that runs a function, which has been checked. */
final class RankRun {
    private final Core core;
    private final Fabric fabric;
    private final Map<Asm.Op, Decoded> decoded;
    private final Map<String, Object> values = new HashMap<>();
    private Optional<Asm.Op> current = Optional.empty();

    /**
     * @param decoded what the operations of the function say
     */
    RankRun(Core core, Fabric fabric, Map<Asm.Op, Decoded> decoded) {
        this.core = core;
        this.fabric = fabric;
        this.decoded = decoded;
    }

    void define(String name, Object value) {
        values.put(name, value);
    }

    /** Runs a whole function. */
    void run(Asm.Function function) {
        block(function.body());
        current = Optional.empty();
    }

    /** The operation that it began last; empty if it has ended, or not begun. */
    Optional<Asm.Op> current() {
        return current;
    }

    private void block(List<Asm.Stmt> body) {
        for (Asm.Stmt stmt : body) {
            switch (stmt) {
                case Asm.Op op -> op(op);
                case Asm.If branch ->
                        block(
                                value(branch.condition(), Boolean.class)
                                        ? branch.then()
                                        : branch.otherwise());
                case Asm.For loop -> loop(loop);
            }
        }
    }

    private void loop(Asm.For loop) {
        long step = number(loop.step());
        if (step < 1) {
            throw new AsmRun.LocatedFault(
                    fault(AsmRules.NUMBER, "the step of a loop is " + step, "steps are at least 1"),
                    new Asm.Op(
                            Mnemonic.CONSTANT,
                            Optional.empty(),
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(),
                            Optional.empty(),
                            loop.span()),
                    core.rank());
        }
        long to = number(loop.to());
        for (long i = number(loop.from()); i < to; i += step) {
            define(loop.variable().text(), i);
            block(loop.body());
        }
    }

    private void op(Asm.Op op) {
        current = Optional.of(op);
        core.site(op);
        try {
            Optional<Object> result = result(op);
            if (op.result().isPresent() && result.isPresent()) {
                define(op.result().get().text(), result.get());
            }
        } catch (Fault fault) {
            throw new AsmRun.LocatedFault(fault, op, core.rank());
        }
    }

    /** A value that has been defined: the text is checked. */
    private Object value(Asm.Word name) {
        return Objects.requireNonNull(values.get(name.text()));
    }

    private <T> T value(Asm.Word name, Class<T> type) {
        return type.cast(value(name));
    }

    private <T> T operand(Asm.Op op, int i, Class<T> type) {
        return value(op.operands().get(i), type);
    }

    private long number(Asm.Word name) {
        return value(name, Long.class);
    }

    private long number(Asm.Op op, int i) {
        return number(op.operands().get(i));
    }

    private static Fault fault(Rule rule, String found, String hint) {
        return new Fault(rule.id(), rule.headline(), found, hint);
    }

    private RecordEvent[] after(Asm.Op op) {
        RecordEvent[] events = new RecordEvent[op.after().size()];
        for (int i = 0; i < events.length; i++) {
            events[i] = value(op.after().get(i), RecordEvent.class);
        }
        return events;
    }

    private Optional<Object> result(Asm.Op op) {
        Decoded attributes = Objects.requireNonNull(decoded.get(op));
        return switch (op.mnemonic()) {
            case TREDUCE, TGATHER, TSCATTER, TBROADCAST, TPUT, TGET, TNOTIFY, TWAIT ->
                    Optional.of(core.execute(instruction(op, attributes), after(op)));
            case TTEST ->
                    Optional.of(
                            core.ttest(
                                    signal(op),
                                    (int) number(op, 1),
                                    attributes.cmp().orElseThrow()));
            case TLOAD ->
                    Optional.of(core.tload(operand(op, 0, Tile.class), tensor(op, 1), after(op)));
            case TSTORE ->
                    Optional.of(core.tstore(tensor(op, 0), operand(op, 1, Tile.class), after(op)));
            case TADD -> Optional.of(vector(Arith.ADD, op));
            case TMAX -> Optional.of(vector(Arith.MAX, op));
            case TMIN -> Optional.of(vector(Arith.MIN, op));
            case TEXPANDS ->
                    Optional.of(
                            core.texpands(
                                    operand(op, 0, Tile.class),
                                    operand(op, 1, Number.class).doubleValue(),
                                    after(op)));
            case BARRIER -> Optional.of(core.pipeBarrier());
            case CCU_REGISTER -> {
                ParallelGroup group = operand(op, 0, ParallelGroup.class);
                fabric.ccu()
                        .register(
                                core.rank(),
                                group,
                                tensor(op, 1),
                                attributes.reduceOp().orElseThrow(),
                                attributes.number("cke"),
                                attributes.number("mask"));
                yield Optional.empty();
            }
            case CCU_LAUNCH -> {
                fabric.ccu().launch(core.rank(), attributes.number("cke"));
                yield Optional.empty();
            }
            default -> Optional.of(made(op, attributes));
        };
    }

    private Object made(Asm.Op op, Decoded attributes) {
        return switch (op.mnemonic()) {
            case RANK -> (long) core.rank();
            case NRANKS -> (long) core.ranks();
            case PEER -> peer(op);
            case GROUP ->
                    ParallelGroup.create(
                            operand(op, 0, GlobalTensor[].class),
                            core.ranks(),
                            attributes.number("root"));
            case PARTITION_VIEW -> partition(op, attributes);
            case ALLOC_TILE -> {
                Asm.TileBuf type = (Asm.TileBuf) op.types().getFirst().type();
                yield core.tile(
                        op.result().map(Asm.Word::text).orElse("tile"),
                        type.tile(),
                        attributes.numbers().getOrDefault("addr", 0));
            }
            case CONSTANT -> attributes.constant().orElseThrow();
            case CMPI -> compared(op, attributes.predicate());
            case INDEX_CAST -> {
                boolean narrows = op.resultType().map(t -> t.type() == Asm.Scalar.i32).orElse(true);
                yield narrows ? (long) (int) number(op, 0) : number(op, 0);
            }
            default -> computed(op);
        };
    }

    private GlobalTensor peer(Asm.Op op) {
        GlobalTensor[] all = operand(op, 0, GlobalTensor[].class);
        long peer = number(op, 1);
        if (peer < 0 || peer >= all.length) {
            throw fault(
                    AsmRules.PEER,
                    "the peer is " + peer + ", and there are " + all.length + " ranks",
                    "ranks count from 0");
        }
        return all[(int) peer];
    }

    private Object partition(Asm.Op op, Decoded attributes) {
        Object whole = value(op.operands().getFirst());
        if (whole instanceof GlobalTensor[] all) {
            GlobalTensor[] parts = new GlobalTensor[all.length];
            for (int r = 0; r < parts.length; r++) {
                parts[r] = part(op, attributes, all[r]);
            }
            return parts;
        }
        return part(op, attributes, (GlobalTensor) whole);
    }

    private GlobalTensor part(Asm.Op op, Decoded attributes, GlobalTensor whole) {
        List<OptionalLong> offsets = attributes.offsets();
        View view = whole.view();
        int first = TensorType.RANK - offsets.size();
        long[] from = new long[TensorType.RANK];
        long[] shape = view.shape().clone();
        long[] stride = new long[TensorType.RANK];
        int operand = 1;
        for (int d = 0; d < TensorType.RANK; d++) {
            stride[d] = view.stride(d);
            if (d >= first) {
                OptionalLong offset = offsets.get(d - first);
                from[d] = offset.isPresent() ? offset.getAsLong() : number(op, operand++);
                shape[d] = attributes.sizes().get(d - first);
                if (from[d] < 0 || shape[d] > view.dim(d) || from[d] > view.dim(d) - shape[d]) {
                    throw fault(
                            AsmRules.VIEW,
                            "offset "
                                    + from[d]
                                    + " + size "
                                    + shape[d]
                                    + " exceeds "
                                    + view.dim(d)
                                    + " in dimension "
                                    + (d - first),
                            "");
                }
            }
        }
        View part =
                new View(
                        view.segment(),
                        view.address(from),
                        view.dtype(),
                        shape,
                        stride,
                        view.window());
        return GlobalTensor.of(whole.name(), whole.rank(), part, whole.type().layout());
    }

    private boolean compared(Asm.Op op, String predicate) {
        long a = number(op, 0);
        long b = number(op, 1);
        return switch (predicate) {
            case "ne" -> a != b;
            case "slt" -> a < b;
            case "sle" -> a <= b;
            case "sgt" -> a > b;
            case "sge" -> a >= b;
            default -> a == b;
        };
    }

    private long computed(Asm.Op op) {
        long a = number(op, 0);
        long b = number(op, 1);
        boolean divides = op.mnemonic() == Mnemonic.DIVSI || op.mnemonic() == Mnemonic.REMSI;
        if (divides && b == 0) {
            throw fault(AsmRules.NUMBER, "the divisor is 0", "");
        }
        long value =
                switch (op.mnemonic()) {
                    case ADDI -> a + b;
                    case SUBI -> a - b;
                    case MULI -> a * b;
                    case DIVSI -> a / b;
                    default -> a % b;
                };
        boolean is32 = !op.types().isEmpty() && op.types().getFirst().type() == Asm.Scalar.i32;
        return is32 ? (int) value : value;
    }

    private RecordEvent vector(Arith arith, Asm.Op op) {
        return core.vector(
                arith,
                operand(op, 0, Tile.class),
                operand(op, 1, Tile.class),
                operand(op, 2, Tile.class),
                after(op));
    }

    /** A tensor of this rank where a window is named, else the one that is named. */
    private GlobalTensor tensor(Asm.Op op, int i) {
        Object value = value(op.operands().get(i));
        return value instanceof GlobalTensor[] all ? all[core.rank()] : (GlobalTensor) value;
    }

    private SignalCells signal(Asm.Op op) {
        return new Signal2D(tensor(op, 0));
    }

    private List<Tile> tiles(Asm.Op op) {
        List<Tile> tiles = new ArrayList<>();
        for (Asm.Word operand : op.operands()) {
            if (value(operand) instanceof Tile tile) {
                tiles.add(tile);
            }
        }
        return tiles;
    }

    private Instruction instruction(Asm.Op op, Decoded attributes) {
        return switch (op.mnemonic()) {
            case TREDUCE -> reduce(op, attributes);
            case TGATHER ->
                    new Instruction.Tgather(
                            operand(op, 0, ParallelGroup.class), tensor(op, 1), tiles(op));
            case TSCATTER ->
                    new Instruction.Tscatter(
                            operand(op, 0, ParallelGroup.class), tensor(op, 1), tiles(op));
            case TBROADCAST ->
                    new Instruction.Tbroadcast(
                            operand(op, 0, ParallelGroup.class), tensor(op, 1), tiles(op));
            case TPUT ->
                    new Instruction.Tput(
                            tensor(op, 0), tensor(op, 1), tiles(op), attributes.atomic());
            case TGET -> new Instruction.Tget(tensor(op, 0), tensor(op, 1), tiles(op));
            case TNOTIFY ->
                    new Instruction.Tnotify(
                            signal(op), (int) number(op, 1), attributes.notifyOp().orElseThrow());
            default ->
                    new Instruction.Twait(
                            signal(op), (int) number(op, 1), attributes.cmp().orElseThrow());
        };
    }

    private Instruction reduce(Asm.Op op, Decoded attributes) {
        Optional<CcuTriggerContext> context = Optional.empty();
        if (attributes.engine() == CollEngine.CCU) {
            context =
                    Optional.of(
                            new CcuTriggerContext(
                                    attributes.number("cke"),
                                    attributes.number("mask"),
                                    (int) number(op, op.operands().size() - 1),
                                    attributes.source().orElseThrow()));
        }
        return new Instruction.Treduce(
                operand(op, 0, ParallelGroup.class),
                tensor(op, 1),
                tiles(op),
                attributes.reduceOp().orElseThrow(),
                attributes.engine(),
                context);
    }
}

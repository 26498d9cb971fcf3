package org.crosstile.isa;

import java.util.List;
import java.util.Optional;
import org.crosstile.memory.Arith;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Ub;
import org.crosstile.memory.Unwritten;

/**
 * The vector core of one rank: what a kernel issues instructions to.
 *
 * <p>Every instruction returns an event and takes events to wait for. Instructions of one pipe run
 * in order; between pipes nothing is ordered but by events and barriers, and two instructions that
 * touch the same bytes without being ordered are a race, which is reported. TPUT, TGET, TNOTIFY,
 * TWAIT and TTEST are synchronous: what is issued behind them starts after them.
 */
public final class Core {
    private final int rank;
    private final int ranks;
    private final Launch launch;
    private final Aiv aiv;
    private final Collectives collectives;
    private final UbAllocator allocator;
    private final Ub ub = new Ub(Optional.of(Unwritten.NOBODY));

    Core(int rank, int ranks, Launch launch) {
        this.rank = rank;
        this.ranks = ranks;
        this.launch = launch;
        this.aiv = new Aiv(rank, launch.pipes(), launch.costs(), launch.gm());
        this.collectives = new Collectives(aiv);
        this.allocator = new UbAllocator(arch());
    }

    public int rank() {
        return rank;
    }

    public int ranks() {
        return ranks;
    }

    public Arch arch() {
        return launch.costs().arch();
    }

    /** The cycle up to which the scalar unit is busy. */
    public long cycle() {
        return aiv.pipes().time(Pipe.S);
    }

    /**
     * Says where the instructions that follow stand in the author's program: a {@link Race} tells
     * it of the earlier one.
     */
    public void site(Object where) {
        launch.turns().check();
        aiv.site(where);
    }

    /** A tile behind the others, at the next KiB; it is not cleared. */
    public Tile tile(String name, TileType type) {
        check(OperandRules.tile(name, type));
        return made(name, type, allocator.place(name, type));
    }

    /** A tile at an address; which tiles it may overlap is the author's business. */
    public Tile tile(String name, TileType type, int address) {
        check(OperandRules.tile(name, type));
        check(OperandRules.place(name, type, address, arch()));
        return made(name, type, address);
    }

    private Tile made(String name, TileType type, int address) {
        return new Tile(
                name,
                type,
                address,
                ub.tile(address, type.dtype(), type.rows(), type.cols())
                        .view(
                                type.rows(),
                                type.cols(),
                                type.validRow().extent(),
                                type.validCol().extent()));
    }

    /** Frees all tiles that the allocator has placed. */
    public void freeTiles() {
        allocator.reset();
    }

    /** TLOAD: fills a tile with all of a tensor. */
    public RecordEvent tload(Tile tile, GlobalTensor src, RecordEvent... after) {
        launch.turns().check();
        check(InstructionRules.fits(InstructionRules.SRC, tile.type(), src.type()));
        aiv.nextInstruction();
        return aiv.load(tile, src, Block.whole(src.type()), after);
    }

    /** TSTORE: writes as much of a tile as the tensor has elements. */
    public RecordEvent tstore(GlobalTensor dst, Tile tile, RecordEvent... after) {
        launch.turns().check();
        check(InstructionRules.fits(InstructionRules.DST, tile.type(), dst.type()));
        aiv.nextInstruction();
        return aiv.store(dst, tile, Block.whole(dst.type()), AtomicType.AtomicNone, after);
    }

    /** TADD, TMAX or TMIN, and what else the vector unit has. */
    public RecordEvent vector(Arith op, Tile dst, Tile a, Tile b, RecordEvent... after) {
        launch.turns().check();
        check(InstructionRules.vector(dst.type(), a.type(), b.type()));
        return aiv.binary(op, dst, a, b, after);
    }

    /** TEXPANDS: fills a tile with a value. */
    public RecordEvent texpands(Tile dst, double value, RecordEvent... after) {
        launch.turns().check();
        return aiv.expands(dst, value, after);
    }

    /** TREDUCE with one receiving tile. */
    public RecordEvent treduce(
            ParallelGroup group,
            GlobalTensor dst,
            Tile acc,
            Tile recv,
            ReduceOp op,
            RecordEvent... after) {
        return treduce(group, dst, List.of(acc, recv), op, after);
    }

    /** TREDUCE with two receiving tiles: a load overlaps the reduction before it. */
    public RecordEvent treduce(
            ParallelGroup group,
            GlobalTensor dst,
            Tile acc,
            Tile ping,
            Tile pong,
            ReduceOp op,
            RecordEvent... after) {
        return treduce(group, dst, List.of(acc, ping, pong), op, after);
    }

    private RecordEvent treduce(
            ParallelGroup group,
            GlobalTensor dst,
            List<Tile> tiles,
            ReduceOp op,
            RecordEvent... after) {
        return execute(
                new Instruction.Treduce(group, dst, tiles, op, CollEngine.AIV, Optional.empty()),
                after);
    }

    /** TREDUCE by the CCU: rings its doorbell. */
    public RecordEvent treduce(
            ParallelGroup group,
            GlobalTensor dst,
            Tile acc,
            Tile recv,
            ReduceOp op,
            CcuTriggerContext context,
            RecordEvent... after) {
        return execute(
                new Instruction.Treduce(
                        group, dst, List.of(acc, recv), op, CollEngine.CCU, Optional.of(context)),
                after);
    }

    /** TGATHER; {@code stages} are one or two. */
    public RecordEvent tgather(
            ParallelGroup group, GlobalTensor dst, List<Tile> stages, RecordEvent... after) {
        return execute(new Instruction.Tgather(group, dst, stages), after);
    }

    /** TSCATTER; {@code stages} are one or two. */
    public RecordEvent tscatter(
            ParallelGroup group, GlobalTensor src, List<Tile> stages, RecordEvent... after) {
        return execute(new Instruction.Tscatter(group, src, stages), after);
    }

    /** TBROADCAST; {@code stages} are one or two. */
    public RecordEvent tbroadcast(
            ParallelGroup group, GlobalTensor src, List<Tile> stages, RecordEvent... after) {
        return execute(new Instruction.Tbroadcast(group, src, stages), after);
    }

    /** TPUT; {@code stages} are one or two. */
    public RecordEvent tput(
            GlobalTensor dst,
            GlobalTensor src,
            List<Tile> stages,
            AtomicType atomic,
            RecordEvent... after) {
        return execute(new Instruction.Tput(dst, src, stages, atomic), after);
    }

    /** TGET; {@code stages} are one or two. */
    public RecordEvent tget(
            GlobalTensor dst, GlobalTensor src, List<Tile> stages, RecordEvent... after) {
        return execute(new Instruction.Tget(dst, src, stages), after);
    }

    /** TNOTIFY: whoever sees the value sees what is ordered before it. */
    public RecordEvent tnotify(SignalCells signal, int value, NotifyOp op, RecordEvent... after) {
        return execute(new Instruction.Tnotify(signal, value, op), after);
    }

    /** TWAIT: returns when all cells satisfy the comparison. */
    public RecordEvent twait(SignalCells signal, int value, WaitCmp cmp, RecordEvent... after) {
        return execute(new Instruction.Twait(signal, value, cmp), after);
    }

    /** TTEST: whether all cells satisfy the comparison now. */
    public boolean ttest(SignalCells signal, int value, WaitCmp cmp) {
        launch.turns().check();
        checkLocal(InstructionRules.SIGNAL, signal.cells(), "TTEST");
        Pipes pipes = aiv.pipes();
        pipes.begin(Pipe.S);
        long cycles = Math.max(1, launch.costs().event());
        boolean holds = Deposits.hold(signal, value, cmp);
        if (holds) {
            launch.crossings().await(rank, signal, value, cmp);
            pipes.awake(launch.deposits().visible(signal));
        }
        pipes.end(Pipe.S, cycles, "TTEST");
        if (!holds) {
            launch.turns().poll(rank, cycle(), new Turns.Waiting(signal, value, cmp));
        }
        return holds;
    }

    /** Waits until the pipes have ended everything that was issued; all of them by default. */
    public RecordEvent pipeBarrier(Pipe... pipes) {
        launch.turns().check();
        return aiv.pipes().drain(pipes.length == 0 ? Pipe.values() : pipes);
    }

    void end() {
        pipeBarrier();
    }

    /** Executes an instruction once the given events have happened. */
    public RecordEvent execute(Instruction instruction, RecordEvent... after) {
        launch.turns().check();
        aiv.nextInstruction();
        return switch (instruction) {
            case Instruction.Treduce i -> reduce(i, after);
            case Instruction.Tgather i -> {
                checkRoot(i, i.group());
                checkLocal(InstructionRules.DST, i.dst(), i.mnemonic());
                yield collectives.gather(i, after);
            }
            case Instruction.Tscatter i -> {
                checkRoot(i, i.group());
                checkLocal(InstructionRules.SRC, i.src(), i.mnemonic());
                yield collectives.scatter(i, after);
            }
            case Instruction.Tbroadcast i -> {
                checkRoot(i, i.group());
                checkLocal(InstructionRules.SRC, i.src(), i.mnemonic());
                yield collectives.broadcast(i, after);
            }
            case Instruction.Tput i -> {
                checkLocal(InstructionRules.SRC, i.src(), i.mnemonic());
                collectives.copy(i.src(), i.dst(), i.tiles(), i.atomic(), after);
                yield aiv.pipes().drain(Pipe.MTE2, Pipe.MTE3);
            }
            case Instruction.Tget i -> {
                checkLocal(InstructionRules.DST, i.dst(), i.mnemonic());
                collectives.copy(i.src(), i.dst(), i.tiles(), AtomicType.AtomicNone, after);
                yield aiv.pipes().drain(Pipe.MTE2, Pipe.MTE3);
            }
            case Instruction.Tnotify i -> notify(i, after);
            case Instruction.Twait i -> await(i, after);
        };
    }

    private RecordEvent reduce(Instruction.Treduce reduce, RecordEvent... after) {
        if (reduce.engine() == CollEngine.CCU) {
            return launch.ccu().trigger(launch, rank, aiv, reduce, after);
        }
        checkRoot(reduce, reduce.group());
        checkLocal(InstructionRules.DST, reduce.dst(), reduce.mnemonic());
        check(
                OperandRules.reduces(
                        arch(),
                        reduce.op(),
                        new OperandRules.Named<>(
                                InstructionRules.GROUP, reduce.group().root().type())));
        return collectives.reduce(reduce, after);
    }

    private RecordEvent notify(Instruction.Tnotify notify, RecordEvent... after) {
        Pipes pipes = aiv.pipes();
        launch.turns().makeWay(rank, cycle());
        pipes.begin(Pipe.S, after);
        boolean isRemote = notify.signal().cells().rank() != rank;
        long visible = cycle() + (isRemote ? launch.costs().deposit() : launch.costs().event());
        launch.crossings().deposit(rank, notify, pipes.known(Pipe.S));
        launch.deposits().change(notify, visible);
        launch.turns().deposited(visible);
        return pipes.end(Pipe.S, Math.max(1, launch.costs().event()), notify.mnemonic());
    }

    private RecordEvent await(Instruction.Twait wait, RecordEvent... after) {
        checkLocal(InstructionRules.SIGNAL, wait.signal().cells(), wait.mnemonic());
        Pipes pipes = aiv.pipes();
        pipes.begin(Pipe.S, after);
        launch.turns().makeWay(rank, cycle());
        if (!Deposits.hold(wait.signal(), wait.value(), wait.cmp())) {
            launch.turns().block(rank, new Turns.Waiting(wait.signal(), wait.value(), wait.cmp()));
        }
        launch.crossings().await(rank, wait.signal(), wait.value(), wait.cmp());
        pipes.awake(launch.deposits().visible(wait.signal()));
        return pipes.end(Pipe.S, 0, wait.mnemonic());
    }

    private void checkRoot(Instruction instruction, ParallelGroup group) {
        if (rank != group.rootIdx()) {
            throw new Fault(
                    IsaRules.ROOT.id(),
                    IsaRules.ROOT.headline(),
                    "rank "
                            + rank
                            + " calls "
                            + instruction.mnemonic()
                            + ", and the root is rank "
                            + group.rootIdx(),
                    "call it where the rank is "
                            + group.rootIdx()
                            + "; the others only keep their buffers ready");
        }
    }

    private void checkLocal(String part, GlobalTensor tensor, String mnemonic) {
        if (tensor.rank() != rank) {
            throw new Fault(
                    IsaRules.LOCAL.id(),
                    "the `" + part + "` of " + mnemonic + " must be in the rank's own memory",
                    "rank " + rank + " gives `" + tensor.name() + "` of rank " + tensor.rank(),
                    "");
        }
    }

    private static void check(List<Finding> found) {
        if (!found.isEmpty()) {
            throw found.getFirst().fault();
        }
    }
}

package org.crosstile.isa;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.crosstile.memory.Fault;
import org.crosstile.memory.TileMath;
import org.crosstile.memory.Transfer;
import org.crosstile.source.Rule;

/**
 * The communication units of all ranks, seen from the host: it registers a collective on every rank
 * and launches it there. The data moves when every rank has rung the collective's gate.
 */
public final class Ccu {
    /** What the CCU holds of an input at a time. */
    private static final int ROWS = 16;

    private static final int COLS = 256;

    private final CostModel costs;
    private final int ranks;
    private final Map<Long, Collective> slots = new TreeMap<>();

    Ccu(CostModel costs, int ranks) {
        this.costs = costs;
        this.ranks = ranks;
    }

    private static final class Collective {
        final ParallelGroup group;
        GlobalTensor dst;
        final ReduceOp op;
        final int mask;
        final boolean[] registered;
        final boolean[] launched;
        final boolean[] rung;

        /** What the root knew of its pipes when it rang. */
        int[] told = new int[Pipes.COUNT];

        long time;

        Collective(ParallelGroup group, GlobalTensor dst, ReduceOp op, int mask, int ranks) {
            this.group = group;
            this.dst = dst;
            this.op = op;
            this.mask = mask;
            this.registered = new boolean[ranks];
            this.launched = new boolean[ranks];
            this.rung = new boolean[ranks];
        }

        boolean isLike(Collective other) {
            return group.rootIdx() == other.group.rootIdx()
                    && group.root().type().equals(other.group.root().type())
                    && op == other.op
                    && mask == other.mask;
        }

        /** What a rank has still to do; empty if nothing. */
        String missing(int rank) {
            if (!registered[rank]) {
                return "registered";
            }
            if (!launched[rank]) {
                return "launched";
            }
            return rung[rank] ? "" : "rung";
        }

        @Override
        public String toString() {
            return op
                    + " of "
                    + group.root().type()
                    + " to rank "
                    + group.rootIdx()
                    + ", mask 0x"
                    + Integer.toHexString(mask);
        }
    }

    /**
     * Registers a reduction on a rank, as HcclCcuKernelRegister does.
     *
     * @param dst the result; only the root's counts
     * @param ckeSlot the slot whose gate starts it
     * @param mask the gate mask that a trigger must have
     * @throws Fault on A2/A3, if the rank has registered the slot before, or if another rank has
     *     registered something else
     */
    public void register(
            int rank, ParallelGroup group, GlobalTensor dst, ReduceOp op, long ckeSlot, int mask) {
        checkArch();
        checkOperands(rank, group, dst, op);
        Collective wanted = new Collective(group, dst, op, mask, ranks);
        Collective collective = slots.computeIfAbsent(ckeSlot, slot -> wanted);
        if (!collective.isLike(wanted)) {
            throw fault(
                    CcuRules.REGISTRATION,
                    "rank "
                            + rank
                            + " registers slot "
                            + ckeSlot
                            + " with "
                            + wanted
                            + ", others with "
                            + collective,
                    "");
        }
        if (collective.registered[rank]) {
            throw fault(
                    CcuRules.REGISTRATION,
                    "rank " + rank + " registers slot " + ckeSlot + " twice",
                    "use another slot for another collective");
        }
        collective.registered[rank] = true;
        if (rank == group.rootIdx()) {
            collective.dst = dst;
        }
    }

    private void checkOperands(int rank, ParallelGroup group, GlobalTensor dst, ReduceOp op) {
        TensorType type = group.root().type();
        for (Finding finding : InstructionRules.treduce(type, dst.type(), List.of())) {
            throw finding.fault();
        }
        OperandRules.Named<TensorType> operand =
                new OperandRules.Named<>(InstructionRules.GROUP, type);
        for (Finding finding : OperandRules.reduces(costs.arch(), op, operand)) {
            throw finding.fault();
        }
        if (rank == group.rootIdx() && dst.rank() != rank) {
            throw fault(
                    IsaRules.LOCAL,
                    "`dst` is of rank " + dst.rank() + ", and the root is rank " + rank,
                    "");
        }
    }

    /** Launches what is registered for a slot on a rank, as HcclCcuKernelLaunch does. */
    public void launch(int rank, long ckeSlot) {
        checkArch();
        Collective collective = find(rank, ckeSlot, "launches");
        if (!collective.registered[rank]) {
            throw fault(
                    CcuRules.COMPLETE,
                    "rank " + rank + " launches slot " + ckeSlot + " without having registered it",
                    "register it on this rank, too");
        }
        collective.launched[rank] = true;
    }

    private Collective find(int rank, long ckeSlot, String does) {
        Collective collective = slots.get(ckeSlot);
        if (collective == null) {
            throw fault(
                    CcuRules.SLOT,
                    "rank "
                            + rank
                            + " "
                            + does
                            + " slot "
                            + ckeSlot
                            + ", and registered "
                            + (slots.isEmpty() ? "is none" : "are " + slots.keySet()),
                    "");
        }
        return collective;
    }

    private void checkArch() {
        if (!costs.arch().hasCcu()) {
            throw fault(
                    CcuRules.ARCH,
                    "the chip is " + costs.arch().spelling(),
                    "use the AIV engine, or an A5");
        }
    }

    private static Fault fault(Rule rule, String found, String hint) {
        return new Fault(rule.id(), rule.headline(), found, hint);
    }

    /** A run begins: nobody has rung. */
    void begin() {
        for (Collective collective : slots.values()) {
            Arrays.fill(collective.rung, false);
            collective.told = new int[Pipes.COUNT];
            collective.time = 0;
        }
    }

    /** A rank's trigger: stores its part if it is to, then rings the gate. */
    RecordEvent trigger(
            Launch launch, int rank, Aiv aiv, Instruction.Treduce reduce, RecordEvent... after) {
        checkArch();
        CcuTriggerContext context = reduce.context().orElseThrow();
        Collective collective = find(rank, context.ckeSlot(), "rings");
        check(rank, context, collective);
        Pipes pipes = aiv.pipes();
        if (context.inputSource() == CcuInputSource.AivStored) {
            GlobalTensor input = collective.group.get(rank);
            Tile acc = reduce.tiles().getFirst();
            checkInput(acc, input);
            aiv.store(input, acc, Block.whole(input.type()), AtomicType.AtomicNone, after);
        } else {
            pipes.begin(Pipe.MTE3, after);
            pipes.end(Pipe.MTE3, 0, "nothing");
        }
        pipes.drain(Pipe.MTE3);
        pipes.begin(Pipe.S);
        RecordEvent rang = pipes.end(Pipe.S, Math.max(1, costs.event()), "doorbell");
        launch.crossings().ring(rank, collective, rang.known());
        if (rank == collective.group.rootIdx()) {
            collective.told = rang.known();
        }
        collective.time = Math.max(collective.time, rang.time() + costs.deposit());
        collective.rung[rank] = true;
        if (all(collective.rung)) {
            reduce(launch, collective, aiv.work("the CCU"));
        }
        return rang;
    }

    private void check(int rank, CcuTriggerContext context, Collective collective) {
        long slot = context.ckeSlot();
        if (!collective.registered[rank] || !collective.launched[rank]) {
            String missing = collective.registered[rank] ? "launched" : "registered";
            throw fault(
                    CcuRules.COMPLETE,
                    "rank " + rank + " rings slot " + slot + " and has not " + missing + " it",
                    "the host registers and launches it on every rank");
        }
        if (context.mask() != collective.mask) {
            throw fault(
                    CcuRules.MASK,
                    "rank "
                            + rank
                            + " rings slot "
                            + slot
                            + " with mask 0x"
                            + Integer.toHexString(context.mask())
                            + ", and it is registered with 0x"
                            + Integer.toHexString(collective.mask),
                    "");
        }
        if (context.selfIdx() != rank) {
            throw fault(
                    CcuRules.SELF, "rank " + rank + " says that it is " + context.selfIdx(), "");
        }
        if (collective.rung[rank]) {
            throw fault(
                    CcuRules.COMPLETE,
                    "rank " + rank + " rings slot " + slot + " twice",
                    "one launch is one collective");
        }
    }

    private static void checkInput(Tile acc, GlobalTensor input) {
        for (Finding finding : InstructionRules.fits("group", acc.type(), input.type())) {
            throw new Finding(
                            CcuRules.INPUT,
                            "acc",
                            finding.found(),
                            finding.other(),
                            finding.otherFound(),
                            "one tile holds the whole input of a rank")
                    .fault();
        }
    }

    private static boolean all(boolean[] flags) {
        for (boolean flag : flags) {
            if (!flag) {
                return false;
            }
        }
        return true;
    }

    /** The data path: inputs in the order of TREDUCE, block by block, to the root's result. */
    private void reduce(Launch launch, Collective collective, Work work) {
        ParallelGroup group = collective.group;
        int root = group.rootIdx();
        Pipes pipes = launch.pipes()[root];
        TileType held = TileType.dynamic(group.root().dtype(), ROWS, COLS);
        org.crosstile.memory.Tile sum =
                org.crosstile.memory.Tile.allocate(held.dtype(), ROWS, COLS);
        org.crosstile.memory.Tile next =
                org.crosstile.memory.Tile.allocate(held.dtype(), ROWS, COLS);
        RecordEvent gate = new RecordEvent(Pipe.CCU, collective.time, collective.told);
        pipes.begin(Pipe.CCU, gate);
        launch.crossings().open(root, collective);
        long[] bytes = {0};
        Block.forEach(
                group.root().type(),
                held,
                block -> {
                    read(launch, root, work, group.root(), block, sum);
                    for (int r = 0; r < group.size(); r++) {
                        if (r != root) {
                            read(launch, root, work, group.get(r), block, next);
                            TileMath.binary(collective.op.arith(), sum, next, sum);
                        }
                    }
                    touch(launch, root, work, collective.dst, block, GmAccess.How.WRITES);
                    Transfer.store(sum, collective.dst.view(), block.offsets(), block.shape());
                    bytes[0] +=
                            (long) block.rows()
                                    * block.cols()
                                    * held.dtype().bytes()
                                    * (group.size() + 1);
                });
        pipes.end(Pipe.CCU, costs.ccu(bytes[0]), "TREDUCE");
        slots.values().remove(collective);
    }

    private static void read(
            Launch launch,
            int root,
            Work work,
            GlobalTensor src,
            Block block,
            org.crosstile.memory.Tile tile) {
        touch(launch, root, work, src, block, GmAccess.How.READS);
        Transfer.load(src.view(), block.offsets(), block.shape(), tile);
    }

    private static void touch(
            Launch launch,
            int root,
            Work work,
            GlobalTensor tensor,
            Block block,
            GmAccess.How how) {
        launch.gm()
                .touch(
                        launch.pipes(),
                        root,
                        Pipe.CCU,
                        tensor,
                        block.offsets(),
                        block.shape(),
                        how,
                        work);
    }

    /**
     * A run has ended: every collective that some rank has begun must have happened.
     *
     * @throws Fault naming the ranks that did not take part
     */
    void complete() {
        Optional<Map.Entry<Long, Collective>> open = slots.entrySet().stream().findFirst();
        if (open.isEmpty()) {
            return;
        }
        long slot = open.get().getKey();
        Collective collective = open.get().getValue();
        slots.clear();
        StringBuilder missing = new StringBuilder();
        for (int r = 0; r < ranks; r++) {
            String what = collective.missing(r);
            if (!what.isEmpty()) {
                missing.append(missing.isEmpty() ? "" : ", ");
                missing.append("rank ").append(r).append(" has not ").append(what).append(" it");
            }
        }
        throw fault(
                CcuRules.COMPLETE,
                "slot " + slot + " never starts: " + missing,
                "the host registers and launches it on every rank, and every rank rings");
    }
}

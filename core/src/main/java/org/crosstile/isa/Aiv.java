package org.crosstile.isa;

import org.crosstile.memory.Arith;
import org.crosstile.memory.Fault;
import org.crosstile.memory.TileMath;
import org.crosstile.memory.Transfer;

/**
 * The units of one vector core. Each method is one instruction of one pipe: it waits for the given
 * events and for nothing else, and whether that was enough is checked before it touches anything.
 */
class Aiv {
    private static final String LOAD = "TLOAD";
    private static final String STORE = "TSTORE";

    private final int rank;
    private final Pipes[] all;
    private final Pipes pipes;
    private final CostModel costs;
    private final UbAccesses ub;
    private final GmAccesses gm;
    private final String[] loads;
    private final String[] stores;
    private Object site = "";

    Aiv(int rank, Pipes[] all, CostModel costs, GmAccesses gm) {
        this.rank = rank;
        this.all = all;
        this.pipes = all[rank];
        this.costs = costs;
        this.ub = new UbAccesses(rank, pipes);
        this.gm = gm;
        this.loads = labels(LOAD);
        this.stores = labels(STORE);
    }

    /** What the timeline calls a transfer from or to each rank. */
    private String[] labels(String what) {
        String[] labels = new String[all.length];
        for (int r = 0; r < labels.length; r++) {
            labels[r] = r == rank ? what : what + " of rank " + r;
        }
        return labels;
    }

    Pipes pipes() {
        return pipes;
    }

    /** Tells the checks that what follows belongs to another instruction. */
    void nextInstruction() {
        gm.nextInstruction();
    }

    /** Where what follows is issued. */
    void site(Object where) {
        site = where;
    }

    Work work(String name) {
        return new Work(name, site);
    }

    private static long bytes(Tile tile, Block block) {
        return (long) block.rows() * block.cols() * tile.dtype().bytes();
    }

    RecordEvent load(Tile tile, GlobalTensor src, Block block, RecordEvent... after) {
        Work load = work(LOAD);
        pipes.begin(Pipe.MTE2, after);
        ub.write(Pipe.MTE2, tile, load);
        touch(Pipe.MTE2, src, block, GmAccess.How.READS, load);
        Transfer.load(src.view(), block.offsets(), block.shape(), tile.elements());
        return pipes.end(
                Pipe.MTE2, costs.load(bytes(tile, block), src.rank() != rank), loads[src.rank()]);
    }

    RecordEvent store(
            GlobalTensor dst, Tile tile, Block block, AtomicType atomic, RecordEvent... after) {
        Work store = work(STORE);
        pipes.begin(Pipe.MTE3, after);
        ub.read(Pipe.MTE3, tile, store);
        boolean adds = atomic == AtomicType.AtomicAdd;
        if (tile.elements().isUndefined(block.rows(), block.cols())) {
            throw unwritten(tile);
        }
        touch(Pipe.MTE3, dst, block, adds ? GmAccess.How.ADDS : GmAccess.How.WRITES, store);
        org.crosstile.memory.Tile part =
                tile.elements()
                        .view(tile.type().rows(), tile.type().cols(), block.rows(), block.cols());
        if (adds) {
            Transfer.storeAdd(part, dst.view(), block.offsets(), block.shape());
        } else {
            Transfer.store(part, dst.view(), block.offsets(), block.shape());
        }
        return pipes.end(
                Pipe.MTE3, costs.store(bytes(tile, block), dst.rank() != rank), stores[dst.rank()]);
    }

    private static Fault unwritten(Tile tile) {
        return new Fault(
                IsaRules.UNINIT.id(),
                IsaRules.UNINIT.headline(),
                "TSTORE stores elements of `"
                        + tile.name()
                        + "` (UB 0x"
                        + Integer.toHexString(tile.address())
                        + " to 0x"
                        + Integer.toHexString(tile.end())
                        + ") that nobody has written",
                "fill it first, by TLOAD or TEXPANDS, or store what has been computed");
    }

    private void touch(Pipe pipe, GlobalTensor tensor, Block block, GmAccess.How how, Work what) {
        gm.touch(all, rank, pipe, tensor, block.offsets(), block.shape(), how, what);
    }

    RecordEvent binary(Arith op, Tile dst, Tile a, Tile b, RecordEvent... after) {
        String what = name(op);
        Work work = work(what);
        pipes.begin(Pipe.V, after);
        ub.read(Pipe.V, a, work);
        ub.read(Pipe.V, b, work);
        ub.write(Pipe.V, dst, work);
        TileMath.binary(op, a.elements(), b.elements(), dst.elements());
        long bytes =
                (long) dst.elements().validRows()
                        * dst.elements().validColumns()
                        * dst.dtype().bytes();
        return pipes.end(Pipe.V, costs.vector(bytes), what);
    }

    private static String name(Arith op) {
        return switch (op) {
            case ADD -> "TADD";
            case SUB -> "TSUB";
            case MUL -> "TMUL";
            case DIV -> "TDIV";
            case MAX -> "TMAX";
            case MIN -> "TMIN";
        };
    }

    RecordEvent expands(Tile dst, double value, RecordEvent... after) {
        String what = "TEXPANDS";
        pipes.begin(Pipe.V, after);
        ub.write(Pipe.V, dst, work(what));
        if (dst.dtype().isFloat()) {
            TileMath.full((float) value, dst.elements());
        } else {
            TileMath.full((long) value, dst.elements());
        }
        TileType type = dst.type();
        dst.elements().setValid(type.validRow().extent(), type.validCol().extent());
        return pipes.end(Pipe.V, costs.vector(type.bytes()), what);
    }
}

package org.crosstile.lower;

import org.crosstile.abi.MemorySpace;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Lane;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;

/**
 * Which core of a core group does what. What an operator states counts first; then the memory of
 * the tile that it makes, then that of the first tile that it takes; what touches no tile is done
 * by both sides. A call that a {@code pl.split_aiv} region has placed stays there.
 */
final class Affinity {
    /** The attribute by which a region keeps a call on the vector cores. */
    static final String PLACEMENT = "core_placement";

    private static final String AIV = "aiv";

    private Affinity() {}

    /** The mark of a call that only the vector cores make. */
    static Expr onVector(Span span) {
        return new Expr.Text(AIV, span);
    }

    /** Whether a region has placed a call. */
    static boolean isPlaced(Expr.Call call) {
        return call.attrs().get(PLACEMENT) instanceof Expr.Text text && text.value().equals(AIV);
    }

    /** Whether a memory space belongs to the cube core. */
    static boolean isCube(MemorySpace space) {
        return space != MemorySpace.DDR && space != MemorySpace.Vec;
    }

    /** The lane of a call by itself, wherever it stands. */
    static Lane intrinsic(Expr.Call call) {
        Lane stated = call.op().lane(call);
        if (stated != Lane.DERIVED) {
            return stated;
        }
        if (call.op() instanceof Capability.MovesTile move
                && call.type() instanceof Type.Tile to
                && call.get(move.source()).type() instanceof Type.Tile from) {
            return isCube(from.space()) == isCube(to.space()) ? side(from) : Lane.MIXED;
        }
        if (call.type() instanceof Type.Tile made) {
            return side(made);
        }
        for (Expr arg : call.args()) {
            if (arg instanceof Var v && v.type() instanceof Type.Tile taken) {
                return side(taken);
            }
        }
        return Lane.SHARED;
    }

    private static Lane side(Type.Tile tile) {
        return isCube(tile.space()) ? Lane.CUBE : Lane.VECTOR;
    }

    /** The lane of a call. */
    static Lane of(Expr.Call call) {
        Lane lane = intrinsic(call);
        return lane == Lane.SHARED && isPlaced(call) ? Lane.VECTOR : lane;
    }

    /** The lane of what does both. */
    static Lane combine(Lane a, Lane b) {
        if (a == b || b == Lane.SHARED) {
            return a;
        }
        return a == Lane.SHARED ? b : Lane.MIXED;
    }

    /** The lane of all statements of a block. */
    static Lane of(Block block) {
        Lane all = Lane.SHARED;
        for (Stmt s : block.statements()) {
            all = combine(all, of(s));
        }
        return all;
    }

    /** The lane of a statement, with the blocks that it holds. */
    static Lane of(Stmt s) {
        Lane all = Lane.SHARED;
        for (Expr e : Walk.own(s)) {
            if (e instanceof Expr.Call call) {
                all = combine(all, of(call));
            }
        }
        for (Block inner : Walk.blocks(s)) {
            all = combine(all, of(inner));
        }
        return all;
    }
}

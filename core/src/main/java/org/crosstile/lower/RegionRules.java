package org.crosstile.lower;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Lane;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** What a kernel with {@code pl.split_aiv} regions is held to. */
final class RegionRules {
    private static final String PRODUCT =
            "c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n";
    private static final String REGION = "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n";

    static final Rule FORM =
            Rule.of("split-aiv-form", "a region must be of 2 vector cores and have a mode")
                    .explained(
                            "A core group has two vector cores, and `mode` says what each does: NONE, all of the body;"
                                    + " UP_DOWN and LEFT_RIGHT, half of every tile. Regions do not nest.",
                            "mixed",
                            "for aiv_id in pl.split_aiv(4, mode=pl.SplitMode.NONE):\n"
                                    + "    pl.store(pl.load(x, [aiv_id, 0], [1, 64]), [aiv_id, 0], y)",
                            REGION
                                    + "    pl.store(pl.load(x, [aiv_id, 0], [1, 64]), [aiv_id, 0], y)");

    static final Rule CUBE =
            Rule.of("split-aiv-cube", "cube work must stand outside of pl.split_aiv regions")
                    .explained(
                            "A region is the vector cores' part of a kernel.",
                            "mixed",
                            REGION
                                    + "    c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))\n"
                                    + "    pl.store(c, [0, 0], y)",
                            PRODUCT + REGION + "    pl.store(pl.aiv_shard(c), [0, 0], y)");

    static final Rule OUTSIDE =
            Rule.of(
                            "split-aiv-outside",
                            "in a kernel with regions, vector work must stand in one of them")
                    .explained(
                            "With the first region the author takes over where vector work is done. What both vector"
                                    + " cores shall do alike belongs in a region of mode NONE.",
                            "mixed",
                            REGION
                                    + "    pl.store(pl.load(x, [aiv_id, 0], [1, 64]), [aiv_id, 0], y)\n"
                                    + "pl.store(pl.exp(pl.load(x, [0, 0], [8, 64])), [0, 0], y)",
                            REGION
                                    + "    pl.store(pl.load(x, [aiv_id, 0], [1, 64]), [aiv_id, 0], y)\n"
                                    + "    pl.store(pl.exp(pl.load(x, [0, 0], [8, 64])), [0, 0], y)");

    static final Rule CROSSING =
            Rule.of(
                            "split-aiv-crossing",
                            "a tile that goes from one side of a core group to the other must say so, in a region")
                    .explained(
                            "In a kernel with regions the author places the hand-over: pl.aiv_shard(tile) takes a tile of"
                                    + " the cube core into a region, pl.aic_gather(tile) takes one out of it.",
                            "mixed",
                            PRODUCT + REGION + "    pl.store(pl.exp(c), [0, 0], y)",
                            PRODUCT + REGION + "    pl.store(pl.exp(pl.aiv_shard(c)), [0, 0], y)");

    static final Rule HALVES =
            Rule.of(
                            "split-aiv-halves",
                            "in a region that splits, every tile must have a half for each vector core")
                    .explained(
                            "In a region of mode UP_DOWN or LEFT_RIGHT each vector core computes half of every tile. What"
                                    + " needs all of a tile (a sum along the split axis, a remote_load, a reshape) belongs in"
                                    + " a region of mode NONE.",
                            "mixed",
                            "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):\n"
                                    + "    t = pl.load(x, [0, 0], [8, 64])\n"
                                    + "    pl.store(pl.tile.row_sum(t, pl.tile.create([8, 64], dtype=pl.FP32)), [0, 0], y)",
                            "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):\n"
                                    + "    t = pl.load(x, [0, 0], [8, 64])\n"
                                    + "    pl.store(pl.tile.row_sum(t, pl.tile.create([8, 64], dtype=pl.FP32)), [0, 0], y)");

    static final List<Rule> RULES = List.of(FORM, CUBE, OUTSIDE, CROSSING, HALVES);

    private final Problems problems;

    /** What one core does for both stands where it must. */
    private final Set<Stmt> ofOneCore;

    private RegionRules(Block body, Problems problems) {
        this.ofOneCore = OneCore.guarded(body);
        this.problems = problems;
    }

    static boolean isRegion(Stmt s) {
        return s instanceof Stmt.Scope x && x.kind() == Stmt.ScopeKind.SPLIT_AIV;
    }

    static boolean hasRegions(Function f) {
        boolean[] found = new boolean[1];
        Walk.statements(f.body(), s -> found[0] |= isRegion(s));
        return found[0];
    }

    /** How a region divides tiles. */
    static SplitMode mode(Stmt.Scope region) {
        return region.attrs().get("mode") instanceof Expr.Code c && c.value() instanceof SplitMode m
                ? m
                : SplitMode.NONE;
    }

    /** Whether the author has written in a region what crosses its edge. */
    static boolean namesCrossings(Block region) {
        boolean[] found = new boolean[1];
        Walk.calls(region, c -> found[0] |= c.op() instanceof Capability.CrossesLanes);
        return found[0];
    }

    static void check(Function f, Problems problems) {
        new RegionRules(f.body(), problems).outside(f.body());
    }

    private void outside(Block block) {
        for (Stmt s : block.statements()) {
            if (ofOneCore.contains(s)) {
                continue;
            }
            if (s instanceof Stmt.Scope region && isRegion(s)) {
                form(region);
                inside(region.body());
                perLane(region);
                continue;
            }
            for (Expr e : Walk.own(s)) {
                if (e instanceof Expr.Call c) {
                    outside(c);
                }
            }
            Walk.blocks(s).forEach(this::outside);
        }
    }

    private void form(Stmt.Scope region) {
        Expr cores = region.attrs().getOrDefault("0", new Expr.None(region.span()));
        boolean isPair = Exprs.isConstant(cores, SplitMode.LANES);
        boolean hasMode =
                region.attrs().get("mode") instanceof Expr.Code c && c.value() instanceof SplitMode;
        boolean[] nests = new boolean[1];
        Walk.statements(region.body(), s -> nests[0] |= isRegion(s));
        boolean hasIndex = region.bound().filter(v -> v.type().equals(Type.INDEX)).isPresent();
        if (!isPair || !hasMode || !hasIndex || nests[0]) {
            String found =
                    !isPair
                            ? "this is not of 2 cores"
                            : !hasMode
                                    ? "there is no mode"
                                    : hasIndex
                                            ? "a region stands in this one"
                                            : "there is no index of the core";
            Problem.error(FORM, region.span(), found)
                    .hint("write for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):")
                    .to(problems);
        }
    }

    private void outside(Expr.Call c) {
        Lane lane = Affinity.intrinsic(c);
        if (c.op() instanceof Capability.CrossesLanes) {
            Problem.error(CROSSING, c.span(), "this stands outside of every region")
                    .hint("a crossing belongs to the region that takes or gives the tile")
                    .to(problems);
        } else if (lane == Lane.MIXED) {
            crossing(c);
        } else if (lane == Lane.VECTOR
                && c.op().lane(c) == Lane.DERIVED
                && !(c.op() instanceof Capability.LoadsTile)
                && !(c.op() instanceof Capability.StoresTile)
                && !(c.op() instanceof Capability.CreatesTile)) {
            Problem.error(OUTSIDE, c.span(), "this is vector work outside of every region")
                    .hint("put it into for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):")
                    .to(problems);
        }
    }

    private void inside(Block body) {
        boolean[] reported = new boolean[1];
        Walk.calls(
                body,
                c -> {
                    Lane lane = Affinity.intrinsic(c);
                    boolean moves =
                            c.op() instanceof Capability.LoadsTile
                                    || c.op() instanceof Capability.MovesTile;
                    if (lane == Lane.CUBE && !moves && !reported[0]) {
                        reported[0] = true;
                        Problem.error(CUBE, c.span(), "this is cube work in a region")
                                .hint(
                                        "do it before the region, and take the result in with pl.aiv_shard")
                                .to(problems);
                    }
                });
        if (!reported[0]) {
            Walk.calls(
                    body,
                    c -> {
                        if (c.op() instanceof Capability.MovesTile
                                && Affinity.intrinsic(c) == Lane.MIXED) {
                            crossing(c);
                        }
                    });
        }
    }

    private void crossing(Expr.Call move) {
        Expr tile = move.get(((Capability.MovesTile) move.op()).source());
        boolean toVector = tile.type() instanceof Type.Tile t && Affinity.isCube(t.space());
        Problem.error(
                        CROSSING,
                        move.span(),
                        toVector
                                ? "this takes a tile of the cube core"
                                : "this takes a tile of the vector cores to the cube core")
                .see(tile.span(), "the tile is made here")
                .hint(
                        toVector
                                ? "read it as pl.aiv_shard(tile), in a region"
                                : "gather it in the region that makes it: tile = pl.aic_gather(tile)")
                .to(problems);
    }

    /** In a region that splits and names its crossings, every tile is half already. */
    private void perLane(Stmt.Scope region) {
        if (mode(region) == SplitMode.NONE
                || !namesCrossings(region.body())
                || region.bound().isEmpty()) {
            return;
        }
        Sharding sharding = new Sharding(region.bound().get(), region.body());
        Set<Expr> halves = new HashSet<>();
        Walk.statements(
                region.body(),
                s -> {
                    for (Expr e : Walk.own(s)) {
                        if (e instanceof Expr.Call c
                                && c.type() instanceof Type.Tile
                                && !ofOneCore.contains(s)) {
                            perLane(c, sharding, halves);
                            halves.addAll(Walk.defined(s));
                        }
                    }
                });
    }

    private void perLane(Expr.Call c, Sharding sharding, Set<Expr> halves) {
        boolean takesTile = c.args().stream().anyMatch(a -> a.type() instanceof Type.Tile);
        boolean fine =
                c.op() instanceof Capability.CrossesLanes
                        || c.args().stream().anyMatch(halves::contains)
                        || (c.op() instanceof Capability.LoadsTile l
                                ? sharding.differs(c.get(l.offsets()))
                                : !takesTile && Affinity.intrinsic(c) == Lane.VECTOR);
        if (!fine && Affinity.intrinsic(c) == Lane.VECTOR) {
            Problem.error(HALVES, c.span(), "both vector cores make all of this tile")
                    .hint("load the half that begins at the index of the region, or use mode NONE")
                    .to(problems);
        }
    }
}

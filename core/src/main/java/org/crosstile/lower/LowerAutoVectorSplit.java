package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Lane;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * Divides vector work between the two vector cores of a core group: what stands in {@code
 * pl.split_aiv} regions, or all of it in a kernel that says {@code pl.func_attr({"split": 1})}. The
 * regions themselves are gone afterwards; a notify that stood in one says that it is not for the
 * cube core.
 *
 * <pre>
 * for i in split_aiv(2, mode=NONE):     i = get_subblock_idx()
 *     put(d, p, s)                      put(d, p, s)
 *     notify(g, p, [i], 1)              notify(g, p, [i], 1)   core_placement=aiv
 *     wait(g, [0], 1)                   wait(g, [0], 1)
 * </pre>
 *
 * <p>A wait stays on both sides: the cube core must not pass it either.
 */
public final class LowerAutoVectorSplit implements Pass {
    /** The attribute that asks for all vector work to be divided. */
    static final String SPLIT = "split";

    /** Both vector cores notify the same peer of the same. */
    public static final Rule UNDIVIDED =
            Rule.of(
                            "notify-undivided",
                            "a notify in a pl.split_aiv region must be divided between the two vector cores")
                    .explained(
                            "Both vector cores run the body of a region. A notify that does not depend on the index of"
                                    + " the core is made twice: the counter of the peer reads 2 where one rank has arrived, and"
                                    + " a wait for two arrivals passes after one. Let each core notify other peers or cells, or"
                                    + " let one core do it: then that core must have written, itself, all that the signal"
                                    + " releases, or the cores must meet first with pl.system.syncall(core_type=\"aiv_only\").",
                            "mixed",
                            "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n"
                                    + "    pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)",
                            "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n"
                                    + "    if aiv_id == 0:\n"
                                    + "        pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)");

    private final Toolbox toolbox;

    public LowerAutoVectorSplit(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.SPACES;
    }

    @Override
    public Stage gives() {
        return Stage.REGIONS;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(
                f -> f.place() == Place.KERNEL && !f.isSubWorker() ? divided(f, problems) : f);
    }

    private Function divided(Function f, Problems problems) {
        if (RegionRules.hasRegions(f)) {
            int before = problems.errors();
            RegionRules.check(f, problems);
            return problems.errors() > before
                    ? f
                    : new Regions(f, problems)
                            .function(f)
                            .withAttr(Function.BOTH_CORES, new Expr.Bool(true, Span.NONE));
        }
        SplitMode mode = mode(f);
        if (mode == SplitMode.NONE
                || f.runsOnBothVectorCores()
                || Affinity.of(f.body()) != Lane.MIXED) {
            return f;
        }
        Var lane = new Var(Variables.names(f).fresh("aiv_id"), Type.INDEX, f.span());
        LaneHalving halving = new LaneHalving(toolbox, f.body(), problems);
        halving.halve(mode, lane);
        List<Stmt> body = new ArrayList<>();
        body.add(new Stmt.Assign(lane, toolbox.subblock(f.span()), f.span()));
        body.addAll(halving.block(f.body()).statements());
        return f.withBody(new Block(body))
                .withAttr(Function.BOTH_CORES, new Expr.Bool(true, Span.NONE));
    }

    /** How a kernel asks for its vector work to be divided. */
    static SplitMode mode(Function f) {
        return switch (f.attrs().get(SPLIT)) {
            case Expr.Code c when c.value() instanceof SplitMode m -> m;
            case Expr.Int i when i.value() > 0 && i.value() < SplitMode.values().length ->
                    SplitMode.values()[(int) i.value()];
            case null, default -> SplitMode.NONE;
        };
    }

    private final class Regions extends LaneHalving {
        private final Problems problems;
        private final Set<Span> told = new HashSet<>();
        private boolean inside;

        Regions(Function f, Problems problems) {
            super(toolbox, f.body(), problems);
            this.problems = problems;
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            if (!(s instanceof Stmt.Scope region) || !RegionRules.isRegion(s)) {
                return super.statement(s);
            }
            Var index = region.bound().orElseThrow();
            new Sharding(index, region.body()).undivided(region.body(), this::warn);
            List<Stmt> out = new ArrayList<>();
            out.add(new Stmt.Assign(index, toolbox.subblock(region.span()), region.span()));
            if (!RegionRules.namesCrossings(region.body())) {
                halve(RegionRules.mode(region), index);
            }
            inside = true;
            out.addAll(block(region.body()).statements());
            inside = false;
            halve(SplitMode.NONE, Exprs.index(0));
            return out;
        }

        private void warn(Expr.Call notify) {
            if (told.add(notify.span())) {
                Problem.warning(
                                UNDIVIDED,
                                notify.span(),
                                "both vector cores do this, so it happens twice")
                        .hint(
                                "let one core do it (if aiv_id == 0:), or let the peer or the cell depend on the"
                                        + " index")
                        .to(problems);
            }
        }

        @Override
        Expr.Call rewritten(Expr.Call call, List<Expr> args) {
            Expr.Call image = super.rewritten(call, args);
            if (!inside
                    || !image.op().isNoDuplicate()
                    || Affinity.intrinsic(image) != Lane.SHARED) {
                return image;
            }
            Map<String, Expr> attrs = new HashMap<>(image.attrs());
            attrs.put(Affinity.PLACEMENT, Affinity.onVector(image.span()));
            return new Expr.Call(image.op(), image.args(), attrs, image.type(), image.span());
        }
    }
}

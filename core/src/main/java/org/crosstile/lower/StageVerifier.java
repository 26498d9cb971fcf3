package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.ArgDirection;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Composite;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Lane;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Whether a program is what its stage says. What it finds is a defect of a pass, never the user's.
 */
public final class StageVerifier {
    private final Stage stage;
    private final Function f;
    private final boolean isGivenFences;
    private final Toolbox toolbox;
    private final List<String> findings = new ArrayList<>();

    private StageVerifier(Stage stage, Function f, boolean isGivenFences, Toolbox toolbox) {
        this.toolbox = toolbox;
        this.stage = stage;
        this.f = f;
        this.isGivenFences = isGivenFences;
    }

    /**
     * What is wrong with a program at a stage, one line each.
     *
     * @param given what the last pass started from: a kernel that had explicit fences there keeps
     *     them as they are
     */
    private static List<String> findings(
            Program given, Program program, Stage stage, Toolbox toolbox) {
        List<String> all = new ArrayList<>();
        for (Function f : program.functions()) {
            if (!f.isSubWorker()) {
                boolean explicit =
                        given.find(f.name()).filter(Function::hasExplicitFences).isPresent();
                StageVerifier verifier = new StageVerifier(stage, f, !explicit, toolbox);
                verifier.check();
                verifier.findings.forEach(finding -> all.add(f.name() + ": " + finding));
            }
        }
        return all;
    }

    static void verify(Program given, Program program, Pass pass, Toolbox toolbox) {
        List<String> findings = findings(given, program, pass.gives(), toolbox);
        if (!findings.isEmpty()) {
            throw new IllegalStateException(
                    "after " + pass.name() + ": " + String.join("; ", findings));
        }
    }

    private boolean has(Stage wanted) {
        return stage.compareTo(wanted) >= 0;
    }

    private void check() {
        if (has(Stage.STRUCTURED)) {
            structured(f.body(), true);
        }
        if (has(Stage.FLAT)) {
            Walk.statements(f.body(), this::flat);
        }
        if (has(Stage.SSA)) {
            Set<Var> known = new HashSet<>();
            f.params().forEach(p -> known.add(p.var()));
            new Dominance().block(f.body(), known);
        }
        if (f.place() == Place.KERNEL) {
            if (has(Stage.TILE_OPS)) {
                Walk.calls(f.body(), this::onTiles);
            }
            if (has(Stage.PRIMITIVES)) {
                Walk.calls(
                        f.body(),
                        c -> require(!(c.op() instanceof Composite), c.op() + " is left"));
            }
            if (has(Stage.TILES_2D)) {
                Walk.statements(f.body(), s -> Walk.defined(s).forEach(this::flatTile));
            }
            if (has(Stage.SPACES)) {
                Walk.calls(f.body(), this::spaced);
            }
            if (has(Stage.REGIONS)) {
                require(!RegionRules.hasRegions(f), "a region is left");
            }
            if (has(Stage.LANES)) {
                require(f.kind() != Function.Kind.InCore, "no kind of core is chosen");
                Walk.calls(f.body(), this::onLane);
            }
            if (has(Stage.PLACED)) {
                Walk.statements(f.body(), this::placed);
            }
            if (has(Stage.FENCED) && isGivenFences) {
                fenced(f.body());
            }
        }
        launches();
    }

    private void require(boolean condition, String finding) {
        if (!condition) {
            findings.add(finding);
        }
    }

    private void structured(Block block, boolean outermost) {
        for (Stmt s : block.statements()) {
            require(
                    !(s instanceof Stmt.Break || s instanceof Stmt.Continue),
                    "a jump is left at " + s.span());
            boolean last = outermost && s == block.statements().getLast();
            require(!(s instanceof Stmt.Return) || last, "an early return is left at " + s.span());
            require(
                    !(s instanceof Stmt.For x && x.kind() == Stmt.LoopKind.UNROLL),
                    "an unrolled loop is left at " + s.span());
            Walk.blocks(s).forEach(inner -> structured(inner, false));
        }
    }

    private void flat(Stmt s) {
        for (Expr own : Walk.own(s)) {
            boolean mayCall =
                    s instanceof Stmt.Assign || s instanceof Stmt.Unpack || s instanceof Stmt.Eval;
            if (mayCall && (own instanceof Expr.Call || own instanceof Expr.FnCall)) {
                Walk.children(own).forEach(this::operand);
            } else if (!(s instanceof Stmt.Scope)) {
                operand(own);
            }
        }
    }

    private void operand(Expr e) {
        require(!Jumps.calls(e), "a call is nested: " + Describe.expr(e));
    }

    private void launches() {
        if (f.place() == Place.CHIP && has(Stage.TASKS)) {
            Walk.calls(f.body(), c -> require(!(c.op() instanceof Composite), c.op() + " is left"));
        }
        if (f.place() != Place.HOST && has(Stage.CONTEXTS)) {
            Walk.calls(
                    f.body(),
                    c ->
                            require(
                                    !(c.op() instanceof Capability.GivesContext),
                                    c.op() + " is left"));
        }
        if (has(Stage.DIRECTED)) {
            Walk.expressions(f.body(), this::directed);
        }
    }

    private void directed(Expr e) {
        if (e instanceof Expr.FnCall c) {
            boolean complete =
                    c.attrs().get(ArgDirection.ATTRIBUTE) instanceof Expr.Tuple t
                            && t.items().size() == c.args().size();
            require(
                    complete,
                    "the call of " + c.callee() + " does not say what it does to its arguments");
        }
    }

    private void flatTile(Var v) {
        require(
                !(v.type() instanceof Type.Tile t) || t.shape().size() <= 2,
                v + " has more than two dimensions");
    }

    /** Whatever writes a window, waits or calls is followed by what keeps memory in order. */
    private void fenced(Block block) {
        List<Stmt> all = block.statements();
        for (int i = 0; i < all.size(); i++) {
            Walk.blocks(all.get(i)).forEach(this::fenced);
            List<Stmt> markers = InsertCommFence.markers(all.get(i), toolbox);
            if (!InsertCommFence.follow(markers, all, i + 1)) {
                List<String> missing = new ArrayList<>();
                markers.forEach(m -> Walk.own(m).forEach(e -> missing.add(Describe.expr(e))));
                findings.add(
                        "the statement at "
                                + all.get(i).span()
                                + " is not followed by "
                                + String.join(", ", missing));
            }
        }
    }

    private void onTiles(Expr.Call c) {
        require(!(c.op() instanceof Capability.HasTileForm), c.op() + " still works on tensors");
    }

    private void spaced(Expr.Call c) {
        for (Slot slot : c.op().slots()) {
            require(
                    !(c.get(slot).type() instanceof Type.Tile t)
                            || InferTileMemorySpace.takes(c, slot, t.space()),
                    c.op() + " does not take a tile there: " + Describe.type(c.get(slot).type()));
        }
    }

    private void onLane(Expr.Call c) {
        Lane other =
                switch (f.kind()) {
                    case AIC -> Lane.VECTOR;
                    case AIV -> Lane.CUBE;
                    default -> Lane.MIXED;
                };
        Lane lane = Affinity.of(c);
        require(lane != other && lane != Lane.MIXED, c.op() + " runs on the other side");
        require(!Affinity.isPlaced(c), c.op() + " is still marked");
    }

    private void placed(Stmt s) {
        for (Var v : Walk.defined(s)) {
            require(
                    !(v.type() instanceof Type.Tile t) || t.address().isPresent(),
                    v + " has no address");
        }
        if (s instanceof Stmt.Assign x && x.target().type() instanceof Type.Tile t) {
            boolean same =
                    x.value().type() instanceof Type.Tile made
                            && made.address().equals(t.address());
            require(same, x.target() + " is not made where it lies");
        }
        for (TileMoves.Flow flow : TileMoves.flows(s)) {
            Optional<Integer> from = address(flow.from());
            require(
                    from.equals(address(flow.to())),
                    flow.from() + " flows into " + flow.to() + " elsewhere");
        }
    }

    private static Optional<Integer> address(Var v) {
        return v.type() instanceof Type.Tile t && t.address().isPresent()
                ? Optional.of(t.address().getAsInt())
                : Optional.empty();
    }

    /** Definitions and uses in SSA form. */
    private final class Dominance {
        private final Set<Var> defined = new HashSet<>();
        private final Set<String> names = new HashSet<>();

        void block(Block block, Set<Var> known) {
            for (Stmt s : block.statements()) {
                if (s instanceof Stmt.Yield || s instanceof Stmt.Return) {
                    require(
                            s == block.statements().getLast(),
                            "statements follow a yield or return");
                }
                statement(s, known);
            }
        }

        private void statement(Stmt s, Set<Var> known) {
            switch (s) {
                case Stmt.If x -> {
                    uses(x.condition(), known);
                    inner(x.then(), known, List.of(), x.results().size());
                    inner(x.otherwise(), known, List.of(), x.results().size());
                    x.results().forEach(v -> define(v, known));
                }
                case Stmt.For x -> {
                    List<Var> top = new ArrayList<>(List.of(x.index()));
                    Walk.own(x).forEach(e -> uses(e, known));
                    x.carried().forEach(c -> top.add(c.var()));
                    inner(x.body(), known, top, x.carried().size());
                    require(
                            x.results().size() == x.carried().size(),
                            "a loop has other results than it carries");
                    x.results().forEach(v -> define(v, known));
                }
                case Stmt.While x -> {
                    x.carried().forEach(c -> uses(c.init(), known));
                    List<Var> top = Stmt.Carried.vars(x.carried());
                    Set<Var> atTop = new HashSet<>(known);
                    atTop.addAll(top);
                    uses(x.condition(), atTop);
                    inner(x.body(), known, top, x.carried().size());
                    require(
                            x.results().size() == x.carried().size(),
                            "a loop has other results than it carries");
                    x.results().forEach(v -> define(v, known));
                }
                case Stmt.Scope x -> {
                    Walk.own(x).forEach(e -> uses(e, known));
                    x.bound().ifPresent(v -> define(v, known));
                    block(x.body(), known);
                }
                default -> {
                    Walk.own(s).forEach(e -> uses(e, known));
                    Walk.defined(s).forEach(v -> define(v, known));
                }
            }
        }

        private void inner(Block block, Set<Var> known, List<Var> top, int yields) {
            Set<Var> below = new HashSet<>(known);
            top.forEach(v -> define(v, below));
            block(block, below);
            require(
                    Variables.yielded(block).size() == yields,
                    "a block yields another number of values");
        }

        private void define(Var v, Set<Var> known) {
            require(defined.add(v), v + " is defined twice");
            require(names.add(v.name()), "two variables are called " + v);
            Variables.used(
                    v.type(),
                    u -> require(known.contains(u), "the type of " + v + " mentions unknown " + u));
            known.add(v);
        }

        private void uses(Expr e, Set<Var> known) {
            Variables.used(e, v -> require(known.contains(v), v + " is used without a definition"));
        }
    }
}

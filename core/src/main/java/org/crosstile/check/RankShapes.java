package org.crosstile.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problems;

/**
 * Whether the windows of collectives have room for a number of ranks: extents that a program leaves
 * open become known from where its functions are called, down from the dispatches to all devices.
 * What stays unknown is not judged.
 */
final class RankShapes {
    private static final int MAX_DEPTH = 16;

    private final Program program;
    private final long ranks;
    private final Problems problems;

    /** Calls of functions that have been looked at, with what was known of their extents. */
    private final Set<String> seen = new HashSet<>();

    private RankShapes(Program program, long ranks, Problems problems) {
        this.program = program;
        this.ranks = ranks;
        this.problems = problems;
    }

    static void check(Program program, int ranks, Problems problems) {
        RankShapes check = new RankShapes(program, ranks, problems);
        for (Function f : program.functions()) {
            if (f.isHostOrchestrator() && !f.isSubWorker()) {
                Frame host = check.new Frame(f, Map.of(), Map.of(), 0);
                host.findEverywhere();
                host.block(f.body());
            }
        }
    }

    /** One call of a function. */
    private final class Frame {
        private final Function f;
        private final Map<String, Long> dims;
        private final Map<Var, Long> scalars;
        private final int depth;
        private final Map<Var, List<Expr>> values = new HashMap<>();
        private final Aliases aliases;
        private final List<Stmt.For> loops = new ArrayList<>();

        /** What a host orchestrator passes to all devices. */
        private final Set<Var> everywhere = new HashSet<>();

        private boolean isLooking;

        Frame(Function f, Map<String, Long> dims, Map<Var, Long> scalars, int depth) {
            this.f = f;
            this.dims = dims;
            this.scalars = scalars;
            this.depth = depth;
            this.aliases = new Aliases(f.body());
            Walk.statements(
                    f.body(),
                    s -> {
                        if (s instanceof Stmt.Assign x) {
                            values.computeIfAbsent(x.target(), v -> new ArrayList<>())
                                    .add(x.value());
                        }
                    });
        }

        void findEverywhere() {
            isLooking = true;
            block(f.body());
            isLooking = false;
        }

        void block(Block block) {
            for (Stmt s : block.statements()) {
                Walk.own(s).forEach(e -> Walk.expressions(e, this::expression));
                if (s instanceof Stmt.For loop) {
                    loops.add(loop);
                }
                if (s instanceof Stmt.If x) {
                    Optional<Boolean> way = way(x.condition());
                    if (way.orElse(true)) {
                        block(x.then());
                    }
                    if (!way.orElse(false)) {
                        block(x.otherwise());
                    }
                } else {
                    Walk.blocks(s).forEach(this::block);
                }
                if (s instanceof Stmt.For) {
                    loops.removeLast();
                }
            }
        }

        private void expression(Expr e) {
            if (e instanceof Expr.Call call && call.op() instanceof Capability.Collective op) {
                if (!isLooking && call.has(op.signal())) {
                    collective(call, op);
                }
            } else if (e instanceof Expr.FnCall call && goesEverywhere(call)) {
                if (isLooking) {
                    call.args().forEach(arg -> everywhere.addAll(aliases.of(arg)));
                } else {
                    program.find(call.callee()).ifPresent(callee -> enter(callee, call));
                }
            }
        }

        private void collective(Expr.Call call, Capability.Collective op) {
            if (f.place() != Place.HOST) {
                op.checkRanks(known(call), ranks, problems);
            } else if (op instanceof Capability.HostBuiltin builtin
                    && aliases.of(call.get(op.data())).stream().anyMatch(everywhere::contains)) {
                builtin.checkDevices(known(call), (int) ranks, problems);
            }
        }

        /** Whether a call is made for every device, so that all ranks are in one domain. */
        private boolean goesEverywhere(Expr.FnCall call) {
            if (f.place() != Place.HOST) {
                return true;
            }
            Expr device = call.attrs().get("device");
            return device instanceof Var v
                    && loops.stream()
                            .anyMatch(l ->
                                    l.index().equals(v)
                                            && isValue(l.start(), 0)
                                            && isValue(l.stop(), ranks)
                                            && isValue(l.step(), 1));
        }

        private boolean isValue(Expr e, long value) {
            OptionalLong found = value(e, 0);
            return found.isPresent() && found.getAsLong() == value;
        }

        private void enter(Function callee, Expr.FnCall call) {
            Map<String, Long> inner = new HashMap<>();
            Set<String> unclear = new HashSet<>();
            Map<Var, Long> numbers = new HashMap<>();
            for (int i = 0; i < Math.min(call.args().size(), callee.params().size()); i++) {
                Var param = callee.params().get(i).var();
                Expr arg = call.args().get(i);
                if (param.type() instanceof Type.TensorLike declared
                        && arg.type() instanceof Type.TensorLike given) {
                    bind(declared.shape(), given.shape(), inner, unclear);
                } else if (param.type() instanceof Type.Scalar) {
                    value(arg, 0).ifPresent(value -> numbers.put(param, value));
                }
            }
            unclear.forEach(inner::remove);
            if (depth < MAX_DEPTH && seen.add(callee.name() + inner + numbers)) {
                new Frame(callee, inner, numbers, depth + 1).block(callee.body());
            }
        }

        private void bind(
                List<Expr> declared,
                List<Expr> given,
                Map<String, Long> inner,
                Set<String> unclear) {
            for (int d = 0; d < Math.min(declared.size(), given.size()); d++) {
                OptionalLong value = value(given.get(d), 0);
                if (declared.get(d) instanceof Dim dim && value.isPresent()) {
                    Long before = inner.putIfAbsent(dim.name(), value.getAsLong());
                    if (before != null && before != value.getAsLong()) {
                        unclear.add(dim.name());
                    }
                }
            }
        }

        /** The call with the extents of its operands that are known. */
        private Expr.Call known(Expr.Call call) {
            List<Expr> args = new ArrayList<>();
            for (Expr arg : call.args()) {
                args.add(
                        switch (arg.type()) {
                            case Type.Window w ->
                                    new Var(
                                            name(arg),
                                            new Type.Window(extents(w), w.dtype(), w.view()),
                                            arg.span());
                            case Type.Tensor t ->
                                    new Var(
                                            name(arg),
                                            new Type.Tensor(extents(t), t.dtype(), t.view()),
                                            arg.span());
                            default -> arg;
                        });
            }
            return call.with(args, call.type());
        }

        private static String name(Expr arg) {
            return arg instanceof Var v ? v.name() : "operand";
        }

        private List<Expr> extents(Type.TensorLike type) {
            List<Expr> extents = new ArrayList<>();
            for (Expr extent : type.shape()) {
                OptionalLong value = value(extent, 0);
                extents.add(value.isPresent() ? Exprs.index(value.getAsLong()) : extent);
            }
            return extents;
        }

        /** The way that is taken at a condition, if that is known. */
        private Optional<Boolean> way(Expr condition) {
            if (!(condition instanceof Expr.Binary b) || !b.op().isComparison()) {
                return Optional.empty();
            }
            OptionalLong left = value(b.left(), 0);
            OptionalLong right = value(b.right(), 0);
            if (left.isEmpty() || right.isEmpty()) {
                return Optional.empty();
            }
            int order = Long.compare(left.getAsLong(), right.getAsLong());
            return Optional.of(
                    switch (b.op()) {
                        case EQ -> order == 0;
                        case NE -> order != 0;
                        case LT -> order < 0;
                        case LE -> order <= 0;
                        case GT -> order > 0;
                        default -> order >= 0;
                    });
        }

        private OptionalLong value(Expr e, int nesting) {
            if (nesting > MAX_DEPTH) {
                return OptionalLong.empty();
            }
            return switch (e) {
                case Dim dim -> known(dims, dim.name());
                case Var v -> variable(v, nesting);
                case Expr.Cast cast when cast.to().isInteger() ->
                        value(cast.operand(), nesting + 1);
                case Expr.Binary b -> {
                    OptionalLong left = value(b.left(), nesting + 1);
                    OptionalLong right = value(b.right(), nesting + 1);
                    yield left.isPresent() && right.isPresent()
                            ? Exprs.fold(b.op(), left.getAsLong(), right.getAsLong())
                            : OptionalLong.empty();
                }
                case Expr.Call c when c.op() instanceof Capability.CountsDevices ->
                        OptionalLong.of(ranks);
                case Expr.Call c
                        when c.op() instanceof Capability.ReadsContext reads
                                && !reads.givesRank() ->
                        OptionalLong.of(ranks);
                default -> Exprs.constant(e);
            };
        }

        private OptionalLong variable(Var v, int nesting) {
            List<Expr> all = values.getOrDefault(v, List.of());
            return all.size() == 1
                    ? value(all.getFirst(), nesting + 1)
                    : all.isEmpty() ? known(scalars, v) : OptionalLong.empty();
        }

        private static <K> OptionalLong known(Map<K, Long> values, K key) {
            return Optional.ofNullable(values.get(key))
                    .map(OptionalLong::of)
                    .orElse(OptionalLong.empty());
        }
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.crosstile.abi.ArgDirection;
import org.crosstile.model.Describe;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.Function.Param;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Passes to kernels what only a valid region names. An extent that no tensor physically has cannot
 * be learned from an argument, so it becomes a parameter in front of the others.
 *
 * <pre>
 * def k(x: Tensor[[16, 64], FP32, valid [16, V]])     def k(V: INDEX, x: ...)
 * self.k(y)      # y is valid to [16, n]              self.k(n, y)
 * </pre>
 */
public final class MaterializeValidShapeSymbols implements Pass {
    /** A symbol whose value cannot be read off an argument. */
    public static final Rule COMPOUND =
            Rule.of(
                            "valid-shape-symbol",
                            "an extent that only valid regions name must stand alone in one of them")
                    .explained(
                            "Its value is taken from an argument's valid region. From `V * 2` it cannot be read off.",
                            "chip",
                            "self.doubled(x)",
                            "self.alike(x, x)");

    /** One symbol, two values. */
    public static final Rule DISAGREE =
            Rule.of(
                            "valid-shape-disagrees",
                            "arguments that share an extent by name must agree about it")
                    .explained(
                            "The kernel has one parameter for the extent, whatever it is read off.",
                            "chip",
                            "self.alike(x, pl.tensor.view(x, [1, 64], [1, 9]))",
                            "self.alike(x, y)");

    /** Where a symbol stands alone: the dimension of a parameter. */
    private record Site(int param, int dimension) {}

    @Override
    public Stage needs() {
        return Stage.FENCED;
    }

    @Override
    public Stage gives() {
        return Stage.BOUND;
    }

    @Override
    public Program run(Program program, Problems problems) {
        Map<String, Map<String, List<Site>>> symbols = new HashMap<>();
        for (Function f : program.functions()) {
            if (f.place() == Place.KERNEL && !f.isSubWorker()) {
                symbols.put(f.name(), symbols(f));
            }
        }
        return program.map(f -> f.isSubWorker() ? f : function(f, symbols, problems));
    }

    private static Function function(
            Function f, Map<String, Map<String, List<Site>>> symbols, Problems problems) {
        List<Param> params = new ArrayList<>();
        Map<String, Var> bound = new HashMap<>();
        for (String symbol : symbols.getOrDefault(f.name(), Map.of()).keySet()) {
            Var var = new Var(symbol, Type.INDEX, f.span());
            bound.put(symbol, var);
            params.add(new Param(var, Direction.IN));
        }
        Binder binder = new Binder(bound, symbols, problems);
        f.params().forEach(p -> params.add(new Param(binder.define(p.var()), p.direction())));
        Function image = binder.function(f);
        return bound.isEmpty() ? image : image.withParams(params);
    }

    /**
     * The symbols that a kernel must be passed, in the order of its parameters, and where they can
     * be read off.
     */
    private static Map<String, List<Site>> symbols(Function f) {
        Set<String> known = new HashSet<>();
        for (Param p : f.params()) {
            known.add(p.var().name());
            if (p.var().type() instanceof Type.TensorLike t) {
                t.shape().forEach(e -> dims(e, dim -> known.add(dim.name())));
            }
        }
        Map<String, List<Site>> found = new LinkedHashMap<>();
        for (int i = 0; i < f.params().size(); i++) {
            List<Expr> valid = valid(f.params().get(i));
            for (int d = 0; d < valid.size(); d++) {
                if (valid.get(d) instanceof Dim dim && !known.contains(dim.name())) {
                    found.computeIfAbsent(dim.name(), n -> new ArrayList<>()).add(new Site(i, d));
                }
            }
        }
        for (Param p : f.params()) {
            for (Expr e : valid(p)) {
                dims(
                        e,
                        dim -> {
                            if (!known.contains(dim.name())) {
                                found.computeIfAbsent(dim.name(), n -> new ArrayList<>());
                            }
                        });
            }
        }
        return found;
    }

    private static List<Expr> valid(Param p) {
        return p.var().type() instanceof Type.TensorLike t ? t.view().valid() : List.of();
    }

    private static void dims(Expr e, Consumer<Dim> visitor) {
        Walk.expressions(
                e,
                x -> {
                    if (x instanceof Dim dim) {
                        visitor.accept(dim);
                    }
                });
    }

    private static final class Binder extends Renamer {
        private final Map<String, Var> bound;
        private final Map<String, Map<String, List<Site>>> symbols;
        private final Problems problems;

        Binder(
                Map<String, Var> bound,
                Map<String, Map<String, List<Site>>> symbols,
                Problems problems) {
            this.bound = bound;
            this.symbols = symbols;
            this.problems = problems;
        }

        @Override
        protected Expr expr(Expr e) {
            if (e instanceof Dim dim) {
                Var var = bound.get(dim.name());
                return var != null ? var : dim;
            }
            Map<String, List<Site>> wanted =
                    e instanceof Expr.FnCall c
                            ? symbols.getOrDefault(c.callee(), Map.of())
                            : Map.of();
            if (!(e instanceof Expr.FnCall call) || wanted.isEmpty()) {
                return super.expr(e);
            }
            Expr.FnCall image = (Expr.FnCall) super.expr(e);
            List<Expr> args = new ArrayList<>();
            wanted.forEach((symbol, sites) ->
                    extent(symbol, sites, call).ifPresent(x -> args.add(expr(x))));
            int added = args.size();
            args.addAll(image.args());
            Map<String, Expr> attrs = new HashMap<>(image.attrs());
            if (attrs.get(ArgDirection.ATTRIBUTE) instanceof Expr.Tuple directions) {
                List<Expr> all = new ArrayList<>();
                for (int i = 0; i < added; i++) {
                    all.add(new Expr.Code(ArgDirection.Scalar, call.span()));
                }
                all.addAll(directions.items());
                attrs.put(ArgDirection.ATTRIBUTE, new Expr.Tuple(all, directions.span()));
            }
            return new Expr.FnCall(call.callee(), args, attrs, image.type(), call.span());
        }

        private Optional<Expr> extent(String symbol, List<Site> sites, Expr.FnCall call) {
            List<Expr> found = new ArrayList<>();
            for (Site site : sites) {
                Type.TensorLike type = (Type.TensorLike) call.args().get(site.param()).type();
                List<Expr> valid =
                        type.view().valid().isEmpty() ? type.shape() : type.view().valid();
                if (site.dimension() < valid.size()) {
                    found.add(valid.get(site.dimension()));
                }
            }
            if (found.isEmpty()) {
                Problem.error(
                                COMPOUND,
                                call.span(),
                                "`" + symbol + "` of " + call.callee() + " gets no value")
                        .hint(
                                "pass it as a parameter of its own: "
                                        + symbol
                                        + ": pl.Scalar[pl.INDEX]")
                        .to(problems);
                return Optional.empty();
            }
            for (Expr other : found) {
                if (!Structure.same(other, found.getFirst())) {
                    Problem.error(
                                    DISAGREE,
                                    call.span(),
                                    "`"
                                            + symbol
                                            + "` is "
                                            + Describe.expr(found.getFirst())
                                            + " and "
                                            + Describe.expr(other))
                            .hint("pass arguments whose valid regions have the same extent")
                            .to(problems);
                    return Optional.empty();
                }
            }
            return Optional.of(found.getFirst());
        }
    }
}

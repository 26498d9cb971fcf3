package org.crosstile.kernels;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.crosstile.model.Block;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.Function.Param;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;

/**
 * Cuts a function that is too large into pieces that it calls. HotSpot never compiles a method of
 * more than 8,000 bytes, and a class file holds none of more than 65,535. Only functions in SSA
 * form are cut: there every variable has one definition, which is seen in its own block and below.
 */
final class Outliner {
    /** What a method may need by the estimate of {@link CodeSize}. */
    static final int BUDGET = 7000;

    /** A method takes at most 255 slots of parameters, and a long takes two. */
    private static final int MAX_PARAMS = 120;

    private final Function function;
    private final List<Piece> pieces = new ArrayList<>();

    private Outliner(Function function) {
        this.function = function;
    }

    /** A function that fits, and the pieces that it consists of. */
    record Result(Function function, List<Piece> pieces) {}

    static Result outline(Function function) {
        if (CodeSize.of(function.body()) <= BUDGET || !isSsa(function)) {
            return new Result(function, List.of());
        }
        Outliner outliner = new Outliner(function);
        Block body = outliner.shrink(function.body());
        return new Result(function.withBody(body), outliner.pieces);
    }

    private static boolean isSsa(Function function) {
        Set<Var> defined = new LinkedHashSet<>();
        boolean[] twice = {false};
        Walk.statements(
                function.body(), s -> Walk.defined(s).forEach(v -> twice[0] |= !defined.add(v)));
        List<Var> params = function.params().stream().map(Param::var).toList();
        return !twice[0] && Presets.of(params, function.body()).isEmpty();
    }

    private Block shrink(Block block) {
        if (CodeSize.of(block) <= BUDGET) {
            return block;
        }
        Block image = new Block(block.statements().stream().map(this::shrinkInner).toList());
        long size = CodeSize.of(image);
        long before = Long.MAX_VALUE;
        while (size > BUDGET && size < before) {
            image = group(image);
            before = size;
            size = CodeSize.of(image);
        }
        return image;
    }

    private Stmt shrinkInner(Stmt s) {
        return switch (s) {
            case Stmt.If x ->
                    new Stmt.If(
                            x.condition(),
                            shrink(x.then()),
                            shrink(x.otherwise()),
                            x.results(),
                            x.span());
            case Stmt.For x ->
                    new Stmt.For(
                            x.index(),
                            x.start(),
                            x.stop(),
                            x.step(),
                            x.kind(),
                            x.carried(),
                            shrink(x.body()),
                            x.results(),
                            x.attrs(),
                            x.span());
            case Stmt.While x ->
                    new Stmt.While(
                            x.condition(), x.carried(), shrink(x.body()), x.results(), x.span());
            default -> s;
        };
    }

    /** Replaces runs of statements, each as long as it may be, by calls of pieces. */
    private Block group(Block block) {
        List<Stmt> statements = block.statements();
        Map<Var, Integer> lastRead = new HashMap<>();
        for (int i = 0; i < statements.size(); i++) {
            int at = i;
            reads(statements.get(i), v -> lastRead.put(v, at), d -> {});
        }
        List<Stmt> out = new ArrayList<>();
        int start = 0;
        while (start < statements.size()) {
            Part part = new Part();
            int end = start;
            while (end < statements.size() && part.takes(statements.get(end))) {
                part.add(statements.get(end++));
            }
            if (part.statements.isEmpty()) {
                out.add(statements.get(start++));
                continue;
            }
            int last = end - 1;
            out.addAll(part.orCall(v -> lastRead.getOrDefault(v, -1) > last));
            start = end;
        }
        return new Block(out);
    }

    /** Statements that may become a piece. */
    private final class Part {
        private final List<Stmt> statements = new ArrayList<>();
        private final Set<Var> defined = new LinkedHashSet<>();
        private final Set<Var> inputs = new LinkedHashSet<>();
        private final Map<String, Dim> dims = new LinkedHashMap<>();
        private long size;

        /** Whether a statement may follow. */
        boolean takes(Stmt s) {
            if (!isClosed(s, false, false)) {
                return false;
            }
            Set<Object> all = new HashSet<>(inputs);
            all.addAll(dims.keySet());
            collect(s, new HashSet<>(defined), all::add, d -> all.add(d.name()));
            return statements.isEmpty()
                    || (all.size() <= MAX_PARAMS && size + CodeSize.of(s) <= BUDGET);
        }

        void add(Stmt s) {
            statements.add(s);
            size += CodeSize.of(s);
            collect(s, defined, inputs::add, d -> dims.putIfAbsent(d.name(), d));
        }

        private void collect(Stmt s, Set<Var> known, Consumer<Var> input, Consumer<Dim> dim) {
            definitions(s, known);
            reads(
                    s,
                    v -> {
                        if (!known.contains(v) && v.type() != Type.Opaque.UNKNOWN) {
                            input.accept(v);
                        }
                    },
                    dim);
        }

        /** A call of the piece, or the statements themselves where a call is not smaller. */
        List<Stmt> orCall(Predicate<Var> isReadLater) {
            List<Var> results = new ArrayList<>();
            for (Var v : defined) {
                if (v.type() != Type.Opaque.UNKNOWN && isReadLater.test(v)) {
                    results.add(v);
                }
            }
            List<Var> dimParams = new ArrayList<>();
            dims.forEach((name, d) -> dimParams.add(new Var(name, Type.INDEX, d.span())));
            Piece piece = piece(results, dimParams);
            Stmt call = call(piece, results);
            if (inputs.size() + dims.size() > MAX_PARAMS || 2 * CodeSize.of(call) >= size) {
                return statements;
            }
            pieces.add(piece);
            return List.of(call);
        }

        private Piece piece(List<Var> results, List<Var> dimParams) {
            List<Stmt> body = new ArrayList<>(statements);
            Span span = statements.getFirst().span();
            body.add(new Stmt.Return(List.copyOf(results), Span.NONE));
            List<Param> params = new ArrayList<>();
            inputs.forEach(v -> params.add(new Param(v, Direction.INOUT)));
            dimParams.forEach(v -> params.add(new Param(v, Direction.IN)));
            Function image =
                    new Function(
                            function.name() + "$" + (pieces.size() + 1),
                            function.kind(),
                            function.level(),
                            function.role(),
                            params,
                            results.stream().map(Var::type).toList(),
                            new Block(body),
                            Map.of(),
                            "",
                            span);
            return new Piece(image, function.name(), dimParams);
        }

        private Stmt call(Piece piece, List<Var> results) {
            Span span = piece.function().span();
            List<Expr> args = new ArrayList<>(inputs);
            args.addAll(dims.values());
            List<Type> types = piece.function().returns();
            Type type =
                    switch (types.size()) {
                        case 0 -> Type.Opaque.UNKNOWN;
                        case 1 -> types.getFirst();
                        default -> new Type.Tuple(types);
                    };
            Expr call = new Expr.FnCall(piece.function().name(), args, Map.of(), type, span);
            return switch (results.size()) {
                case 0 -> new Stmt.Eval(call, span);
                case 1 -> new Stmt.Assign(results.getFirst(), call, span);
                default -> new Stmt.Unpack(results, call, span);
            };
        }
    }

    /**
     * The variables that a statement defines for those that follow, and those of its inner blocks.
     */
    private static void definitions(Stmt s, Set<Var> into) {
        into.addAll(Walk.defined(s));
        Walk.blocks(s).forEach(block -> Walk.statements(block, x -> into.addAll(Walk.defined(x))));
    }

    private static void reads(Stmt s, Consumer<Var> variable, Consumer<Dim> dim) {
        Block only = new Block(List.of(s));
        Walk.expressions(
                only,
                e -> {
                    if (e instanceof Var v) {
                        variable.accept(v);
                    } else if (e instanceof Dim d) {
                        dim.accept(d);
                    }
                });
    }

    /** Whether control leaves a statement only at its end. */
    private static boolean isClosed(Stmt s, boolean inLoop, boolean inYielding) {
        return switch (s) {
            case Stmt.Return x -> false;
            case Stmt.Break x -> inLoop;
            case Stmt.Continue x -> inLoop;
            case Stmt.Yield x -> inYielding;
            case Stmt.If x ->
                    areClosed(x.then(), inLoop, inYielding || !x.results().isEmpty())
                            && areClosed(
                                    x.otherwise(), inLoop, inYielding || !x.results().isEmpty());
            case Stmt.For x -> areClosed(x.body(), true, true);
            case Stmt.While x -> areClosed(x.body(), true, true);
            case Stmt.Scope x -> areClosed(x.body(), inLoop, inYielding);
            default -> true;
        };
    }

    private static boolean areClosed(Block block, boolean inLoop, boolean inYielding) {
        return block.statements().stream().allMatch(s -> isClosed(s, inLoop, inYielding));
    }
}

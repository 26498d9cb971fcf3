package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Op;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Span;

/**
 * Kernels that assign a handful of tiles and numbers in loops and branches, at random but
 * terminating.
 */
final class RandomKernels {
    private static final Type.Tile WIDE = new Type.Tile(Exprs.indices(8, 16), DType.FP32);
    private static final Type.Tile NARROW = new Type.Tile(Exprs.indices(8, 16), DType.FP16);

    private final Random random;
    private final Var x =
            new Var("x", new Type.Tensor(Exprs.indices(8, 16), DType.FP32), Span.NONE);
    private final Var y =
            new Var("y", new Type.Tensor(Exprs.indices(8, 16), DType.FP32), Span.NONE);
    private final Var h =
            new Var("h", new Type.Tensor(Exprs.indices(8, 16), DType.FP16), Span.NONE);
    private final List<Var> wide = vars("a", WIDE, 4);
    private final List<Var> narrow = vars("n", NARROW, 2);
    private final List<Var> numbers = vars("i", Type.INDEX, 3);
    private int loops;

    private RandomKernels(long seed) {
        this.random = new Random(seed);
    }

    /** The kernel of a seed, as it would have been read. */
    static Program of(long seed) {
        return new RandomKernels(seed).program();
    }

    static Op op(String name) {
        return Catalogue.standard().named(name).stream()
                .filter(o -> o.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Var> vars(String name, Type type, int n) {
        List<Var> vars = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            vars.add(new Var(name + i, type, Span.NONE));
        }
        return vars;
    }

    private Program program() {
        List<Stmt> body = new ArrayList<>();
        numbers.forEach(v -> body.add(assign(v, Exprs.index(random.nextInt(4)))));
        wide.forEach(v -> body.add(assign(v, load(x))));
        narrow.forEach(v -> body.add(assign(v, load(h))));
        body.addAll(block(3, false).statements());
        wide.forEach(v -> body.add(store(v)));
        List<Function.Param> params =
                List.of(
                        new Function.Param(x, Function.Direction.IN),
                        new Function.Param(h, Function.Direction.IN),
                        new Function.Param(y, Function.Direction.OUT));
        Function f =
                new Function(
                        "kernel",
                        Function.Kind.InCore,
                        Function.Level.CHIP_DIE,
                        Function.Role.SubWorker,
                        params,
                        List.of(),
                        new Block(body),
                        Map.of(),
                        "",
                        Span.NONE);
        return new Program("Random", List.of(f), Span.NONE);
    }

    private static Expr load(Var source) {
        return op("pl.tile.load")
                .call(
                        Span.NONE,
                        source,
                        Exprs.tuple(Exprs.indices(0, 0)),
                        Exprs.tuple(Exprs.indices(8, 16)));
    }

    private Stmt store(Expr tile) {
        return new Stmt.Eval(
                op("pl.tile.store").call(Span.NONE, tile, Exprs.tuple(Exprs.indices(0, 0)), y),
                Span.NONE);
    }

    private static Stmt assign(Var target, Expr value) {
        return new Stmt.Assign(target, value, Span.NONE);
    }

    private Block block(int depth, boolean inLoop) {
        List<Stmt> out = new ArrayList<>();
        int n = 1 + random.nextInt(5);
        for (int i = 0; i < n; i++) {
            out.addAll(statement(depth, inLoop));
        }
        return new Block(out);
    }

    private List<Stmt> statement(int depth, boolean inLoop) {
        int choice = random.nextInt(depth > 0 ? 14 : 8);
        return switch (choice) {
            case 0, 1, 2, 3 -> List.of(assign(pick(wide), wideValue(2)));
            case 4 ->
                    List.of(
                            assign(
                                    pick(narrow),
                                    random.nextBoolean()
                                            ? pick(narrow)
                                            : cast(pick(wide), DType.FP16)));
            case 5 -> List.of(random.nextBoolean() ? assign(pick(numbers), number()) : exchange());
            case 6 -> List.of(store(pick(wide)));
            case 7 -> jump(inLoop);
            case 8, 9, 10 -> List.of(branch(depth, inLoop));
            case 11, 12 -> List.of(counted(depth));
            default -> conditional(depth);
        };
    }

    /** Several tiles take each other's values at once. */
    private Stmt exchange() {
        int n = 2 + random.nextInt(3);
        List<Var> targets = new ArrayList<>(wide);
        Collections.shuffle(targets, random);
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            values.add(
                    random.nextInt(4) == 0
                            ? op("pl.tile.fillpad_inplace").call(Span.NONE, pick(wide))
                            : pick(wide));
        }
        return new Stmt.Unpack(targets.subList(0, n), Exprs.tuple(values), Span.NONE);
    }

    private List<Stmt> jump(boolean inLoop) {
        if (!inLoop) {
            return List.of(store(wideValue(1)));
        }
        Stmt jump =
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> new Stmt.Break(Span.NONE);
                    case 3, 4, 5, 6 -> new Stmt.Continue(Span.NONE);
                    default -> new Stmt.Return(List.of(), Span.NONE);
                };
        List<Stmt> then = random.nextBoolean() ? List.of(jump) : List.of(store(pick(wide)), jump);
        return List.of(
                new Stmt.If(condition(), new Block(then), Block.EMPTY, List.of(), Span.NONE));
    }

    private Stmt branch(int depth, boolean inLoop) {
        Block otherwise = random.nextBoolean() ? block(depth - 1, inLoop) : Block.EMPTY;
        return new Stmt.If(condition(), block(depth - 1, inLoop), otherwise, List.of(), Span.NONE);
    }

    private Stmt counted(int depth) {
        Var index = new Var("r" + loops++, Type.INDEX, Span.NONE);
        Stmt.LoopKind kind = random.nextInt(4) == 0 ? Stmt.LoopKind.UNROLL : Stmt.LoopKind.RANGE;
        numbers.add(index);
        Block body = block(depth - 1, true);
        numbers.remove(index);
        Expr one = Exprs.index(1);
        Expr stop = Exprs.index(random.nextInt(4));
        if (kind == Stmt.LoopKind.RANGE && random.nextInt(3) == 0) {
            return new Stmt.For(
                    index,
                    stop,
                    Exprs.index(0),
                    Exprs.index(-1),
                    kind,
                    List.of(),
                    body,
                    List.of(),
                    Map.of(),
                    Span.NONE);
        }
        return new Stmt.For(
                index,
                Exprs.index(0),
                stop,
                one,
                kind,
                List.of(),
                body,
                List.of(),
                Map.of(),
                Span.NONE);
    }

    /** A while whose count nothing else changes. */
    private List<Stmt> conditional(int depth) {
        Var count = new Var("c" + loops++, Type.INDEX, Span.NONE);
        List<Stmt> body = new ArrayList<>();
        body.add(assign(count, Exprs.add(count, Exprs.index(1))));
        body.addAll(block(depth - 1, true).statements());
        Expr limit = Exprs.index(random.nextInt(4));
        Expr condition = Exprs.binary(BinaryOp.LT, count, limit);
        return List.of(
                assign(count, Exprs.index(0)),
                new Stmt.While(condition, List.of(), new Block(body), List.of(), Span.NONE));
    }

    private Expr wideValue(int depth) {
        Expr leaf = pick(wide);
        if (depth == 0) {
            return leaf;
        }
        return switch (random.nextInt(8)) {
            case 0, 1, 2 ->
                    op("pl.tile.add").call(Span.NONE, wideValue(depth - 1), wideValue(depth - 1));
            case 3 -> op("pl.tile.neg").call(Span.NONE, wideValue(depth - 1));
            case 4 -> op("pl.tile.fillpad_inplace").call(Span.NONE, leaf);
            case 5 -> cast(pick(narrow), DType.FP32);
            case 6 -> load(x);
            default -> leaf;
        };
    }

    private static Expr cast(Expr tile, DType to) {
        return op("pl.tile.cast").call(Span.NONE, tile, new Expr.Element(to, Span.NONE));
    }

    private Expr number() {
        Expr sum = Exprs.add(pick(numbers), random.nextBoolean() ? pick(numbers) : Exprs.index(1));
        return Exprs.mod(sum, Exprs.index(5));
    }

    private Expr condition() {
        BinaryOp op = List.of(BinaryOp.EQ, BinaryOp.LT, BinaryOp.GE).get(random.nextInt(3));
        Expr simple = Exprs.binary(op, pick(numbers), Exprs.index(random.nextInt(4)));
        return random.nextInt(4) == 0
                ? Exprs.binary(
                        BinaryOp.OR,
                        simple,
                        Exprs.binary(BinaryOp.EQ, pick(numbers), pick(numbers)))
                : simple;
    }

    private Var pick(List<Var> from) {
        return from.get(random.nextInt(from.size()));
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Primitive;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/**
 * Runs a kernel on symbols instead of elements: a tile's value is a number that stands for how it
 * was computed. Once tiles have addresses they live in a memory in which writing one destroys what
 * it overlaps. What is observed are the stored values.
 */
final class Interpreter {
    private record Bytes(int size, Object value) {}

    /** Control leaves a block. */
    private enum Exit {
        NONE,
        BREAK,
        CONTINUE,
        RETURN
    }

    private final List<Object> stored = new ArrayList<>();
    private final Map<Var, Object> values = new HashMap<>();
    private final TreeMap<Integer, Bytes> memory = new TreeMap<>();
    private final boolean placed;
    private int steps;

    private Interpreter(boolean placed) {
        this.placed = placed;
    }

    /** What a kernel stores, in order. */
    static List<Object> run(Function f, boolean placed) {
        Interpreter interpreter = new Interpreter(placed);
        f.params().forEach(p -> interpreter.values.put(p.var(), p.var().name()));
        interpreter.block(f.body());
        return interpreter.stored;
    }

    private Exit block(Block block) {
        for (Stmt s : block.statements()) {
            Exit exit = statement(s);
            if (exit != Exit.NONE) {
                return exit;
            }
        }
        return Exit.NONE;
    }

    private Exit statement(Stmt s) {
        if (++steps > 100_000) {
            throw new IllegalStateException("does not end");
        }
        switch (s) {
            case Stmt.Assign x -> set(x.target(), value(x.value()), x.value());
            case Stmt.Unpack x -> flow(x.targets(), ((Expr.Tuple) x.value()).items());
            case Stmt.Eval x -> value(x.value());
            case Stmt.If x -> {
                Block taken = truth(x.condition()) ? x.then() : x.otherwise();
                Exit exit = block(taken);
                flow(x.results(), Variables.yielded(taken));
                return exit;
            }
            case Stmt.For x -> {
                return loop(x);
            }
            case Stmt.While x -> {
                flow(x.carried().stream().map(Stmt.Carried::var).toList(), TileCopies.values(x));
                while (truth(x.condition())) {
                    Exit exit = block(x.body());
                    if (exit == Exit.RETURN || exit == Exit.BREAK) {
                        return exit == Exit.RETURN ? exit : Exit.NONE;
                    }
                    flow(
                            x.carried().stream().map(Stmt.Carried::var).toList(),
                            Variables.yielded(x.body()));
                }
                flow(
                        x.results(),
                        List.copyOf(x.carried().stream().map(Stmt.Carried::var).toList()));
            }
            case Stmt.Break x -> {
                return Exit.BREAK;
            }
            case Stmt.Continue x -> {
                return Exit.CONTINUE;
            }
            case Stmt.Return x -> {
                return Exit.RETURN;
            }
            case Stmt.Yield x -> {}
            default -> throw new IllegalStateException("unexpected " + s);
        }
        return Exit.NONE;
    }

    private Exit loop(Stmt.For x) {
        List<Var> vars = x.carried().stream().map(Stmt.Carried::var).toList();
        long stop = number(x.stop());
        long step = number(x.step());
        flow(vars, TileCopies.values(x));
        for (long i = number(x.start()); step > 0 ? i < stop : i > stop; i += step) {
            values.put(x.index(), i);
            Exit exit = block(x.body());
            if (exit == Exit.RETURN || exit == Exit.BREAK) {
                return exit == Exit.RETURN ? exit : Exit.NONE;
            }
            flow(vars, Variables.yielded(x.body()));
        }
        flow(x.results(), List.copyOf(vars));
        return Exit.NONE;
    }

    /** Values move to other variables; placed tiles do not move, so they must be there already. */
    private void flow(List<Var> targets, List<Expr> from) {
        List<Object> taken = new ArrayList<>();
        from.forEach(e -> taken.add(value(e)));
        for (int i = 0; i < Math.min(targets.size(), taken.size()); i++) {
            if (!placed || !TileLives.isTile(targets.get(i))) {
                values.put(targets.get(i), taken.get(i));
            } else if (!Objects.equals(read(targets.get(i)), taken.get(i))) {
                throw new IllegalStateException(
                        targets.get(i) + " does not hold what flows into it");
            }
        }
    }

    private void set(Var target, Object value, Expr from) {
        if (!placed || !TileLives.isTile(target)) {
            values.put(target, value);
            return;
        }
        Expr.Call call = (Expr.Call) from;
        int at = address(target);
        int size = TileBuffers.size(target);
        Primitive op = (Primitive) call.op();
        boolean inPlace =
                op.isInPlaceSafe() || op.sharesBufferOf().isPresent() || TileCopies.isCopy(call);
        for (Expr arg : call.args()) {
            if (arg instanceof Var v && TileLives.isTile(v)) {
                boolean apart = at + size <= address(v) || address(v) + TileBuffers.size(v) <= at;
                boolean same = at == address(v) && size == TileBuffers.size(v);
                if (!apart && !(inPlace && same)) {
                    throw new IllegalStateException(
                            target + " overlaps " + v + ", which " + op + " reads");
                }
            }
        }
        memory.entrySet()
                .removeIf(e -> e.getKey() < at + size && at < e.getKey() + e.getValue().size());
        memory.put(at, new Bytes(size, value));
    }

    private static int address(Var v) {
        return ((Type.Tile) v.type()).address().orElseThrow();
    }

    private Object read(Var v) {
        if (placed && TileLives.isTile(v)) {
            Bytes bytes = memory.get(address(v));
            if (bytes == null) {
                throw new IllegalStateException(v + " was overwritten");
            }
            return bytes.value();
        }
        Object value = values.get(v);
        if (value == null) {
            throw new IllegalStateException(v + " has no value");
        }
        return value;
    }

    private Object value(Expr e) {
        return switch (e) {
            case Var v -> read(v);
            case Expr.Int i -> i.value();
            case Expr.Bool b -> b.value();
            case Expr.Const c -> c.getClass().getSimpleName();
            case Expr.Tuple t -> t.items().stream().map(this::value).toList();
            case Expr.Binary b -> binary(b);
            case Expr.Unary u when u.op() == Expr.UnaryOp.NOT -> !truth(u.operand());
            case Expr.Call c -> call(c);
            default -> throw new IllegalStateException("unexpected " + e);
        };
    }

    private Object call(Expr.Call c) {
        if (TileCopies.isCopy(c)) {
            return value(c.args().getFirst());
        }
        if (c.op() instanceof Capability.Stores stores) {
            stored.add(value(c.args().getFirst()));
            return value(c.get(stores.destination()));
        }
        List<Object> operands = new ArrayList<>();
        c.args().forEach(a -> operands.add(value(a)));
        return Objects.hash(c.op().name(), ((Type.Tile) c.type()).dtype(), operands);
    }

    private Object binary(Expr.Binary b) {
        if (b.op() == Expr.BinaryOp.AND) {
            return truth(b.left()) && truth(b.right());
        }
        if (b.op() == Expr.BinaryOp.OR) {
            return truth(b.left()) || truth(b.right());
        }
        long x = number(b.left());
        long y = number(b.right());
        return switch (b.op()) {
            case EQ -> x == y;
            case NE -> x != y;
            case LT -> x < y;
            case LE -> x <= y;
            case GT -> x > y;
            case GE -> x >= y;
            default -> Exprs.fold(b.op(), x, y).orElseThrow();
        };
    }

    private boolean truth(Expr e) {
        return (Boolean) value(e);
    }

    private long number(Expr e) {
        return (Long) value(e);
    }
}

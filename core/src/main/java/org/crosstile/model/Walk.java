package org.crosstile.model;

import java.util.List;
import java.util.function.Consumer;

/** Visits statements and expressions in program order, outer before inner. */
public final class Walk {
    private Walk() {}

    /** Every statement below a block, at any depth. */
    public static void statements(Block block, Consumer<Stmt> visitor) {
        for (Stmt s : block.statements()) {
            visitor.accept(s);
            blocks(s).forEach(inner -> statements(inner, visitor));
        }
    }

    /** Every expression below a block, at any depth, sub-expressions after their parents. */
    public static void expressions(Block block, Consumer<Expr> visitor) {
        statements(block, s -> own(s).forEach(e -> expressions(e, visitor)));
    }

    /** An expression and everything below it. */
    public static void expressions(Expr e, Consumer<Expr> visitor) {
        visitor.accept(e);
        children(e).forEach(child -> expressions(child, visitor));
    }

    /** Every operator call below a block. */
    public static void calls(Block block, Consumer<Expr.Call> visitor) {
        expressions(
                block,
                e -> {
                    if (e instanceof Expr.Call call) {
                        visitor.accept(call);
                    }
                });
    }

    /** The blocks directly inside a statement. */
    public static List<Block> blocks(Stmt s) {
        return switch (s) {
            case Stmt.If x -> List.of(x.then(), x.otherwise());
            case Stmt.For x -> List.of(x.body());
            case Stmt.While x -> List.of(x.body());
            case Stmt.Scope x -> List.of(x.body());
            default -> List.of();
        };
    }

    /** The expressions that a statement evaluates itself, without those of inner blocks. */
    public static List<Expr> own(Stmt s) {
        return switch (s) {
            case Stmt.Assign x -> List.of(x.value());
            case Stmt.Unpack x -> List.of(x.value());
            case Stmt.Eval x -> List.of(x.value());
            case Stmt.If x -> List.of(x.condition());
            case Stmt.For x -> loop(x);
            case Stmt.While x -> {
                java.util.ArrayList<Expr> all = new java.util.ArrayList<>(inits(x.carried()));
                all.add(x.condition());
                yield all;
            }
            case Stmt.Yield x -> x.values();
            case Stmt.Return x -> x.values();
            case Stmt.Scope x -> List.copyOf(x.attrs().values());
            case Stmt.Break x -> List.of();
            case Stmt.Continue x -> List.of();
        };
    }

    private static List<Expr> loop(Stmt.For x) {
        java.util.ArrayList<Expr> all =
                new java.util.ArrayList<>(List.of(x.start(), x.stop(), x.step()));
        all.addAll(inits(x.carried()));
        all.addAll(x.attrs().values());
        return all;
    }

    private static List<Expr> inits(List<Stmt.Carried> carried) {
        return carried.stream().map(Stmt.Carried::init).toList();
    }

    /** The operands of an expression. */
    public static List<Expr> children(Expr e) {
        return switch (e) {
            case Var v -> List.of();
            case Dim d -> List.of();
            case Expr.Const c -> List.of();
            case Expr.Call c -> c.args();
            case Expr.FnCall c -> {
                java.util.ArrayList<Expr> all = new java.util.ArrayList<>(c.args());
                all.addAll(c.attrs().values());
                yield all;
            }
            case Expr.Tuple t -> t.items();
            case Expr.Item i -> List.of(i.tuple());
            case Expr.Binary b -> List.of(b.left(), b.right());
            case Expr.Unary u -> List.of(u.operand());
            case Expr.Cast c -> List.of(c.operand());
        };
    }

    /** The variables that a statement itself defines. */
    public static List<Var> defined(Stmt s) {
        return switch (s) {
            case Stmt.Assign x -> List.of(x.target());
            case Stmt.Unpack x -> x.targets();
            case Stmt.If x -> x.results();
            case Stmt.For x -> {
                java.util.ArrayList<Var> all = new java.util.ArrayList<>(List.of(x.index()));
                x.carried().forEach(c -> all.add(c.var()));
                all.addAll(x.results());
                yield all;
            }
            case Stmt.While x -> {
                java.util.ArrayList<Var> all = new java.util.ArrayList<>();
                x.carried().forEach(c -> all.add(c.var()));
                all.addAll(x.results());
                yield all;
            }
            case Stmt.Scope x -> x.bound().map(List::of).orElse(List.of());
            default -> List.of();
        };
    }
}

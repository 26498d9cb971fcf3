package org.crosstile.lower;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.model.Block;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Function;
import org.crosstile.model.Primitive;
import org.crosstile.model.Program;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Gives every nested call a variable of its own, so that operands are variables, constants, tuples
 * and scalar arithmetic. The right side of {@code and} and {@code or} is only evaluated where it
 * counts: if it calls something, it moves into a branch.
 */
public final class FlattenCallExpr implements Pass {
    @Override
    public Stage needs() {
        return Stage.STRUCTURED;
    }

    @Override
    public Stage gives() {
        return Stage.FLAT;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(f -> f.isSubWorker() ? f : new Flattener(f).function());
    }

    private static final class Flattener {
        private final Function f;
        private final NameSource names;
        private List<Stmt> out = new ArrayList<>();

        Flattener(Function f) {
            this.f = f;
            this.names = Variables.names(f);
        }

        Function function() {
            return f.withBody(block(f.body()));
        }

        private Block block(Block block) {
            List<Stmt> outer = out;
            out = new ArrayList<>();
            for (Stmt s : block.statements()) {
                // what the statement needs first is written to `out` before the statement itself
                Stmt flat = statement(s);
                out.add(flat);
            }
            Block written = new Block(out);
            out = outer;
            return written;
        }

        private Stmt statement(Stmt s) {
            return switch (s) {
                case Stmt.Assign x -> new Stmt.Assign(x.target(), whole(x.value()), x.span());
                case Stmt.Unpack x -> new Stmt.Unpack(x.targets(), whole(x.value()), x.span());
                case Stmt.Eval x -> evaluated(whole(x.value()), x.span());
                case Stmt.If x -> {
                    Expr condition = operand(x.condition());
                    yield new Stmt.If(
                            condition,
                            block(x.then()),
                            block(x.otherwise()),
                            x.results(),
                            x.span());
                }
                case Stmt.For x -> loop(x);
                case Stmt.While x -> {
                    List<Stmt.Carried> carried = carried(x.carried());
                    yield new Stmt.While(
                            x.condition(), carried, block(x.body()), x.results(), x.span());
                }
                case Stmt.Yield x -> new Stmt.Yield(operands(x.values()), x.span());
                case Stmt.Return x -> new Stmt.Return(operands(x.values()), x.span());
                case Stmt.Scope x ->
                        new Stmt.Scope(x.kind(), x.attrs(), x.bound(), block(x.body()), x.span());
                case Stmt.Break x -> x;
                case Stmt.Continue x -> x;
            };
        }

        /**
         * A call that changes a tile in place, though nobody takes its result, changes the tile's
         * variable.
         */
        private static Stmt evaluated(Expr value, Span span) {
            boolean changes =
                    value instanceof Expr.Call c
                            && c.op() instanceof Primitive p
                            && p.sharesBufferOf().isPresent()
                            && c.get(p.sharesBufferOf().get()) instanceof Var;
            if (!changes) {
                return new Stmt.Eval(value, span);
            }
            Expr.Call call = (Expr.Call) value;
            Slot changed = ((Primitive) call.op()).sharesBufferOf().orElseThrow();
            return new Stmt.Assign((Var) call.get(changed), call, span);
        }

        private Stmt loop(Stmt.For x) {
            Expr start = operand(x.start());
            Expr stop = operand(x.stop());
            Expr step = operand(x.step());
            List<Stmt.Carried> carried = carried(x.carried());
            return new Stmt.For(
                    x.index(),
                    start,
                    stop,
                    step,
                    x.kind(),
                    carried,
                    block(x.body()),
                    x.results(),
                    x.attrs(),
                    x.span());
        }

        private List<Stmt.Carried> carried(List<Stmt.Carried> all) {
            List<Stmt.Carried> flat = new ArrayList<>();
            all.forEach(c -> flat.add(new Stmt.Carried(c.var(), operand(c.init()))));
            return flat;
        }

        /** A call with flat operands, or any other expression without calls. */
        private Expr whole(Expr e) {
            return switch (e) {
                case Expr.Call c ->
                        new Expr.Call(c.op(), operands(c.args()), c.attrs(), c.type(), c.span());
                case Expr.FnCall c -> {
                    List<Expr> args = operands(c.args());
                    Map<String, Expr> attrs = new LinkedHashMap<>();
                    c.attrs().forEach((key, value) -> attrs.put(key, operand(value)));
                    yield new Expr.FnCall(c.callee(), args, attrs, c.type(), c.span());
                }
                default -> operand(e);
            };
        }

        private List<Expr> operands(List<Expr> all) {
            List<Expr> flat = new ArrayList<>();
            all.forEach(e -> flat.add(operand(e)));
            return flat;
        }

        private Expr operand(Expr e) {
            if (!Jumps.calls(e)) {
                return e instanceof Expr.Item i && i.tuple() instanceof Expr.Tuple t
                        ? t.items().get(i.index())
                        : e;
            }
            return switch (e) {
                case Expr.Call c -> named(whole(c));
                case Expr.FnCall c -> named(whole(c));
                case Expr.Tuple t -> new Expr.Tuple(operands(t.items()), t.span());
                case Expr.Item i ->
                        new Expr.Item(operand(i.tuple()), i.index(), i.type(), i.span());
                case Expr.Binary b when b.op().isLogic() && Jumps.calls(b.right()) ->
                        shortCircuit(b);
                case Expr.Binary b ->
                        new Expr.Binary(
                                b.op(), operand(b.left()), operand(b.right()), b.type(), b.span());
                case Expr.Unary u ->
                        new Expr.Unary(u.op(), operand(u.operand()), u.type(), u.span());
                case Expr.Cast c -> new Expr.Cast(operand(c.operand()), c.to(), c.span());
                case Var v -> v;
                case Dim d -> d;
                case Expr.Const c -> c;
            };
        }

        private Expr named(Expr call) {
            Var name = new Var(names.fresh("t"), call.type(), call.span());
            out.add(new Stmt.Assign(name, call, call.span()));
            return name;
        }

        private Expr shortCircuit(Expr.Binary b) {
            Span span = b.span();
            Var truth = new Var(names.fresh("t"), Type.BOOL, span);
            out.add(new Stmt.Assign(truth, operand(b.left()), span));
            Block right = block(new Block(List.of(new Stmt.Assign(truth, b.right(), span))));
            Block none = Block.EMPTY;
            boolean and = b.op() == BinaryOp.AND;
            out.add(new Stmt.If(truth, and ? right : none, and ? none : right, List.of(), span));
            return truth;
        }
    }
}

package org.crosstile.lower;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.model.Binding;
import org.crosstile.model.Block;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Constants and copies, forwards through a function in SSA form; see {@link Simplify}. */
final class Folding extends Renamer {
    /** What is computed of constants has no value. */
    static final Rule CONSTANTS =
            Rule.of(
                            "constant-arithmetic",
                            "what is computed of constants must be a number of 64 bits")
                    .explained(
                            "A result that does not fit would silently be another number, and a division by zero"
                                    + " is none at all.",
                            "kernel",
                            "most = 9223372036854775807\nlate = most + 1\n"
                                    + "pl.store(pl.load(x, [late, 0], [1, 64]), [0, 0], y)",
                            "most = 6\nlate = most + 1\n"
                                    + "pl.store(pl.load(x, [late, 0], [1, 64]), [0, 0], y)");

    private final Problems problems;

    Folding(Problems problems) {
        this.problems = problems;
    }

    @Override
    protected List<Stmt> statement(Stmt s) {
        return switch (s) {
            case Stmt.Assign x -> {
                Expr value = expr(x.value());
                if (isReplaceable(x.target(), value)) {
                    replace(x.target(), value);
                    yield List.of();
                }
                Var target = define(x.target());
                yield List.of(
                        value == x.value() && target == x.target()
                                ? x
                                : new Stmt.Assign(target, value, x.span()));
            }
            case Stmt.If x -> branch(x);
            case Stmt.For x when isEmpty(x) && !Signalling.in(x.body()) ->
                    skip(x.carried(), x.results());
            case Stmt.While x
                    when x.condition() instanceof Expr.Bool b
                            && !b.value()
                            && !Signalling.in(x.body()) ->
                    skip(x.carried(), x.results());
            default -> super.statement(s);
        };
    }

    private boolean isReplaceable(Var target, Expr value) {
        boolean simple =
                value instanceof Expr.Const || value instanceof Var || value instanceof Dim;
        return simple && Structure.same(value.type(), type(target.type()));
    }

    private List<Stmt> branch(Stmt.If x) {
        Expr condition = expr(x.condition());
        if (condition instanceof Expr.Bool b
                && !Signalling.in(b.value() ? x.otherwise() : x.then())) {
            Block taken = block(b.value() ? x.then() : x.otherwise());
            List<Expr> yields = Variables.yielded(taken);
            for (int i = 0; i < x.results().size(); i++) {
                replace(x.results().get(i), yields.get(i));
            }
            List<Stmt> all = taken.statements();
            return yields.isEmpty() || x.results().isEmpty() ? all : all.subList(0, all.size() - 1);
        }
        if (x.then().isEmpty() && x.otherwise().isEmpty()) {
            return List.of();
        }
        return super.statement(x);
    }

    private boolean isEmpty(Stmt.For x) {
        OptionalLong start = Exprs.constant(expr(x.start()));
        OptionalLong stop = Exprs.constant(expr(x.stop()));
        OptionalLong step = Exprs.constant(expr(x.step()));
        if (start.isEmpty() || stop.isEmpty() || step.isEmpty()) {
            return false;
        }
        return step.getAsLong() > 0
                ? start.getAsLong() >= stop.getAsLong()
                : step.getAsLong() < 0 && start.getAsLong() <= stop.getAsLong();
    }

    private List<Stmt> skip(List<Stmt.Carried> carried, List<Var> results) {
        for (int i = 0; i < results.size(); i++) {
            replace(results.get(i), expr(carried.get(i).init()));
        }
        return List.of();
    }

    @Override
    protected Expr expr(Expr e) {
        Expr image = super.expr(e);
        return switch (image) {
            case Expr.Binary b -> binary(b);
            case Expr.Unary u -> unary(u);
            case Expr.Cast c -> cast(c);
            case Expr.Call c when c != e -> literals(c);
            case Expr.Item i when i.tuple() instanceof Expr.Tuple t -> t.items().get(i.index());
            default -> image;
        };
    }

    /** What has become a constant has the type that a literal has in its place. */
    private static Expr literals(Expr.Call c) {
        List<Expr> args = new ArrayList<>();
        for (int i = 0; i < c.args().size(); i++) {
            args.add(Binding.literal(c.op().slots().get(i), c.args().get(i)));
        }
        return c.with(args, c.type());
    }

    /** Reports an operation on constants whose result is no number of 64 bits. */
    private void checkValue(Expr.Binary b, BigInteger x, BigInteger y) {
        Optional<BigInteger> exact =
                switch (b.op()) {
                    case ADD -> Optional.of(x.add(y));
                    case SUB -> Optional.of(x.subtract(y));
                    case MUL -> Optional.of(x.multiply(y));
                    case FLOOR_DIV, MOD ->
                            y.signum() == 0 ? Optional.empty() : Optional.of(BigInteger.ZERO);
                    default -> Optional.of(BigInteger.ZERO);
                };
        if (exact.isEmpty() || exact.get().bitLength() > 63) {
            String found = x + " " + b.op().symbol() + " " + y;
            Problem.error(
                            CONSTANTS,
                            b.span(),
                            exact.map(value -> "this is " + value).orElse("this is " + found))
                    .hint(exact.isEmpty() ? "a divisor must not be 0" : "use smaller numbers")
                    .to(problems);
        }
    }

    private Expr binary(Expr.Binary b) {
        if (b.op().isLogic()) {
            return logic(b);
        }
        if (b.left() instanceof Expr.Int x
                && b.right() instanceof Expr.Int y
                && b.op().isComparison()) {
            return new Expr.Bool(compare(b.op(), x.value(), y.value()), b.span());
        }
        if (b.left() instanceof Expr.Int x
                && b.right() instanceof Expr.Int y
                && x.dtype() != DType.UINT64) {
            checkValue(b, BigInteger.valueOf(x.value()), BigInteger.valueOf(y.value()));
        }
        boolean oneType = Structure.same(b.left().type(), b.right().type());
        if (oneType && !b.op().isComparison() && Exprs.dtype(b.left()).isInteger()) {
            Expr folded = Exprs.binary(b.op(), b.left(), b.right());
            return folded instanceof Expr.Binary ? b : folded;
        }
        return b;
    }

    private static boolean compare(BinaryOp op, long x, long y) {
        return switch (op) {
            case EQ -> x == y;
            case NE -> x != y;
            case LT -> x < y;
            case LE -> x <= y;
            case GT -> x > y;
            default -> x >= y;
        };
    }

    private static Expr logic(Expr.Binary b) {
        boolean and = b.op() == BinaryOp.AND;
        if (b.left() instanceof Expr.Bool x) {
            return x.value() == and ? b.right() : x;
        }
        if (b.right() instanceof Expr.Bool y) {
            return y.value() == and ? b.left() : y;
        }
        return b;
    }

    private static Expr unary(Expr.Unary u) {
        if (u.op() == Expr.UnaryOp.NOT && u.operand() instanceof Expr.Bool b) {
            return new Expr.Bool(!b.value(), u.span());
        }
        if (u.op() == Expr.UnaryOp.NOT
                && u.operand() instanceof Expr.Unary inner
                && inner.op() == u.op()) {
            return inner.operand();
        }
        boolean negates = u.op() == Expr.UnaryOp.NEG && u.operand() instanceof Expr.Int;
        return negates ? Exprs.negate(u.operand()) : u;
    }

    private static Expr cast(Expr.Cast c) {
        if (c.operand() instanceof Expr.Int i) {
            if (c.to().isInteger()) {
                return Exprs.cast(i, c.to());
            }
            return c.to().isFloat()
                    ? new Expr.Real(c.to().round((double) i.value()), c.to(), c.span())
                    : c;
        }
        return c.operand().type() instanceof Type.Scalar s && s.dtype() == c.to() ? c.operand() : c;
    }
}

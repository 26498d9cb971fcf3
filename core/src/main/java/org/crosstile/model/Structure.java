package org.crosstile.model;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Function.Param;

/** Structural equality: spans do not count, variables correspond one to one. */
@SuppressWarnings("ReferenceEquality") // variables are the same or they are not
public final class Structure {
    private final IdentityHashMap<Var, Var> partner = new IdentityHashMap<>();
    private final IdentityHashMap<Var, Var> back = new IdentityHashMap<>();
    private final boolean renaming;

    private Structure(boolean renaming) {
        this.renaming = renaming;
    }

    /** Whether two expressions over the same variables are the same. */
    public static boolean same(Expr a, Expr b) {
        return new Structure(false).equal(a, b);
    }

    public static boolean same(List<Expr> a, List<Expr> b) {
        return new Structure(false).all(a, b);
    }

    /** Whether two types over the same variables are the same. */
    public static boolean same(Type a, Type b) {
        return new Structure(false).equal(a, b);
    }

    /** Whether two programs differ only in spans and in names of variables. */
    public static boolean same(Program a, Program b) {
        if (a.functions().size() != b.functions().size() || !a.name().equals(b.name())) {
            return false;
        }
        for (int i = 0; i < a.functions().size(); i++) {
            if (!same(a.functions().get(i), b.functions().get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether two functions differ only in spans and in names of variables. */
    public static boolean same(Function a, Function b) {
        return new Structure(true).equal(a, b);
    }

    private boolean equal(Function a, Function b) {
        if (!a.name().equals(b.name())
                || a.kind() != b.kind()
                || a.level() != b.level()
                || a.role() != b.role()
                || a.params().size() != b.params().size()
                || a.returns().size() != b.returns().size()
                || !a.verbatim().strip().equals(b.verbatim().strip())) {
            return false;
        }
        for (int i = 0; i < a.params().size(); i++) {
            Param x = a.params().get(i);
            Param y = b.params().get(i);
            if (x.direction() != y.direction() || !define(x.var(), y.var())) {
                return false;
            }
        }
        return equal(a.attrs(), b.attrs()) && equal(a.body(), b.body());
    }

    private boolean define(Var a, Var b) {
        if (partner.containsKey(a)) {
            return partner.get(a) == b;
        }
        if (back.containsKey(b) || !equal(a.type(), b.type())) {
            return false;
        }
        partner.put(a, b);
        back.put(b, a);
        return true;
    }

    private boolean defineAll(List<Var> a, List<Var> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!define(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean equal(Block a, Block b) {
        if (a.statements().size() != b.statements().size()) {
            return false;
        }
        for (int i = 0; i < a.statements().size(); i++) {
            if (!equal(a.statements().get(i), b.statements().get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean equal(Stmt a, Stmt b) {
        return switch (a) {
            case Stmt.Assign x when b instanceof Stmt.Assign y ->
                    equal(x.value(), y.value()) && define(x.target(), y.target());
            case Stmt.Unpack x when b instanceof Stmt.Unpack y ->
                    equal(x.value(), y.value()) && defineAll(x.targets(), y.targets());
            case Stmt.Eval x when b instanceof Stmt.Eval y -> equal(x.value(), y.value());
            case Stmt.If x when b instanceof Stmt.If y ->
                    equal(x.condition(), y.condition())
                            && equal(x.then(), y.then())
                            && equal(x.otherwise(), y.otherwise())
                            && defineAll(x.results(), y.results());
            case Stmt.For x when b instanceof Stmt.For y -> equalLoops(x, y);
            case Stmt.While x when b instanceof Stmt.While y ->
                    carried(x.carried(), y.carried())
                            && equal(x.condition(), y.condition())
                            && equal(x.body(), y.body())
                            && defineAll(x.results(), y.results());
            case Stmt.Yield x when b instanceof Stmt.Yield y -> all(x.values(), y.values());
            case Stmt.Return x when b instanceof Stmt.Return y -> all(x.values(), y.values());
            case Stmt.Break x -> b instanceof Stmt.Break;
            case Stmt.Continue x -> b instanceof Stmt.Continue;
            case Stmt.Scope x when b instanceof Stmt.Scope y ->
                    x.kind() == y.kind()
                            && equal(x.attrs(), y.attrs())
                            && bound(x.bound(), y.bound())
                            && equal(x.body(), y.body());
            default -> false;
        };
    }

    private boolean equalLoops(Stmt.For a, Stmt.For b) {
        return a.kind() == b.kind()
                && equal(a.start(), b.start())
                && equal(a.stop(), b.stop())
                && equal(a.step(), b.step())
                && equal(a.attrs(), b.attrs())
                && define(a.index(), b.index())
                && carried(a.carried(), b.carried())
                && equal(a.body(), b.body())
                && defineAll(a.results(), b.results());
    }

    private boolean bound(Optional<Var> a, Optional<Var> b) {
        return a.isPresent() == b.isPresent() && (a.isEmpty() || define(a.get(), b.orElseThrow()));
    }

    private boolean carried(List<Stmt.Carried> a, List<Stmt.Carried> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!equal(a.get(i).init(), b.get(i).init())
                    || !define(a.get(i).var(), b.get(i).var())) {
                return false;
            }
        }
        return true;
    }

    private boolean equal(Map<String, Expr> a, Map<String, Expr> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<String, Expr> entry : a.entrySet()) {
            Expr other = b.get(entry.getKey());
            if (other == null || !equal(entry.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private boolean all(List<Expr> a, List<Expr> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!equal(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean equal(Expr a, Expr b) {
        return switch (a) {
            case Var x when b instanceof Var y ->
                    renaming ? partner.get(x) == y || (x == y) : x == y;
            case Dim x when b instanceof Dim y -> x.name().equals(y.name());
            case Expr.Int x when b instanceof Expr.Int y ->
                    x.value() == y.value() && x.dtype() == y.dtype();
            case Expr.Real x when b instanceof Expr.Real y ->
                    Double.compare(x.value(), y.value()) == 0 && x.dtype() == y.dtype();
            case Expr.Bool x when b instanceof Expr.Bool y -> x.value() == y.value();
            case Expr.Text x when b instanceof Expr.Text y -> x.value().equals(y.value());
            case Expr.Element x when b instanceof Expr.Element y -> x.value() == y.value();
            case Expr.Code x when b instanceof Expr.Code y -> x.value() == y.value();
            case Expr.None x -> b instanceof Expr.None;
            case Expr.Call x when b instanceof Expr.Call y ->
                    x.op() == y.op() && all(x.args(), y.args()) && equal(x.attrs(), y.attrs());
            case Expr.FnCall x when b instanceof Expr.FnCall y ->
                    x.callee().equals(y.callee())
                            && all(x.args(), y.args())
                            && equal(x.attrs(), y.attrs());
            case Expr.Tuple x when b instanceof Expr.Tuple y -> all(x.items(), y.items());
            case Expr.Item x when b instanceof Expr.Item y ->
                    x.index() == y.index() && equal(x.tuple(), y.tuple());
            case Expr.Binary x when b instanceof Expr.Binary y ->
                    x.op() == y.op() && equal(x.left(), y.left()) && equal(x.right(), y.right());
            case Expr.Unary x when b instanceof Expr.Unary y ->
                    x.op() == y.op() && equal(x.operand(), y.operand());
            case Expr.Cast x when b instanceof Expr.Cast y ->
                    x.to() == y.to() && equal(x.operand(), y.operand());
            default -> false;
        };
    }

    private boolean equal(Type a, Type b) {
        return switch (a) {
            case Type.TensorLike x when b instanceof Type.TensorLike y ->
                    x.getClass() == y.getClass()
                            && x.dtype() == y.dtype()
                            && all(x.shape(), y.shape())
                            && x.view().layout() == y.view().layout()
                            && all(x.view().stride(), y.view().stride())
                            && all(x.view().valid(), y.view().valid());
            case Type.Tile x when b instanceof Type.Tile y ->
                    x.dtype() == y.dtype()
                            && x.space() == y.space()
                            && x.address().equals(y.address())
                            && all(x.shape(), y.shape())
                            && all(x.valid(), y.valid());
            case Type.Tuple x when b instanceof Type.Tuple y -> {
                boolean equal = x.items().size() == y.items().size();
                for (int i = 0; equal && i < x.items().size(); i++) {
                    equal = equal(x.items().get(i), y.items().get(i));
                }
                yield equal;
            }
            default -> a.equals(b);
        };
    }
}

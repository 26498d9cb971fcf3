package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Submission;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/**
 * Writes statements. Values that are merged or carried are assigned in parallel: all are pushed,
 * then all are stored, so that two carried values may change places.
 */
final class Statements {
    /** Where {@code continue} and {@code break} go. */
    record LoopEnds(Label next, Label exit) {}

    private final Method method;
    private final CodeBuilder code;
    private final Loops loops;

    /** The variables that a yield sets: innermost loop or branch with values first. */
    private final Deque<List<Var>> yields = new ArrayDeque<>();

    private final Deque<LoopEnds> ends = new ArrayDeque<>();

    Statements(Method method) {
        this.method = method;
        this.code = method.code();
        this.loops = new Loops(method, this);
    }

    /** Writes a function's body, and what happens at its end. */
    void body(Block body) {
        if (method.function().kind() == Function.Kind.Group) {
            new GroupEntry(method).start(method.function());
            body = withoutCalls(body);
        }
        if (!block(body)) {
            return;
        }
        if (method.target().result().equals(Carrier.NOTHING)) {
            code.return_();
        } else {
            method.values().fail("noReturn", method.function().name());
        }
    }

    private static Block withoutCalls(Block group) {
        return new Block(
                group.statements().stream().filter(s -> !(s instanceof Stmt.Eval)).toList());
    }

    /** Writes a block; false if its end is never reached. */
    boolean block(Block block) {
        Locals.Scope scope = method.locals().enter();
        boolean goesOn = true;
        for (Stmt s : block.statements()) {
            if (!goesOn) {
                break;
            }
            method.at(s.span());
            tell(s);
            goesOn = statement(s);
        }
        method.locals().leave(scope);
        return goesOn;
    }

    private void tell(Stmt s) {
        if (method.unit().isTold(s.span()) && method.target().port().equals(Unit.RANK)) {
            method.calls().at(s.span(), "statement");
        }
    }

    /** Writes a loop's body. */
    boolean loopBody(Block body, List<Var> carried, LoopEnds labels) {
        yields.push(carried);
        ends.push(labels);
        boolean goesOn = block(body);
        ends.pop();
        yields.pop();
        return goesOn;
    }

    private boolean statement(Stmt s) {
        switch (s) {
            case Stmt.Assign x -> assign(x.target(), x.value());
            case Stmt.Unpack x -> unpack(x);
            case Stmt.Eval x -> method.values().discard(x.value());
            case Stmt.Yield x -> yieldValues(x);
            case Stmt.For x -> loops.counted(x);
            case Stmt.While x -> loops.conditional(x);
            case Stmt.If x -> {
                return branch(x);
            }
            case Stmt.Scope x -> {
                return scope(x);
            }
            case Stmt.Return x -> {
                returnValues(x.values());
                return false;
            }
            case Stmt.Break x -> {
                code.goto_(innermost().exit());
                return false;
            }
            case Stmt.Continue x -> {
                code.goto_(innermost().next());
                return false;
            }
        }
        return true;
    }

    private LoopEnds innermost() {
        if (ends.isEmpty()) {
            throw new IllegalStateException("no loop to leave");
        }
        return ends.peek();
    }

    private void assign(Var target, Expr value) {
        if (target.type() == Type.Opaque.UNKNOWN) {
            method.values().discard(value);
        } else {
            method.values().pushAs(value, target.type());
            method.locals().store(target);
        }
    }

    private void unpack(Stmt.Unpack x) {
        List<Var> targets = x.targets();
        if (x.value() instanceof Expr.Tuple literal) {
            assignAll(targets, literal.items());
            return;
        }
        method.values().push(x.value());
        if (x.value() instanceof Expr.FnCall call && Submission.isSubmit(call)) {
            method.locals().store(targets.getLast()); // the others are never read
            return;
        }
        for (int i = 0; i < targets.size(); i++) {
            if (targets.get(i).type() != Type.Opaque.UNKNOWN) {
                code.dup();
                method.values().component(i, x.value().type(), targets.get(i).type());
                method.locals().store(targets.get(i));
            }
        }
        code.pop();
    }

    private void yieldValues(Stmt.Yield x) {
        if (x.values().isEmpty()) {
            return;
        }
        if (yields.isEmpty()) {
            throw new IllegalStateException("a yield outside loops and branches");
        }
        assignAll(yields.peek(), x.values());
    }

    /** Parallel assignment. */
    void assignAll(List<Var> targets, List<Expr> values) {
        if (targets.size() != values.size()) {
            throw new IllegalStateException(values.size() + " values for " + targets.size());
        }
        for (int i = 0; i < targets.size(); i++) {
            method.values().pushAs(values.get(i), targets.get(i).type());
        }
        storeAll(targets);
    }

    /** Stores what has been pushed for each variable; the last one wins if one is named twice. */
    void storeAll(List<Var> targets) {
        for (int i = targets.size() - 1; i >= 0; i--) {
            Var target = targets.get(i);
            if (targets.lastIndexOf(target) == i) {
                method.locals().store(target);
            } else {
                Carrier.of(target.type()).pop(code);
            }
        }
    }

    private boolean branch(Stmt.If x) {
        x.results().forEach(method.locals()::reserve);
        Label otherwise = code.newLabel();
        method.scalars().jump(x.condition(), false, otherwise);
        boolean thenGoesOn = armOf(x, x.then());
        if (x.otherwise().isEmpty()) {
            code.labelBinding(otherwise);
            return true;
        }
        Label end = code.newLabel();
        if (thenGoesOn) {
            code.goto_(end);
        }
        code.labelBinding(otherwise);
        boolean otherwiseGoesOn = armOf(x, x.otherwise());
        code.labelBinding(end);
        boolean goesOn = thenGoesOn || otherwiseGoesOn;
        if (goesOn) {
            x.results().forEach(method.locals()::show);
        }
        return goesOn;
    }

    private boolean armOf(Stmt.If x, Block arm) {
        if (x.results().isEmpty()) {
            return block(arm);
        }
        yields.push(x.results());
        boolean goesOn = block(arm);
        yields.pop();
        return goesOn;
    }

    private boolean scope(Stmt.Scope x) {
        if (x.bound().isPresent()) {
            Var bound = x.bound().get();
            method.scalars().pushInteger(-1, DType.TASK_ID);
            method.locals().store(bound);
        }
        return block(x.body());
    }

    private void returnValues(List<Expr> values) {
        List<Type> types = method.function().returns();
        Carrier result = method.target().result();
        if (result.equals(Carrier.NOTHING)) {
            values.forEach(method.values()::discard);
            code.return_();
            return;
        }
        if (values.size() == types.size() && types.size() == 1) {
            method.values().pushAs(values.getFirst(), types.getFirst());
        } else if (values.size() == 1) {
            method.values().pushAs(values.getFirst(), new Type.Tuple(types));
        } else if (values.isEmpty()) {
            method.values().fail("noReturn", method.function().name());
            return;
        } else {
            method.values().objects(values, types);
        }
        code.return_(result.isReference() ? TypeKind.REFERENCE : result.kind());
    }
}

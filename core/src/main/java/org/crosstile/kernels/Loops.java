package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;

/**
 * Loops. All kinds of counted loops run one iteration after the other. The carried variables live
 * outside the loop, and its results are other names for them.
 */
final class Loops {
    private static final ClassDesc SCALAR_MATH = Carrier.reference(ScalarMath.class).desc();
    private static final ClassDesc J = ConstantDescs.CD_long;

    private final Method method;
    private final CodeBuilder code;
    private final Statements statements;

    Loops(Method method, Statements statements) {
        this.method = method;
        this.code = method.code();
        this.statements = statements;
    }

    void conditional(Stmt.While x) {
        List<Var> carried = x.carried().stream().map(Stmt.Carried::var).toList();
        statements.assignAll(carried, x.carried().stream().map(Stmt.Carried::init).toList());
        Label top = code.newBoundLabel();
        Label exit = code.newLabel();
        poll(x.span());
        method.scalars().jump(x.condition(), false, exit);
        if (statements.loopBody(x.body(), carried, new Statements.LoopEnds(top, exit))) {
            method.at(x.span());
            code.goto_(top);
        }
        code.labelBinding(exit);
        results(carried, x.results());
    }

    void counted(Stmt.For x) {
        List<Var> carried = x.carried().stream().map(Stmt.Carried::var).toList();
        Range range = new Range(x);
        range.push();
        x.carried().forEach(c -> method.values().pushAs(c.init(), c.var().type()));
        carried.forEach(method.locals()::reserve);
        Locals.Scope scope = method.locals().enter();
        statements.storeAll(carried);
        range.store();
        Label top = code.newBoundLabel();
        Label next = code.newLabel();
        Label exit = code.newLabel();
        method.at(x.span());
        range.exitWhenDone(exit);
        range.setIndex();
        statements.loopBody(x.body(), carried, new Statements.LoopEnds(next, exit));
        code.labelBinding(next);
        poll(x.span());
        range.advance();
        code.goto_(top);
        code.labelBinding(exit);
        method.locals().leave(scope);
        results(carried, x.results());
    }

    /** Nothing runs on after the end of a run: who computes without end looks for it here. */
    private void poll(Span span) {
        method.marked(
                span,
                () ->
                        code.aload(0)
                                .invokeinterface(
                                        method.target().port(),
                                        "poll",
                                        MethodTypeDesc.of(ConstantDescs.CD_void)));
    }

    /** The results hold what the carried variables held last, which do not change any more. */
    private void results(List<Var> carried, List<Var> results) {
        for (int i = 0; i < results.size(); i++) {
            Var result = results.get(i);
            if (method.locals().has(result)) {
                method.locals().load(carried.get(i));
                method.locals().store(result);
            } else {
                method.locals().alias(result, carried.get(i));
            }
        }
    }

    /**
     * What a counted loop counts. The loop variable counts itself, unless the program assigns it or
     * reads it after the loop. Ends and steps that are constant have no slot (-1).
     */
    private final class Range {
        private final Stmt.For loop;
        private final DType dtype;
        private final TypeKind kind;
        private final OptionalLong step;
        private final boolean inlineStop;
        private boolean hidden;
        private int counterSlot;
        private int stopSlot = -1;
        private int stepSlot = -1;

        private Range(Stmt.For loop) {
            this.loop = loop;
            this.dtype = Scalars.dtype(loop.index());
            this.kind = Carrier.of(dtype).kind();
            OptionalLong constant = constant(loop.step());
            // A step of zero is a fault at run time, like one that is not known before.
            this.step =
                    constant.isPresent() && constant.getAsLong() == 0
                            ? OptionalLong.empty()
                            : constant;
            this.inlineStop = constant(loop.stop()).isPresent() && neverWraps();
        }

        /** A constant as the loop variable's type holds it. */
        private OptionalLong constant(Expr e) {
            OptionalLong value = Exprs.constant(e);
            return value.isPresent() ? OptionalLong.of(dtype.wrap(value.getAsLong())) : value;
        }

        private long max() {
            return kind == TypeKind.INT ? Integer.MAX_VALUE : Long.MAX_VALUE;
        }

        /** Whether the counter cannot pass the end of its type on its way out of the loop. */
        private boolean neverWraps() {
            if (step.isEmpty()) {
                return false;
            }
            long by = step.getAsLong();
            OptionalLong stop = constant(loop.stop());
            boolean unit = by == 1 || by == -1;
            return unit || (stop.isPresent() && isSmall(by) && isSmall(stop.getAsLong()));
        }

        private boolean isSmall(long value) {
            return -max() / 2 <= value && value <= max() / 2;
        }

        private void push() {
            method.scalars().pushAs(loop.start(), dtype);
            if (!inlineStop) {
                method.scalars().pushAs(loop.stop(), dtype);
            }
            if (step.isEmpty()) {
                method.scalars().pushAs(loop.step(), DType.INT64);
                method.marked(
                        loop.step().span(),
                        () -> code.invokestatic(SCALAR_MATH, "step", MethodTypeDesc.of(J, J)));
                method.scalars().convert(DType.INT64, dtype);
            }
        }

        private void store() {
            if (step.isEmpty()) {
                stepSlot = storeNew();
            }
            if (!inlineStop) {
                stopSlot = storeNew();
            }
            hidden = method.locals().has(loop.index()) || isAssigned();
            if (hidden) {
                counterSlot = storeNew();
            } else {
                method.locals().store(loop.index());
                counterSlot = method.locals().slot(loop.index());
            }
            if (!neverWraps()) {
                guardStop();
            }
        }

        private int storeNew() {
            int slot = method.locals().temporary(kind);
            code.storeLocal(kind, slot);
            return slot;
        }

        private boolean isAssigned() {
            boolean[] found = {false};
            Walk.statements(loop.body(), s -> found[0] |= Walk.defined(s).contains(loop.index()));
            return found[0];
        }

        private void guardStop() {
            code.loadLocal(kind, stopSlot);
            method.scalars().convert(dtype, DType.INT64);
            pushStep();
            method.scalars().convert(dtype, DType.INT64);
            code.loadConstant(max());
            method.marked(
                    loop.stop().span(),
                    () -> code.invokestatic(SCALAR_MATH, "stop", MethodTypeDesc.of(J, J, J, J)));
            method.scalars().convert(DType.INT64, dtype);
            code.storeLocal(kind, stopSlot);
        }

        private void pushStep() {
            if (step.isPresent()) {
                method.scalars().pushInteger(step.getAsLong(), dtype);
            } else {
                code.loadLocal(kind, stepSlot);
            }
        }

        private void exitWhenDone(Label exit) {
            if (step.isPresent()) {
                compare(step.getAsLong() > 0, exit);
                return;
            }
            Label down = code.newLabel();
            Label body = code.newLabel();
            pushStep();
            if (kind == TypeKind.LONG) {
                code.lconst_0().lcmp();
            }
            code.iflt(down);
            compare(true, exit);
            code.goto_(body);
            code.labelBinding(down);
            compare(false, exit);
            code.labelBinding(body);
        }

        private void compare(boolean up, Label exit) {
            code.loadLocal(kind, counterSlot);
            if (inlineStop) {
                method.scalars().pushAs(loop.stop(), dtype);
            } else {
                code.loadLocal(kind, stopSlot);
            }
            if (kind == TypeKind.LONG) {
                code.lcmp().branch(up ? Opcode.IFGE : Opcode.IFLE, exit);
            } else {
                code.branch(up ? Opcode.IF_ICMPGE : Opcode.IF_ICMPLE, exit);
            }
        }

        private void setIndex() {
            if (hidden) {
                code.loadLocal(kind, counterSlot);
                method.locals().store(loop.index());
            }
        }

        private void advance() {
            if (kind == TypeKind.INT
                    && step.isPresent()
                    && step.getAsLong() == (short) step.getAsLong()) {
                code.iinc(counterSlot, (int) step.getAsLong());
                return;
            }
            code.loadLocal(kind, counterSlot);
            pushStep();
            if (kind == TypeKind.LONG) {
                code.ladd();
            } else {
                code.iadd();
            }
            code.storeLocal(kind, counterSlot);
        }
    }
}

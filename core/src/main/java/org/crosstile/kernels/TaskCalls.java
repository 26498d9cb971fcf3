package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.crosstile.abi.ArgDirection;
import org.crosstile.abi.DType;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.model.Submission;
import org.crosstile.model.Type;

/**
 * Calls by which a chip orchestration starts tasks, and what it does itself between them. On a rank
 * that takes no tasks a task is a plain call.
 */
final class TaskCalls {
    private static final MethodTypeDesc TAKES = MethodTypeDesc.of(ConstantDescs.CD_boolean);
    private static final MethodTypeDesc SUBMIT =
            MethodTypeDesc.of(
                    ConstantDescs.CD_long,
                    ConstantDescs.CD_int,
                    Carrier.OBJECTS.desc(),
                    ConstantDescs.CD_String,
                    Carrier.LONGS.desc(),
                    ConstantDescs.CD_int,
                    ConstantDescs.CD_int,
                    ConstantDescs.CD_int);
    private static final MethodTypeDesc SETTLE =
            MethodTypeDesc.of(ConstantDescs.CD_void, Carrier.VIEW.desc(), ConstantDescs.CD_boolean);
    private static final MethodTypeDesc FINISH = MethodTypeDesc.of(ConstantDescs.CD_void);

    private final Method method;
    private final CodeBuilder code;

    TaskCalls(Method method) {
        this.method = method;
        this.code = method.code();
    }

    /** Whether a call starts a task. */
    boolean isTask(Expr.FnCall call, Function callee) {
        return Submission.isTask(method.function(), callee);
    }

    /** Whether the method runs between tasks. */
    private boolean orchestrates() {
        Function f = method.function();
        return f.place() == Place.CHIP && f.kind() != Function.Kind.Group;
    }

    /**
     * Submits a task.
     *
     * @param wanted whether its TaskId is pushed
     * @param direct calls the kernel, and drops what it gives
     */
    void submit(Expr.FnCall call, Unit.Target callee, boolean wanted, Runnable direct) {
        Label plain = code.newLabel();
        Label end = code.newLabel();
        code.aload(0).invokeinterface(Unit.RANK, "takesTasks", TAKES).ifeq(plain);
        code.aload(0).loadConstant(callee.index());
        List<Type> types = callee.function().params().stream().map(p -> p.var().type()).toList();
        method.values().objects(call.args(), types);
        code.loadConstant(access(call));
        deps(call);
        number(call, Submission.CORES, 1);
        flags(call);
        Constants.pushInt(
                code,
                method.unit()
                        .site(method.place(call.span()), call.callee(), method.target().owner()));
        method.marked(call.span(), () -> code.invokeinterface(Unit.RANK, "submit", SUBMIT));
        if (!wanted) {
            code.pop2();
        }
        code.goto_(end).labelBinding(plain);
        direct.run();
        if (wanted) {
            code.loadConstant(-1L);
        }
        code.labelBinding(end);
    }

    private void deps(Expr.FnCall call) {
        List<Expr> deps = Submission.deps(call.attrs());
        code.loadConstant(deps.size()).newarray(TypeKind.LONG);
        for (int i = 0; i < deps.size(); i++) {
            code.dup().loadConstant(i);
            method.values().push(deps.get(i));
            code.lastore();
        }
    }

    private void number(Expr.FnCall call, String key, int otherwise) {
        Expr value = call.attrs().get(key);
        method.scalars().pushCount(value == null ? Exprs.index(otherwise) : value);
    }

    /** Bits: derives nothing, starts all cores at once, does nothing. */
    private void flags(Expr.FnCall call) {
        boolean together =
                call.attrs().get(Submission.TOGETHER) instanceof Expr.Bool b && b.value();
        Expr predicate = call.attrs().get(Submission.PREDICATE);
        code.loadConstant((Submission.isManual(call) ? 1 : 0) | (together ? 2 : 0));
        if (predicate != null && !(predicate instanceof Expr.None)) {
            code.loadConstant(4);
            method.scalars().pushAs(predicate, DType.BOOL);
            code.loadConstant(2).ishl().isub().ior();
        }
    }

    /** One letter per argument: read, written, both or neither. */
    private static String access(Expr.FnCall call) {
        StringBuilder letters = new StringBuilder();
        if (call.attrs().get(ArgDirection.ATTRIBUTE) instanceof Expr.Tuple directions) {
            for (Expr direction : directions.items()) {
                letters.append(
                        switch ((ArgDirection) ((Expr.Code) direction).value()) {
                            case Input -> 'r';
                            case Output, OutputExisting -> 'w';
                            case InOut -> 'b';
                            case NoDep, Scalar -> '-';
                        });
            }
        }
        while (letters.length() < call.args().size()) {
            letters.append('b');
        }
        return letters.toString();
    }

    /** Before the orchestration itself touches memory: tasks that do so come first. */
    void settle(Expr.Call call) {
        if (!orchestrates()) {
            return;
        }
        for (Slot slot : call.op().slots()) {
            Effect effect = call.op().effect(call, slot);
            if (call.get(slot).type() instanceof Type.TensorLike
                    && (effect.reads() || effect.writes())) {
                code.aload(0);
                method.values().push(call.get(slot));
                code.loadConstant(effect.writes() ? 1 : 0);
                code.invokeinterface(Unit.RANK, "settle", SETTLE);
            }
        }
    }

    /** Before the orchestration itself runs a kernel: all tasks come first. */
    void finish() {
        code.aload(0).invokeinterface(Unit.RANK, "finishTasks", FINISH);
    }
}

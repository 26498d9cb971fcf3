package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;

/**
 * Writes a function that starts a core group: its calls do not follow each other, their callees run
 * at the same time, and the function goes on when all have ended.
 */
final class GroupEntry {
    private static final MethodTypeDesc TOGETHER =
            MethodTypeDesc.of(
                    ConstantDescs.CD_void,
                    ConstantDescs.CD_int,
                    Carrier.LONGS.desc(),
                    Carrier.OBJECTS.desc(),
                    ConstantDescs.CD_int);

    private final Method method;
    private final CodeBuilder code;

    GroupEntry(Method method) {
        this.method = method;
        this.code = method.code();
    }

    /** Writes the statement that starts the lanes which the function calls. */
    void start(Function group) {
        List<Long> functions = new ArrayList<>();
        Expr.FnCall first = null;
        int cubes = 0;
        for (Stmt s : group.body().statements()) {
            if (!(s instanceof Stmt.Eval eval && eval.value() instanceof Expr.FnCall call)) {
                continue;
            }
            first = first == null ? call : first;
            Unit.Target callee = method.unit().target(call.callee());
            boolean cube = callee.function().kind() == Function.Kind.AIC;
            cubes += cube ? 1 : 0;
            int cores = !cube && callee.function().runsOnBothVectorCores() ? SplitMode.LANES : 1;
            for (int i = 0; i < cores; i++) {
                functions.add((long) callee.index());
            }
        }
        if (first == null) {
            throw new IllegalStateException("a group without lanes");
        }
        Expr.FnCall call = first;
        List<Type> types =
                method.unit().target(call.callee()).function().params().stream()
                        .map(p -> p.var().type())
                        .toList();
        method.at(call.span());
        code.aload(0).loadConstant(cubes);
        method.unit()
                .constants()
                .push(code, functions.stream().mapToLong(Long::longValue).toArray());
        method.values().objects(call.args(), types);
        Constants.pushInt(
                code, method.unit().site(method.place(call.span()), group.name(), group.name()));
        method.marked(call.span(), () -> code.invokeinterface(Unit.RANK, "together", TOGETHER));
    }
}

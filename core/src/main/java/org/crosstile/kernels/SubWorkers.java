package org.crosstile.kernels;

import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Type;

/**
 * Writes what stands for a sub-worker: the host is asked to run it. If it returns values, these are
 * the parameters that it writes, in order.
 */
final class SubWorkers {
    private static final MethodTypeDesc CALL =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, Carrier.OBJECTS.desc());

    private final Method method;

    SubWorkers(Method method) {
        this.method = method;
    }

    void write() {
        Unit.Target target = method.target();
        List<Function.Param> params = target.function().params();
        Locals.Scope scope = method.locals().enter();
        new Entry(method).write();
        method.code().aload(0).loadConstant(target.index());
        List<Expr> args = new ArrayList<>();
        params.forEach(p -> args.add(p.var()));
        method.values().objects(args, types(args));
        method.marked(
                target.function().span(),
                () -> method.code().invokeinterface(Unit.HOST, "subWorker", CALL));
        result(target, params);
        method.locals().leave(scope);
    }

    private void result(Unit.Target target, List<Function.Param> params) {
        List<Expr> written = new ArrayList<>();
        for (Function.Param p : params) {
            if (p.direction() != Function.Direction.IN) {
                written.add(p.var());
            }
        }
        int results = target.function().returns().size();
        if (results == 0) {
            method.code().return_();
        } else if (written.size() != results) {
            method.values().fail("noReturn", target.function().name());
        } else if (results == 1) {
            method.values().push(written.getFirst());
            method.code().return_(TypeKind.REFERENCE);
        } else {
            method.values().objects(written, types(written));
            method.code().return_(TypeKind.REFERENCE);
        }
    }

    private static List<Type> types(List<Expr> values) {
        return values.stream().map(Expr::type).toList();
    }
}

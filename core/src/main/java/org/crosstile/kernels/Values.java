package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;
import org.crosstile.memory.Fault;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/** Pushes the values of expressions. */
final class Values {
    private static final ClassDesc ARGUMENTS = Carrier.reference(Arguments.class).desc();
    private static final ClassDesc FAULT = Carrier.reference(Fault.class).desc();

    /** A TaskId that names no task. */
    private static final long NO_TASK = -1;

    private final Method method;
    private final CodeBuilder code;

    Values(Method method) {
        this.method = method;
        this.code = method.code();
    }

    /** Pushes a value as its own type's {@link Carrier} holds it. */
    void push(Expr e) {
        switch (e) {
            case Var v -> variable(v);
            case Dim d -> dim(d);
            case Expr.Int i -> method.scalars().pushInteger(i.value(), i.dtype());
            case Expr.Real r -> method.scalars().pushAs(r, r.dtype());
            case Expr.Bool b -> code.loadConstant(b.value() ? 1 : 0);
            case Expr.None n -> code.loadConstant(NO_TASK);
            case Expr.Call c -> method.calls().primitive(c, true);
            case Expr.FnCall c -> method.calls().function(c, true);
            case Expr.Tuple t -> objects(t.items(), ((Type.Tuple) t.type()).items());
            case Expr.Item i -> item(i);
            case Expr.Binary b -> method.scalars().push(b);
            case Expr.Unary u -> method.scalars().push(u);
            case Expr.Cast c -> method.scalars().pushAs(c.operand(), c.to());
            case Expr.Text t -> code.loadConstant(t.value());
            case Expr.Element t -> enumConstant(t.value());
            case Expr.Code c -> enumConstant((Enum<?>) c.value());
        }
    }

    /** Pushes a value in the form of another type: scalars are converted, the rest must agree. */
    void pushAs(Expr e, Type type) {
        if (type instanceof Type.Scalar to && e.type() instanceof Type.Scalar) {
            method.scalars().pushAs(e, to.dtype());
            return;
        }
        Carrier wanted = Carrier.of(type);
        if (!wanted.equals(Carrier.of(e.type()))) {
            throw new IllegalStateException(
                    e.type().describe() + " where " + type.describe() + " is needed");
        }
        push(e);
    }

    /** Evaluates an expression for its effects and faults. */
    void discard(Expr e) {
        switch (e) {
            case Expr.Call c -> method.calls().primitive(c, false);
            case Expr.FnCall c -> method.calls().function(c, false);
            case Expr.Tuple t -> t.items().forEach(this::discard);
            case Expr.Const c -> {}
            case Var v -> {}
            default -> {
                push(e);
                Carrier.of(e.type()).pop(code);
            }
        }
    }

    private void variable(Var v) {
        if (v.type() == Type.Opaque.UNKNOWN) {
            code.aconst_null();
        } else {
            method.locals().load(v);
        }
    }

    private void dim(Dim d) {
        Optional<Var> value = method.dim(d.name());
        if (value.isPresent()) {
            method.locals().load(value.get());
            return;
        }
        method.marked(
                d.span(),
                () ->
                        code.loadConstant(d.name())
                                .invokestatic(
                                        ARGUMENTS,
                                        "unknownDim",
                                        MethodTypeDesc.of(
                                                ConstantDescs.CD_long, ConstantDescs.CD_String)));
    }

    void enumConstant(Enum<?> constant) {
        ClassDesc type = constant.getDeclaringClass().describeConstable().orElseThrow();
        code.getstatic(type, constant.name(), type);
    }

    /** Pushes several values as one array, scalars boxed. */
    void objects(List<Expr> items, List<Type> types) {
        if (items.size() != types.size()) {
            throw new IllegalStateException(items.size() + " values for " + types.size());
        }
        code.loadConstant(items.size()).anewarray(ConstantDescs.CD_Object);
        for (int i = 0; i < items.size(); i++) {
            code.dup().loadConstant(i);
            pushAs(items.get(i), types.get(i));
            Carrier.of(types.get(i)).box(code);
            code.aastore();
        }
    }

    private void item(Expr.Item item) {
        if (item.tuple() instanceof Expr.Tuple literal) {
            for (int i = 0; i < literal.items().size(); i++) {
                if (i == item.index()) {
                    pushAs(literal.items().get(i), item.type());
                } else {
                    discard(literal.items().get(i));
                }
            }
            return;
        }
        push(item.tuple());
        component(item.index(), item.tuple().type(), item.type());
    }

    /** Replaces the array on the stack by one of its components, in the form of a type. */
    void component(int index, Type tuple, Type as) {
        if (!(tuple instanceof Type.Tuple types) || index >= types.items().size()) {
            throw new IllegalStateException("no component " + index + " in " + tuple.describe());
        }
        Type own = types.items().get(index);
        code.loadConstant(index).aaload();
        Carrier.of(own).unbox(code);
        if (own instanceof Type.Scalar from && as instanceof Type.Scalar to) {
            method.scalars().convert(from.dtype(), to.dtype());
        } else if (!Carrier.of(own).equals(Carrier.of(as))) {
            throw new IllegalStateException(
                    own.describe() + " where " + as.describe() + " is needed");
        }
    }

    /** Ends the method by what a static method of {@link Arguments} gives to throw. */
    void fail(String name, String operand) {
        code.loadConstant(operand)
                .invokestatic(ARGUMENTS, name, MethodTypeDesc.of(FAULT, ConstantDescs.CD_String))
                .athrow();
    }
}

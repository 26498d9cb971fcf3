package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Submission;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;

/** Calls of primitives and of other functions. */
final class Calls {
    private static final MethodTypeDesc DISPATCH =
            MethodTypeDesc.of(
                    ConstantDescs.CD_void,
                    ConstantDescs.CD_int,
                    ConstantDescs.CD_long,
                    Carrier.OBJECTS.desc(),
                    ConstantDescs.CD_int);
    private static final MethodTypeDesc AT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc DISPATCH_CORES =
            DISPATCH.insertParameterTypes(2, ConstantDescs.CD_int);

    private final Method method;
    private final CodeBuilder code;
    private final TaskCalls tasks;
    private final Map<Expr.Call, Run> runs = new IdentityHashMap<>();

    Calls(Method method) {
        this.method = method;
        this.code = method.code();
        this.tasks = new TaskCalls(method);
    }

    /** What carries out a call; asked once, because operators may build it anew each time. */
    private Run run(Expr.Call call) {
        return runs.computeIfAbsent(
                call,
                c -> {
                    if (c.op() instanceof Primitive primitive) {
                        return primitive.run(c);
                    }
                    throw new IllegalStateException(c.op() + " has not been lowered");
                });
    }

    /** Whether a call needs the tile that its result type names. */
    boolean fillsTile(Expr.Call call) {
        Run run = run(call);
        boolean passed = run.operands().stream().anyMatch(Run.Result.class::isInstance);
        return passed || (isVoid(run) && call.type() instanceof Type.Tile);
    }

    private static boolean isVoid(Run run) {
        return run.result().equals(ConstantDescs.CD_void);
    }

    /** Calls a primitive, and pushes its value if that is wanted. */
    void primitive(Expr.Call call, boolean wanted) {
        method.at(call.span());
        Run run = run(call);
        tasks.settle(call);
        Optional<Slot> alias =
                wanted && isVoid(run) && !(call.type() instanceof Type.Tile)
                        ? call.op().resultAliases()
                        : Optional.empty();
        if (touchesMemory(call, run)) {
            at(call.span(), call.op().name());
        }
        int kept = -1;
        for (Run.Operand operand : run.operands()) {
            push(call, operand);
            if (operand instanceof Run.Arg arg && alias.filter(s -> s == arg.slot()).isPresent()) {
                kept = method.locals().temporary(TypeKind.REFERENCE);
                code.dup().astore(kept);
            }
        }
        method.marked(
                call.span(), () -> code.invokestatic(run.owner(), run.method(), run.descriptor()));
        if (!isVoid(run)) {
            returned(call, run.result(), wanted);
        } else if (wanted) {
            implied(call, kept);
        }
    }

    /** Says where a device is. */
    void at(Span span, String what) {
        code.aload(0);
        site(span, what);
        code.invokeinterface(Unit.RANK, "at", AT);
    }

    /** Pushes the number of a new call site. */
    private void site(Span span, String what) {
        Constants.pushInt(
                code, method.unit().site(method.place(span), what, method.target().owner()));
    }

    /**
     * Whether a call may read or write a window or a tensor, or reads a number from a tile, and its
     * method does not know the call site.
     */
    private boolean touchesMemory(Expr.Call call, Run run) {
        return method.target().port().equals(Unit.RANK)
                && run.operands().stream().noneMatch(Run.Site.class::isInstance)
                && run.operands().stream()
                        .anyMatch(operand ->
                                operand instanceof Run.Arg arg
                                        && isMemory(call.get(arg.slot()).type(), call.type()));
    }

    private static boolean isMemory(Type operand, Type result) {
        return operand instanceof Type.TensorLike
                || (operand instanceof Type.Tile && result instanceof Type.Scalar);
    }

    private void returned(Expr.Call call, ClassDesc result, boolean wanted) {
        TypeKind kind = TypeKind.from(result);
        if (!wanted) {
            new Carrier(kind, result).pop(code);
        } else if (call.type() instanceof Type.Scalar scalar) {
            switch (kind.asLoadable()) {
                case INT -> method.scalars().convert(DType.INT32, scalar.dtype());
                case LONG -> method.scalars().convert(DType.INT64, scalar.dtype());
                case FLOAT -> method.scalars().convert(DType.FP32, scalar.dtype());
                case DOUBLE -> {
                    code.d2f();
                    method.scalars().convert(DType.FP32, scalar.dtype());
                }
                default -> throw mismatch(call, result);
            }
        } else if (kind != TypeKind.REFERENCE) {
            throw mismatch(call, result);
        } else if (!Carrier.of(call.type()).desc().equals(result)) {
            code.checkcast(Carrier.of(call.type()).desc());
        }
    }

    private static IllegalStateException mismatch(Expr.Call call, ClassDesc result) {
        return new IllegalStateException(
                call.op()
                        + " gives "
                        + call.type().describe()
                        + ", its method "
                        + result.displayName());
    }

    /** Pushes the value of a call whose method returns nothing. */
    private void implied(Expr.Call call, int kept) {
        if (call.type() instanceof Type.Tile) {
            method.tiles().push(call);
        } else if (kept >= 0) {
            code.aload(kept);
        } else if (call.type() == Type.Opaque.UNKNOWN) {
            code.aconst_null();
        } else {
            throw mismatch(call, ConstantDescs.CD_void);
        }
    }

    private void push(Expr.Call call, Run.Operand operand) {
        switch (operand) {
            case Run.Env env -> port(env.type());
            case Run.Site site -> site(call.span(), call.op().name());
            case Run.Arg arg -> argument(call.get(arg.slot()), arg.type(), arg.slot());
            case Run.Result result -> method.tiles().push(call);
            case Run.Literal literal -> literal(literal);
        }
    }

    private void port(ClassDesc type) {
        ClassDesc own = method.target().port();
        ClassDesc other = own.equals(Unit.HOST) ? Unit.RANK : Unit.HOST;
        if (type.equals(other)) {
            throw new IllegalStateException(
                    "needs a " + type.displayName() + " but runs on a " + own.displayName());
        }
        code.aload(0);
    }

    private void literal(Run.Literal literal) {
        switch (literal.value()) {
            case Boolean b -> code.loadConstant(b ? 1 : 0);
            case Integer i -> code.loadConstant(i);
            case Long l -> code.loadConstant(l);
            case Float f -> code.loadConstant(f);
            case Double d -> code.loadConstant(d);
            case String s -> code.loadConstant(s);
            case Enum<?> e -> method.values().enumConstant(e);
            case long[] list -> method.unit().constants().push(code, list);
            default -> throw new IllegalStateException("no literal " + literal.value());
        }
    }

    /** Pushes an operand in the form that a method's parameter asks for. */
    private void argument(Expr value, ClassDesc type, Slot slot) {
        if (value instanceof Expr.None) {
            throw new IllegalStateException("the absent operand `" + slot + "` cannot be passed");
        }
        if (type.equals(Carrier.LONGS.desc()) && value instanceof Expr.Tuple tuple) {
            longs(tuple.items());
        } else if (type.isPrimitive()) {
            scalar(value, type);
        } else {
            method.values().push(value);
            boolean constant = value instanceof Expr.Const;
            ClassDesc own = Carrier.of(value.type()).desc();
            if (!constant && !own.equals(type) && !type.equals(ConstantDescs.CD_Object)) {
                throw new IllegalStateException(
                        "operand `"
                                + slot
                                + "` is "
                                + value.type().describe()
                                + ", not "
                                + type.displayName());
            }
        }
    }

    private void scalar(Expr value, ClassDesc type) {
        if (value instanceof Expr.Code constant) {
            code.loadConstant(constant.value().ordinal());
            return;
        }
        switch (TypeKind.from(type)) {
            case INT -> method.scalars().pushAs(value, DType.INT32);
            case LONG -> method.scalars().pushAs(value, DType.INT64);
            case FLOAT -> method.scalars().pushAs(value, DType.FP32);
            case BOOLEAN -> method.scalars().pushAs(value, DType.BOOL);
            case DOUBLE -> asDouble(value);
            default -> throw new IllegalStateException("no operands of type " + type.displayName());
        }
    }

    private void asDouble(Expr value) {
        method.values().push(value);
        switch (Carrier.of(Scalars.dtype(value)).kind()) {
            case INT -> code.i2d();
            case LONG -> code.l2d();
            default -> code.f2d();
        }
    }

    /** Pushes a list of integers; one that is constant exists once. */
    private void longs(List<Expr> items) {
        long[] values = new long[items.size()];
        boolean constant = true;
        for (int i = 0; i < values.length; i++) {
            OptionalLong value = Exprs.constant(items.get(i));
            constant &= value.isPresent();
            values[i] = value.orElse(0);
        }
        if (constant) {
            method.unit().constants().push(code, values);
            return;
        }
        code.loadConstant(values.length).newarray(TypeKind.LONG);
        for (int i = 0; i < values.length; i++) {
            code.dup().loadConstant(i);
            method.scalars().pushAs(items.get(i), DType.INT64);
            code.lastore();
        }
    }

    /** Calls another function: directly, or from the host by a launch on a device. */
    void function(Expr.FnCall call, boolean wanted) {
        method.at(call.span());
        Unit.Target callee = method.unit().target(call.callee());
        Function function = callee.function();
        if (function.params().size() != call.args().size()) {
            throw new IllegalStateException(
                    call.callee()
                            + " takes "
                            + function.params().size()
                            + " arguments, not "
                            + call.args().size());
        }
        if (method.target().port().equals(callee.port())) {
            sameRank(call, callee, wanted);
        } else if (method.target().port().equals(Unit.HOST)) {
            dispatch(call, callee);
            if (wanted && call.type() != Type.Opaque.UNKNOWN) {
                throw new IllegalStateException("a launch of " + call.callee() + " has no value");
            } else if (wanted) {
                code.aconst_null();
            }
        } else {
            throw new IllegalStateException("a rank cannot call the host's " + call.callee());
        }
    }

    private void sameRank(Expr.FnCall call, Unit.Target callee, boolean wanted) {
        if (!tasks.isTask(call, callee.function())) {
            direct(call, callee, wanted);
        } else if (!wanted || Submission.isSubmit(call)) {
            tasks.submit(call, callee, wanted, () -> direct(call, callee, false));
        } else {
            tasks.finish();
            direct(call, callee, true);
        }
    }

    private void direct(Expr.FnCall call, Unit.Target callee, boolean wanted) {
        code.aload(0);
        for (int i = 0; i < call.args().size(); i++) {
            method.values().pushAs(call.args().get(i), param(callee, i));
        }
        Runnable invoke =
                () -> code.invokestatic(method.unit().self(), callee.method(), callee.descriptor());
        if (callee.piece().isPresent()) {
            invoke.run();
        } else {
            method.marked(call.span(), invoke);
        }
        Carrier result = callee.result();
        if (result.equals(Carrier.NOTHING)) {
            if (wanted && call.type() != Type.Opaque.UNKNOWN) {
                throw new IllegalStateException(call.callee() + " gives no value");
            } else if (wanted) {
                code.aconst_null();
            }
        } else if (!wanted) {
            result.pop(code);
        } else {
            asCallType(call, callee);
        }
    }

    private void asCallType(Expr.FnCall call, Unit.Target callee) {
        List<Type> returns = callee.function().returns();
        if (returns.size() == 1
                && returns.getFirst() instanceof Type.Scalar from
                && call.type() instanceof Type.Scalar to) {
            method.scalars().convert(from.dtype(), to.dtype());
        } else if (!callee.result().equals(Carrier.of(call.type()))) {
            throw new IllegalStateException(
                    call.callee() + " does not give " + call.type().describe());
        }
    }

    private static Type param(Unit.Target callee, int i) {
        Var var = callee.function().params().get(i).var();
        return var.type();
    }

    private void dispatch(Expr.FnCall call, Unit.Target callee) {
        code.aload(0).loadConstant(callee.index());
        Expr device = call.attrs().getOrDefault("device", Exprs.index(0));
        method.scalars().pushAs(device, DType.INT64);
        Expr cores = call.attrs().get("core_num");
        if (cores != null) {
            method.scalars().pushCount(cores);
        }
        List<Type> types = callee.function().params().stream().map(p -> p.var().type()).toList();
        method.values().objects(call.args(), types);
        Constants.pushInt(
                code,
                method.unit()
                        .site(method.place(call.span()), call.callee(), method.target().owner()));
        MethodTypeDesc descriptor = cores == null ? DISPATCH : DISPATCH_CORES;
        method.marked(call.span(), () -> code.invokeinterface(Unit.HOST, "dispatch", descriptor));
    }
}

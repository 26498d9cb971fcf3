package org.crosstile.kernels;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Turns a lowered program into a hidden class with one static method per function.
 *
 * <p>A method's first parameter is the {@code Rank} (on the host: the {@code Host}) that executes;
 * then come the function's parameters: BOOL to INT32 as {@code int}, INT64 and INDEX as {@code
 * long}, floats as {@code float}, tensors and windows as {@code View}. It returns nothing, one
 * value, or several in an {@code Object[]}.
 */
public final class KernelCompiler {
    private static final MethodTypeDesc BRIDGE =
            MethodTypeDesc.of(
                    ConstantDescs.CD_Object, ConstantDescs.CD_Object, Carrier.OBJECTS.desc());
    private static final MethodTypeDesc CALL =
            MethodTypeDesc.of(
                    ConstantDescs.CD_Object,
                    ConstantDescs.CD_int,
                    ConstantDescs.CD_Object,
                    Carrier.OBJECTS.desc());
    private static final ClassDesc ARGUMENTS = Carrier.reference(Arguments.class).desc();
    private static final int STATIC =
            ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

    /**
     * Where branches meet, two classes of ours have nothing but Object in common, so there is no
     * need to read any class file to find that out. Object itself is above all: who looks for what
     * two classes share must come to an end.
     */
    private static final ClassHierarchyResolver FLAT =
            type ->
                    ClassHierarchyInfo.ofClass(
                            type.equals(ConstantDescs.CD_Object) ? null : ConstantDescs.CD_Object);

    private KernelCompiler() {}

    /** Reports what makes a program too large to be compiled. */
    public static void check(Program lowered, Problems problems) {
        Limits.check(lowered, problems);
    }

    /**
     * Compiles a program that {@link #check} has nothing against.
     *
     * @throws IllegalStateException if the program is not what lowering should give: a defect of
     *     ours
     */
    public static CompiledProgram compile(Program lowered) {
        return compile(lowered, Set.of());
    }

    /**
     * As {@link #compile(Program)}; a device that comes to a statement on one of the given lines
     * says so, as it does at a call that touches a window.
     */
    public static CompiledProgram compile(Program lowered, Set<Integer> told) {
        Unit unit = new Unit(lowered, told);
        byte[] bytes =
                ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(FLAT))
                        .build(unit.self(), target -> write(target, unit, lowered));
        Object[] data = unit.constants().data();
        MethodHandles.Lookup lookup;
        try {
            lookup = MethodHandles.lookup().defineHiddenClassWithClassData(bytes, data, true);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot define a class beside the compiler", e);
        }
        Bridge bridge = (Bridge) data[Constants.BRIDGE];
        return new CompiledProgram(lowered, lookup, bridge, unit, bytes);
    }

    private static void write(ClassBuilder target, Unit unit, Program program) {
        target.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
        target.withInterfaceSymbols(Carrier.reference(Bridge.class).desc());
        sourceOf(program).ifPresent(name -> target.with(SourceFileAttribute.of(name)));
        for (Unit.Target t : unit.targets()) {
            Unit.Position position = unit.position();
            target.withMethodBody(
                    t.method(),
                    t.descriptor(),
                    ClassFile.ACC_STATIC,
                    code -> {
                        unit.reset(position);
                        method(code, unit, t);
                    });
        }
        for (Unit.Target t : unit.entries()) {
            target.withMethodBody(bridgeName(t), BRIDGE, STATIC, code -> bridge(code, unit, t));
        }
        target.withMethodBody(
                ConstantDescs.INIT_NAME,
                ConstantDescs.MTD_void,
                ClassFile.ACC_PRIVATE,
                code ->
                        code.aload(0)
                                .invokespecial(
                                        ConstantDescs.CD_Object,
                                        ConstantDescs.INIT_NAME,
                                        ConstantDescs.MTD_void)
                                .return_());
        target.withMethodBody("call", CALL, ClassFile.ACC_PUBLIC, code -> select(code, unit));
        unit.constants().write(target);
    }

    /** The last part of the DSL text's name, as class files have it. */
    private static Optional<String> sourceOf(Program program) {
        Span span = program.span();
        for (Function f : program.functions()) {
            if (span.isNone()) {
                span = f.span();
            }
        }
        String name = span.source().name();
        return span.isNone()
                ? Optional.empty()
                : Optional.of(name.substring(name.lastIndexOf('/') + 1));
    }

    private static void method(CodeBuilder code, Unit unit, Unit.Target t) {
        if (t.function().isSubWorker()) {
            new SubWorkers(new Method(code, unit, t)).write();
        } else {
            new Method(code, unit, t).write();
        }
    }

    private static String bridgeName(Unit.Target t) {
        return "call$" + t.index();
    }

    /** Writes a method that takes boxed arguments and gives a boxed result. */
    private static void bridge(CodeBuilder code, Unit unit, Unit.Target t) {
        code.aload(0).checkcast(t.port());
        Scalars scalars = new Method(code, unit, t).scalars();
        List<Function.Param> params = t.function().params();
        for (int i = 0; i < params.size(); i++) {
            code.aload(1).loadConstant(i).aaload();
            unbox(code, scalars, params.get(i).var().type());
        }
        code.invokestatic(unit.self(), t.method(), t.descriptor());
        if (t.result().equals(Carrier.NOTHING)) {
            code.getstatic(
                    Carrier.reference(Bridge.class).desc(), "NO_RESULTS", Carrier.OBJECTS.desc());
        } else {
            t.result().box(code);
        }
        code.areturn();
    }

    private static void unbox(CodeBuilder code, Scalars scalars, Type type) {
        Carrier carrier = Carrier.of(type);
        if (!(type instanceof Type.Scalar scalar)) {
            carrier.unbox(code);
            return;
        }
        String from =
                switch (carrier.kind()) {
                    case INT -> "asInt";
                    case LONG -> "asLong";
                    default -> "asFloat";
                };
        code.invokestatic(
                ARGUMENTS, from, MethodTypeDesc.of(carrier.desc(), ConstantDescs.CD_Object));
        scalars.convert(
                switch (carrier.kind()) {
                    case INT -> DType.INT32;
                    case LONG -> DType.INT64;
                    default -> DType.FP32;
                },
                scalar.dtype());
    }

    private static void select(CodeBuilder code, Unit unit) {
        Label none = code.newLabel();
        List<SwitchCase> cases = new ArrayList<>();
        for (Unit.Target t : unit.entries()) {
            cases.add(SwitchCase.of(t.index(), code.newLabel()));
        }
        if (!cases.isEmpty()) {
            code.iload(1);
            code.tableswitch(none, cases);
        }
        for (Unit.Target t : unit.entries()) {
            code.labelBinding(cases.get(t.index()).target());
            code.aload(2).aload(3).invokestatic(unit.self(), bridgeName(t), BRIDGE).areturn();
        }
        code.labelBinding(none);
        code.aconst_null().athrow();
    }
}

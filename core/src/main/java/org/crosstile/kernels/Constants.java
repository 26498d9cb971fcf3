package org.crosstile.kernels;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.kernels.Arguments.Parameter;

/**
 * Objects that generated code refers to: lists of constant integers and descriptions of parameters.
 * Each is a static final field, filled from the class data when the class is initialised, so the
 * JIT compiler sees a constant. (A dynamic constant would do the same, but linking one costs
 * milliseconds in a fresh JVM.) Operators never change a {@code long[]} that they are passed.
 */
final class Constants {
    /** Place in the class data where the new class leaves its only instance. */
    static final int BRIDGE = 0;

    private static final ClassDesc LOOKUP =
            MethodHandles.Lookup.class.describeConstable().orElseThrow();
    private static final ClassDesc HANDLES = MethodHandles.class.describeConstable().orElseThrow();

    /**
     * Beyond as many, constants are read from the class data itself: initialisation is one method.
     */
    private static final int MAX_FIELDS = 2000;

    private static final String REST = "constants";

    private record Constant(int index, Object value, ClassDesc type) {
        String field() {
            return "constant" + index;
        }
    }

    private final ClassDesc self;
    private final Map<Object, Constant> known = new LinkedHashMap<>();

    Constants(ClassDesc self) {
        this.self = self;
    }

    void push(CodeBuilder code, long[] list) {
        List<Long> key = new ArrayList<>();
        for (long item : list) {
            key.add(item);
        }
        push(code, key, list, Carrier.LONGS.desc());
    }

    /**
     * @param key the same for the same parameter
     */
    void push(CodeBuilder code, Parameter parameter, Object key) {
        push(code, key, parameter, Carrier.reference(Parameter.class).desc());
    }

    private void push(CodeBuilder code, Object key, Object value, ClassDesc type) {
        Constant constant =
                known.computeIfAbsent(key, k -> new Constant(known.size() + 1, value, type));
        if (constant.index() <= MAX_FIELDS) {
            code.getstatic(self, constant.field(), type);
        } else {
            code.getstatic(self, REST, Carrier.OBJECTS.desc());
            pushInt(code, constant.index());
            code.aaload().checkcast(type);
        }
    }

    /**
     * Pushes an integer that is not negative without an entry in the constant pool, which is
     * finite.
     */
    static void pushInt(CodeBuilder code, int value) {
        if (value <= Short.MAX_VALUE) {
            code.loadConstant(value);
        } else {
            code.loadConstant(value >> 15).bipush(15).ishl();
            code.loadConstant(value & Short.MAX_VALUE).ior();
        }
    }

    /** The class data: room for the instance, then the constants. */
    Object[] data() {
        List<Object> data = new ArrayList<>();
        data.add(Bridge.NO_RESULTS);
        known.values().forEach(c -> data.add(c.value()));
        return data.toArray();
    }

    /** Declares the fields and fills them; after all methods. */
    void write(ClassBuilder target) {
        int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;
        target.withField(REST, Carrier.OBJECTS.desc(), flags | ClassFile.ACC_SYNTHETIC);
        fields().forEach(c ->
                target.withField(c.field(), c.type(), flags | ClassFile.ACC_SYNTHETIC));
        target.withMethodBody(
                ConstantDescs.CLASS_INIT_NAME,
                ConstantDescs.MTD_void,
                ClassFile.ACC_STATIC,
                this::initialise);
    }

    private void initialise(CodeBuilder code) {
        code.invokestatic(HANDLES, "lookup", MethodTypeDesc.of(LOOKUP))
                .loadConstant(ConstantDescs.DEFAULT_NAME)
                .loadConstant(Carrier.OBJECTS.desc())
                .invokestatic(
                        HANDLES,
                        "classData",
                        MethodTypeDesc.of(
                                ConstantDescs.CD_Object,
                                LOOKUP,
                                ConstantDescs.CD_String,
                                ConstantDescs.CD_Class))
                .checkcast(Carrier.OBJECTS.desc())
                .astore(0);
        code.aload(0).putstatic(self, REST, Carrier.OBJECTS.desc());
        for (Constant c : fields()) {
            code.aload(0)
                    .loadConstant(c.index())
                    .aaload()
                    .checkcast(c.type())
                    .putstatic(self, c.field(), c.type());
        }
        code.aload(0)
                .loadConstant(BRIDGE)
                .new_(self)
                .dup()
                .invokespecial(self, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .aastore()
                .return_();
    }

    private List<Constant> fields() {
        return known.values().stream().limit(MAX_FIELDS).toList();
    }
}

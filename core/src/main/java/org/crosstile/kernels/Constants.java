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

    private record Field(String name, ClassDesc type) {}

    private final ClassDesc self;
    private final List<Object> values = new ArrayList<>();
    private final List<Field> fields = new ArrayList<>();
    private final Map<Object, Field> known = new LinkedHashMap<>();

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

    void push(CodeBuilder code, Parameter parameter, Object key) {
        push(code, key, parameter, Carrier.reference(Parameter.class).desc());
    }

    private void push(CodeBuilder code, Object key, Object value, ClassDesc type) {
        Field field = known.get(key);
        if (field == null) {
            values.add(value);
            field = new Field("constant" + values.size(), type);
            fields.add(field);
            known.put(key, field);
        }
        code.getstatic(self, field.name(), field.type());
    }

    /** The class data: room for the instance, then the constants. */
    Object[] data() {
        List<Object> data = new ArrayList<>();
        data.add(Bridge.NO_RESULTS);
        data.addAll(values);
        return data.toArray();
    }

    /** Declares the fields and fills them; after all methods. */
    void write(ClassBuilder target) {
        int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;
        for (Field field : fields) {
            target.withField(field.name(), field.type(), flags | ClassFile.ACC_SYNTHETIC);
        }
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
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            code.aload(0)
                    .loadConstant(i + 1)
                    .aaload()
                    .checkcast(field.type())
                    .putstatic(self, field.name(), field.type());
        }
        code.aload(0)
                .loadConstant(BRIDGE)
                .new_(self)
                .dup()
                .invokespecial(self, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .aastore()
                .return_();
    }
}

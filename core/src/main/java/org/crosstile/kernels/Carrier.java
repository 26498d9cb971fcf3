package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.Tile;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.model.Type;

/** What holds a value of a model type on the JVM: the kind of local and the class. */
record Carrier(TypeKind kind, ClassDesc desc) {
    static final Carrier INT = new Carrier(TypeKind.INT, ConstantDescs.CD_int);
    static final Carrier LONG = new Carrier(TypeKind.LONG, ConstantDescs.CD_long);
    static final Carrier FLOAT = new Carrier(TypeKind.FLOAT, ConstantDescs.CD_float);
    static final Carrier VIEW = reference(View.class);
    static final Carrier TILE = reference(Tile.class);
    static final Carrier LONGS = reference(long[].class);
    static final Carrier OBJECTS = reference(Object[].class);

    /** For values of type UNKNOWN, which exist but are never looked at. */
    static final Carrier NOTHING = reference(Object.class);

    private static final Carrier BUFFER = reference(WindowBuffer.class);
    private static final Carrier CONTEXT = reference(CommContext.class);

    static Carrier reference(Class<?> type) {
        return new Carrier(TypeKind.REFERENCE, type.describeConstable().orElseThrow());
    }

    static Carrier of(Type type) {
        return switch (type) {
            case Type.Scalar s -> of(s.dtype());
            case Type.TensorLike t -> VIEW;
            case Type.Tile t -> TILE;
            case Type.Array a -> LONGS;
            case Type.Tuple t -> OBJECTS;
            case Type.Opaque o ->
                    switch (o) {
                        case UNKNOWN -> NOTHING;
                        case PTR -> BUFFER;
                        case COMM_CTX -> CONTEXT;
                    };
        };
    }

    /** Whether there are scalars of a type. */
    static boolean carries(DType dtype) {
        return switch (dtype) {
            case UINT8, UINT16, UINT32, UINT64, FP64 -> false;
            case BOOL, INT8, INT16, INT32, INT64, INDEX, FP16, BF16, FP32, TASK_ID -> true;
        };
    }

    static Carrier of(DType dtype) {
        return switch (dtype) {
            case BOOL, INT8, INT16, INT32 -> INT;
            case INT64, INDEX, TASK_ID -> LONG;
            case FP16, BF16, FP32 -> FLOAT;
            default -> throw new IllegalStateException("no scalars of " + dtype);
        };
    }

    /** What holds the results of a function; {@link #NOTHING} if there are none. */
    static Carrier ofResults(List<Type> types) {
        return switch (types.size()) {
            case 0 -> NOTHING;
            case 1 -> of(types.getFirst());
            default -> OBJECTS;
        };
    }

    boolean isReference() {
        return kind == TypeKind.REFERENCE;
    }

    int slots() {
        return kind.slotSize();
    }

    /** Turns the scalar on the stack into an object. */
    void box(CodeBuilder code) {
        if (!isReference()) {
            ClassDesc box = boxDesc();
            code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, desc));
        }
    }

    /** Turns the object on the stack into this carrier's value. */
    void unbox(CodeBuilder code) {
        if (isReference()) {
            code.checkcast(desc);
        } else {
            ClassDesc box = boxDesc();
            code.checkcast(box);
            code.invokevirtual(box, desc.displayName() + "Value", MethodTypeDesc.of(desc));
        }
    }

    /** Pushes zero or null. */
    void zero(CodeBuilder code) {
        switch (kind) {
            case INT -> code.iconst_0();
            case LONG -> code.lconst_0();
            case FLOAT -> code.fconst_0();
            default -> code.aconst_null();
        }
    }

    void pop(CodeBuilder code) {
        if (slots() == 2) {
            code.pop2();
        } else {
            code.pop();
        }
    }

    private ClassDesc boxDesc() {
        return switch (kind) {
            case INT -> ConstantDescs.CD_Integer;
            case LONG -> ConstantDescs.CD_Long;
            default -> ConstantDescs.CD_Float;
        };
    }
}

package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.LinkedHashMap;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Ub;
import org.crosstile.model.Expr;
import org.crosstile.model.Type;

/**
 * The tiles that a method fills, each fetched once when the method is entered. All values that UB
 * allocation gave one place and one form are the same {@code Tile} object: the operator that fills
 * it sets its valid extents. A tile that is carried round a loop keeps its place, because
 * allocation has turned a yield into another buffer into a copy, so handing on the reference is all
 * there is to do.
 */
final class Tiles {
    private static final ClassDesc UB = Carrier.reference(Ub.class).desc();
    private static final ClassDesc DTYPE = Carrier.reference(DType.class).desc();
    private static final ClassDesc SPACE = Carrier.reference(MemorySpace.class).desc();

    private record Place(MemorySpace space, int address, DType dtype, int rows, int columns) {}

    private final Method method;
    private final Map<Place, Integer> slots = new LinkedHashMap<>();

    Tiles(Method method) {
        this.method = method;
    }

    private static Place place(Expr.Call call) {
        if (!(call.type() instanceof Type.Tile tile)) {
            throw new IllegalStateException(call.op() + " fills a tile but gives " + call.type());
        }
        int address =
                tile.address()
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "the tile of " + call.op() + " has no address"));
        return new Place(tile.space(), address, tile.dtype(), tile.rows(), tile.columns());
    }

    /** Announces that a call will fill its result's tile. */
    void need(Expr.Call call) {
        slots.putIfAbsent(place(call), -1);
    }

    /** Fetches what was announced. */
    void fetch() {
        if (slots.isEmpty()) {
            return;
        }
        CodeBuilder code = method.code();
        if (!method.target().port().equals(Unit.RANK)) {
            throw new IllegalStateException("there are no tiles on the host");
        }
        code.aload(0).invokeinterface(Unit.RANK, "ub", MethodTypeDesc.of(UB));
        slots.replaceAll((place, none) -> {
            code.dup();
            fetch(code, place);
            int slot = method.locals().temporary(TypeKind.REFERENCE);
            code.astore(slot);
            return slot;
        });
        code.pop();
    }

    private void fetch(CodeBuilder code, Place place) {
        ClassDesc i = ConstantDescs.CD_int;
        method.values().enumConstant(place.space());
        code.loadConstant(place.address());
        method.values().enumConstant(place.dtype());
        code.loadConstant(place.rows())
                .loadConstant(place.columns())
                .invokevirtual(
                        UB, "tile", MethodTypeDesc.of(Carrier.TILE.desc(), SPACE, i, DTYPE, i, i));
    }

    /** Pushes the tile that a call fills. */
    void push(Expr.Call call) {
        Integer slot = slots.get(place(call));
        if (slot == null) {
            throw new IllegalStateException("the tile of " + call.op() + " was not fetched");
        }
        method.code().aload(slot);
    }
}

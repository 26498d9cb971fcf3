package org.crosstile.isa;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;

/**
 * A tensor in the global memory of a rank: five dimensions, of which 3 are the rows and 4 the
 * columns of a block.
 */
public final class GlobalTensor {
    private final String name;
    private final int rank;
    private final View view;
    private final TensorType type;
    private final long[] strides;

    private GlobalTensor(String name, int rank, View view, Layout layout) {
        this.name = name;
        this.rank = rank;
        this.view = view;
        this.strides = new long[view.rank()];
        for (int i = 0; i < strides.length; i++) {
            strides[i] = view.stride(i);
        }
        this.type = new TensorType(view.dtype(), list(view.shape()), list(strides), layout);
    }

    /**
     * A tensor over memory.
     *
     * @param name what messages call it
     * @param rank whose memory it is
     * @param view at most five dimensions; missing leading ones have extent 1
     * @throws org.crosstile.memory.Fault if the strides do not fit the layout
     */
    public static GlobalTensor of(String name, int rank, View view, Layout layout) {
        GlobalTensor tensor = new GlobalTensor(name, rank, fiveDimensional(view), layout);
        OperandRules.layout(name, tensor.type)
                .forEach(finding -> {
                    throw finding.fault();
                });
        return tensor;
    }

    /** A tensor whose rows lie next to each other. */
    public static GlobalTensor of(String name, int rank, View view) {
        return of(name, rank, view, Layout.ND);
    }

    private static View fiveDimensional(View view) {
        int missing = TensorType.RANK - view.rank();
        if (missing == 0) {
            return view;
        }
        if (missing < 0) {
            throw OperandRules.tooManyDimensions(view.rank());
        }
        long[] shape = new long[TensorType.RANK];
        long[] stride = new long[TensorType.RANK];
        for (int i = 0; i < TensorType.RANK; i++) {
            boolean added = i < missing;
            shape[i] = added ? 1 : view.dim(i - missing);
            stride[i] = added ? outer(view) : view.stride(i - missing);
        }
        return new View(view.segment(), view.offset(), view.dtype(), shape, stride, view.window());
    }

    private static long outer(View view) {
        return view.rank() == 0 ? 1 : Math.max(1, view.dim(0) * view.stride(0));
    }

    private static List<Long> list(long[] values) {
        List<Long> list = new ArrayList<>();
        for (long value : values) {
            list.add(value);
        }
        return list;
    }

    public String name() {
        return name;
    }

    /** The rank whose memory it is. */
    public int rank() {
        return rank;
    }

    public TensorType type() {
        return type;
    }

    public DType dtype() {
        return view.dtype();
    }

    /** The elements, in five dimensions. */
    public View view() {
        return view;
    }

    /** The extent of a dimension. */
    public long shape(int i) {
        return view.dim(i);
    }

    /** The bytes of a box. */
    Patch patch(long[] offsets, long[] shape) {
        return Patch.of(view, strides, offsets, shape);
    }

    /** Rows from {@code row} on, as a tensor of its own. */
    GlobalTensor rows(long row, long rows) {
        long[] shape = view.shape().clone();
        shape[3] = rows;
        View part =
                new View(
                        view.segment(),
                        view.address(0, 0, 0, row, 0),
                        view.dtype(),
                        shape,
                        strides,
                        view.window());
        return new GlobalTensor(name, rank, part, type.layout());
    }

    @Override
    public String toString() {
        return name + " " + type + " of rank " + rank;
    }
}

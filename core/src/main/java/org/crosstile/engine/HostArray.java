package org.crosstile.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.Sizes;
import org.crosstile.memory.View;

/**
 * A packed, row-major tensor in memory of the host: what a program is given, and what it writes.
 * Not safe for use by several threads, nor while a dispatch that has it runs.
 */
public final class HostArray implements Argument {
    private final View view;

    HostArray(View view) {
        this.view = view;
    }

    /**
     * A zero-filled tensor in memory of its own.
     *
     * @throws IllegalArgumentException if there is no tensor of these extents
     */
    public static HostArray zeros(DType dtype, long... shape) {
        return zeros(Arena.ofAuto(), dtype, shape);
    }

    /** The same in memory that ends with an arena. */
    static HostArray zeros(Arena arena, DType dtype, long... shape) {
        requirePossible(dtype, shape);
        return new HostArray(View.zeros(arena, dtype, shape.clone()));
    }

    private static void requirePossible(DType dtype, long... shape) {
        if (Sizes.bytes(dtype, shape).isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no tensor "
                            + Arrays.toString(shape)
                            + " of "
                            + dtype
                            + ": extents are not negative and enclose fewer than 2^63 bytes");
        }
    }

    /**
     * A tensor in given memory, which is not copied.
     *
     * @throws IllegalArgumentException if the memory is smaller than the tensor, or if there is no
     *     tensor of these extents
     */
    public static HostArray of(MemorySegment memory, DType dtype, long... shape) {
        requirePossible(dtype, shape);
        HostArray array = new HostArray(View.packed(memory, 0, dtype, shape.clone()));
        if (array.bytes() > memory.byteSize()) {
            throw new IllegalArgumentException(
                    Arrays.toString(shape)
                            + " of "
                            + dtype
                            + " needs "
                            + array.bytes()
                            + " bytes, and the memory has "
                            + memory.byteSize());
        }
        return array;
    }

    /**
     * An FP32 tensor with these elements.
     *
     * @throws IllegalArgumentException if their number is not that of the shape
     */
    public static HostArray of(float[] elements, long... shape) {
        HostArray array = zeros(DType.FP32, shape);
        array.checkCount(elements.length);
        MemorySegment.copy(
                elements,
                0,
                array.view.segment(),
                ValueLayout.JAVA_FLOAT_UNALIGNED,
                array.view.offset(),
                elements.length);
        return array;
    }

    /**
     * An INT32 tensor with these elements.
     *
     * @throws IllegalArgumentException if their number is not that of the shape
     */
    public static HostArray of(int[] elements, long... shape) {
        HostArray array = zeros(DType.INT32, shape);
        array.checkCount(elements.length);
        MemorySegment.copy(
                elements,
                0,
                array.view.segment(),
                ValueLayout.JAVA_INT_UNALIGNED,
                array.view.offset(),
                elements.length);
        return array;
    }

    private void checkCount(int given) {
        if (given != elements()) {
            throw new IllegalArgumentException(
                    given + " elements for the shape " + Arrays.toString(view.shape()));
        }
    }

    public DType dtype() {
        return view.dtype();
    }

    public List<Long> shape() {
        List<Long> shape = new ArrayList<>();
        for (long extent : view.shape()) {
            shape.add(extent);
        }
        return shape;
    }

    public long elements() {
        return view.elements();
    }

    private long bytes() {
        return Math.multiplyExact(view.elements(), (long) view.dtype().bytes());
    }

    /** The memory of the elements. */
    public MemorySegment segment() {
        return view.segment().asSlice(view.offset(), bytes());
    }

    /** An element by its position in row-major order; INT64 is rounded to 53 bits. */
    public double get(long i) {
        return HostElements.get(view, checked(i));
    }

    /** Changes an element by its position in row-major order; rounds to the element type. */
    public void set(long i, double value) {
        HostElements.set(view, checked(i), value);
    }

    private long checked(long i) {
        if (i < 0 || i >= elements()) {
            throw new IndexOutOfBoundsException(i + " of " + elements() + " elements");
        }
        return i;
    }

    /** Gives all elements one value. */
    public HostArray fill(double value) {
        for (long i = 0; i < elements(); i++) {
            HostElements.set(view, i, value);
        }
        return this;
    }

    /** A copy with memory of its own. */
    public HostArray copy() {
        return new HostArray(HostElements.copy(view));
    }

    /** A copy in memory that ends with an arena. */
    HostArray copy(Arena arena) {
        return new HostArray(HostElements.copy(view, arena));
    }

    /** The elements as an input of a run, which gets a copy. */
    public Input asInput() {
        return new Input.Given(view);
    }

    /** Copies all elements from a tensor of the same element type and shape. */
    void copyFrom(HostArray other) {
        if (dtype() != other.dtype() || !shape().equals(other.shape())) {
            throw new IllegalArgumentException(
                    "a tensor of "
                            + other.shape()
                            + " "
                            + other.dtype()
                            + " cannot be copied to one of "
                            + shape()
                            + " "
                            + dtype());
        }
        HostElements.copy(other.view, view);
    }

    View view() {
        return view;
    }

    @Override
    public String toString() {
        return dtype() + " " + shape();
    }
}

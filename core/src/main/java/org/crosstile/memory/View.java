package org.crosstile.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.abi.DType;

/**
 * A strided view of elements in memory: a plain tensor, or a rank's slice of a window. On the host
 * a view of a window is symmetric: it has no memory until {@link #on} binds it to a rank's region.
 */
public final class View {
    private final MemorySegment segment;
    private final long offset;
    private final DType dtype;
    private final long[] shape;
    private final long[] stride;
    private final Optional<WindowBuffer> window;
    private final Watch watch;

    /**
     * @param offset byte offset of element zero in {@code segment}; for a symmetric view, in the
     *     buffer
     * @param stride elements between neighbours, per dimension
     */
    public View(
            MemorySegment segment,
            long offset,
            DType dtype,
            long[] shape,
            long[] stride,
            Optional<WindowBuffer> window) {
        this(segment, offset, dtype, shape, stride, window, Watch.NONE);
    }

    private View(
            MemorySegment segment,
            long offset,
            DType dtype,
            long[] shape,
            long[] stride,
            Optional<WindowBuffer> window,
            Watch watch) {
        this.segment = segment;
        this.offset = offset;
        this.dtype = dtype;
        this.shape = shape;
        this.stride = stride;
        this.window = window;
        this.watch = watch;
    }

    /** A packed view of all of a segment's elements from {@code offset} on. */
    public static View packed(MemorySegment segment, long offset, DType dtype, long... shape) {
        return new View(segment, offset, dtype, shape, packedStride(shape), Optional.empty());
    }

    /** A zero-filled tensor in memory of its own, aligned to and rounded up to 64 bytes. */
    public static View zeros(DType dtype, long... shape) {
        return zeros(Arena.ofAuto(), dtype, shape);
    }

    /** The same in memory that ends with an arena. All tensors are allocated here. */
    public static View zeros(Arena arena, DType dtype, long... shape) {
        long bytes = Math.clamp(Sizes.tensorBytes(dtype, shape), 1, Long.MAX_VALUE - 63);
        long rounded = Math.ceilDiv(bytes, 64L) * 64;
        MachineMemory.require(rounded);
        return packed(arena.allocate(rounded, 64), 0, dtype, shape);
    }

    /** Row-major strides. */
    public static long[] packedStride(long... shape) {
        long[] stride = new long[shape.length];
        long step = 1;
        for (int i = shape.length - 1; i >= 0; i--) {
            stride[i] = step;
            step *= shape[i];
        }
        return stride;
    }

    public MemorySegment segment() {
        return segment;
    }

    public long offset() {
        return offset;
    }

    public DType dtype() {
        return dtype;
    }

    public int rank() {
        return shape.length;
    }

    public long dim(int i) {
        return shape[i];
    }

    public long stride(int i) {
        return stride[i];
    }

    /** The extents; not to be changed. */
    public long[] shape() {
        return shape;
    }

    public Optional<WindowBuffer> window() {
        return window;
    }

    /** The same elements, observed. */
    public View watched(Watch observer) {
        return new View(segment, offset, dtype, shape, stride, window, observer);
    }

    /** Who observes accesses through this view. */
    public Watch watch() {
        return watch;
    }

    /** Whether accesses are observed. */
    boolean isWatched() {
        return !watch.equals(Watch.NONE);
    }

    public long elements() {
        long n = 1;
        for (long extent : shape) {
            n *= extent;
        }
        return n;
    }

    /** Byte offset of an element in {@link #segment}. Not bounds-checked against the shape. */
    public long address(long... index) {
        long at = 0;
        for (int i = 0; i < index.length; i++) {
            at += index[i] * stride[i];
        }
        return offset + at * dtype.bytes();
    }

    /** The bytes of all elements in {@link #segment}. */
    public List<Area> areas() {
        return shape.length == 0 ? List.of(Area.run(offset, dtype.bytes())) : Box.all(this).areas();
    }

    /**
     * What {@link #location} counts from: views of different spaces have no element in common. All
     * native memory is one space.
     */
    public Object space() {
        return segment.heapBase().orElse(MemorySegment.NULL);
    }

    /** Where an element lies in its {@link #space}, in bytes. Not bounds-checked. */
    public long location(long... index) {
        return segment.address() + address(index);
    }

    /** This symmetric view in a rank's region. */
    public View on(MemorySegment region) {
        return on(region, Watch.NONE);
    }

    /** This symmetric view in a rank's region, observed. */
    public View on(MemorySegment region, Watch observer) {
        WindowBuffer buffer = window.orElseThrow();
        return new View(region, buffer.offset() + offset, dtype, shape, stride, window, observer);
    }

    /** The same elements of the same window in another rank's region. */
    public View inRegion(MemorySegment region) {
        return inRegion(region, watch);
    }

    /** The same elements of the same window in another rank's region, observed. */
    public View inRegion(MemorySegment region, Watch observer) {
        return new View(region, offset, dtype, shape, stride, window, observer);
    }

    /** The same memory from a byte offset on, seen with other extents and strides. */
    public View restrided(long byteOffset, long[] newShape, long[] newStride) {
        return new View(segment, byteOffset, dtype, newShape, newStride, window, watch);
    }

    /** A view of the same strides that begins at a byte offset of the segment. */
    View at(long byteOffset, long[] newShape) {
        return new View(segment, byteOffset, dtype, newShape, stride, window, watch);
    }

    /** The same elements without some dimensions, which must have extent 1. */
    public View without(long... dimensions) {
        int kept = shape.length - dimensions.length;
        long[] newShape = new long[kept];
        long[] newStride = new long[kept];
        int to = 0;
        for (int i = 0; i < shape.length; i++) {
            boolean drop = false;
            for (long dimension : dimensions) {
                drop |= dimension == i;
            }
            if (!drop) {
                newShape[to] = shape[i];
                newStride[to++] = stride[i];
            }
        }
        return new View(segment, offset, dtype, newShape, newStride, window, watch);
    }

    /** Whether both are parts of one allocation on one rank, or of one tensor. */
    public boolean isOfSameMemory(View other) {
        return segment.equals(other.segment)
                && window.map(WindowBuffer::name).equals(other.window.map(WindowBuffer::name));
    }

    /** Whether the elements lie without gaps in row-major order. */
    public boolean isPacked() {
        long step = 1;
        for (int i = shape.length - 1; i >= 0; i--) {
            if (shape[i] != 1 && stride[i] != step) {
                return false;
            }
            step *= shape[i];
        }
        return true;
    }

    /**
     * The same elements under other extents.
     *
     * @throws Fault if the number of elements differs, or if there are gaps between them
     */
    public View withShape(long... newShape) {
        OptionalLong n = Sizes.product(newShape);
        if (n.isEmpty() || n.getAsLong() != elements() || !isPacked()) {
            throw new Fault(
                    "view-reshape",
                    "a view can only be reshaped to as many elements as it has, without gaps",
                    describe(dtype, shape)
                            + (isPacked() ? "" : " with gaps between its rows")
                            + " as "
                            + describe(dtype, newShape),
                    "");
        }
        return new View(segment, offset, dtype, newShape, packedStride(newShape), window, watch);
    }

    /** {@code [1, 64] FP32}: how messages name extents and element type. */
    static String describe(DType dtype, long... shape) {
        return Arrays.toString(shape) + " " + dtype;
    }

    @Override
    public String toString() {
        return describe(dtype, shape);
    }
}

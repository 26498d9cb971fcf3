package org.crosstile.model;

import java.util.List;
import java.util.OptionalInt;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;

/**
 * The type of a value. Shapes are lists of expressions: integer constants, {@link Dim}s and
 * scalars.
 */
public sealed interface Type {

    /** A scalar value. */
    record Scalar(DType dtype) implements Type {}

    /** A tensor in global memory: plain, or a view of a window. Kind tests are exact. */
    sealed interface TensorLike extends Type permits Tensor, Window {
        List<Expr> shape();

        DType dtype();

        /** Strides, layout and valid region. */
        TensorView view();

        default int rank() {
            return shape().size();
        }

        /** A type of the same kind with other extents. */
        TensorLike withShape(List<Expr> shape, TensorView view);
    }

    /** A plain tensor: one rank's own global memory. */
    record Tensor(List<Expr> shape, DType dtype, TensorView view) implements TensorLike {
        public Tensor {
            shape = List.copyOf(shape);
        }

        public Tensor(List<Expr> shape, DType dtype) {
            this(shape, dtype, TensorView.PACKED);
        }

        @Override
        public Tensor withShape(List<Expr> newShape, TensorView newView) {
            return new Tensor(newShape, dtype, newView);
        }
    }

    /** A view of a window, which exists at the same offset on every rank: pld.DistributedTensor. */
    record Window(List<Expr> shape, DType dtype, TensorView view) implements TensorLike {
        public Window {
            shape = List.copyOf(shape);
        }

        public Window(List<Expr> shape, DType dtype) {
            this(shape, dtype, TensorView.PACKED);
        }

        @Override
        public Window withShape(List<Expr> newShape, TensorView newView) {
            return new Window(newShape, dtype, newView);
        }
    }

    /**
     * A tile in a core's local memory. Extents are constants; the valid region may be dynamic.
     *
     * @param valid the valid extents; empty means all of {@code shape}
     * @param address byte offset in the memory space, once allocated
     */
    record Tile(
            List<Expr> shape, DType dtype, List<Expr> valid, MemorySpace space, OptionalInt address)
            implements Type {
        public Tile {
            shape = List.copyOf(shape);
            valid = Structure.same(valid, shape) ? List.of() : List.copyOf(valid);
        }

        /** A fully valid, not yet placed tile in the UB. */
        public Tile(List<Expr> shape, DType dtype) {
            this(shape, dtype, List.of(), MemorySpace.Vec, OptionalInt.empty());
        }

        /** The valid extents, spelled out. */
        public List<Expr> effectiveValid() {
            return valid.isEmpty() ? shape : valid;
        }

        public Tile withValid(List<Expr> newValid) {
            return new Tile(shape, dtype, newValid, space, address);
        }

        public Tile withAddress(int newAddress) {
            return new Tile(shape, dtype, valid, space, OptionalInt.of(newAddress));
        }

        public Tile inSpace(MemorySpace newSpace) {
            return new Tile(shape, dtype, valid, newSpace, address);
        }

        /** Extent of a dimension; tiles have constant extents. */
        public int extent(int dimension) {
            return Math.toIntExact(Exprs.constant(shape.get(dimension)).orElseThrow());
        }

        /**
         * All leading extents multiplied: a tile is this many rows of {@link #columns} elements.
         */
        public int rows() {
            int rows = 1;
            for (int i = 0; i < shape.size() - 1; i++) {
                rows *= extent(i);
            }
            return rows;
        }

        public int columns() {
            return extent(shape.size() - 1);
        }
    }

    /** A private array of integers in a core's scalar memory. */
    record Array(int extent, DType dtype) implements Type {}

    /** Several values at once. */
    record Tuple(List<Type> items) implements Type {
        public Tuple {
            items = List.copyOf(items);
        }
    }

    /** Types without a payload. */
    enum Opaque implements Type {
        /** What an operator without a result returns. */
        UNKNOWN,
        /** The handle of a window allocation. */
        PTR,
        /** A communication context. */
        COMM_CTX
    }

    Scalar INDEX = new Scalar(DType.INDEX);
    Scalar INT32 = new Scalar(DType.INT32);
    Scalar INT64 = new Scalar(DType.INT64);
    Scalar BOOL = new Scalar(DType.BOOL);
    Scalar FP32 = new Scalar(DType.FP32);
    Scalar TASK_ID = new Scalar(DType.TASK_ID);

    /** How messages name the type: {@code Tensor[[1, 64], FP32]}. */
    default String describe() {
        return Describe.type(this);
    }
}

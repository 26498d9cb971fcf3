package org.crosstile.model;

import java.util.List;
import java.util.Optional;
import org.crosstile.abi.Coded;
import org.crosstile.abi.DType;

/** What an operand of a {@link Slot} may be. */
public sealed interface Kind {
    /** The phrase that completes "must be ...". */
    String phrase();

    /** True if a value of this type fits, as far as the type alone tells. */
    default boolean accepts(Expr value) {
        return true;
    }

    /** A window view, of one element type if given. */
    record Window(Optional<DType> dtype) implements Kind {
        @Override
        public String phrase() {
            return dtype.map(d -> "an " + d + " window view").orElse("a window view")
                    + " (pld.DistributedTensor)";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.Window w
                    && dtype.map(d -> d == w.dtype()).orElse(true);
        }
    }

    /** A plain tensor. */
    record Tensor() implements Kind {
        @Override
        public String phrase() {
            return "a plain tensor";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.Tensor;
        }
    }

    /** A plain tensor or a window view. */
    record TensorLike() implements Kind {
        @Override
        public String phrase() {
            return "a tensor or a window view";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.TensorLike;
        }
    }

    /** A tile. */
    record Tile() implements Kind {
        @Override
        public String phrase() {
            return "a tile";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.Tile;
        }
    }

    /** A tile, tensor or window view. */
    record Data() implements Kind {
        @Override
        public String phrase() {
            return "a tile or a tensor";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.Tile || value.type() instanceof Type.TensorLike;
        }
    }

    /** A tile, or a scalar that is applied to every element. */
    record TileOrScalar() implements Kind {
        @Override
        public String phrase() {
            return "a tile or a scalar";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.Tile || new Scalar(DType.INDEX).accepts(value);
        }
    }

    /** A tensor, or a scalar that is applied to every element. */
    record TensorOrScalar() implements Kind {
        @Override
        public String phrase() {
            return "a tensor or a scalar";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.TensorLike
                    || new Scalar(DType.INDEX).accepts(value);
        }
    }

    /**
     * An integer scalar.
     *
     * @param literal the type that an integer literal takes in this place
     */
    record Integer(DType literal) implements Kind {
        @Override
        public String phrase() {
            return "an integer scalar";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.Scalar s && s.dtype().isInteger();
        }
    }

    /**
     * A number, integer or float.
     *
     * @param literal the type that an integer literal takes in this place
     */
    record Scalar(DType literal) implements Kind {
        @Override
        public String phrase() {
            return "a scalar";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.Scalar s && s.dtype() != DType.TASK_ID;
        }
    }

    /**
     * A list of integer scalars.
     *
     * @param of the tensor-like slot whose rank the length must equal, if any
     */
    record Indices(Optional<Slot> of) implements Kind {
        @Override
        public String phrase() {
            return "a list of integers";
        }

        @Override
        public boolean accepts(Expr value) {
            return value instanceof Expr.Tuple tuple
                    && tuple.items().stream().allMatch(i -> new Integer(DType.INDEX).accepts(i));
        }
    }

    /** The result of get_comm_ctx. */
    record Context() implements Kind {
        @Override
        public String phrase() {
            return "a communication context (the result of pld.get_comm_ctx)";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() == Type.Opaque.COMM_CTX;
        }
    }

    /** The handle of an allocation. */
    record Buffer() implements Kind {
        @Override
        public String phrase() {
            return "a handle from pld.alloc_window_buffer";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() == Type.Opaque.PTR;
        }
    }

    /** A private array. */
    record Array() implements Kind {
        @Override
        public String phrase() {
            return "an array (the result of pl.array.create)";
        }

        @Override
        public boolean accepts(Expr value) {
            return value.type() instanceof Type.Array;
        }
    }

    /** A constant of one enumeration, known at compile time. */
    record OneOf(Class<? extends Coded> type) implements Kind {
        @Override
        public String phrase() {
            return "one of " + String.join(", ", names());
        }

        /** The spellings, with the enumeration's name. */
        public List<String> names() {
            return java.util.Arrays.stream(type.getEnumConstants())
                    .map(c -> type.getSimpleName() + "." + c.spelling())
                    .toList();
        }

        @Override
        public boolean accepts(Expr value) {
            return value instanceof Expr.Code code && type.isInstance(code.value());
        }
    }

    /** An element type. */
    record Element() implements Kind {
        @Override
        public String phrase() {
            return "an element type such as pl.FP32";
        }

        @Override
        public boolean accepts(Expr value) {
            return value instanceof Expr.Element;
        }
    }

    /** An integer known at compile time, not negative unless stated otherwise by a rule. */
    record StaticInt() implements Kind {
        @Override
        public String phrase() {
            return "an integer known at compile time";
        }

        @Override
        public boolean accepts(Expr value) {
            return value instanceof Expr.Int;
        }
    }

    /** True or False, known at compile time. */
    record Flag() implements Kind {
        @Override
        public String phrase() {
            return "True or False";
        }

        @Override
        public boolean accepts(Expr value) {
            return value instanceof Expr.Bool;
        }
    }

    /** One of some strings. */
    record Word(List<String> allowed) implements Kind {
        @Override
        public String phrase() {
            return "one of '" + String.join("', '", allowed) + "'";
        }

        @Override
        public boolean accepts(Expr value) {
            return value instanceof Expr.Text text && allowed.contains(text.value());
        }
    }

    /** Anything; the operator's own check says more. */
    record Any() implements Kind {
        @Override
        public String phrase() {
            return "a value";
        }
    }
}

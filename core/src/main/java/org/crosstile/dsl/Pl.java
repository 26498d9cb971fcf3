package org.crosstile.dsl;

import org.crosstile.abi.DType;

/**
 * The operators of one rank, {@code pl} in the text form: on tiles, tensors, arrays and scalars.
 * Those that share a name differ in what they take. Generated from the catalogue by FacadeWriter.
 */
public final class Pl extends TensorMath {
    private Pl() {}

    /**
     * Makes a private array of integers in scalar memory, all zero.
     *
     * <p>{@code pl.array.create}, in a chip orchestration, an InCore kernel.
     *
     * @param extent how many elements
     * @param dtype the element type
     */
    public static Array arrayCreate(long extent, DType dtype) {
        return new Array(Operation.of("pl.array.create").with(extent).with(dtype).note());
    }

    /**
     * Reads one element of a private array.
     *
     * <p>{@code pl.array.read}, in a chip orchestration, an InCore kernel.
     *
     * @param array the array
     * @param index which element, from 0
     */
    public static Scalar arrayRead(Array array, Scalar index) {
        return new Scalar(Operation.of("pl.array.read").with(array).with(index).note());
    }

    /** {@code pl.array.read} with Java's own numbers. */
    public static Scalar arrayRead(Array array, long index) {
        return new Scalar(Operation.of("pl.array.read").with(array).with(index).note());
    }

    /**
     * Changes one element of a private array.
     *
     * <p>{@code pl.array.update}, in a chip orchestration, an InCore kernel.
     *
     * @param array the array
     * @param index which element, from 0
     * @param value an integer or a truth value
     */
    public static Array arrayUpdate(Array array, Scalar index, Scalar value) {
        return new Array(
                Operation.of("pl.array.update").with(array).with(index).with(value).note());
    }

    /** {@code pl.array.update} with Java's own numbers. */
    public static Array arrayUpdate(Array array, Scalar index, long value) {
        return new Array(
                Operation.of("pl.array.update").with(array).with(index).with(value).note());
    }

    /** {@code pl.array.update} with Java's own numbers. */
    public static Array arrayUpdate(Array array, long index, Scalar value) {
        return new Array(
                Operation.of("pl.array.update").with(array).with(index).with(value).note());
    }

    /** {@code pl.array.update} with Java's own numbers. */
    public static Array arrayUpdate(Array array, long index, long value) {
        return new Array(
                Operation.of("pl.array.update").with(array).with(index).with(value).note());
    }

    /**
     * Adds two scalars.
     *
     * <p>{@code pl.scalar.add}, in a host orchestrator, a chip orchestration, an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand
     */
    public static Scalar add(Scalar lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.add").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.add} with Java's own numbers. */
    public static Scalar add(Scalar lhs, long rhs) {
        return new Scalar(Operation.of("pl.scalar.add").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.add} with Java's own numbers. */
    public static Scalar add(long lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.add").with(lhs).with(rhs).note());
    }

    /**
     * Subtracts a scalar from another.
     *
     * <p>{@code pl.scalar.sub}, in a host orchestrator, a chip orchestration, an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand
     */
    public static Scalar sub(Scalar lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.sub").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.sub} with Java's own numbers. */
    public static Scalar sub(Scalar lhs, long rhs) {
        return new Scalar(Operation.of("pl.scalar.sub").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.sub} with Java's own numbers. */
    public static Scalar sub(long lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.sub").with(lhs).with(rhs).note());
    }

    /**
     * Multiplies two scalars.
     *
     * <p>{@code pl.scalar.mul}, in a host orchestrator, a chip orchestration, an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand
     */
    public static Scalar mul(Scalar lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.mul").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.mul} with Java's own numbers. */
    public static Scalar mul(Scalar lhs, long rhs) {
        return new Scalar(Operation.of("pl.scalar.mul").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.mul} with Java's own numbers. */
    public static Scalar mul(long lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.mul").with(lhs).with(rhs).note());
    }

    /**
     * Gives the smaller of two scalars.
     *
     * <p>{@code pl.scalar.min}, in a host orchestrator, a chip orchestration, an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand
     */
    public static Scalar min(Scalar lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.min").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.min} with Java's own numbers. */
    public static Scalar min(Scalar lhs, long rhs) {
        return new Scalar(Operation.of("pl.scalar.min").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.min} with Java's own numbers. */
    public static Scalar min(long lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.min").with(lhs).with(rhs).note());
    }

    /**
     * Gives the larger of two scalars.
     *
     * <p>{@code pl.scalar.max}, in a host orchestrator, a chip orchestration, an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand
     */
    public static Scalar max(Scalar lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.max").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.max} with Java's own numbers. */
    public static Scalar max(Scalar lhs, long rhs) {
        return new Scalar(Operation.of("pl.scalar.max").with(lhs).with(rhs).note());
    }

    /** {@code pl.scalar.max} with Java's own numbers. */
    public static Scalar max(long lhs, Scalar rhs) {
        return new Scalar(Operation.of("pl.scalar.max").with(lhs).with(rhs).note());
    }

    /**
     * Converts a scalar; a float rounds to the nearest integer, halves away from zero.
     *
     * <p>{@code pl.scalar.cast}, in a host orchestrator, a chip orchestration, an InCore kernel.
     *
     * @param value what to convert
     * @param targetType the new type
     * @param options {@link Options#mode}, only the default is possible for scalars, by default
     *     {@code 'round'}
     */
    public static Scalar cast(Scalar value, DType targetType, Options.OfCast... options) {
        return new Scalar(
                Operation.of("pl.scalar.cast")
                        .with(value)
                        .with(targetType)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Sets a flag for the other side of the core group.
     *
     * <p>{@code pl.system.sync_set}, in an InCore kernel.
     *
     * @param coreType which side does it
     */
    public static void syncSet(String coreType) {
        Operation.of("pl.system.sync_set").with(coreType).note();
    }

    /**
     * Waits for the flag of the other side of the core group.
     *
     * <p>{@code pl.system.sync_wait}, in an InCore kernel.
     *
     * @param coreType which side does it
     */
    public static void syncWait(String coreType) {
        Operation.of("pl.system.sync_wait").with(coreType).note();
    }

    /**
     * Lets the cores of a core group wait for each other.
     *
     * <p>{@code pl.system.syncall}, in an InCore kernel.
     *
     * @param coreType whether both sides meet, or the cores of one
     */
    public static void syncall(String coreType) {
        Operation.of("pl.system.syncall").named("core_type", Operation.literal(coreType)).note();
    }
}

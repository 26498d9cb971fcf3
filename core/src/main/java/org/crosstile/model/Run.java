package org.crosstile.model;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * The static method that carries out a primitive call, and what to pass to it.
 *
 * <p>Scalars are passed as the parameter type asks: {@code int}, {@code long}, {@code float},
 * {@code double} or {@code boolean}; lists of integers as {@code long[]}; enumeration constants as
 * themselves; tensors, tiles, contexts and arrays as their {@code memory} classes. An absent
 * operand cannot be passed: choose another method.
 *
 * @param owner the class that declares the method
 * @param method its name
 * @param operands what to pass, in order
 * @param result what the method returns; {@code void} for {@link Op}s without a result, and for
 *     tile operators that fill {@link Result}
 */
public record Run(ClassDesc owner, String method, List<Operand> operands, ClassDesc result) {
    /** Something to pass. */
    public sealed interface Operand {
        ClassDesc type();
    }

    /** The operand in a slot. */
    public record Arg(Slot slot, ClassDesc type) implements Operand {}

    /** The rank (or host) that executes: the port to windows, signals and peers. */
    public record Env(ClassDesc type) implements Operand {}

    /** The number of this call site, by which run-time reports find the source. An {@code int}. */
    public record Site(ClassDesc type) implements Operand {}

    /** The tile to fill: the result's buffer, with the result type's extents. */
    public record Result(ClassDesc type) implements Operand {}

    /**
     * A constant that the operator knows: an Integer, Long, Float, String or enumeration constant.
     */
    public record Literal(Object value, ClassDesc type) implements Operand {}

    public Run {
        operands = List.copyOf(operands);
    }

    /** A method of {@code owner} by its Java types. */
    public static Run of(Class<?> owner, String method, Class<?> result, Operand... operands) {
        return new Run(desc(owner), method, List.of(operands), desc(result));
    }

    public static Operand arg(Slot slot, Class<?> type) {
        return new Arg(slot, desc(type));
    }

    public static Operand env(Class<?> type) {
        return new Env(desc(type));
    }

    public static Operand site() {
        return new Site(desc(int.class));
    }

    public static Operand result(Class<?> type) {
        return new Result(desc(type));
    }

    public static Operand literal(Object value, Class<?> type) {
        return new Literal(value, desc(type));
    }

    /** The method's descriptor. */
    public MethodTypeDesc descriptor() {
        return MethodTypeDesc.of(result, operands.stream().map(Operand::type).toList());
    }

    private static ClassDesc desc(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }
}

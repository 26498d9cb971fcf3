package org.crosstile.kernels;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr.BinaryOp;

/**
 * What scalar operations give, by exact arithmetic: integers as {@link BigInteger}, floats as
 * {@link BigDecimal} where they are finite. Integer and BOOL values are Long, float values are
 * Float.
 */
final class Oracle {
    private static final BigInteger TWO = BigInteger.TWO;

    private Oracle() {}

    /** Thrown where the program would fault. */
    static final class ByZero extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static Object binary(BinaryOp op, DType dtype, Object a, Object b) {
        return dtype.isFloat()
                ? onFloats(op, dtype, (Float) a, (Float) b)
                : onIntegers(op, dtype, (Long) a, (Long) b);
    }

    private static Object onIntegers(BinaryOp op, DType dtype, long left, long right) {
        BigInteger a = BigInteger.valueOf(left);
        BigInteger b = BigInteger.valueOf(right);
        return switch (op) {
            case ADD -> wrap(a.add(b), dtype);
            case SUB -> wrap(a.subtract(b), dtype);
            case MUL -> wrap(a.multiply(b), dtype);
            case FLOOR_DIV, DIV -> wrap(floor(a, b), dtype);
            case MOD -> wrap(a.subtract(floor(a, b).multiply(b)), dtype);
            case MIN -> left < right ? left : right;
            case MAX -> left > right ? left : right;
            case EQ -> truth(left == right);
            case NE -> truth(left != right);
            case LT -> truth(left < right);
            case LE -> truth(left <= right);
            case GT -> truth(left > right);
            case GE -> truth(left >= right);
            case AND -> truth(left != 0 && right != 0);
            case OR -> truth(left != 0 || right != 0);
        };
    }

    private static BigInteger floor(BigInteger a, BigInteger b) {
        if (b.signum() == 0) {
            throw new ByZero();
        }
        BigInteger[] parts = a.divideAndRemainder(b);
        boolean below = parts[1].signum() != 0 && parts[1].signum() != b.signum();
        return below ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    static long truth(boolean value) {
        return value ? 1L : 0L;
    }

    static long wrap(BigInteger value, DType dtype) {
        int bits = dtype.bytes() * 8;
        BigInteger modulus = TWO.pow(bits);
        BigInteger low = value.mod(modulus);
        BigInteger half = TWO.pow(bits - 1);
        return (low.compareTo(half) >= 0 ? low.subtract(modulus) : low).longValueExact();
    }

    private static Object onFloats(BinaryOp op, DType dtype, float a, float b) {
        return switch (op) {
            case ADD -> round(a + b, dtype);
            case SUB -> round(a - b, dtype);
            case MUL -> round(a * b, dtype);
            case DIV -> round(a / b, dtype);
            case FLOOR_DIV -> round(floorDiv(a, b), dtype);
            case MOD -> round(floorMod(a, b), dtype);
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case EQ -> truth(a == b);
            case NE -> truth(a != b);
            case LT -> truth(a < b);
            case LE -> truth(a <= b);
            case GT -> truth(a > b);
            case GE -> truth(a >= b);
            default -> throw new AssertionError(op);
        };
    }

    private static float floorDiv(float a, float b) {
        if (b == 0) {
            throw new ByZero();
        }
        if (!Float.isFinite(a) || Float.isNaN(b)) {
            return Float.NaN;
        }
        if (Float.isInfinite(b)) {
            return a == 0 || (a < 0) == (b < 0) ? Math.copySign(0f, a / b) : -1;
        }
        BigDecimal quotient = floorOfQuotient(a, b);
        return quotient.signum() == 0 ? Math.copySign(0f, a / b) : quotient.floatValue();
    }

    private static BigDecimal floorOfQuotient(float a, float b) {
        BigDecimal[] parts = new BigDecimal(a).divideAndRemainder(new BigDecimal(b));
        boolean below = parts[1].signum() != 0 && (parts[1].signum() < 0) != (b < 0);
        BigDecimal whole = parts[0].setScale(0, RoundingMode.UNNECESSARY);
        return below ? whole.subtract(BigDecimal.ONE) : whole;
    }

    private static float floorMod(float a, float b) {
        if (b == 0) {
            throw new ByZero();
        }
        if (!Float.isFinite(a) || Float.isNaN(b)) {
            return Float.NaN;
        }
        if (Float.isInfinite(b)) {
            return a == 0 ? Math.copySign(0f, b) : (a < 0) == (b < 0) ? a : b;
        }
        BigDecimal rest =
                new BigDecimal(a).subtract(floorOfQuotient(a, b).multiply(new BigDecimal(b)));
        return rest.signum() == 0 ? Math.copySign(0f, b) : rest.floatValue();
    }

    private static float round(float value, DType dtype) {
        return (float) dtype.round(value);
    }

    static Object cast(DType from, DType to, Object value) {
        if (to == DType.BOOL) {
            return truth(value instanceof Float f ? f != 0 : (Long) value != 0);
        }
        if (to.isFloat()) {
            return value instanceof Float f ? round(f, to) : round((float) (long) (Long) value, to);
        }
        return value instanceof Float f
                ? (Object) nearest(f, to)
                : (Object) wrap(BigInteger.valueOf((Long) value), to);
    }

    /** Halves away from zero, and the nearest limit where the type ends. */
    private static long nearest(float value, DType to) {
        if (Float.isNaN(value)) {
            return 0;
        }
        BigInteger max = TWO.pow(to.bytes() * 8 - 1).subtract(BigInteger.ONE);
        BigInteger min = max.negate().subtract(BigInteger.ONE);
        if (Float.isInfinite(value)) {
            return (value > 0 ? max : min).longValueExact();
        }
        BigInteger whole =
                new BigDecimal(value).setScale(0, RoundingMode.HALF_UP).toBigIntegerExact();
        return whole.max(min).min(max).longValueExact();
    }
}

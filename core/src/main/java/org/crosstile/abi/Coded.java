package org.crosstile.abi;

import java.util.Optional;

/**
 * An enumeration whose {@code ordinal} is its frozen binary code: constants are only ever appended.
 */
public interface Coded {
    /** The frozen code. */
    int ordinal();

    /** The constant's Java name. */
    String name();

    /** How DSL text spells the constant. */
    default String spelling() {
        return name();
    }

    /** The constant that DSL text spells {@code spelling}. */
    static <E extends Enum<E> & Coded> Optional<E> bySpelling(Class<E> type, String spelling) {
        for (E constant : type.getEnumConstants()) {
            if (constant.spelling().equals(spelling)) {
                return Optional.of(constant);
            }
        }
        return Optional.empty();
    }
}

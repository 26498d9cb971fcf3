package org.crosstile.isa;

/** How TWAIT and TTEST compare a signal cell with the expected value. */
public enum WaitCmp implements OneByte {
    EQ("=="),
    NE("!="),
    GT(">"),
    GE(">="),
    LT("<"),
    LE("<=");

    private final String sign;

    WaitCmp(String sign) {
        this.sign = sign;
    }

    /** As messages write it. */
    public String sign() {
        return sign;
    }

    /** True when a cell that holds {@code value} satisfies a wait for {@code expected}. */
    public boolean holds(int value, int expected) {
        return switch (this) {
            case EQ -> value == expected;
            case NE -> value != expected;
            case GT -> value > expected;
            case GE -> value >= expected;
            case LT -> value < expected;
            case LE -> value <= expected;
        };
    }
}

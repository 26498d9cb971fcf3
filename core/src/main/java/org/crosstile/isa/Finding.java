package org.crosstile.isa;

import org.crosstile.memory.Fault;
import org.crosstile.source.Rule;

/**
 * An operand that breaks a rule, and the operand that it does not fit.
 *
 * @param operand the operand's part in the instruction: {@code dst}
 * @param found what it is
 * @param other the part of the other operand; empty if there is none
 * @param otherFound what that one is
 * @param hint what to change; may be empty
 */
public record Finding(
        Rule rule, String operand, String found, String other, String otherFound, String hint) {
    /** A finding about one operand. */
    static Finding of(Rule rule, String operand, String found, String hint) {
        return new Finding(rule, operand, found, "", "", hint);
    }

    /** As an error of a run: {@code `dst` is [64] FP16, and `group` is [64] FP32}. */
    public Fault fault() {
        String both = "`" + operand + "` " + found;
        if (!other.isEmpty()) {
            both += ", and `" + other + "` " + otherFound;
        }
        return new Fault(rule.id(), rule.headline(), both, hint);
    }
}

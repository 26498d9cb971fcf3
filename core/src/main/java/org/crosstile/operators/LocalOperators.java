package org.crosstile.operators;

import java.util.List;
import org.crosstile.model.Op;

/** The operators of one rank: tiles, tensors, arrays and scalars. */
final class LocalOperators {
    private LocalOperators() {}

    static List<Op> all() {
        return List.of();
    }
}

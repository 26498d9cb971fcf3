package org.crosstile.syntax;

import java.util.Map;

/**
 * How factories are called.
 *
 * @param set arguments by parameter name, as written on the command line: {@code 4}, {@code FP16},
 *     {@code Max}, {@code True}
 * @param ranks the number of ranks, which a parameter {@code n_ranks} takes if it is not set
 */
public record LoadOptions(Map<String, String> set, int ranks) {
    public LoadOptions {
        set = Map.copyOf(set);
    }

    /** No arguments. */
    public static LoadOptions of(int ranks) {
        return new LoadOptions(Map.of(), ranks);
    }
}

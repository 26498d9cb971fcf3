package org.crosstile.ranks.threads;

import org.crosstile.ranks.Task;
import org.jspecify.annotations.Nullable;

/** How a run ends. */
sealed interface End {
    record Finished() implements End {}

    record Stuck() implements End {}

    record Mismatched() implements End {}

    record Failed(@Nullable Device device, @Nullable Task task, Throwable cause) implements End {}

    record Expired() implements End {}
}

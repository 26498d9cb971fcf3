/**
 * All ranks in one JVM, of which one moves at a time. A seed decides who, and when writes and
 * signals that are in flight arrive: the same seed gives the same run.
 *
 * <p>Belongs here: turns, strategies, memory models, what a run leaves in a trace. Does not belong
 * here: what is common to all worlds, conclusions about a trace ({@code diagnose}).
 */
@NullMarked
package org.crosstile.ranks.simulated;

import org.jspecify.annotations.NullMarked;

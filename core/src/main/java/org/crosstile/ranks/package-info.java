/**
 * Running a lowered program on many ranks: host orchestration, the placing of windows, and what all
 * worlds have in common. Each transport is a sub-package; they never see each other.
 *
 * <p>Belongs here: who runs what, where windows lie, how a run ends. Does not belong here:
 * arithmetic, operators, conclusions about a run ({@code diagnose}).
 */
@NullMarked
package org.crosstile.ranks;

import org.jspecify.annotations.NullMarked;

/**
 * Changes programs at random and looks for defects of the toolchain: what a changed program may be
 * is not known, but it is never an internal error, a hang, a report without a place, or a lowered
 * text that the checker refuses.
 *
 * <p>Does not belong here: programs whose verdict is known (programs/checking and programs/races).
 */
@NullMarked
package org.crosstile.hunt;

import org.jspecify.annotations.NullMarked;

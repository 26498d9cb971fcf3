/**
 * What a run leaves behind for those who explain it: a small ring of recent events per rank, and
 * the state of every rank at a moment when nothing could move.
 *
 * <p>Belongs here: facts about a run as data, in terms of devices, cells and call site numbers.
 * Does not belong here: conclusions ({@code diagnose}), how ranks run ({@code ranks}), source
 * places beyond spans.
 */
@NullMarked
package org.crosstile.record;

import org.jspecify.annotations.NullMarked;

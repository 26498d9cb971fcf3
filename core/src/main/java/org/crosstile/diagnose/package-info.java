/**
 * Conclusions about a run: why no rank can move, what a rank broke. Everything is computed from
 * what {@code record} holds and from the program, and comes out as problems at DSL places.
 *
 * <p>Belongs here: reports. Does not belong here: anything that runs, stops or delays a rank.
 */
@NullMarked
package org.crosstile.diagnose;

import org.jspecify.annotations.NullMarked;

/**
 * The passes that turn a checked program into one that can be compiled: one file per pass, and
 * {@link org.crosstile.lower.Pipeline}, their order.
 *
 * <p>Belongs here: rewriting of programs, and the analyses that rewriting needs. Does not belong
 * here: any operator by name; a pass asks what an operator can do ({@link
 * org.crosstile.model.Capability}).
 */
@NullMarked
package org.crosstile.lower;

import org.jspecify.annotations.NullMarked;

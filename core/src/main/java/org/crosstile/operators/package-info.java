/**
 * The operators, one file each, and {@link org.crosstile.operators.Catalogue}, the list of them. An
 * operator's file holds all there is to it: signature, rules, result type, effects, lowering,
 * meaning and the static method that runs it.
 *
 * <p>Belongs here: operators, operand kinds and protocols that several operators share. Does not
 * belong here: anything that handles operators in general. Nobody outside this package and {@code
 * syntax} knows an operator's name.
 */
@NullMarked
package org.crosstile.operators;

import org.jspecify.annotations.NullMarked;

/**
 * The program as data: types, expressions, statements, functions, programs; building, walking,
 * rewriting and structural equality; and {@link org.crosstile.model.Op} with the ports through
 * which an operator speaks to the rest of the toolchain.
 *
 * <p>Belongs here: what every stage shares. Does not belong here: any particular operator, any text
 * form, anything that executes. Values are immutable; a {@link org.crosstile.model.Var} is equal
 * only to itself; spans never take part in {@link org.crosstile.model.Structure structural}
 * equality.
 */
@NullMarked
package org.crosstile.model;

import org.jspecify.annotations.NullMarked;

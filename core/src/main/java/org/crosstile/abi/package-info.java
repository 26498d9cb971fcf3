/**
 * The vocabulary that compiler and runtime share: element types and the enumerations whose integer
 * codes are part of the binary interface.
 *
 * <p>Belongs here: enums with frozen codes, the arithmetic that defines an element type, and limits
 * that both hold to. Does not belong here: anything that knows about expressions, memory or
 * operators.
 */
@NullMarked
package org.crosstile.abi;

import org.jspecify.annotations.NullMarked;

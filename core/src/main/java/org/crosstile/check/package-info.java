/**
 * Rules about whole programs: where operators may be called, how functions call each other, which
 * devices a dispatch goes to, what becomes of windows.
 *
 * <p>Belongs here: rules that need more than one call to be seen. Does not belong here: what an
 * operator can check about its own operands, and anything that changes a program.
 */
@NullMarked
package org.crosstile.check;

import org.jspecify.annotations.NullMarked;

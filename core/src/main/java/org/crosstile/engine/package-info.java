/**
 * A program from text to result as one call: load, check, lower, compile, run; tensors that go in
 * and come out; the book of all rules.
 *
 * <p>Belongs here: the order of the stages, and what a caller from outside needs. Does not belong
 * here: any stage's own work, and anything that prints.
 */
@NullMarked
package org.crosstile.engine;

import org.jspecify.annotations.NullMarked;

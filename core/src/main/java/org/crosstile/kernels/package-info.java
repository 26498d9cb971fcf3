/**
 * Lowered functions as JVM bytecode: one hidden class for a program, one static method for a
 * function. Scalars are locals, loops are loops, a primitive is one direct call of the static
 * method that it names itself ({@link org.crosstile.model.Run}). Line tables and variable tables
 * hold the lines and names of the DSL text, so a stack trace, a debugger and a profiler show the
 * user's own program.
 *
 * <p>Belongs here: generating code, and finding the DSL span of something that was thrown in it.
 * Does not belong here: any particular operator, memory allocation, running functions on ranks.
 */
@NullMarked
package org.crosstile.kernels;

import org.jspecify.annotations.NullMarked;

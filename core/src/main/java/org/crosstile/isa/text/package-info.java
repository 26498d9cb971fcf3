/**
 * The text of tile-level programs: reading and printing, checking, adding the tiles that a text
 * leaves out, and running on many ranks.
 *
 * <p>Belongs here: grammar, names and types of values, spans of problems. Does not belong here:
 * what an instruction asks of its operands and what it does, which {@code isa} knows for Java
 * programs too.
 */
@NullMarked
package org.crosstile.isa.text;

import org.jspecify.annotations.NullMarked;

/**
 * Text and what we say about it: source text with a line table, spans, rules, problems, and the two
 * views of a problem (text and tree).
 *
 * <p>Belongs here: everything that an error message is made of. Does not belong here: any knowledge
 * of the DSL, of operators or of runs.
 */
@NullMarked
package org.crosstile.source;

import org.jspecify.annotations.NullMarked;

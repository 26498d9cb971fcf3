/**
 * The Java DSL: what an author imports to write programs in Java.
 *
 * <p>Here belong the types and methods that an author uses ({@link org.crosstile.dsl.Dsl}, {@link
 * org.crosstile.dsl.Pl}, {@link org.crosstile.dsl.Pld}) and how what they note becomes a {@link
 * org.crosstile.model.Program}. Rules about operators do not belong here: they are those of the
 * text form, and come from the catalogue.
 */
@NullMarked
package org.crosstile.dsl;

import org.jspecify.annotations.NullMarked;

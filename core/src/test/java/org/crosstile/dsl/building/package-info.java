/** How programs are built in Java; not in the package of the DSL, as an author's code is not. */
@NullMarked
package org.crosstile.dsl.building;

import org.jspecify.annotations.NullMarked;

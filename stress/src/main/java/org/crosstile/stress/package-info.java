/** jcstress tests of what the worlds promise about memory. */
@NullMarked
package org.crosstile.stress;

import org.jspecify.annotations.NullMarked;

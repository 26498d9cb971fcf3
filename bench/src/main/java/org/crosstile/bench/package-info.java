/** JMH benchmarks of single parts, and comparisons with peers. */
@NullMarked
package org.crosstile.bench;

import org.jspecify.annotations.NullMarked;

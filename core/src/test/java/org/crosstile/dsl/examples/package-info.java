/** The programs of programs/examples, written in Java. */
@NullMarked
package org.crosstile.dsl.examples;

import org.jspecify.annotations.NullMarked;

/**
 * The command line: commands, progress and exit codes.
 *
 * <p>Only this package writes to the terminal or ends the process. What a command computes lives in
 * the packages that it calls; here it is only asked for and shown.
 */
@NullMarked
package org.crosstile.cli;

import org.jspecify.annotations.NullMarked;

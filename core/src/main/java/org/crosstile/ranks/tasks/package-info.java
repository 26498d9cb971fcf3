/**
 * The tasks of a device: what depends on what and why, which may start, which have completed.
 *
 * <p>Belongs here: the graph of tasks, dependences from memory, cores, deferred completion, all the
 * same in every world. Does not belong here: who runs a task, and how it waits.
 */
@NullMarked
package org.crosstile.ranks.tasks;

import org.jspecify.annotations.NullMarked;

/**
 * All ranks in one JVM, a thread each. Peers are reached directly through their memory.
 *
 * <p>Belongs here: how threads wait for each other, and the proof that none can go on. Does not
 * belong here: what is common to all worlds.
 */
@NullMarked
package org.crosstile.ranks.threads;

import org.jspecify.annotations.NullMarked;

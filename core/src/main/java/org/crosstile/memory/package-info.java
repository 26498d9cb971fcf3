/**
 * The memory of a rank: the region that holds its windows and signal cells, views of tensors, tiles
 * in the UB, arithmetic on elements, and the two ports through which running code reaches its
 * surroundings ({@link org.crosstile.memory.Rank} and {@link org.crosstile.memory.Host}).
 *
 * <p>Belongs here: bytes, extents, element arithmetic. Does not belong here: expressions,
 * operators, threads, how a rank waits.
 */
@NullMarked
package org.crosstile.memory;

import org.jspecify.annotations.NullMarked;

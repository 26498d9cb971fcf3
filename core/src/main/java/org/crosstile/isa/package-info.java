/**
 * The PTO tile-level communication instructions: TREDUCE and its family, over tiles in the UB,
 * tensors in global memory, groups of ranks and signal cells.
 *
 * <p>Belongs here: what an instruction asks of its operands, in which pipes it works, what it costs
 * on the simulated clock, the CCU engine. Does not belong here: how elements move or are added,
 * which {@code memory} knows; the text of the instructions, which is in {@code isa.text}.
 */
@NullMarked
package org.crosstile.isa;

import org.jspecify.annotations.NullMarked;

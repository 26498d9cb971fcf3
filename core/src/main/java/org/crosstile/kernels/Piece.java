package org.crosstile.kernels;

import java.util.List;
import org.crosstile.model.Function;
import org.crosstile.model.Var;

/**
 * A part of a function as a function of its own.
 *
 * @param function its parameters are the variables that the part reads, its results those it
 *     defines
 * @param owner the name of the function that it is a part of
 * @param dims the parameters that hold dynamic extents
 */
record Piece(Function function, String owner, List<Var> dims) {}

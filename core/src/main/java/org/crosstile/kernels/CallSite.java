package org.crosstile.kernels;

import org.crosstile.source.Span;

/**
 * A call whose number is passed at run time, so that reports can name its place.
 *
 * @param id index in {@link CompiledProgram#sites()}
 * @param op name of the operator, or of the function that is launched
 * @param function name of the function that contains the call
 */
public record CallSite(int id, Span span, String op, String function) {}

package org.crosstile.record;

/**
 * A call site as a record names it, so that it can be read without the program.
 *
 * @param file name of the text
 * @param line from 1; 0 if no text stands for the call
 * @param op name of the operator, or of the function that is launched
 * @param via how the call came from this place; empty for what the user wrote
 * @param text what stands there
 */
public record RecordedSite(String file, int line, String op, String via, String text) {}

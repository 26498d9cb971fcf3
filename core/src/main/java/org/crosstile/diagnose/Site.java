package org.crosstile.diagnose;

import org.crosstile.source.Span;

/**
 * The place of a call whose number appears in a record.
 *
 * @param function the function that contains the call
 */
public record Site(Span span, String function) {}

package org.crosstile.memory;

/** A rank's position in a comm domain. */
public record CommContext(int rank, int nranks) {}

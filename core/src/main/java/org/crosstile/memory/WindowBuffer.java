package org.crosstile.memory;

/**
 * One allocation, the same on every rank of its domain.
 *
 * @param name the name of the variable that holds it; unique in a program
 * @param offset where the buffer begins in each rank's region, in bytes
 * @param bytes its size as asked for; the slot is rounded up to 32 bytes
 */
public record WindowBuffer(String name, long offset, long bytes, Domain domain) {}

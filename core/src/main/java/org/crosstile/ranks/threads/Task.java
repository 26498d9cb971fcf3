package org.crosstile.ranks.threads;

/** A launch of a function on a device. */
record Task(int function, Object[] args, int site) {}

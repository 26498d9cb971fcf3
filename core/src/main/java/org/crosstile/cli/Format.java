package org.crosstile.cli;

/** How a command prints its result. */
enum Format {
    text,
    json
}

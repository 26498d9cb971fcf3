package org.crosstile.ranks;

import org.crosstile.memory.View;

/** An argument of the entry function that holds nothing until the program writes it. */
public record UnsetOutput(String name, View tensor) {}

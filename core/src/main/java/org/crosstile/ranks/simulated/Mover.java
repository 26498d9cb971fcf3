package org.crosstile.ranks.simulated;

/** What can make the next step of a run. */
sealed interface Mover permits Agent, Flight.Lane {}

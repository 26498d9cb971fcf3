package org.crosstile.ranks.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.crosstile.ranks.CoreGroup;
import org.crosstile.ranks.Seat;
import org.crosstile.ranks.Unwind;

/**
 * The cores of a core group at work: the one that starts it, which is the first, and others beside
 * it.
 */
final class Team {
    /** What a core does; false if the run is over. */
    interface Part {
        boolean run(Core core, Seat seat, int function);
    }

    final Core first;
    final List<Core> others;

    /** How many have not ended; written under the lock of {@link Progress}. */
    volatile int unfinished;

    private final Holds holds;
    private final CoreGroup group;
    private final Seat seat;
    private final long[] functions;
    private final Part part;

    Team(Holds holds, Core first, Seat seat, int cubes, long[] functions, Part part) {
        this.holds = holds;
        this.first = first;
        this.seat = seat;
        this.functions = functions.clone();
        this.part = part;
        this.group = new CoreGroup(cubes, functions.length - cubes);
        this.others = new ArrayList<>();
        this.unfinished = functions.length;
    }

    /** Runs all lanes to their ends. */
    void run() {
        holds.engage(this, functions.length - 1, this::work);
        if (!work(first, 0)) {
            throw Unwind.NOW;
        }
        holds.awaitEnd(this);
    }

    private boolean work(Core core, int lane) {
        Seat own = seat.in(group, lane, gate(core));
        if (!part.run(core, own, (int) functions[lane])) {
            return false;
        }
        holds.ended(this);
        return true;
    }

    private CoreGroup.Gate gate(Core core) {
        return new CoreGroup.Gate() {
            @Override
            public void pass(BooleanSupplier condition, Runnable action, int site) {
                holds.pass(core, condition, action);
            }

            @Override
            public long sends(int site) {
                return 0;
            }

            @Override
            public void receives(long token, int site) {
                // the lock has ordered what both have done
            }
        };
    }
}

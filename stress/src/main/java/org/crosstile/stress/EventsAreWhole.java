package org.crosstile.stress;

import org.crosstile.abi.NotifyOp;
import org.crosstile.record.Event;
import org.crosstile.record.EventRing;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Whoever reads a ring of events while a rank overwrites it never gets parts of two events. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "all events are whole")
@Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "an event is torn")
@State
public class EventsAreWhole {
    private final EventRing ring = new EventRing();

    public EventsAreWhole() {
        for (int i = 0; i < EventRing.CAPACITY; i++) {
            put(i);
        }
    }

    private void put(int i) {
        ring.notified(i, i & 0xfff, 8L * i, NotifyOp.Set, -i, ~i);
    }

    @Actor
    public void writer() {
        for (int i = EventRing.CAPACITY; i < 2 * EventRing.CAPACITY; i++) {
            put(i);
        }
    }

    @Actor
    public void reader(I_Result r) {
        for (Event event : ring.events()) {
            int i = event.site();
            boolean whole =
                    event.equals(new Event.Notify(i, i & 0xfff, 8L * i, NotifyOp.Set, -i, ~i));
            r.r1 |= whole ? 0 : 1;
        }
    }
}

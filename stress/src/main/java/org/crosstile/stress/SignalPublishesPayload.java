package org.crosstile.stress;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who sees a signal that was set with release sees what was written to the window before it. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "nothing arrived")
@Outcome(id = "0, 7", expect = Expect.ACCEPTABLE, desc = "the payload came first")
@Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "signal and payload")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "a signal without its payload")
@State
public class SignalPublishesPayload {
    private static final VarHandle CELL = ValueLayout.JAVA_INT.varHandle();
    private static final long PAYLOAD = 0;
    private static final long SIGNAL = 64;

    private final MemorySegment region = Arena.ofAuto().allocate(128, 64);

    @Actor
    public void notifier() {
        region.set(ValueLayout.JAVA_INT, PAYLOAD, 7);
        CELL.setRelease(region, SIGNAL, 1);
    }

    @Actor
    public void waiter(II_Result r) {
        r.r1 = (int) CELL.getAcquire(region, SIGNAL);
        r.r2 = region.get(ValueLayout.JAVA_INT, PAYLOAD);
    }
}

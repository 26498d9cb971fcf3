package org.crosstile.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.crosstile.abi.NotifyOp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever reads a ring while cores write to it gets whole events, in order. */
@Timeout(60)
class EventRingTest {
    private static final int CORES = 3;
    private static final int EVENTS = 200_000;

    private final MemorySegment memory =
            MemorySegment.ofArray(new long[EventRing.BYTES / Long.BYTES]);

    /** An event all of whose parts follow from one number. */
    private static void put(EventRing ring, int i) {
        ring.notified(i, i & 0xfff, 8L * i, NotifyOp.Set, -i, ~i);
    }

    private static void isWhole(EventRing.Kept kept) {
        Event.Notify event = (Event.Notify) kept.event();
        int i = event.site();
        assertThat(event).isEqualTo(new Event.Notify(i, i & 0xfff, 8L * i, NotifyOp.Set, -i, ~i));
    }

    @Test
    void events_come_back_as_they_were() {
        EventRing ring = new EventRing(memory, 7);
        for (int i = 0; i < 1000; i++) {
            put(ring, i);
        }
        List<EventRing.Kept> kept = ring.kept();
        assertThat(kept).hasSize(EventRing.CAPACITY);
        for (int k = 0; k < kept.size(); k++) {
            assertThat(kept.get(k).number()).isEqualTo(1000 - EventRing.CAPACITY + k);
            assertThat(kept.get(k).core()).isEqualTo(7);
            isWhole(kept.get(k));
        }
    }

    @Test
    void what_is_being_overwritten_is_left_out() throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> cores = new ArrayList<>();
        for (int c = 0; c < CORES; c++) {
            EventRing ring = new EventRing(memory, c);
            int first = c * EVENTS;
            Thread core =
                    Thread.ofPlatform()
                            .unstarted(() -> {
                                start.countDown();
                                for (int i = 0; i < EVENTS; i++) {
                                    put(ring, first + i);
                                }
                            });
            cores.add(core);
        }
        cores.forEach(Thread::start);
        start.await();
        EventRing reader = new EventRing(memory, 0);
        while (reader.count() < (long) CORES * EVENTS) {
            List<EventRing.Kept> kept = reader.kept();
            kept.forEach(EventRingTest::isWhole);
            for (int k = 1; k < kept.size(); k++) {
                assertThat(kept.get(k).number()).isGreaterThan(kept.get(k - 1).number());
            }
        }
        for (Thread core : cores) {
            core.join();
        }
        reader.kept().forEach(EventRingTest::isWhole);
    }
}

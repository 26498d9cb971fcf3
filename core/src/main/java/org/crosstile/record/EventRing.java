package org.crosstile.record;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.NotifyOp;

/**
 * The last {@value #CAPACITY} events of one rank. Only that rank writes; whoever reads must have
 * synchronised with it, or take what is half written.
 *
 * <pre>
 *   an event, four longs
 *   | site << 32 | op << 8 | kind | device | region offset | value << 32 | result |
 * </pre>
 */
public final class EventRing {
    /** How many events are kept; a power of two. */
    public static final int CAPACITY = 256;

    private static final int LONGS = 4;
    private static final int NOTIFY = 1;
    private static final int AWAIT = 2;
    private static final int TASK_START = 3;
    private static final int TASK_END = 4;

    private final long[] ring = new long[CAPACITY * LONGS];
    private long count;

    /** Records a deposit. */
    public void notified(int site, int device, long offset, NotifyOp op, int value, int result) {
        put(head(site, op.ordinal(), NOTIFY), device, offset, pair(value, result));
    }

    /** Records that a wait begins. */
    public void awaits(int site, long offset, int expected) {
        put(head(site, 0, AWAIT), 0, offset, pair(expected, 0));
    }

    /** Records that a launched function begins. */
    public void taskStarts(int site) {
        put(head(site, 0, TASK_START), 0, 0, 0);
    }

    /** Records that a launched function returned. */
    public void taskEnds(int site) {
        put(head(site, 0, TASK_END), 0, 0, 0);
    }

    private void put(long head, long device, long offset, long values) {
        int at = (int) (count & (CAPACITY - 1)) * LONGS;
        ring[at] = head;
        ring[at + 1] = device;
        ring[at + 2] = offset;
        ring[at + 3] = values;
        count++;
    }

    private static long head(int site, int op, int kind) {
        return (long) site << 32 | (long) op << 8 | kind;
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | (low & 0xffffffffL);
    }

    /** True if no event has been lost. */
    public boolean isComplete() {
        return count <= CAPACITY;
    }

    /** What is kept, oldest first. */
    public List<Event> events() {
        List<Event> events = new ArrayList<>();
        long end = count;
        for (long i = Math.max(0, end - CAPACITY); i < end; i++) {
            int at = (int) (i & (CAPACITY - 1)) * LONGS;
            decode(ring[at], (int) ring[at + 1], ring[at + 2], ring[at + 3], events);
        }
        return events;
    }

    private static void decode(
            long head, int device, long offset, long values, List<Event> events) {
        int site = (int) (head >> 32);
        int op = (int) (head >> 8) & 0xff;
        int high = (int) (values >> 32);
        int low = (int) values;
        switch ((int) head & 0xff) {
            case NOTIFY -> {
                NotifyOp notify = op == NotifyOp.Set.ordinal() ? NotifyOp.Set : NotifyOp.AtomicAdd;
                events.add(new Event.Notify(site, device, offset, notify, high, low));
            }
            case AWAIT -> events.add(new Event.Await(site, offset, high));
            case TASK_START -> events.add(new Event.TaskStart(site));
            case TASK_END -> events.add(new Event.TaskEnd(site));
            default -> {}
        }
    }
}

package org.crosstile.record;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.abi.NotifyOp;
import org.jspecify.annotations.Nullable;

/**
 * The last {@value #CAPACITY} events of one rank, in the record part of its region: whoever has the
 * memory can read them, also after the rank has died. Written by the rank's own cores only, each
 * through a ring object of its own.
 *
 * <pre>
 *     0 +---------------------------------------------------------------+
 *       | number of events so far                                       |
 *   128 +---------------------------------------------------------------+
 *       | {@value #CAPACITY} events, four longs each:                                 |
 *       | site << 32 | core << 16 | op << 8 | kind   (0: being written) |
 *       | low half of the event's number << 32 | check << 16 | device   |
 *       | region offset                                                 |
 *       | value << 32 | result                                          |
 *       +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Nobody waits for anybody: a slow writer may be overtaken by another core that is a whole ring
 * ahead, and a reader by either. An event counts if its check fits all of its parts, and if nothing
 * of it changed while it was read.
 */
public final class EventRing {
    /** How many events are kept; a power of two. */
    public static final int CAPACITY = 256;

    private static final int HEADER = 128;
    private static final int EVENT = 32;

    /** Size of a ring in bytes. */
    public static final int BYTES = HEADER + CAPACITY * EVENT;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final long CHECK = 0xffff0000L;
    private static final int NOTIFY = 1;
    private static final int AWAIT = 2;
    private static final int PASS = 3;
    private static final int ENTER = 4;
    private static final int ACCESS = 5;
    private static final int TASK_START = 6;
    private static final int TASK_END = 7;

    private final MemorySegment memory;
    private final long core;
    private final boolean keeps;

    /** A ring in memory of its own. */
    public EventRing() {
        this(MemorySegment.ofArray(new long[BYTES / Long.BYTES]), 0);
    }

    /**
     * The ring of a rank.
     *
     * @param memory {@value #BYTES} bytes, aligned to 8; none at all to keep nothing
     * @param core which of the rank's cores writes through this object
     */
    public EventRing(MemorySegment memory, int core) {
        this.memory = memory;
        this.core = (long) (core & 0xffff) << 16;
        this.keeps = memory.byteSize() >= BYTES;
    }

    /**
     * An event as it is kept.
     *
     * @param number counts all events of the rank from 0
     * @param core which of the rank's cores it was
     */
    public record Kept(long number, int core, Event event) {}

    /** Records a deposit. */
    public void notified(int site, int device, long offset, NotifyOp op, int value, int result) {
        put(head(site, op.ordinal(), NOTIFY), device, offset, pair(value, result));
    }

    /** Records that a wait begins. */
    public void awaits(int site, long offset, int expected) {
        put(head(site, 0, AWAIT), 0, offset, pair(expected, 0));
    }

    /** Records that a wait has ended. */
    public void passes(int site, long offset) {
        put(head(site, 0, PASS), 0, offset, 0);
    }

    /** Records that the rank enters a collective. */
    public void enters(int site, int number) {
        put(head(site, 0, ENTER), 0, 0, pair(number, 0));
    }

    /** Records that the rank gets at a peer's window. */
    public void accesses(int site, int device, long offset) {
        put(head(site, 0, ACCESS), device, offset, 0);
    }

    /** Records that a launched function begins. */
    public void taskStarts(int site) {
        put(head(site, 0, TASK_START), 0, 0, 0);
    }

    /** Records that a launched function returned. */
    public void taskEnds(int site) {
        put(head(site, 0, TASK_END), 0, 0, 0);
    }

    private void put(long head, int device, long offset, long values) {
        if (!keeps) {
            return;
        }
        long number = (long) LONG.getAndAdd(memory, 0L, 1L);
        long at = HEADER + (number & (CAPACITY - 1)) * EVENT;
        long first = head | core;
        long second = number << 32 | (device & 0xffffL);
        LONG.setOpaque(memory, at, 0L);
        VarHandle.storeStoreFence();
        LONG.setOpaque(memory, at + 8, second | check(first, second, offset, values));
        LONG.setOpaque(memory, at + 16, offset);
        LONG.setOpaque(memory, at + 24, values);
        LONG.setRelease(memory, at, first);
    }

    /** 16 bits that change with every part of an event, in their place. */
    private static long check(long head, long second, long offset, long values) {
        long mixed = (head ^ second * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 29) ^ offset) * 0x94D049BB133111EBL;
        mixed = (mixed ^ (mixed >>> 31) ^ values) * 0xBF58476D1CE4E5B9L;
        return mixed >>> 48 << 16;
    }

    private static long head(int site, int op, int kind) {
        return (long) site << 32 | (long) op << 8 | kind;
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | (low & 0xffffffffL);
    }

    /** Forgets everything; nobody may write meanwhile. */
    public void clear() {
        memory.fill((byte) 0);
    }

    /** How many events there have been. */
    public long count() {
        return keeps ? (long) LONG.getVolatile(memory, 0L) : 0;
    }

    /** True if no event has been lost. */
    public boolean isComplete() {
        return keeps && count() <= CAPACITY;
    }

    /** What is kept, oldest first. */
    public List<Event> events() {
        return kept().stream().map(Kept::event).toList();
    }

    /** What is kept, oldest first; what is half written is left out. */
    public List<Kept> kept() {
        List<Kept> events = new ArrayList<>();
        long end = count();
        for (long number = Math.max(0, end - CAPACITY); number < end; number++) {
            long at = HEADER + (number & (CAPACITY - 1)) * EVENT;
            long head = (long) LONG.getAcquire(memory, at);
            long second = (long) LONG.getOpaque(memory, at + 8);
            long offset = (long) LONG.getOpaque(memory, at + 16);
            long values = (long) LONG.getOpaque(memory, at + 24);
            VarHandle.loadLoadFence();
            boolean isWhole =
                    (int) (second >>> 32) == (int) number
                            && (second & CHECK) == check(head, second & ~CHECK, offset, values)
                            && head == (long) LONG.getOpaque(memory, at)
                            && second == (long) LONG.getOpaque(memory, at + 8);
            if (isWhole) {
                int core = (int) (head >> 16) & 0xffff;
                long counted = number;
                decode(head, (short) second, offset, values)
                        .ifPresent(event -> events.add(new Kept(counted, core, event)));
            }
        }
        return events;
    }

    private static Optional<Event> decode(long head, int device, long offset, long values) {
        int site = (int) (head >> 32);
        int op = (int) (head >> 8) & 0xff;
        int high = (int) (values >> 32);
        int low = (int) values;
        @Nullable Event event =
                switch ((int) head & 0xff) {
                    case NOTIFY -> {
                        NotifyOp notify =
                                op == NotifyOp.Set.ordinal() ? NotifyOp.Set : NotifyOp.AtomicAdd;
                        yield new Event.Notify(site, device, offset, notify, high, low);
                    }
                    case AWAIT -> new Event.Await(site, offset, high);
                    case PASS -> new Event.Pass(site, offset);
                    case ENTER -> new Event.Enter(site, high);
                    case ACCESS -> new Event.Access(site, device, offset);
                    case TASK_START -> new Event.TaskStart(site);
                    case TASK_END -> new Event.TaskEnd(site);
                    default -> null;
                };
        return Optional.ofNullable(event);
    }
}

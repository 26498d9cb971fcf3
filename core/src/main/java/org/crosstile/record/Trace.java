package org.crosstile.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Area;
import org.crosstile.memory.WindowBuffer;

/**
 * Everything that happened in a run and matters for order, in the order in which it happened: who
 * touched which bytes of which region, who notified and who got past a wait. Only a world in which
 * one agent moves at a time can write one.
 *
 * <p>An <em>agent</em> does one thing after the other: the host, or one core of one device.
 * Whatever else orders agents (launches, joins, task dependences) is a {@link Kind#SEND} and the
 * {@link Kind#RECEIVE}s of the same token after it.
 */
public final class Trace {
    /** What an event is, and which of the accessors apply to it. */
    public enum Kind {
        /**
         * A deposit was sent to a cell: {@link Trace#offset}, value, notifyOp; result is what the
         * cell held afterwards, if it took effect at once.
         */
        NOTIFY,
        /**
         * A deposit that was held in flight took effect: value is the number of its NOTIFY event,
         * result what the cell held afterwards. Of no agent's doing at this time.
         */
        LANDING,
        /** A wait was passed: offset, value (what was expected), result (what was there), cmp. */
        WAIT,
        /** The agent's earlier writes come before its later signals. */
        FENCE,
        /** The agent's scalar cache was written back and dropped; {@link Trace#area} if not all. */
        INVALIDATE,
        /** Bytes were read by a transfer: area. */
        READ,
        /** Bytes were written by a transfer: area, elementType, words. */
        WRITE,
        /** Elements were added atomically by a transfer: area, elementType, words. */
        ADD,
        /** One element was read through the scalar cache: area. */
        READ_ELEMENT,
        /** One element was written through the scalar cache: area, elementType, words. */
        WRITE_ELEMENT,
        /** Something that others can be after: value is the token. */
        SEND,
        /** Comes after all that was sent with the token before: value. */
        RECEIVE,
        /** A launched function began: value is the function's number. */
        TASK_START,
        /** A launched function returned. Its writes are complete. */
        TASK_END,
        /** A collective was entered: value is its number in the domain, from 1. */
        ENTER,
        /** A new run begins: value is 1 if windows are kept, 0 if they are zeroed. */
        RUN
    }

    /**
     * Who does one thing after the other.
     *
     * @param device the device; -1 for the host
     * @param core which core of the device
     */
    public record Agent(int device, int core) {
        /** As messages name it. */
        public String describe() {
            return device < 0 ? "the host" : "rank " + device + (core == 0 ? "" : " core " + core);
        }
    }

    private static final Kind[] KINDS = Kind.values();
    private static final DType[] TYPES = DType.values();
    private static final int FIRST_CAPACITY = 1024;

    private final List<Agent> agents = new ArrayList<>();
    private final List<WindowBuffer> windows = new ArrayList<>();
    private final Map<Integer, int[]> words = new HashMap<>();
    private final Set<Origin.Use> uses = new LinkedHashSet<>();
    private int size;
    private byte[] kinds = new byte[FIRST_CAPACITY];
    private byte[] ops = new byte[FIRST_CAPACITY];
    private int[] who = new int[FIRST_CAPACITY];
    private int[] sites = new int[FIRST_CAPACITY];
    private int[] devices = new int[FIRST_CAPACITY];
    private int[] runs = new int[FIRST_CAPACITY];
    private long[] offsets = new long[FIRST_CAPACITY];
    private long[] firsts = new long[FIRST_CAPACITY];
    private long[] seconds = new long[FIRST_CAPACITY];

    /** Announces an agent; gives its number, counted from 0. */
    public int agent(int device, int core) {
        agents.add(new Agent(device, core));
        return agents.size() - 1;
    }

    /** Says where the windows lie, in every region alike. */
    public void windows(Iterable<WindowBuffer> all) {
        windows.clear();
        all.forEach(windows::add);
    }

    /** The agents by number. */
    public List<Agent> agents() {
        return agents;
    }

    /** The windows of the last run. */
    public List<WindowBuffer> windows() {
        return windows;
    }

    public void notified(
            int agent, int site, int device, long offset, NotifyOp op, int value, int result) {
        add(Kind.NOTIFY, op.ordinal(), agent, site, device, offset, value, result, 0);
    }

    /** What a notify deposited is a result: nobody has to wait for it. */
    public void isData(int notify) {
        runs[notify] = 1;
    }

    public void waited(
            int agent, int site, int device, long offset, WaitCmp cmp, int expected, int value) {
        add(Kind.WAIT, cmp.ordinal(), agent, site, device, offset, expected, value, 0);
    }

    public void fenced(int agent, int site) {
        add(Kind.FENCE, 0, agent, site, -1, 0, 0, 0, 0);
    }

    /** The whole scalar cache. */
    public void invalidated(int agent, int site) {
        add(Kind.INVALIDATE, 0, agent, site, -1, 0, 0, 0, 0);
    }

    /**
     * A read, or the invalidation of an area.
     *
     * @param kind READ, READ_ELEMENT or INVALIDATE
     */
    public void touched(Kind kind, int agent, int site, int device, Area area) {
        add(
                kind,
                0,
                agent,
                site,
                device,
                area.offset(),
                area.bytes(),
                area.stride(),
                Math.toIntExact(area.runs()));
    }

    /**
     * Elements were written or added.
     *
     * @param kind WRITE, ADD or WRITE_ELEMENT
     * @param values what each word of the area gets, if that is known
     */
    public void wrote(
            Kind kind, int agent, int site, int device, Area area, DType type, int[] values) {
        add(
                kind,
                type.ordinal(),
                agent,
                site,
                device,
                area.offset(),
                area.bytes(),
                area.stride(),
                Math.toIntExact(area.runs()));
        if (values.length > 0) {
            words.put(size - 1, values);
        }
    }

    /** A deposit took effect that was sent by an event before. */
    public void landed(int notify, int result) {
        add(
                Kind.LANDING,
                ops[notify],
                who[notify],
                sites[notify],
                devices[notify],
                offsets[notify],
                notify,
                result,
                0);
    }

    /**
     * Anything without a place in memory.
     *
     * @param kind SEND, RECEIVE, TASK_START, TASK_END, ENTER or RUN
     */
    public void did(Kind kind, int agent, int site, long value) {
        add(kind, 0, agent, site, -1, 0, value, 0, 0);
    }

    private void add(
            Kind kind,
            int op,
            int agent,
            int site,
            int device,
            long offset,
            long first,
            long second,
            int count) {
        if (size == kinds.length) {
            grow();
        }
        kinds[size] = (byte) kind.ordinal();
        ops[size] = (byte) op;
        who[size] = agent;
        sites[size] = site;
        devices[size] = device;
        runs[size] = count;
        offsets[size] = offset;
        firsts[size] = first;
        seconds[size] = second;
        size++;
    }

    private void grow() {
        int capacity = size * 2;
        kinds = Arrays.copyOf(kinds, capacity);
        ops = Arrays.copyOf(ops, capacity);
        who = Arrays.copyOf(who, capacity);
        sites = Arrays.copyOf(sites, capacity);
        devices = Arrays.copyOf(devices, capacity);
        runs = Arrays.copyOf(runs, capacity);
        offsets = Arrays.copyOf(offsets, capacity);
        firsts = Arrays.copyOf(firsts, capacity);
        seconds = Arrays.copyOf(seconds, capacity);
    }

    /** Notes that something comes of what nobody has written; the same is noted once. */
    public void used(Origin.Use use) {
        uses.add(use);
    }

    /** What was used that nobody has written, in the order of the run. */
    public List<Origin.Use> uses() {
        return List.copyOf(uses);
    }

    /** How many events there are. */
    public int size() {
        return size;
    }

    public Kind kind(int event) {
        return KINDS[kinds[event]];
    }

    /** The agent's number. */
    public int agent(int event) {
        return who[event];
    }

    /** The call site; -1 if none. */
    public int site(int event) {
        return sites[event];
    }

    /** Whose region is touched; -1 if none. */
    public int device(int event) {
        return devices[event];
    }

    /** Byte offset in the region. */
    public long offset(int event) {
        return offsets[event];
    }

    /** The value of a notify, what a wait expected, a token, a number. */
    public long value(int event) {
        return firsts[event];
    }

    /** What the cell held after a notify, or when a wait was passed. */
    public long result(int event) {
        return seconds[event];
    }

    public NotifyOp notifyOp(int event) {
        return ops[event] == NotifyOp.Set.ordinal() ? NotifyOp.Set : NotifyOp.AtomicAdd;
    }

    /** Whether what a notify deposited is data, and no signal. */
    public boolean holdsData(int event) {
        return runs[event] > 0;
    }

    public WaitCmp cmp(int event) {
        return ops[event] == WaitCmp.Eq.ordinal() ? WaitCmp.Eq : WaitCmp.Ge;
    }

    /** The type of the elements that were written or added. */
    public DType elementType(int event) {
        return TYPES[ops[event]];
    }

    /**
     * What a write of INT32 elements brought to a word, or added to it; empty if that is not known.
     */
    public OptionalInt word(int event, long offset) {
        int[] values = words.get(event);
        if (values == null) {
            return OptionalInt.empty();
        }
        Area area = area(event);
        long run = area.runs() == 1 ? 0 : (offset - area.offset()) / area.stride();
        long inRun = offset - area.offset() - run * area.stride();
        long perRun = area.bytes() / Integer.BYTES;
        boolean isOne =
                offset >= area.offset()
                        && run < area.runs()
                        && inRun % Integer.BYTES == 0
                        && inRun / Integer.BYTES < perRun;
        return isOne
                ? OptionalInt.of(values[(int) (run * perRun + inRun / Integer.BYTES)])
                : OptionalInt.empty();
    }

    /** Whether an INVALIDATE is of an area, and not of everything. */
    public boolean hasArea(int event) {
        return runs[event] > 0;
    }

    /** The bytes of an access. */
    public Area area(int event) {
        return new Area(offsets[event], firsts[event], seconds[event], runs[event]);
    }
}

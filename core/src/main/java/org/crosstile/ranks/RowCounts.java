package org.crosstile.ranks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the calls of a run that send counted rows have sent: how many rows crossed between ranks,
 * and which counts did not fit. All ranks write to it at once.
 */
public final class RowCounts {
    /** A call site, and the devices that sent and received there. */
    private record Pair(int site, int from, int to) {}

    /**
     * A count that did not fit.
     *
     * @param site the call site
     * @param from the device that sent
     * @param to the device that was sent to
     * @param asked the count, the first time
     * @param sent how many rows were sent, that time
     * @param times how often a count from one to the other did not fit
     */
    public record Cut(int site, int from, int to, long asked, long sent, long times) {}

    private final Map<Pair, Cut> cuts = new ConcurrentHashMap<>();
    private final LongAdder crossed = new LongAdder();
    private volatile boolean used;

    /** Counts the rows that one call sends to one device. */
    public void add(int site, int from, int to, long asked, long sent) {
        if (!used) {
            used = true;
        }
        if (from != to && sent > 0) {
            crossed.add(sent);
        }
        if (asked != sent) {
            cuts.merge(
                    new Pair(site, from, to),
                    new Cut(site, from, to, asked, sent, 1),
                    (first, again) ->
                            new Cut(site, from, to, first.asked, first.sent, first.times + 1));
        }
    }

    /** Forgets everything: another run begins. */
    public void clear() {
        cuts.clear();
        crossed.reset();
        used = false;
    }

    /** How many rows went to another rank; empty if no call sent any, not even to itself. */
    public OptionalLong crossed() {
        return used ? OptionalLong.of(crossed.sum()) : OptionalLong.empty();
    }

    /** The counts that did not fit, by site, sender and receiver. */
    public List<Cut> cuts() {
        List<Cut> all = new ArrayList<>(cuts.values());
        all.sort(
                Comparator.comparingInt(Cut::site)
                        .thenComparingInt(Cut::from)
                        .thenComparingInt(Cut::to));
        return all;
    }
}

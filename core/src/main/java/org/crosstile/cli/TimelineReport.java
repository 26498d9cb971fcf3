package org.crosstile.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.isa.CostModel;
import org.crosstile.isa.Pipe;
import org.crosstile.isa.Timeline;

/** When which pipe of which rank worked, as rows of marks: one mark is a share of the whole run. */
record TimelineReport(Timeline timeline, CostModel costs) {
    private static final int WIDTH = 72;
    private static final int MOST_RANKS = 16;

    void print(Output out) {
        long end = Math.max(1, timeline.end());
        out.result(
                "timeline  "
                        + timeline.end()
                        + " cycles, "
                        + micros(timeline.end())
                        + " us at "
                        + costs.mhz()
                        + " MHz");
        out.result(
                "          one mark is "
                        + Math.ceilDiv(end, (long) WIDTH)
                        + " cycles: # busy, - less than half of it, . idle");
        int shown = 0;
        for (int rank = 0; rank < timeline.ranks(); rank++) {
            if (isIdle(rank)) {
                continue;
            }
            if (++shown > MOST_RANKS) {
                out.result("          and further ranks");
                break;
            }
            for (Pipe pipe : Pipe.values()) {
                long busy = timeline.busy(rank, pipe);
                if (busy > 0) {
                    String name = "rank " + rank + " " + pipe;
                    out.result(
                            name
                                    + " ".repeat(Math.max(1, 14 - name.length()))
                                    + marks(rank, pipe, end)
                                    + "  "
                                    + 100 * busy / end
                                    + " %");
                }
            }
        }
    }

    private String micros(long cycles) {
        long hundredths = cycles * 100 / costs.mhz();
        long rest = hundredths % 100;
        return hundredths / 100 + (rest < 10 ? ".0" : ".") + rest;
    }

    private boolean isIdle(int rank) {
        for (Pipe pipe : Pipe.values()) {
            if (timeline.busy(rank, pipe) > 0) {
                return false;
            }
        }
        return true;
    }

    private String marks(int rank, Pipe pipe, long end) {
        long[] busy = new long[WIDTH];
        for (Timeline.Interval interval : timeline.intervals()) {
            if (interval.rank() == rank && interval.pipe() == pipe) {
                for (int i = (int) (interval.from() * WIDTH / end); i < WIDTH; i++) {
                    long from = Math.max(interval.from(), i * end / WIDTH);
                    long to = Math.min(interval.to(), (i + 1) * end / WIDTH);
                    if (from >= to && i * end / WIDTH >= interval.to()) {
                        break;
                    }
                    busy[i] += Math.max(0, to - from);
                }
            }
        }
        StringBuilder marks = new StringBuilder();
        for (int i = 0; i < WIDTH; i++) {
            long cell = Math.max(1, (i + 1) * end / WIDTH - i * end / WIDTH);
            marks.append(busy[i] == 0 ? '.' : 2 * busy[i] >= cell ? '#' : '-');
        }
        return marks.toString();
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("cycles", timeline.end());
        tree.put("mhz", costs.mhz());
        List<Object> pipes = new ArrayList<>();
        for (int rank = 0; rank < timeline.ranks(); rank++) {
            for (Pipe pipe : Pipe.values()) {
                if (timeline.busy(rank, pipe) > 0) {
                    pipes.add(
                            Map.of(
                                    "rank", rank,
                                    "pipe", pipe.name(),
                                    "busy", timeline.busy(rank, pipe)));
                }
            }
        }
        tree.put("pipes", pipes);
        List<Object> intervals = new ArrayList<>();
        for (Timeline.Interval i : timeline.intervals()) {
            Map<String, Object> interval = new LinkedHashMap<>();
            interval.put("rank", i.rank());
            interval.put("pipe", i.pipe().name());
            interval.put("from", i.from());
            interval.put("to", i.to());
            interval.put("what", i.what());
            intervals.add(interval);
        }
        tree.put("intervals", intervals);
        tree.put("left", timeline.left());
        return tree;
    }
}

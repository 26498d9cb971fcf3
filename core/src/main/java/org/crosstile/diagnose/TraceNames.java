package org.crosstile.diagnose;

import java.util.Optional;
import java.util.function.IntFunction;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.Trace;
import org.crosstile.source.Span;

/** How reports name what a trace holds. */
final class TraceNames {
    private final Trace trace;
    private final IntFunction<Site> sites;
    private final WindowIndex windows;

    TraceNames(Trace trace, IntFunction<Site> sites) {
        this.trace = trace;
        this.sites = sites;
        this.windows = new WindowIndex(trace.windows());
    }

    Span span(int event) {
        return sites.apply(trace.site(event)).span();
    }

    /** {@code rank 2}. */
    String agent(int event) {
        return trace.agents().get(trace.agent(event)).describe();
    }

    /** The window that a byte of a region belongs to. */
    Optional<WindowBuffer> window(long offset) {
        return windows.find(offset);
    }

    /** {@code bytes 0 to 3 of `x_buf`}. */
    String bytes(long offset, long count) {
        return windows.find(offset)
                .map(window -> {
                    long from = offset - window.offset();
                    String range =
                            count == 1
                                    ? "byte " + from
                                    : "bytes " + from + " to " + (from + count - 1);
                    return range + " of `" + window.name() + "`";
                })
                .orElse("bytes behind the end of a window");
    }

    /** {@code on rank 2}, or {@code of its own}. */
    String owner(int event, int device) {
        return trace.agents().get(trace.agent(event)).device() == device
                ? "in its own memory"
                : "on rank " + device;
    }

    /** {@code sig[3] on rank 1}: a cell by its place among the INT32 elements of its window. */
    String cell(int device, long offset) {
        return windows.find(offset)
                .map(window ->
                        "cell "
                                + (offset - window.offset()) / Integer.BYTES
                                + " of `"
                                + window.name()
                                + "` on rank "
                                + device)
                .orElse("a cell on rank " + device);
    }

    /** {@code line 12 of ring.py}, for notes. */
    String place(int event) {
        return span(event).toString();
    }

    /** The how manieth run an event belongs to, from 1. */
    int run(int event) {
        int run = 0;
        for (int e = 0; e <= event; e++) {
            run += trace.kind(e) == Trace.Kind.RUN ? 1 : 0;
        }
        return Math.max(1, run);
    }

    /** The how manieth time the agent did this at this place, from 1. */
    int occurrence(int event) {
        int n = 0;
        for (int e = 0; e <= event; e++) {
            boolean same =
                    trace.kind(e) == trace.kind(event)
                            && trace.site(e) == trace.site(event)
                            && trace.agent(e) == trace.agent(event)
                            && trace.device(e) == trace.device(event)
                            && trace.offset(e) == trace.offset(event);
            n += same ? 1 : 0;
        }
        return n;
    }
}

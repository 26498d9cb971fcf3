package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.NotifyOp;
import org.crosstile.record.Event;
import org.crosstile.record.EventRing;
import org.crosstile.record.Recorded;
import org.crosstile.record.RecordedSite;

/**
 * What a record tells, for people and for programs.
 *
 * @param last how many events of each rank
 */
public record RecordText(Recorded record, int last) {
    private static final int CELL = 4;
    private static final int WHAT = 44;

    /** Lines for a reader: per rank its last operations, oldest first. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                record.program()
                        + ", "
                        + record.ranks().size()
                        + (record.ranks().size() == 1 ? " rank: " : " ranks: ")
                        + (record.ending().isEmpty()
                                ? "the run has not come to an end"
                                : record.ending()));
        for (int rank = 0; rank < record.ranks().size(); rank++) {
            Recorded.Ring ring = record.ranks().get(rank);
            lines.add("");
            lines.add("rank " + rank + ": " + kept(ring));
            for (EventRing.Kept kept : shown(ring)) {
                lines.add(line(rank, kept));
            }
        }
        return lines;
    }

    private String kept(Recorded.Ring ring) {
        int shown = shown(ring).size();
        if (ring.count() == 0) {
            return "no operations";
        }
        return shown == ring.count()
                ? (shown == 1 ? "its only operation" : "all " + shown + " operations")
                : "the last " + shown + " of " + ring.count() + " operations";
    }

    private List<EventRing.Kept> shown(Recorded.Ring ring) {
        List<EventRing.Kept> kept = ring.kept();
        return kept.subList(Math.max(0, kept.size() - last), kept.size());
    }

    private String line(int rank, EventRing.Kept kept) {
        String number = Long.toString(kept.number() + 1);
        String core = kept.core() == 0 ? "" : "core " + kept.core() + ": ";
        String what = core + what(rank, kept.event());
        String place =
                record.site(kept.event().site())
                        .filter(site -> site.line() > 0)
                        .map(site -> site.file() + ":" + site.line() + "  " + reason(site))
                        .orElse("");
        return " ".repeat(Math.max(1, 8 - number.length()))
                + number
                + "  "
                + what
                + (place.isEmpty() ? "" : " ".repeat(Math.max(2, WHAT - what.length())) + place);
    }

    private static String reason(RecordedSite site) {
        return site.via().isEmpty() ? site.text() : site.via();
    }

    private String what(int rank, Event event) {
        return switch (event) {
            case Event.Notify n when n.op() == NotifyOp.Set ->
                    "set " + cell(n.offset()) + of(rank, n.device()) + " to " + n.value();
            case Event.Notify n ->
                    "add "
                            + n.value()
                            + " to "
                            + cell(n.offset())
                            + of(rank, n.device())
                            + ", now "
                            + n.result();
            case Event.Await a -> "wait for " + cell(a.offset()) + " to be " + a.expected();
            case Event.Pass p -> "go on, " + cell(p.offset()) + " is as awaited";
            case Event.Enter e -> "enter collective call " + e.number();
            case Event.Access a -> "access " + window(a.offset()) + of(rank, a.device());
            case Event.TaskStart s -> "begin " + task(s);
            case Event.TaskEnd s -> "end " + task(s);
        };
    }

    private static String of(int rank, int device) {
        return device == rank ? "" : " of rank " + device;
    }

    private String cell(long offset) {
        return record.window(offset)
                .map(w -> w.name() + "[" + (offset - w.offset()) / CELL + "]")
                .orElse("byte " + offset);
    }

    private String window(long offset) {
        return record.window(offset).map(w -> w.name()).orElse("byte " + offset);
    }

    private String task(Event event) {
        return record.site(event.site()).map(RecordedSite::op).orElse("the program");
    }

    /** The same as maps, lists, strings and numbers. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("program", record.program());
        tree.put("ending", record.ending());
        List<Object> ranks = new ArrayList<>();
        for (int rank = 0; rank < record.ranks().size(); rank++) {
            Recorded.Ring ring = record.ranks().get(rank);
            List<Object> events = new ArrayList<>();
            for (EventRing.Kept kept : shown(ring)) {
                events.add(tree(rank, kept));
            }
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("rank", rank);
            one.put("count", ring.count());
            one.put("events", events);
            ranks.add(one);
        }
        tree.put("ranks", ranks);
        return tree;
    }

    private Map<String, Object> tree(int rank, EventRing.Kept kept) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("number", kept.number() + 1);
        tree.put("core", kept.core());
        tree.put("kind", kind(kept.event()));
        tree.put("text", what(rank, kept.event()));
        switch (kept.event()) {
            case Event.Notify n -> {
                tree.put("device", n.device());
                tree.put("cell", cell(n.offset()));
                tree.put("op", n.op().spelling());
                tree.put("value", n.value());
                tree.put("result", n.result());
            }
            case Event.Await a -> {
                tree.put("cell", cell(a.offset()));
                tree.put("expected", a.expected());
            }
            case Event.Pass p -> tree.put("cell", cell(p.offset()));
            case Event.Enter e -> tree.put("call", e.number());
            case Event.Access a -> {
                tree.put("device", a.device());
                tree.put("window", window(a.offset()));
            }
            case Event.TaskStart s -> tree.put("task", task(s));
            case Event.TaskEnd s -> tree.put("task", task(s));
        }
        Optional<RecordedSite> site = record.site(kept.event().site());
        site.ifPresent(place -> {
            tree.put("file", place.file());
            tree.put("line", place.line());
            tree.put("via", place.via());
        });
        return tree;
    }

    private static String kind(Event event) {
        return switch (event) {
            case Event.Notify n -> "notify";
            case Event.Await a -> "wait";
            case Event.Pass p -> "pass";
            case Event.Enter e -> "enter";
            case Event.Access a -> "access";
            case Event.TaskStart s -> "begin";
            case Event.TaskEnd s -> "end";
        };
    }
}

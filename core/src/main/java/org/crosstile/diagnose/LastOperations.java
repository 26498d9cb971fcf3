package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.crosstile.record.Event;
import org.crosstile.record.RankState;
import org.crosstile.source.Problem;
import org.crosstile.source.Span;

/** What ranks did last, in few words: operations of one kind at one place are one. */
record LastOperations(List<RankState> ranks, IntFunction<Site> sites) {
    private static final int OPERATIONS = 4;
    private static final int MAX_RANKS = 8;

    /** Operations of one kind at one place. */
    private static final class Group {
        final String verb;
        final int line;
        final TreeSet<Integer> peers = new TreeSet<>();

        Group(String verb, int line) {
            this.verb = verb;
            this.line = line;
        }

        String text() {
            return peers.isEmpty() ? verb : verb + " " + RankList.of(List.copyOf(peers));
        }
    }

    /** A note per rank; none for a rank that has done nothing. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (RankState rank : ranks) {
            List<Group> groups = groups(rank);
            if (!groups.isEmpty() && notes.size() < MAX_RANKS) {
                notes.add("rank " + rank.device() + " last did: " + sentence(groups));
            }
        }
        return notes;
    }

    void addTo(Problem.Builder problem) {
        notes().forEach(problem::note);
    }

    /** The problem with what the ranks did last. */
    Problem in(Problem problem) {
        List<String> notes = new ArrayList<>(problem.notes());
        notes.addAll(notes());
        return new Problem(
                problem.rule(),
                problem.severity(),
                problem.headline(),
                problem.primary(),
                problem.secondary(),
                notes,
                problem.hint());
    }

    private List<Group> groups(RankState rank) {
        List<Group> groups = new ArrayList<>();
        for (Event event : rank.events()) {
            if (event instanceof Event.Pass) {
                continue; // it goes without saying: something comes after the wait
            }
            String verb = verb(rank, event);
            int line = line(event);
            Group last = groups.isEmpty() ? new Group("", -1) : groups.getLast();
            if (!last.verb.equals(verb) || last.line != line) {
                last = new Group(verb, line);
                groups.add(last);
            }
            if (event instanceof Event.Notify notify && notify.device() != rank.device()) {
                last.peers.add(notify.device());
            } else if (event instanceof Event.Access access) {
                last.peers.add(access.device());
            }
        }
        return groups.subList(Math.max(0, groups.size() - OPERATIONS), groups.size());
    }

    private static String sentence(List<Group> groups) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            text.append(i == 0 ? "" : ", ").append(group.text());
            boolean placed = i + 1 < groups.size() && groups.get(i + 1).line == group.line;
            text.append(placed || group.line == 0 ? "" : " (line " + group.line + ")");
        }
        return text.toString();
    }

    private int line(Event event) {
        Span span = sites.apply(event.site()).span();
        return span.isNone() ? 0 : span.line();
    }

    private static String verb(RankState rank, Event event) {
        return switch (event) {
            case Event.Notify notify ->
                    notify.device() == rank.device() ? "take credits back" : "notify";
            case Event.Await await -> "wait";
            case Event.Pass pass -> "";
            case Event.Enter enter -> "enter collective call " + enter.number();
            case Event.Access access -> "access";
            case Event.TaskStart start -> "begin";
            case Event.TaskEnd end -> "end";
        };
    }
}

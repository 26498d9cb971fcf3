package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.record.Trace;

/** Why there is no order between two accesses. */
final class MissingOrder {
    /** The reason. */
    sealed interface Reason {
        /** The write may not have arrived when the notify does. */
        record NoFence(int signal) implements Reason {}

        /** The copy in the scalar cache may be older than the write. */
        record Stale() implements Reason {}

        /**
         * The wait could hold without the notify that should have released it.
         *
         * @param credits the deposits that are enough by themselves
         */
        record Satisfied(int passed, int signal, List<Integer> credits) implements Reason {}

        /** Nobody waits for anything that comes after the first access. */
        record NoWait() implements Reason {}
    }

    private final Trace trace;
    private final Ordering order;
    private final Map<Races.Race, Reason> reasons = new HashMap<>();
    private final Map<Integer, List<Question>> waits = new HashMap<>();

    /** Whether a wait needs a notify; asked of several waits, it is the first that matters. */
    private record Question(Races.Race race, int signal, boolean first) {}

    MissingOrder(Trace trace, Ordering order, List<Races.Race> races) {
        this.trace = trace;
        this.order = order;
        races.stream().filter(race -> !race.isWipe()).forEach(this::classify);
        if (!waits.isEmpty()) {
            order.again(this::visit);
        }
    }

    Reason of(Races.Race race) {
        return reasons.getOrDefault(race, new Reason.NoWait());
    }

    private void classify(Races.Race race) {
        Access a = race.first;
        Access b = race.second;
        int second = event(b);
        if (race.second.start[a.agent] >= a.position) {
            Optional<Integer> notify = notifyBetween(a, race.second.start[a.agent]);
            if (notify.isPresent()) {
                reasons.put(race, new Reason.NoFence(notify.get()));
                return;
            }
        }
        if (trace.kind(second) == Trace.Kind.READ_ELEMENT && isFetchedEarlier(race)) {
            reasons.put(race, new Reason.Stale());
            return;
        }
        candidate(race);
    }

    static int event(Access access) {
        return access.event < 0 ? -1 - access.event : access.event;
    }

    /** The last notify of an access's agent after it and up to a step that others know of. */
    private Optional<Integer> notifyBetween(Access a, int upTo) {
        Optional<Integer> found = Optional.empty();
        for (int e = event(a) + 1; e < trace.size(); e++) {
            if (trace.agent(e) == a.agent && trace.kind(e) == Trace.Kind.NOTIFY) {
                if (order.position(e) > upTo) {
                    break;
                }
                found = Optional.of(e);
            }
        }
        return found;
    }

    /** Whether the reader has waited for the write, but keeps an older copy. */
    private static boolean isFetchedEarlier(Races.Race race) {
        return race.first.end > 0 && race.known[race.first.agent] >= race.first.end;
    }

    /** The last wait between the accesses for a cell that the first one's agent notifies. */
    private void candidate(Races.Race race) {
        Access a = race.first;
        int best = -1;
        for (int e = event(race.second) - 1; e > event(a); e--) {
            if (trace.kind(e) != Trace.Kind.WAIT) {
                continue;
            }
            boolean own = trace.agent(e) == race.second.agent;
            if ((own || best < 0) && sent(a, e) >= 0) {
                best = e;
                if (own) {
                    break;
                }
            }
        }
        if (best >= 0) {
            ask(race, best, sent(a, best), true);
        }
        overtaken(race);
    }

    /**
     * One of the two may have come too early: after a wait that does not need the notify that it is
     * meant for, which may be sent long afterwards. A wait is meant for the notify of the same
     * number: the third one for the third.
     */
    private void overtaken(Races.Race race) {
        if (!isEarly(race, race.second, race.first)) {
            boolean _ = isEarly(race, race.first, race.second);
        }
    }

    private boolean isEarly(Races.Race race, Access early, Access other) {
        for (int e = event(early) - 1; e >= 0; e--) {
            if (trace.kind(e) == Trace.Kind.WAIT && trace.agent(e) == early.agent) {
                int notify = next(other, e);
                if (notify >= 0 && waitsUpTo(e) == order.deposit(notify) + 1) {
                    ask(race, e, notify, false);
                    return true;
                }
            }
        }
        return false;
    }

    /** How many waits for the same cell an agent has passed, up to this one. */
    private int waitsUpTo(int wait) {
        int n = 0;
        for (int e = 0; e <= wait; e++) {
            boolean same =
                    trace.kind(e) == Trace.Kind.WAIT
                            && trace.agent(e) == trace.agent(wait)
                            && order.cell(e) == order.cell(wait);
            n += same ? 1 : 0;
        }
        return n;
    }

    private void ask(Races.Race race, int wait, int notify, boolean first) {
        waits.computeIfAbsent(wait, w -> new ArrayList<>()).add(new Question(race, notify, first));
    }

    /** The first deposit to a wait's cell that an access's agent sends after it; -1 if none. */
    private int next(Access b, int wait) {
        for (CellLog.Source source : order.cell(wait).sources) {
            if (source.agent == b.agent) {
                int i = source.upTo(b.position);
                return i < source.count ? source.events[i] : -1;
            }
        }
        return -1;
    }

    /** The first deposit to a wait's cell that an access's agent sent after it; -1 if none. */
    private int sent(Access a, int wait) {
        for (CellLog.Source source : order.cell(wait).sources) {
            if (source.agent == a.agent) {
                int i = source.upTo(a.position);
                return i < source.count && source.events[i] < wait ? source.events[i] : -1;
            }
        }
        return -1;
    }

    private void visit(int event) {
        List<Question> here = waits.get(event);
        if (here == null) {
            return;
        }
        Release release = order.releaseOf(event);
        CellLog cell = order.cell(event);
        for (Question q : here) {
            int s = sourceOf(cell, trace.agent(q.signal()));
            int deposit = cell.sources.get(s).upTo(order.position(q.signal())) - 1;
            if (release.needs(s, deposit)) {
                continue;
            }
            Reason reason =
                    new Reason.Satisfied(event, q.signal(), release.enoughWithout(s, deposit));
            if (q.first()) {
                reasons.put(q.race(), reason);
            } else {
                reasons.putIfAbsent(q.race(), reason);
            }
        }
    }

    private static int sourceOf(CellLog cell, int agent) {
        for (int s = 0; s < cell.sources.size(); s++) {
            if (cell.sources.get(s).agent == agent) {
                return s;
            }
        }
        throw new IllegalStateException("agent " + agent + " has sent nothing");
    }
}

package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.crosstile.memory.CollectiveCall;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.GroupCalls;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;

/**
 * Explains that ranks entered different collectives under the same number: which field differs, its
 * value per rank, and the places of the calls. One report that says the same about all ranks.
 */
public final class MismatchReport {
    public static final Rule RULE =
            Rule.of(
                            "collective-mismatch",
                            Verdict.MISMATCH,
                            "all ranks of a group must make the same collective calls in the same order")
                    .explained(
                            "A collective is one operation of all ranks: each reads and signals where the others mean"
                                    + " it to. Ranks compare operator, op, dtype, count, root, mode and windows when"
                                    + " they enter, before anybody writes anything.",
                            "run-kernel",
                            "if pld.rank(pld.get_comm_ctx(data)) == 1:\n"
                                    + "    pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Max)\n"
                                    + "else:\n"
                                    + "    pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Sum)",
                            "pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Sum)");

    private static final int MAX_VALUES = 16;

    /** What calls may differ in. */
    private record Field(String name, Function<CollectiveCall, String> value, String hint) {}

    private static final List<Field> FIELDS =
            List.of(
                    new Field(
                            "operator",
                            CollectiveCall::operator,
                            "make the same collective calls in the same order on every rank"),
                    new Field("op", CollectiveCall::reduce, "pass the same op on every rank"),
                    new Field(
                            "dtype",
                            call -> call.dtype().toString(),
                            "pass views of the same element type on every rank"),
                    new Field(
                            "count",
                            call -> Long.toString(call.count()),
                            "pass views with the same number of elements on every rank"),
                    new Field(
                            "columns",
                            call -> Long.toString(call.columns()),
                            "pass views with rows of the same length on every rank"),
                    new Field(
                            "root",
                            call -> Integer.toString(call.root()),
                            "pass the same root on every rank: a rank of the group"),
                    new Field("mode", CollectiveCall::mode, "pass the same mode on every rank"),
                    new Field(
                            "window",
                            call -> call.data().toString(),
                            "pass the same window on every rank; if there are several calls, make them in the same"
                                    + " order"),
                    new Field(
                            "signal",
                            call -> call.signal().toString(),
                            "pass the same signal window on every rank"));

    /** The same number in one group. */
    private record Round(GroupCalls group, int number, Map<Integer, CollectiveCall> calls) {}

    private final Standstill where;
    private final IntFunction<Site> sites;

    private MismatchReport(Standstill where, IntFunction<Site> sites) {
        this.where = where;
        this.sites = sites;
    }

    /**
     * The mismatch that keeps ranks from going on.
     *
     * @param running ranks that could not be ended
     * @return empty if their calls fit each other
     */
    public static Optional<Problem> of(
            Standstill where, List<Integer> running, IntFunction<Site> sites) {
        MismatchReport report = new MismatchReport(where, sites);
        return report.differing()
                .map(round -> report.explain(round, running))
                .or(report::crossedGroups);
    }

    /** The first number under which calls of a group differ. */
    private Optional<Round> differing() {
        for (GroupCalls group : where.calls()) {
            TreeSet<Integer> numbers = new TreeSet<>();
            group.recent().forEach(calls -> calls.forEach(call -> numbers.add(call.number())));
            for (int number : numbers) {
                Map<Integer, CollectiveCall> calls = new LinkedHashMap<>();
                for (int member = 0; member < group.group().size(); member++) {
                    int device = group.device(member);
                    group.call(member, number).ifPresent(call -> calls.put(device, call));
                }
                Round round = new Round(group, number, calls);
                if (!differing(round).isEmpty()) {
                    return Optional.of(round);
                }
            }
        }
        return Optional.empty();
    }

    /** What differs; nothing but the operator if that does. */
    private static List<Field> differing(Round round) {
        List<Field> fields = new ArrayList<>();
        for (Field field : FIELDS) {
            if (byValue(round, field).size() > 1) {
                fields.add(field);
                if (field.equals(FIELDS.getFirst())) {
                    return fields;
                }
            }
        }
        return fields;
    }

    private static Map<String, List<Integer>> byValue(Round round, Field field) {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        round.calls()
                .forEach((device, call) ->
                        ranks.computeIfAbsent(field.value().apply(call), v -> new ArrayList<>())
                                .add(device));
        return ranks;
    }

    private Problem explain(Round round, List<Integer> running) {
        List<Field> fields = differing(round);
        Field field = fields.getFirst();
        Map<String, List<Integer>> values = byValue(round, field);
        Map<Span, List<Integer>> places = places(round);
        List<Integer> odd = fewest(values);
        Span first = span(round, odd.getFirst());
        Problem.Builder problem =
                Problem.error(RULE, first, at(round, first, places))
                        .headline(
                                "collective call "
                                        + round.number()
                                        + ofGroup(round.group())
                                        + " differs in "
                                        + field.name()
                                        + ": "
                                        + each(values));
        places.keySet().stream()
                .filter(span -> !span.equals(first))
                .forEach(span -> problem.see(span, at(round, span, places)));
        values.forEach((value, ranks) ->
                problem.note(RankList.of(ranks) + ": " + field.name() + " " + shown(value)));
        for (Field other : fields.subList(1, fields.size())) {
            problem.note(other.name() + " differs, too: " + each(byValue(round, other)));
        }
        List<Integer> missing = new ArrayList<>(round.group().group().devices());
        missing.removeAll(round.calls().keySet());
        if (!missing.isEmpty()) {
            problem.note(
                    RankList.of(missing)
                            + ": not entered yet"
                            + (running.containsAll(missing) ? ", still computing" : ""));
        }
        return problem.note("found on entry: no rank got past this call")
                .hint(field.hint())
                .build();
    }

    private static String shown(String value) {
        return value.isEmpty() ? "none" : value;
    }

    /** {@code 256 on ranks 0, 2 and 3; 255 on rank 1}. */
    private static String each(Map<String, List<Integer>> values) {
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, List<Integer>> entry : values.entrySet()) {
            if (parts.size() == MAX_VALUES) {
                parts.add((values.size() - MAX_VALUES) + " more values on other ranks");
                break;
            }
            parts.add(shown(entry.getKey()) + " on " + RankList.of(entry.getValue()));
        }
        return String.join("; ", parts);
    }

    private static List<Integer> fewest(Map<String, List<Integer>> values) {
        List<Integer> fewest = List.of();
        for (List<Integer> ranks : values.values()) {
            if (fewest.isEmpty() || ranks.size() < fewest.size()) {
                fewest = ranks;
            }
        }
        return fewest;
    }

    private Map<Span, List<Integer>> places(Round round) {
        Map<Span, List<Integer>> places = new LinkedHashMap<>();
        for (int device : round.calls().keySet()) {
            places.computeIfAbsent(span(round, device), s -> new ArrayList<>()).add(device);
        }
        return places;
    }

    private Span span(Round round, int device) {
        return place(call(round, device));
    }

    /** Where the user wrote a call. */
    private Span place(CollectiveCall call) {
        Span span = sites.apply(call.site()).span();
        return new Span(span.source(), span.start(), span.end(), "");
    }

    private static CollectiveCall call(Round round, int device) {
        return Optional.ofNullable(round.calls().get(device)).orElseThrow();
    }

    private static String at(Round round, Span span, Map<Span, List<Integer>> places) {
        List<Integer> ranks = places.getOrDefault(span, List.of());
        return RankList.of(ranks)
                + (ranks.size() == 1 ? " calls " : " call ")
                + call(round, ranks.getFirst()).operator()
                + " here";
    }

    private static String ofGroup(GroupCalls group) {
        return group.group().size() == 1 || group.group().name().equals("all")
                ? ""
                : " of the group of " + RankList.of(group.group().devices());
    }

    /**
     * Two ranks that wait for each other in calls of two groups to which both belong: they make the
     * calls in another order.
     */
    private Optional<Problem> crossedGroups() {
        List<Standing> standing = standing();
        for (Standing a : standing) {
            for (Standing b : standing) {
                if (a.group() != b.group() && a.awaits(b) && b.awaits(a)) {
                    return Optional.of(crossed(a, b));
                }
            }
        }
        return Optional.empty();
    }

    /** A rank that stands in its last call of a group. */
    private record Standing(int device, GroupCalls group, int number, CollectiveCall call) {
        boolean awaits(Standing other) {
            int member = group.member(other.device);
            return member >= 0 && group.entered(member) < number;
        }
    }

    private List<Standing> standing() {
        List<Standing> standing = new ArrayList<>();
        for (RankState state : where.ranks()) {
            for (GroupCalls group : where.calls()) {
                int member = group.member(state.device());
                int number = member < 0 ? 0 : group.entered(member);
                Optional<BlockedWait> wait = state.blocked();
                if (number > 0 && wait.isPresent()) {
                    group.call(member, number)
                            .filter(call ->
                                    call.signal().window().equals(wait.get().cell().window()))
                            .ifPresent(call ->
                                    standing.add(
                                            new Standing(state.device(), group, number, call)));
                }
            }
        }
        return standing;
    }

    private Problem crossed(Standing a, Standing b) {
        return Problem.error(RULE, place(a.call()), stands(a))
                .headline(
                        "group differs: ranks "
                                + a.device()
                                + " and "
                                + b.device()
                                + " stand in collective calls of different groups, and wait for each other")
                .see(place(b.call()), stands(b))
                .note("rank " + a.device() + ": " + described(a))
                .note("rank " + b.device() + ": " + described(b))
                .hint("make the calls of both groups in the same order on every rank")
                .build();
    }

    private static String stands(Standing rank) {
        return "rank " + rank.device() + " stands in this " + rank.call().operator();
    }

    private static String described(Standing rank) {
        return "group of "
                + RankList.of(rank.group().group().devices())
                + ", call "
                + rank.number()
                + " ("
                + rank.call().operator()
                + ")";
    }
}

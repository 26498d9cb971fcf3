package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.crosstile.memory.CollectiveCall;
import org.crosstile.record.GroupCalls;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;

/** Says which ranks stand in which collective call when others have made fewer. */
record CollectiveStands(Standstill standstill, IntFunction<Site> sites) {
    /** One sentence per group whose members have made different numbers of calls. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (GroupCalls group : standstill.calls()) {
            int most = 0;
            int least = Integer.MAX_VALUE;
            for (int member = 0; member < group.group().size(); member++) {
                most = Math.max(most, group.entered(member));
                least = Math.min(least, group.entered(member));
            }
            if (most > least) {
                sentences.add(sentence(group));
            }
        }
        return sentences;
    }

    private String sentence(GroupCalls group) {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        for (int number = 0; number <= most(group); number++) {
            for (int member = 0; member < group.group().size(); member++) {
                if (group.entered(member) == number) {
                    ranks.computeIfAbsent(state(group, member), s -> new ArrayList<>())
                            .add(group.device(member));
                }
            }
        }
        List<String> parts = new ArrayList<>();
        ranks.forEach((state, who) -> parts.add(RankList.of(who) + " " + verb(state, who.size())));
        String name =
                group.group().name().equals("all")
                        ? ""
                        : "in the group of " + RankList.of(group.group().devices()) + ": ";
        return name + String.join("; ", parts);
    }

    private static int most(GroupCalls group) {
        int most = 0;
        for (int member = 0; member < group.group().size(); member++) {
            most = Math.max(most, group.entered(member));
        }
        return most;
    }

    /** The sentence's verb for one or several ranks. */
    private static String verb(String state, int ranks) {
        return ranks > 1 && state.startsWith("stands")
                ? "stand" + state.substring("stands".length())
                : ranks > 1 && state.startsWith("waits")
                        ? "wait" + state.substring("waits".length())
                        : state;
    }

    private String state(GroupCalls group, int member) {
        int number = group.entered(member);
        int device = group.device(member);
        RankState rank =
                standstill.ranks().stream()
                        .filter(state -> state.device() == device)
                        .findFirst()
                        .orElseThrow();
        String after =
                number == 0
                        ? "before its first collective call"
                        : "after collective call " + number;
        if (rank.isFinished()) {
            return "left the program " + after;
        }
        String inCall =
                group.call(member, number)
                        .filter(call -> isIn(rank, call))
                        .map(call -> "stands in call " + number + " (" + described(call) + ")")
                        .orElse("");
        if (!inCall.isEmpty()) {
            return inCall;
        }
        return rank.blocked()
                .map(wait ->
                        "waits at line " + sites.apply(wait.site()).span().line() + " " + after)
                .orElse("is " + after);
    }

    /** Whether the wait that a rank is blocked in belongs to its last call. */
    private boolean isIn(RankState rank, CollectiveCall call) {
        return rank.blocked()
                .filter(wait -> wait.cell().window().equals(call.signal().window()))
                .filter(wait -> !sites.apply(wait.site()).span().via().isEmpty())
                .isPresent();
    }

    private String described(CollectiveCall call) {
        return call.operator() + ", line " + sites.apply(call.site()).span().line();
    }
}

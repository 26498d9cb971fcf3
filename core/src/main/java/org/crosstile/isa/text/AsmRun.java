package org.crosstile.isa.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.crosstile.isa.Fabric;
import org.crosstile.isa.GlobalTensor;
import org.crosstile.isa.IsaRules;
import org.crosstile.isa.Race;
import org.crosstile.isa.Timeline;
import org.crosstile.memory.Fault;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/** Runs a function of a text on all ranks of a fabric. */
public final class AsmRun {
    private final Asm.Function function;
    private final Fabric fabric;
    private final Map<String, Object> arguments;
    private final Optional<Duration> limit;
    private final RankRun[] runs;

    private AsmRun(
            Asm.Function function,
            Fabric fabric,
            Map<String, Object> arguments,
            Optional<Duration> limit) {
        this.limit = limit;
        this.function = function;
        this.fabric = fabric;
        this.arguments = arguments;
        this.runs = new RankRun[fabric.ranks()];
    }

    /**
     * Runs a lowered function.
     *
     * @param arguments by parameter: a tensor per rank for a memref, a Long for a number
     * @param limit how long it may take; absent: as long as it makes progress
     * @return when which pipe worked; empty if a problem was found
     * @throws java.util.concurrent.CancellationException if the calling thread is interrupted
     */
    public static Optional<Timeline> run(
            Asm.Function function,
            Fabric fabric,
            Map<String, Object> arguments,
            Optional<Duration> limit,
            Problems problems) {
        AsmRun run = new AsmRun(function, fabric, arguments, limit);
        try {
            return Optional.of(run.run());
        } catch (LocatedFault e) {
            problems.add(run.problem(e));
            run.races(e, problems);
        } catch (Race e) {
            problems.add(run.raceProblem(e));
        } catch (Fault e) {
            problems.add(run.problem(e));
            run.races(e, problems);
        }
        return Optional.empty();
    }

    /** What was found when the run had ended early for another reason. */
    private void races(Throwable end, Problems problems) {
        for (Throwable each : end.getSuppressed()) {
            if (each instanceof Race race) {
                problems.add(raceProblem(race));
            }
        }
    }

    private Problem raceProblem(Race race) {
        return race.where() instanceof Asm.Op op
                ? problem(new LocatedFault(race, op, race.rank()))
                : problem(race);
    }

    /** A fault of an operation on a rank. */
    static final class LocatedFault extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Fault fault;
        private final transient Asm.Op op;
        private final int rank;

        LocatedFault(Fault fault, Asm.Op op, int rank) {
            super(fault);
            this.fault = fault;
            this.op = op;
            this.rank = rank;
        }
    }

    private Timeline run() {
        Map<Asm.Op, Decoded> decoded = Decoded.all(function);
        return fabric.run(
                core -> {
                    RankRun run = new RankRun(core, fabric, decoded);
                    runs[core.rank()] = run;
                    for (Asm.Param param : function.params()) {
                        Object argument =
                                Objects.requireNonNull(arguments.get(param.name().text()));
                        run.define(param.name().text(), own(param, argument, core.rank()));
                    }
                    run.run(function);
                },
                limit);
    }

    private static Object own(Asm.Param param, Object argument, int rank) {
        boolean isLocal = param.type() instanceof Asm.Memref memref && !memref.isWindow();
        return isLocal && argument instanceof GlobalTensor[] all ? all[rank] : argument;
    }

    private Problem problem(LocatedFault e) {
        Fault fault = e.fault;
        String who = "rank " + e.rank;
        String found = fault.found();
        Problem.Builder problem =
                Problem.error(
                                rule(fault),
                                e.op.span(),
                                found.contains(who) ? found : found + ", on " + who)
                        .headline(headline(fault))
                        .hint(fault.hint());
        if (fault instanceof Race race && race.other() instanceof Asm.Op before) {
            problem.see(before.span(), "the other one is here");
        }
        if (e.op.operands().stream().findFirst().isPresent()) {
            definition(function.body(), e.op.operands().getFirst().text())
                    .filter(op -> op.mnemonic() == Mnemonic.GROUP)
                    .ifPresent(op -> problem.see(op.span(), "the group is made here"));
        }
        for (Asm.Word operand : e.op.operands()) {
            definition(function.body(), operand.text())
                    .filter(op -> op.mnemonic() == Mnemonic.ALLOC_TILE)
                    .filter(op -> fault.rule().equals(IsaRules.UNINIT.id()))
                    .ifPresent(op -> problem.see(op.span(), "the tile is made here"));
        }
        return problem.build();
    }

    private static Optional<Asm.Op> definition(List<Asm.Stmt> body, String name) {
        for (Asm.Stmt stmt : body) {
            Optional<Asm.Op> found =
                    switch (stmt) {
                        case Asm.Op op ->
                                op.result().filter(r -> r.text().equals(name)).map(r -> op);
                        case Asm.If branch ->
                                definition(branch.then(), name)
                                        .or(() -> definition(branch.otherwise(), name));
                        case Asm.For loop -> definition(loop.body(), name);
                    };
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** A fault that is no single operation's: where the ranks stand is what there is to show. */
    private Problem problem(Fault fault) {
        Rule rule = rule(fault);
        List<Stand> stands = stands();
        if (stands.isEmpty()) {
            return Problem.error(rule, function.span(), fault.found())
                    .headline(headline(fault))
                    .hint(fault.hint())
                    .build();
        }
        boolean forEver = rule.verdict() == Verdict.DEADLOCK;
        Stand first = stands.getFirst();
        Problem.Builder problem =
                Problem.error(rule, first.op.span(), first.label(forEver))
                        .headline(headline(fault))
                        .hint(fault.hint());
        stands.stream()
                .skip(1)
                .forEach(stand -> problem.see(stand.op.span(), stand.label(forEver)));
        return problem.note(fault.found()).build();
    }

    /** An operation, and the ranks that began it last. */
    private record Stand(Asm.Op op, List<Integer> ranks) {
        boolean waits() {
            return op.mnemonic() == Mnemonic.TWAIT;
        }

        String label(boolean forEver) {
            boolean one = ranks.size() == 1;
            String who =
                    one
                            ? "rank " + ranks.getFirst()
                            : "ranks "
                                    + String.join(
                                            ", ", ranks.stream().map(String::valueOf).toList());
            boolean polls = op.mnemonic() == Mnemonic.TTEST;
            String verb = waits() ? "wait" : polls ? "poll" : "stand";
            return who + " " + verb + (one ? "s" : "") + " here" + (forEver ? " for ever" : "");
        }
    }

    /** Where ranks stand that have not ended; those that wait are the last to be named. */
    private List<Stand> stands() {
        Map<Asm.Op, Stand> stands = new IdentityHashMap<>();
        List<Stand> inOrder = new ArrayList<>();
        for (int r = 0; r < runs.length; r++) {
            Optional<Asm.Op> at = Optional.ofNullable(runs[r]).flatMap(RankRun::current);
            if (at.isPresent()) {
                stands.computeIfAbsent(
                                at.get(),
                                op -> {
                                    Stand stand = new Stand(op, new ArrayList<>());
                                    inOrder.add(stand);
                                    return stand;
                                })
                        .ranks
                        .add(r);
            }
        }
        inOrder.sort(Comparator.comparing(Stand::waits));
        return inOrder;
    }

    private static String headline(Fault fault) {
        String message = String.valueOf(fault.getMessage());
        String tail = ": " + fault.found();
        return message.endsWith(tail)
                ? message.substring(0, message.length() - tail.length())
                : message;
    }

    private static Rule rule(Fault fault) {
        return IsaRules.find(fault.rule())
                .or(() ->
                        AsmRules.all().stream()
                                .filter(r -> r.id().equals(fault.rule()))
                                .findFirst())
                .orElseGet(() -> Rule.of(fault.rule(), headline(fault)))
                .broken();
    }
}

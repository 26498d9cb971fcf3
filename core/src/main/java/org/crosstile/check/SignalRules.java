package org.crosstile.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.check.Ranges.Range;
import org.crosstile.check.SignalUses.Around;
import org.crosstile.check.SignalUses.Use;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Notifies and waits of a program go together, as far as its text tells. */
@SuppressWarnings("ReferenceEquality") // statements are who they are
final class SignalRules {
    private static final String WAIT = "pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)";
    private static final String NOTIFY =
            "pld.system.notify(sig, nxt, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)";

    /** A wait that hangs on every rank that reaches it. */
    static final Rule NEVER =
            Rule.of(
                            "wait-never-true",
                            "a wait must be for a value that some notify can bring about")
                    .explained(
                            "Cells begin at zero and change by notifies only. Where no notify of the program reaches"
                                    + " the value, every rank that comes to the wait stays there.",
                            "signals",
                            "pld.system.notify(sig, nxt, [1, 0], 1, op=pld.NotifyOp.AtomicAdd)\n"
                                    + WAIT,
                            NOTIFY + "\n" + WAIT)
                    .allowable();

    /** A wait that waits in the first round only. */
    static final Rule CREDIT =
            Rule.of(
                            "signal-credit-kept",
                            "credit that a loop waits for must be taken back in the loop")
                    .explained(
                            "A wait leaves the cell as it is. Unless the credit is taken back, or the number that is"
                                    + " waited for grows, the wait of the second round is true before anybody has"
                                    + " notified.",
                            "signals",
                            "for i in pl.range(4):\n    " + NOTIFY + "\n    " + WAIT,
                            "for i in pl.range(4):\n    "
                                    + NOTIFY
                                    + "\n    pld.system.wait(sig, [0, 0], i + 1, cmp=pld.WaitCmp.Ge)");

    /** Sets wipe what others have added. */
    static final Rule MIXED =
            Rule.of(
                            "signal-set-and-add",
                            "a cell must not be set while other ranks may be adding to it")
                    .explained(
                            "Set stores a value, whatever the cell holds: credit that another rank has added in between"
                                    + " is lost, and whoever counts on it waits forever.",
                            "signals",
                            "pld.system.notify(sig, 0, [0, 0], 0, op=pld.NotifyOp.Set)\n"
                                    + "pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)",
                            "pld.system.notify(sig, 0, [1, 0], 0, op=pld.NotifyOp.Set)\n"
                                    + "pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)");

    static final List<Rule> RULES = List.of(NEVER, CREDIT, MIXED);

    private final SignalUses uses;
    private final Ranges ranges = new Ranges();
    private final Problems problems;

    /** How many waits and collectives there are before each use. */
    private final int[] waitsBefore;

    /** The loops that have a wait or a collective in them. */
    private final Set<Stmt> waitingLoops = Collections.newSetFromMap(new IdentityHashMap<>());

    SignalRules(Program program, Problems problems) {
        this.uses = SignalUses.of(program);
        this.problems = problems;
        List<Use> all = uses.all();
        this.waitsBefore = new int[all.size() + 1];
        for (int i = 0; i < all.size(); i++) {
            boolean waits = !all.get(i).isNotify();
            waitsBefore[i + 1] = waitsBefore[i] + (waits ? 1 : 0);
            all.get(i).around().stream()
                    .filter(around -> waits && around.isLoop())
                    .forEach(around -> waitingLoops.add(around.stmt()));
        }
    }

    void check() {
        List<Use> all = uses.all();
        for (int i = 0; i < all.size(); i++) {
            Use use = all.get(i);
            if (use.isWait() && uses.areOnlySignals(uses.windows(use))) {
                deposits(use)
                        .ifPresent(deposits -> {
                            never(use, deposits);
                            credit(use, deposits);
                        });
            } else if (isSet(use)) {
                for (int k = 0; k < all.size(); k++) {
                    mixed(Math.min(i, k), Math.max(i, k), use, all.get(k));
                }
            }
        }
    }

    /** The notifies that may change the cell of a wait; empty if that is not known. */
    private Optional<List<Use>> deposits(Use wait) {
        List<Use> found = new ArrayList<>();
        for (Use use : uses.all()) {
            if (use.isNotify()) {
                if (uses.windows(use).isEmpty()) {
                    return Optional.empty();
                }
                if (mayMeet(wait, use)) {
                    found.add(use);
                }
            }
        }
        return Optional.of(found);
    }

    private boolean mayMeet(Use a, Use b) {
        Set<String> windows = uses.windows(a);
        if (uses.windows(b).stream().noneMatch(windows::contains)) {
            return false;
        }
        return !hasOneWindow(a) || !hasOneWindow(b) || ranges.cell(a).meets(ranges.cell(b));
    }

    /** Whether the offsets of a use tell which cell of which window it is about. */
    private boolean hasOneWindow(Use use) {
        Set<String> windows = uses.windows(use);
        return windows.size() == 1 && !uses.areInParts(windows);
    }

    private boolean isKnownCell(Use use) {
        return hasOneWindow(use) && ranges.cell(use).isOne();
    }

    private static NotifyOp op(Use notify) {
        Capability.Notifies op = (Capability.Notifies) notify.call().op();
        return notify.call().code(op.op(), NotifyOp.class);
    }

    private static boolean isSet(Use use) {
        return use.isNotify() && op(use) == NotifyOp.Set;
    }

    private Range value(Use notify) {
        Capability.Notifies op = (Capability.Notifies) notify.call().op();
        return ranges.of(notify.call().get(op.value()), notify.frame());
    }

    private static Expr peer(Use notify) {
        return notify.call().get(((Capability.Notifies) notify.call().op()).peer());
    }

    private static Expr expected(Use wait) {
        return wait.call().get(((Capability.Awaits) wait.call().op()).expected());
    }

    private static boolean isExact(Use wait) {
        Capability.Awaits op = (Capability.Awaits) wait.call().op();
        return wait.call().code(op.cmp(), WaitCmp.class) == WaitCmp.Eq;
    }

    private void never(Use wait, List<Use> deposits) {
        Range wanted = ranges.of(expected(wait), wait.frame());
        boolean reachable =
                wanted.contains(0)
                        || (!isExact(wait) && wanted.least() <= 0)
                        || (isExact(wait) && !wanted.isOne())
                        || deposits.stream().anyMatch(d -> mayBring(d, wanted, wait));
        if (reachable || wait.around().stream().anyMatch(ranges::maySkip)) {
            return;
        }
        Problem.Builder problem =
                Problem.error(
                        NEVER,
                        wait.call().span(),
                        "this waits until the cell is "
                                + (isExact(wait) ? "" : "at least ")
                                + wanted.least()
                                + (deposits.isEmpty() ? ", and no notify changes it" : ""));
        for (Use deposit : deposits) {
            String most = " at most " + value(deposit).most();
            problem.see(
                    deposit.call().span(),
                    isSet(deposit) ? "this sets it to" + most : "this adds" + most);
        }
        if (deposits.isEmpty()) {
            uses.all().stream()
                    .filter(u ->
                            u.isNotify()
                                    && !Collections.disjoint(uses.windows(u), uses.windows(wait)))
                    .forEach(u -> problem.see(u.call().span(), "this changes another cell"));
        }
        problem.hint(
                        deposits.isEmpty()
                                ? "notify the cell that is waited for, or wait for one that is notified"
                                : "wait for what is notified, or notify more")
                .to(problems);
    }

    /** Whether a deposit can bring a cell to a value, or nearer to it. */
    private boolean mayBring(Use deposit, Range wanted, Use wait) {
        Range value = value(deposit);
        if (isExact(wait)) {
            long exact = wanted.least();
            return isSet(deposit)
                    ? value.contains(exact) || adds(wait)
                    : exact > 0 ? value.most() > 0 : value.least() < 0;
        }
        return isSet(deposit) ? value.most() >= wanted.least() : value.most() > 0;
    }

    /** Whether anything is added at all, so that sets need not give the exact value. */
    private boolean adds(Use wait) {
        return uses.all().stream().anyMatch(u -> u.isNotify() && !isSet(u) && mayMeet(wait, u));
    }

    private void credit(Use wait, List<Use> deposits) {
        Range wanted = ranges.of(expected(wait), wait.frame());
        if (deposits.isEmpty()
                || wanted.least() < 1
                || !deposits.stream().allMatch(d -> keeps(d, wanted))) {
            return;
        }
        for (Around loop : wait.around()) {
            if (repeats(wait, loop, List.of(expected(wait)))) {
                Optional<Use> again =
                        deposits.stream().filter(d -> isRepeated(d, wait, loop)).findFirst();
                if (again.isPresent()) {
                    credit(wait, again.get(), loop);
                    return;
                }
            }
        }
    }

    /** Whether a cell that has reached a value has still reached it after a deposit. */
    private boolean keeps(Use deposit, Range wanted) {
        long least = value(deposit).least();
        return isSet(deposit) ? least >= wanted.most() : least >= 1;
    }

    private void credit(Use wait, Use deposit, Around loop) {
        Problem.warning(
                        CREDIT,
                        wait.call().span(),
                        isExact(wait) && !isSet(deposit)
                                ? "from the second round on the cell may have passed this"
                                : "from the second round on this is true already")
                .see(
                        deposit.call().span(),
                        isSet(deposit)
                                ? "every round sets the cell again, and nothing clears it"
                                : "every round adds to the cell, and nothing takes it back")
                .see(loop.stmt().span(), "this loop repeats the wait")
                .hint(
                        isSet(deposit)
                                ? "set the cell to a number that grows with the rounds, and wait for that"
                                : "take the credit back after the wait: notify this rank itself with the"
                                        + " negative value, or wait for a number that grows with the rounds")
                .to(problems);
    }

    /** Whether the rounds of a loop do the same thing to the same cell. */
    private boolean repeats(Use use, Around loop, List<Expr> more) {
        if (!loop.isLoop() || ranges.isAtMostOnce(loop) || allocates(loop)) {
            return false;
        }
        List<Expr> fixed = new ArrayList<>(use.offsets());
        fixed.addAll(more);
        int at = use.around().indexOf(loop);
        return fixed.stream().noneMatch(e -> ranges.varies(e, use.frame(), loop))
                && use.around().stream()
                        .skip(at + 1L)
                        .noneMatch(inner -> isInSomeRounds(inner, loop));
    }

    /** Whether a branch may be taken in some rounds of a loop only. */
    private boolean isInSomeRounds(Around inner, Around loop) {
        return inner.stmt() instanceof Stmt.If x
                && ranges.varies(x.condition(), inner.frame(), loop);
    }

    private static boolean allocates(Around loop) {
        boolean[] found = new boolean[1];
        Walk.blocks(loop.stmt())
                .forEach(body ->
                        Walk.calls(
                                body,
                                c -> found[0] |= c.op() instanceof Capability.AllocatesWindow));
        return found[0];
    }

    /**
     * Whether a deposit is made again in every round of the loop; in a loop of its own it must be
     * enough for the wait each time.
     */
    private boolean isRepeated(Use deposit, Use wait, Around loop) {
        for (Around around : deposit.around()) {
            boolean same = around.stmt() == loop.stmt();
            boolean enough =
                    value(deposit).least() >= ranges.of(expected(wait), wait.frame()).most();
            if ((same || enough) && repeats(deposit, around, List.of(peer(deposit)))) {
                return true;
            }
        }
        return false;
    }

    private void mixed(int first, int last, Use set, Use add) {
        if (!add.isNotify()
                || isSet(add)
                || set.frame() != add.frame()
                || waitsBefore[last] > waitsBefore[first]
                || shareWaitingLoop(set, add)
                || !isKnownCell(set)
                || !isKnownCell(add)
                || !mayMeet(set, add)
                || !comesFromMany(set)
                || !comesFromMany(add)
                || !haveOnePeer(set, add)) {
            return;
        }
        Problem.warning(MIXED, set.call().span(), "this may wipe what other ranks have added")
                .see(add.call().span(), "nothing orders this against it")
                .hint("use another cell, or separate the two by a barrier")
                .to(problems);
    }

    private boolean shareWaitingLoop(Use a, Use b) {
        return a.around().stream()
                .anyMatch(around -> waitingLoops.contains(around.stmt()) && isIn(b, around));
    }

    private static boolean isIn(Use use, Around loop) {
        return use.around().stream().anyMatch(around -> around.stmt() == loop.stmt());
    }

    /** Whether every rank notifies: the same peer, or all of them but itself. */
    private boolean comesFromMany(Use use) {
        boolean always =
                use.around().stream()
                        .allMatch(a ->
                                !(a.stmt() instanceof Stmt.If x)
                                        || (x.condition() instanceof Expr.Binary b
                                                && b.op() == Expr.BinaryOp.NE));
        return always && (ranges.of(peer(use), use.frame()).isOne() || counts(use));
    }

    /** Whether the peer is the variable of a loop. */
    private static boolean counts(Use use) {
        return use.frame().aliases().resolved(peer(use)) instanceof Var v
                && use.around().stream()
                        .anyMatch(a -> a.stmt() instanceof Stmt.For x && x.index() == v);
    }

    private boolean haveOnePeer(Use a, Use b) {
        Range x = ranges.of(peer(a), a.frame());
        Range y = ranges.of(peer(b), b.frame());
        OptionalLong one = x.isOne() ? OptionalLong.of(x.least()) : OptionalLong.empty();
        return one.isEmpty() ? y.most() >= 0 : y.contains(one.getAsLong());
    }
}

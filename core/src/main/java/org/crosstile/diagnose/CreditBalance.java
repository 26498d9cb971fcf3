package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.crosstile.abi.NotifyOp;
import org.crosstile.record.Trace;

/**
 * The account of every signal cell: what was given, what was taken, and up to what value it has
 * been waited for since. What is left and has not been waited for is a leak. A cell that an
 * operator sets as a result is data: nobody has to wait for it.
 *
 * <p>A Set begins a new account, but for the waits that are in no order with it: whichever of two
 * equal Sets happens to come last, a wait for their value is meant for it.
 */
final class CreditBalance implements Ordering.Visitor {
    /**
     * A cell at the end.
     *
     * @param value what it holds
     * @param awaited what has been waited for, since something was taken last
     * @param gifts the notifies that raised it, since it was set last
     * @param takes those that lowered it
     */
    record Left(CellLog cell, long value, long awaited, List<Integer> gifts, List<Integer> takes) {}

    /** A wait for a value, or a read of it. */
    private record Wait(int agent, int position, long value) {}

    private static final class Account {
        private long value;
        private boolean unknown;
        private final List<Wait> waits = new ArrayList<>();
        private final List<Integer> gifts = new ArrayList<>();
        private final List<Integer> takes = new ArrayList<>();

        long awaited() {
            return waits.stream().mapToLong(Wait::value).max().orElse(0);
        }

        /** A wait that is not for more than the one before it adds nothing. */
        void waits(Wait wait) {
            waits.removeIf(w -> w.agent == wait.agent && w.value <= wait.value);
            waits.add(wait);
        }
    }

    private final Trace trace;
    private final Ordering order;
    private final Map<CellLog, Account> accounts = new HashMap<>();

    CreditBalance(Trace trace, Ordering order) {
        this.trace = trace;
        this.order = order;
    }

    /** The cells that are left with credit that nobody waited for. */
    List<Left> left() {
        order.again(this);
        List<Left> left = new ArrayList<>();
        for (CellLog cell : order.cells()) {
            Account account = account(cell);
            long awaited = account.awaited();
            boolean leaks = account.value > awaited || account.value < 0;
            if (leaks && !account.unknown) {
                left.add(new Left(cell, account.value, awaited, account.gifts, account.takes));
            }
        }
        return left;
    }

    @Override
    public void visit(int e) {
        switch (trace.kind(e)) {
            case NOTIFY -> notify(e, account(order.cell(e)));
            case WAIT -> account(order.cell(e)).waits(wait(e, trace.value(e)));
            case WRITE, WRITE_ELEMENT, ADD ->
                    order.stores(e).forEach(d -> store(e, d.cell(), account(d.cell())));
            case READ, READ_ELEMENT -> {
                for (CellLog cell : order.reads(e)) {
                    Account account = account(cell);
                    account.waits(wait(e, account.value));
                }
            }
            default -> {}
        }
    }

    private Wait wait(int e, long value) {
        return new Wait(trace.agent(e), order.position(e), value);
    }

    private Account account(CellLog cell) {
        return accounts.computeIfAbsent(cell, c -> new Account());
    }

    private void notify(int e, Account account) {
        long value = trace.value(e);
        if (trace.notifyOp(e) == NotifyOp.Set) {
            set(account, e, value);
        } else {
            add(account, e, value);
        }
        if (trace.holdsData(e)) {
            account.waits(wait(e, account.value));
        }
    }

    private void store(int e, CellLog cell, Account account) {
        OptionalInt value = trace.word(e, cell.offset);
        if (trace.kind(e) != Trace.Kind.ADD) {
            set(account, e, value.orElse(0));
            account.unknown = value.isEmpty();
        } else if (value.isPresent()) {
            add(account, e, value.getAsInt());
        } else {
            account.unknown = true;
        }
    }

    private static void add(Account account, int e, long value) {
        account.value += value;
        if (value > 0) {
            account.gifts.add(e);
        } else if (value < 0) {
            account.takes.add(e);
            account.waits.clear();
        }
    }

    private void set(Account account, int e, long value) {
        int agent = trace.agent(e);
        account.value = value;
        account.waits.removeIf(w -> order.knows(agent, w.agent, w.position));
        account.gifts.clear();
        account.takes.clear();
        account.unknown = false;
        if (value > 0) {
            account.gifts.add(e);
        } else if (value < 0) {
            account.takes.add(e);
        }
    }

    /** The ranks whose notifies are left. */
    List<Integer> givers(Left left) {
        TreeSet<Integer> ranks = new TreeSet<>();
        left.gifts.forEach(e -> ranks.add(trace.agents().get(trace.agent(e)).device()));
        return List.copyOf(ranks);
    }
}
